package io.fairway.system.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fairshare of 100 accounts with 1,000 users each, made on request. */
final class BigTree {
    private static final int ACCOUNTS = 100;
    private static final int USERS = 1000;
    private static final Pattern ACCOUNT = Pattern.compile("account=a(\\d+)");
    private static final Pattern CURSOR = Pattern.compile("cursor=(\\d+)");
    private static final Pattern LIMIT = Pattern.compile("limit=(\\d+)");

    private BigTree() {}

    static FixtureServer.Answer answer(String query) {
        int account = number(ACCOUNT, query, -1);
        int from = number(CURSOR, query, 0);
        int limit = number(LIMIT, query, 100);
        int total = 1 + (account < 0 ? ACCOUNTS : USERS);
        List<String> items = new ArrayList<>();
        for (int i = from; i < Math.min(total, from + limit); i++) {
            items.add(node(account, i - 1));
        }
        String next = from + limit < total ? "\"next\":\"%d\",".formatted(from + limit) : "";
        return new FixtureServer.Answer(200, """
                {"domain":"alps","tree":"alps","users":100000,"total":%d,%s
                 "policy":{"name":"fairtree","state":"active","family":"slurm","algorithm":"FAIR_TREE_DOCUMENTED"},
                 "items":[%s],
                 "freshness":{"asOf":"2026-11-21T12:00:00.000Z","state":"current","role":"active",
                              "instance":"node1:8080","lag":0,"committed":false}}
                """.formatted(total, next, String.join(",", items)));
    }

    /** The account itself is number -1 of its level. */
    private static String node(int account, int number) {
        if (number < 0) {
            return json(account < 0 ? "root" : "a" + account, "", account < 0 ? 0 : 1, 1);
        }
        return account < 0
                ? json("a" + number, "", 1, 1.0 / ACCOUNTS)
                : json("a" + account, "u" + account + "-" + number, 2, 1.0 / USERS);
    }

    private static String json(String account, String user, int depth, double share) {
        return String.format(
                Locale.ROOT,
                "{\"tree\":\"alps\",\"account\":\"%s\",\"user\":\"%s\",\"path\":\"/%s/%s\",\"depth\":%d,\"shares\":1,"
                        + "\"normShares\":%f,\"effectiveUsage\":%f,\"rawUsage\":%f}",
                account,
                user,
                account,
                user,
                depth,
                share,
                share / 2,
                share * 1e9);
    }

    private static int number(Pattern pattern, String query, int other) {
        Matcher matcher = pattern.matcher(query);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : other;
    }
}
