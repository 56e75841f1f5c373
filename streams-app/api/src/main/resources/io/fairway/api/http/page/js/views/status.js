/* The instances with their lag and partitions, and the domains with their freshness and fairness. */
import { v1 } from '../api.js';
import { h } from '../dom.js';
import { UNITS, lastDays, servedTable } from '../fairness.js';
import { count, durationText, hours, instant, num } from '../format.js';
import { later } from '../later.js';
import { format } from '../route.js';
import { heading, link, notice, section, table } from '../widgets.js';

async function load(context) {
  const [status, domains] = await Promise.all([context.get('v1/status'), context.get('v1/domains')]);
  return { status, domains };
}

const GOOD = 'RUNNING';

function render({ status, domains }, context) {
  const troubled = status.instances.filter(({ state }) => state !== GOOD);
  return h(
    'div',
    { class: 'view' },
    heading('Status', h('span', { class: 'quiet' }, `Fairway ${status.version}`)),
    troubled.length > 0 && notice('warning', 'Not all instances run', h('ul', null, troubled.map(({ instance, state, reason }) => h('li', null, `${instance}: ${state}${reason ? `, ${reason}` : ''}`)))),
    section(
      'Instances',
      table({
        caption: 'Instances',
        rows: status.instances,
        key: ({ instance }) => instance,
        columns: [
          { name: 'Instance', head: true, cell: ({ instance }) => instance },
          { name: 'State', cell: ({ state }) => h('span', { class: `tag ${state === GOOD ? 'good' : 'bad'}` }, state) },
          { name: 'Lag', right: true, cell: ({ lag }) => count(lag), title: 'Records of the stores\u2019 logs that it has not read yet' },
          { name: 'Active', wide: true, cell: ({ active }) => ranges(active), title: 'Partitions' },
          { name: 'Standby', wide: true, cell: ({ standby }) => ranges(standby), title: 'Partitions' },
          { name: 'Reason', cell: ({ reason }) => reason ?? '' },
        ],
      }),
    ),
    section(
      'Domains',
      table({
        caption: 'Domains',
        rows: domains.items,
        key: ({ domain }) => domain,
        empty: 'There is no domain yet.',
        rowClass: ({ freshness }) => (freshness.state === 'stale' ? 'is-stale' : null),
        columns: [
          { name: 'Domain', head: true, cell: ({ domain }) => link(format({ domain, view: 'tree' }), domain) },
          { name: 'Freshness', cell: ({ freshness }) => h('span', { class: `tag ${freshness.state === 'stale' ? 'bad' : 'good'}` }, freshness.state) },
          { name: 'As of, UTC', mid: true, cell: ({ freshness }) => instant(freshness.asOf) },
          { name: 'Lag', right: true, cell: ({ freshness }) => count(freshness.lag) },
          { name: 'Source', wide: true, cell: ({ freshness }) => `${freshness.role} ${freshness.instance}` },
          { name: 'Partition', right: true, wide: true, cell: ({ partition }) => partition },
          { name: 'Associations', right: true, wide: true, cell: ({ counts }) => count(counts.associations) },
          { name: 'Waiting', right: true, cell: ({ counts }) => count(counts.pendingJobs) },
          { name: 'Running', right: true, cell: ({ counts }) => count(counts.runningJobs) },
        ],
      }),
      sources(domains.items),
      domains.unreachable.length > 0 && h('ul', null, domains.unreachable.map(({ instance, reason }) => h('li', { class: 'is-over' }, `${instance}: ${reason}`))),
    ),
    domains.items.length > 0 && section('Fairness of the last 7 days', later(context, 'fairness', () => askFairness(context, domains.items), fairness)),
    deadLetters(status.instances),
  );
}

/** Each domain asks for all of its usage, so that the page asks for few. */
const MOST = 8;

function askFairness(context, domains) {
  return Promise.all(
    domains.slice(0, MOST).map(({ domain, freshness }) =>
      context.get(v1('domains', domain, 'fairness'), lastDays(freshness.asOf)).catch((error) => {
        if (error.status !== 400 && error.status !== 404) throw error;
        return { domain, items: [], why: error.message };
      }),
    ),
  );
}

