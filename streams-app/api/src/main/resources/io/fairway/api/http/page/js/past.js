/* Parts of views about the past: usage of a period, ended jobs, what changed since an earlier instant, and that instant itself. */
import { h } from './dom.js';
import { count, durationText, hours, instant, instantText, num, signed } from './format.js';
import { later } from './later.js';
import { chosenPolicy } from './shell.js';
import { choice, field, link, section, table } from './widgets.js';

export const DAY = 86_400_000;
const ROWS = 10;

const PERIODS = [
  ['today'],
  ['yesterday'],
  ['this-week', 'this week'],
  ['last-week', 'last week'],
  ['this-month', 'this month'],
  ['last-month', 'last month'],
  ['this-quarter', 'this quarter'],
  ['last-quarter', 'last quarter'],
  ['this-year', 'this year'],
  ['last-year', 'last year'],
];
const AGO = [
  ['1h', 'an hour ago', DAY / 24],
  ['6h', '6 hours ago', DAY / 4],
  ['1d', 'a day ago', DAY],
  ['7d', 'a week ago', 7 * DAY],
];
const CAUSES = {
  then: 'as it was',
  policy: 'policies',
  shares: 'shares',
  time: 'time that passed',
  others: 'jobs and usage of others',
  own: 'own jobs and usage',
};

const controls = (control) => h('div', { class: 'controls' }, control);

/** Chooses a parameter of the address. */
function chosen(context, label, name, options, preset) {
  const { parameters } = context.route;
  const value = options.some(([key]) => key === parameters[name]) ? parameters[name] : preset;
  return {
    value,
    control: choice(label, options, value, (next) => context.go({ parameters: { ...parameters, cursor: null, [name]: next } })),
  };
}

const periodChoice = (context, preset) => chosen(context, 'Period, UTC', 'period', PERIODS, preset);

/** Ended jobs are kept for two weeks, unless the ledger's horizon is longer. */
export const endedPeriodChoice = (context) => chosen(context, 'Period, UTC', 'period', PERIODS.slice(0, 4), 'today');

/** "from 2026-10-01 00:00 to 2026-11-01 00:00 UTC" of an answer about a period. */
const between = ({ from, to }) => `from ${instantText(from, false)} to ${instantText(to, false)} UTC`;

const onlyFirst = (total) => total > ROWS && h('p', { class: 'quiet' }, `The first ${ROWS} of ${count(total)}.`);

/** The first measure of the chosen policy. Without a choice, the server takes that of the active one. */
export const measureOf = (context) => (context.policy ? chosenPolicy(context)?.measures[0]?.name : null);

/** The whole usage of a period: of an account by user, or of a user by account. */
export function periodUsage(context, { account, user }, measure) {
  const { value: period, control } = periodChoice(context, 'last-month');
  const asked = { tree: context.tree, account, user, measure, by: account ? 'user' : 'association', period, limit: 1000 };
  return section('Usage of a period', controls(control), later(context, JSON.stringify(['usage', asked]), () => context.ask(['usage'], asked), (answer) => usedRows(answer, context, account)));
}

function usedRows(answer, context, account) {
  const rows = answer.items.filter(({ value, corrections }) => value || corrections).sort((one, other) => other.value - one.value);
  const corrected = rows.some(({ corrections }) => corrections);
  const [name, cell] = account
    ? ['User', ({ user }) => link(context.href('user', [user]), user)]
    : ['Account', (row) => link(context.href('history', [], { account: row.account, user: row.user }), row.account)];
  return [
    table({
      caption: 'Usage of the period',
      rows: rows.slice(0, ROWS),
      key: (row) => JSON.stringify([row.account, row.user, row.partition]),
      empty: 'No usage is known in this period.',
      columns: [
        { name, head: true, cell },
        rows.some(({ partition }) => partition) && { name: 'Partition', cell: ({ partition }) => partition ?? '' },
        { name: 'cpu-hours', right: true, cell: ({ value }) => hours(value), title: 'Whole: without decay and resets' },
        answer.approximate && { name: 'At least', right: true, wide: true, cell: ({ least }) => hours(least) },
        answer.approximate && { name: 'At most', right: true, wide: true, cell: ({ most }) => hours(most) },
        { name: 'Of all', right: true, cell: ({ percent }) => [num(percent, 3), '\u00a0%'], title: 'Of the usage that this table adds up' },
        corrected && { name: 'Corrected', right: true, cell: ({ corrections }) => hours(corrections ?? 0), title: 'What people corrected in the period, in cpu-hours, beside the usage' },
      ].filter(Boolean),
    }),
    onlyFirst(rows.length),
    h('p', { class: 'quiet' }, hours(answer.total), ` cpu-hours in total ${between(answer)}, without decay, measure ${answer.measure.name}.`, answer.firstDay && ` Nothing is known before ${instantText(answer.firstDay).slice(0, 10)}.`),
  ];
}

