-- PostgreSQL for Fairway: shares on the way in, usage, fairshare and ranks on the way out. Run it in the site's database as
-- somebody who may create roles and publications; docs/connect.md explains it. It may be run again.
-- The server needs wal_level = logical.

CREATE SCHEMA IF NOT EXISTS fairway;

-- In: the nodes of share trees. Debezium follows this table. Its columns are the fields of ShareNode.
CREATE TABLE IF NOT EXISTS fairway.share_node (
    domain        text    NOT NULL CHECK (domain <> ''),
    tree          text    NOT NULL CHECK (tree <> ''),
    account       text    NOT NULL CHECK (account <> ''),
    "user"        text    NOT NULL DEFAULT '',       -- '' = the account itself
    parent        text    CHECK (parent <> ''),      -- account above this account; null = root
    shares        bigint  NOT NULL DEFAULT 1 CHECK (shares >= 0),
    parent_shares boolean NOT NULL DEFAULT false,
    priority      bigint  NOT NULL DEFAULT 0 CHECK (priority >= 0),
    "order"       bigint  NOT NULL DEFAULT 0 CHECK ("order" >= 0),
    partition     text    NOT NULL DEFAULT '' CHECK (partition = '' OR "user" <> ''), -- of the association (Slurm); '' = none
    PRIMARY KEY (domain, tree, account, "user", partition)
);

-- A truncation names no rows, so no tombstones could be made of it.
CREATE OR REPLACE FUNCTION fairway.refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'fairway.share_node must not be truncated: its rows would stay in Fairway; use DELETE';
END $$;
CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON fairway.share_node
    FOR EACH STATEMENT EXECUTE FUNCTION fairway.refuse_truncate();

-- A site whose shares are in tables of its own replaces this view: same columns, its own tables. Logical decoding knows no
-- views, so refresh_shares() brings the table to what the view says, and writes only rows that differ.
DO $$
BEGIN
    IF to_regclass('fairway.share_source') IS NULL THEN
        CREATE VIEW fairway.share_source AS
        SELECT domain, tree, account, "user", parent, shares, parent_shares, priority, "order", partition
        FROM fairway.share_node;
    END IF;
END $$;

CREATE OR REPLACE FUNCTION fairway.refresh_shares() RETURNS void LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = fairway, pg_temp AS $$
BEGIN
    -- One at a time: two would write each other's rows.
    PERFORM pg_advisory_xact_lock(hashtext('fairway.refresh_shares'));
    INSERT INTO fairway.share_node AS node
        (domain, tree, account, "user", parent, shares, parent_shares, priority, "order", partition)
        SELECT domain, tree, account, "user", parent, shares, parent_shares, priority, "order", partition
        FROM fairway.share_source
    ON CONFLICT (domain, tree, account, "user", partition) DO UPDATE
        SET parent = excluded.parent, shares = excluded.shares, parent_shares = excluded.parent_shares,
            priority = excluded.priority, "order" = excluded."order"
        WHERE (node.parent, node.shares, node.parent_shares, node.priority, node."order")
            IS DISTINCT FROM
              (excluded.parent, excluded.shares, excluded.parent_shares, excluded.priority, excluded."order");
    DELETE FROM fairway.share_node node
        WHERE NOT EXISTS (
            SELECT FROM fairway.share_source source
            WHERE (source.domain, source.tree, source.account, source."user", source.partition)
                = (node.domain, node.tree, node.account, node."user", node.partition));
END $$;

-- For the site's own tables, so that a change is in Fairway at once:
--   CREATE TRIGGER to_fairway AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON site.allocation
--       FOR EACH STATEMENT EXECUTE FUNCTION fairway.shares_changed();
CREATE OR REPLACE FUNCTION fairway.shares_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM fairway.refresh_shares();
    RETURN NULL;
END $$;

-- Out: what Fairway computed last. The JDBC sink writes these tables; record_key is the key of the record.
CREATE TABLE IF NOT EXISTS fairway.usage (
    record_key text PRIMARY KEY,
    domain     text NOT NULL,
    measure    text NOT NULL,
    tree       text NOT NULL,
    account    text NOT NULL,
    "user"     text NOT NULL,
    partition  text NOT NULL DEFAULT '',
    value      double precision NOT NULL,            -- decayed, in TRES-seconds, at as_of
    as_of      timestamptz NOT NULL
);