function fairness(answers) {
  const behind = answers.flatMap(({ domain, items }) => items.map((node) => ({ ...node, domain }))).filter(({ lag }) => lag > 0).sort((one, other) => one.ratio - other.ratio || other.lag - one.lag);
  const to = (domain, { account, user }, text) => link(format({ domain, view: 'history', parameters: { account, user } }), text);
  return [
    table({
      caption: 'Fairness of the domains',
      rows: answers,
      key: ({ domain }) => domain,
      columns: [
        { name: 'Domain', head: true, cell: ({ domain }) => domain },
        { name: 'Jain\u2019s index', right: true, cell: ({ whole }) => num(whole?.jain ?? null), title: 'Of what users were delivered over what was due to them: 1 if all are equal, 1/n if one of n has everything' },
        { name: 'Starved users', right: true, cell: ({ whole }) => count(whole?.starved), title: 'They had demand and got nothing' },
        { name: 'Most behind', cell: ({ domain, whole, why }) => why ?? (whole?.mostBehindUser ? to(domain, { account: whole.mostBehindAccount, user: whole.mostBehindUser }, whole.mostBehindUser) : '') },
        { name: 'Behind by', right: true, cell: ({ whole }) => hours(whole?.largestLag ?? null), title: 'cpu-hours that are missing of what was due' },
      ],
    }),
    behind.length > 0 && [h('h3', null, 'Least served users'), servedTable(behind.slice(0, MOST), (node) => to(node.domain, node, node.path)), h('p', { class: 'quiet' }, UNITS)],
  ];
}

const KINDS = {
  undecodable: 'Bytes that nobody can read: no Avro of this topic, or a schema that the registry does not know',
  impossible: 'It can be read, and cannot be true: a negative amount, an end before its start, an empty domain',
  cluster: 'An event on the topic of another cluster',
  time: 'Told too late or too early, or about a run that is forgotten',
  refused: 'Possible, but not here: a policy that cannot be used, a job of too many facts',
  misrouted: 'It came back to a wrong partition: not all parts have the same domain.pins',
};

/** Records that were refused, by kind, of all instances together; nothing where no instance counts them. */
function deadLetters(instances) {
  const counted = instances.filter(({ deadLetters: counts }) => counts);
  const kinds = new Map();
  for (const { deadLetters: counts } of counted) {
    for (const [kind, sent] of Object.entries(counts)) kinds.set(kind, (kinds.get(kind) ?? 0) + sent);
  }
  return (
    counted.length > 0 &&
    section(
      'Dead letters',
      table({
        caption: `Records that were refused since the instances started${counted.length < instances.length ? '; not all instances count them' : ''}`,
        rows: [...kinds].filter(([, sent]) => sent > 0).sort(([, one], [, other]) => other - one),
        key: ([kind]) => kind,
        empty: 'No record was refused.',
        columns: [
          { name: 'Kind', head: true, cell: ([kind]) => kind },
          { name: 'Records', right: true, cell: ([, sent]) => count(sent) },
          { name: 'Meaning', wide: true, cell: ([kind]) => KINDS[kind] ?? '' },
          { name: 'List them', cell: ([kind]) => h('code', null, `fairway dead-letters list --kind ${kind}`) },
        ],
      }),
    )
  );
}

/** How far the sources of all domains have looked; nothing where none says so. */
function sources(domains) {
  const rows = domains.flatMap(({ domain, sources: known = [], freshness }) => known.map((source) => ({ ...source, domain, late: lateness(source, freshness) })));
  return (
    rows.length > 0 &&
    section(
      'Sources',
      table({
        caption: 'Sources of job events',
        rows,
        key: ({ domain, cluster, source }) => `${domain}|${cluster}|${source}`,
        columns: [
          { name: 'Cluster', head: true, cell: ({ cluster }) => cluster },
          { name: 'Source', cell: ({ source }) => source },
          { name: 'Domain', wide: true, cell: ({ domain }) => domain },
          { name: 'Looked through, UTC', mid: true, cell: ({ through }) => instant(through, true), title: 'What happened until then, and it could see, is known' },
          { name: 'Behind', right: true, cell: ({ retired, late }) => (retired ? 'retired' : durationText(late)) },
          { name: 'Running', right: true, cell: ({ runningJobs }) => (runningJobs === null ? '' : count(runningJobs)), title: 'Jobs that it saw running' },
          { name: 'Since, UTC', wide: true, cell: ({ since }) => instant(since), title: 'Since when it has looked without a gap' },
        ],
      }),
    )
  );
}

const lateness = ({ through }, { asOf }) => Math.max(0, Date.parse(asOf) - Date.parse(through));

/** "0\u20133, 7" of partitions. */
function ranges(partitions) {
  const sorted = [...(partitions ?? [])].sort((a, b) => a - b);
  const text = [];
  for (let from = 0, to = 0; from < sorted.length; from = to + 1) {
    to = from;
    while (sorted[to + 1] === sorted[to] + 1) to += 1;
    text.push(to === from ? `${sorted[from]}` : `${sorted[from]}\u2013${sorted[to]}`);
  }
  return text.join(', ') || 'none';
}

export const status = { global: true, title: () => 'Status', load, render };