/** Jobs that ended, and what each cost. */
export function endedTable(answer, context) {
  return table({
    caption: 'Ended jobs',
    rows: answer.items,
    key: (job) => JSON.stringify([job.cluster, job.job, job.request ?? '']),
    empty: `No job ended ${between(answer)}.`,
    columns: [
      { name: 'Job', head: true, cell: (job) => link(context.href('job', [job.cluster, job.job]), job.job, job.name) },
      { name: 'User', cell: (job) => link(context.href('user', [job.user]), job.user) },
      { name: 'Account', wide: true, cell: (job) => link(context.href('history', [], { account: job.account, user: job.user }), job.account) },
      { name: 'Queue', wide: true, cell: (job) => job.queue ?? '' },
      { name: 'CPUs', right: true, wide: true, cell: (job) => num(job.requestedTres?.cpu ?? null) },
      { name: 'Ended, UTC', mid: true, cell: (job) => instant(job.ended, false) },
      { name: 'Ran', right: true, cell: (job) => (job.started ? durationText(Date.parse(job.ended) - Date.parse(job.started)) : 'never') },
      { name: 'cpu-hours', right: true, cell: (job) => hours(job.cost), title: 'What it was charged: whole, not decayed, all its runs together' },
    ],
  });
}

/** The jobs of a user that cost most, of those that ended in the last week. */
export function costliest(context, user, now) {
  const asked = { policy: context.policy, state: 'ended', sort: 'cost', user, limit: ROWS };
  return section(
    'Costliest jobs of the last 7 days',
    later(context, JSON.stringify(['ended', asked]), () => context.ask(['jobs'], { ...asked, from: before(now, 7 * DAY) }), (answer) => [
      endedTable(answer, context),
      h('p', { class: 'quiet' }, `${count(answer.total)} ended and cost `, hours(answer.cost), ' cpu-hours. ', link(context.href('jobs', [], { state: 'ended', user, sort: 'cost', period: 'this-week' }), 'Other periods')),
    ]),
  );
}

/** The whole hour at or before a time ago, so that sums of it are exact. */
export const before = (now, millis) => {
  const at = Date.parse(now) - millis;
  return new Date(at - (at % 3600_000)).toISOString();
};

/** What changed for a user since an earlier instant. */
export function changedSince(context, user, now) {
  const { value, control } = chosen(context, 'Compared with', 'since', AGO, '1d');
  const since = () => new Date(Date.parse(now) - AGO.find(([key]) => key === value)[2]).toISOString();
  return section(
    'What changed',
    controls(control),
    later(context, JSON.stringify(['since', value, context.policy]), () => context.ask(['users', user, 'since'], { policy: context.policy, since: since() }), (answer) => changes(answer, context)),
  );
}

function changes({ associations, firstJob, since }, context) {
  const rows = associations.flatMap(({ account, partition, steps }) =>
    steps.map((step, at) => ({ ...step, account, partition, first: firstJob[at], from: at > 0 ? { ...steps[at - 1], first: firstJob[at - 1] } : null })),
  );
  // A cause that changed nothing says nothing; where all stands now is the last line.
  const moved = ({ from, change, place, first, cause }) => !from || cause === 'own' || change || place !== from.place || first.place !== from.first.place;
  return [
    table({
      caption: 'What changed, step by step',
      rows: rows.filter(moved),
      key: ({ account, partition, cause }) => JSON.stringify([account, partition, cause]),
      columns: [
        associations.length > 1 && { name: 'Account', cell: ({ account, partition }) => [link(context.href('history', [], { account }), account), partition && ` ${partition}`] },
        { name: 'What changed', head: true, cell: ({ cause }) => CAUSES[cause] ?? cause },
        { name: 'Factor', right: true, cell: ({ factor }) => num(factor) },
        { name: 'By', right: true, cell: ({ from, change }) => (from ? signed(change) : '') },
        { name: 'Place', right: true, cell: ({ place }) => count(place), title: 'Among the users; 1 is served first' },
        { name: 'First job', right: true, mid: true, cell: ({ first }) => (first.place === null ? '\u2013' : `${count(first.place)} of ${count(first.of)}`), title: 'The place of the first waiting job' },
      ].filter(Boolean),
    }),
    h('p', { class: 'quiet' }, `From ${instantText(since, false)} UTC to now, step by step; what changed nothing is left out. Computed from what is known now.`),
  ];
}

/** A field for an earlier instant, UTC. */
export function atField(context) {
  const { parameters } = context.route;
  return field('As of, UTC', 'at', (parameters.at ?? '').slice(0, 16), {
    type: 'datetime-local',
    onchange: (event) => context.go({ parameters: { ...parameters, cursor: null, at: event.currentTarget.value ? `${event.currentTarget.value}Z` : null } }),
  });
}

/** Says of which instant a view is, if it is not now. */
export function atNote({ at, refused }) {
  if (refused) return h('p', { class: 'is-over', role: 'alert' }, `${refused}. This is now.`);
  return at && h('p', { class: 'quiet' }, `As it was at ${instantText(at)} UTC, computed from what is known now.`);
}