CREATE TABLE IF NOT EXISTS fairway.fairshare (
    record_key      text PRIMARY KEY,
    domain          text NOT NULL,
    policy          text NOT NULL,
    tree            text NOT NULL,
    account         text NOT NULL,
    "user"          text NOT NULL,                   -- '' = the account itself
    partition       text NOT NULL DEFAULT '',        -- of the association (Slurm)
    factor          double precision,                -- null = the algorithm has none for this node
    rank            bigint,                          -- number of users = served first, 1 = last
    users           bigint NOT NULL,
    depth           integer NOT NULL,
    norm_shares     double precision,
    raw_usage       double precision NOT NULL,
    norm_usage      double precision,
    effective_usage double precision,
    level_fairshare double precision,                -- may be infinite
    as_of           timestamptz NOT NULL
);

-- Under Fair Tree, ranks come packed: one row for each account, and one for each further 400 users of it (docs/ranks.md).
CREATE TABLE IF NOT EXISTS fairway.packed_ranks (
    record_key text PRIMARY KEY,
    domain     text NOT NULL,
    policy     text NOT NULL,
    tree       text NOT NULL,
    account    text NOT NULL,
    users      text[] NOT NULL,                      -- the best first
    partitions text[] NOT NULL,                      -- of each user's association (Slurm); empty = none has one
    ahead      bigint NOT NULL,                      -- users of the tree that are served before the first
    steps      integer[] NOT NULL,                   -- of each but the first: how many places after the one before it
    ranked     bigint,                               -- users of the tree; only in the row of root
    as_of      timestamptz NOT NULL
);

-- The same, one row for each user; rank and users are those of fairway.fairshare.
CREATE OR REPLACE VIEW fairway.ranks AS
SELECT packed.domain, packed.policy, packed.tree, packed.account, each."user",
       coalesce(packed.partitions[each.number::integer], '') AS partition,
       root.ranked - packed.ahead - sum(each.step) OVER (PARTITION BY packed.record_key ORDER BY each.number) AS rank,
       root.ranked AS users,
       packed.as_of
FROM fairway.packed_ranks packed
JOIN fairway.packed_ranks root
    ON (root.domain, root.policy, root.tree) = (packed.domain, packed.policy, packed.tree) AND root.ranked IS NOT NULL
CROSS JOIN LATERAL unnest(packed.users, 0 || packed.steps) WITH ORDINALITY AS each ("user", step, number)
WHERE cardinality(packed.users) > 0;

-- Users in the order in which they are served; place 1 is served first. Whether the policy sends ranks packed makes no
-- difference, but raw_usage is in fairshare records only.
CREATE OR REPLACE VIEW fairway.ranking AS
SELECT domain, policy, tree, users - rank + 1 AS place, account, "user", factor, raw_usage, as_of, partition
FROM (
    SELECT domain, policy, tree, ranks.users, ranks.rank, account, "user", ranks.rank::double precision / ranks.users AS factor,
           fairshare.raw_usage, ranks.as_of, partition
    FROM fairway.ranks LEFT JOIN fairway.fairshare USING (domain, policy, tree, account, "user", partition)
    UNION ALL
    SELECT domain, policy, tree, users, rank, account, "user", factor, raw_usage, as_of, partition
    FROM fairway.fairshare
    WHERE rank IS NOT NULL AND NOT EXISTS (
        SELECT FROM fairway.packed_ranks root
        WHERE (root.domain, root.policy, root.tree) = (fairshare.domain, fairshare.policy, fairshare.tree)
            AND root.ranked IS NOT NULL)
) ranked
ORDER BY domain, policy, tree, place;

-- Accounts: what they should have and what they had, in percent of the tree. They are in fairshare records only, so a
-- policy of Fair Tree needs "ranks: BOTH" to be here.
CREATE OR REPLACE VIEW fairway.account_balance AS
SELECT domain, policy, tree, account,
       100 * norm_shares AS target_percent,
       100 * norm_usage AS used_percent,
       raw_usage / 3600 AS used_tres_hours,
       as_of
FROM fairway.fairshare
WHERE "user" = ''
ORDER BY domain, policy, tree, account;

-- The account of both connectors. Give it a password: ALTER ROLE fairway PASSWORD '...'
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairway') THEN
        CREATE ROLE fairway LOGIN REPLICATION;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_publication WHERE pubname = 'fairway_shares') THEN
        CREATE PUBLICATION fairway_shares FOR TABLE fairway.share_node;
    END IF;
END $$;
GRANT USAGE ON SCHEMA fairway TO fairway;
GRANT SELECT ON fairway.share_node TO fairway;
GRANT SELECT, INSERT, UPDATE, DELETE ON fairway.usage, fairway.fairshare, fairway.packed_ranks TO fairway;
