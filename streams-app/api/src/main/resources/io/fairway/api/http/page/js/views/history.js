/* An association or an account: its usage over time, its decayed usage, and when its factor recovers. */
import { ofLevel, pair, pairBars, scale } from '../bars.js';
import { columns, line } from '../columns.js';
import { h } from '../dom.js';
import { fairnessBelow } from '../fairness.js';
import { count, counted, hours, instant, instantText, num, numberText, percent, ratio, toNumber } from '../format.js';
import { measureOf, periodUsage } from '../past.js';
import { termTable } from '../waterfall.js';
import { choice, field, form, heading, link, section, sentences, table } from '../widgets.js';

const HOUR = 3600_000;
const RANGES = {
  '24h': { text: '24 hours, by hour', by: 'hour', millis: 24 * HOUR },
  '7d': { text: '7 days, by hour', by: 'hour', millis: 168 * HOUR },
  '30d': { text: '30 days, by day', by: 'day', millis: 720 * HOUR },
  '180d': { text: '180 days, by day', by: 'day', millis: 180 * 24 * HOUR },
};
const POINTS = 12;
const CONDITIONS = [
  ['stops', 'its running jobs stop now'],
  ['drains', 'its running jobs end at their limits, no new job starts'],
  ['continues', 'its running jobs go on, no new job starts'],
];

async function load(context) {
  const { account, user } = context.route.parameters;
  if (!account) return pick(context);
  const tree = context.tree ?? context.about?.trees[0] ?? '';
  const detail = await context.ask(['fairshare', tree, account, ...(user ? [user] : [])], { policy: context.policy });
  const range = RANGES[context.route.parameters.range] ?? RANGES['7d'];
  const to = Date.parse(detail.freshness.asOf);
  const measure = context.route.parameters.measure ?? measureOf(context);
  const subject = { tree: context.tree, account, user, measure };
  const [use, forecasts] = await Promise.all([usage(context, subject, to, range), forecast(context, detail)]);
  return { detail, ...use, forecasts, range, measure, freshness: detail.freshness };
}

/** Usage by hour or day, and decayed. A measure with only fairshare windows has these and its usage now. */
async function usage(context, subject, to, range) {
  const windows = await settle(context.ask(['usage'], { ...subject, by: range.by, from: new Date(to - range.millis).toISOString(), limit: 1000 }));
  if (windows.error?.status !== 400) return { windows, decayed: await settle(course(context, subject, to, range)) };
  const own = await settle(context.ask(['usage'], { ...subject, by: 'window', limit: 1000 }));
  if (own.error) return { windows, decayed: windows };
  return { windows: own, decayed: await settle(decayedAt(context, subject, null).then((now) => ({ points: [], now, measure: now.measure }))) };
}

/** Without a name: the largest accounts. */
async function pick(context) {
  const largest = await context.ask(['fairshare'], { policy: context.policy, tree: context.tree, kind: 'accounts', sort: 'usage', limit: 20 });
  return { largest, freshness: largest.freshness };
}

const settle = (promise) =>
  promise.catch((error) => {
    if (error.name === 'AbortError') throw error;
    return { error };
  });

/** Decayed usage at instants of the range. The past does not change, so one request for it is enough. */
async function course(context, subject, to, range) {
  const step = range.millis / POINTS;
  const key = JSON.stringify([subject, range.millis, context.policy]);
  if (context.state.course?.key !== key || to - context.state.course.to > step) {
    const instants = Array.from({ length: POINTS }, (_, index) => new Date(to - (POINTS - index) * step).toISOString());
    const past = await Promise.all(instants.map((at) => decayedAt(context, subject, at)));
    context.state.course = { key, to, past };
  }
  const now = await decayedAt(context, subject, null);
  return { points: [...context.state.course.past, now].filter(Boolean), now, measure: now.measure };
}

async function decayedAt(context, subject, at) {
  const answer = await context.ask(['usage'], { ...subject, by: subject.user ? 'association' : 'account', at, limit: 1 });
  return { at: answer.at, value: answer.total ?? answer.items[0]?.value ?? null, measure: answer.measure, running: answer.items[0]?.running, approximate: answer.approximate };
}

/** The requested goal; by default the next tenth above the present factor, or 0.5 if there is none. */
function target(parameters, factor, family) {
  if (parameters.place) return { place: parameters.place };
  if (parameters.factor) return { factor: parameters.factor };
  const now = toNumber(factor);
  if (now === null || !Number.isFinite(now)) return null;
  // Slurm's factors end at 1.
  if (family === 'slurm' && now >= 0.9) return { factor: 0.5 };
  return { factor: now < 0.9 && now >= 0 ? (Math.floor(now * 10) + 1) / 10 : Number((now * 1.1).toPrecision(2)) };
}

async function forecast(context, detail) {
  const { account, user } = context.route.parameters;
  const goal = target(context.route.parameters, detail.fairshare.factor, detail.policy.family);
  if (goal === null) return { goal: {}, answers: [] };
  const answers = await Promise.all(
    CONDITIONS.map(([condition]) => settle(context.ask(['forecast'], { policy: context.policy, tree: context.tree, account, user, if: condition, ...goal }))),
  );
  return { goal, answers };
}

function render(data, context) {
  if (data.largest) return choose(data.largest, context);
  const { detail } = data;
  const { fairshare } = detail;
  return h(
    'div',
    { class: 'view' },
    heading(
      fairshare.user || fairshare.account,
      h('span', { class: 'quiet' }, fairshare.path),
      fairshare.user && link(context.href('user', [fairshare.user]), 'Why its jobs wait'),
      link(context.href('jobs', [], { account: fairshare.account, user: fairshare.user }), 'Its jobs'),
      !fairshare.user && link(context.href('tree', [], { account: fairshare.account }), 'Accounts below'),
    ),
    numbers(fairshare, detail),
    used(data, context),
    counts(data),
    !fairshare.user && [periodUsage(context, { account: fairshare.account }, data.measure), fairnessBelow(context, fairshare.account, detail.freshness.asOf)],
    section(`Numbers behind the ${detail.policy.factorName ?? 'factor'}`, termTable(detail.rows, 'Numbers behind the factor'), h('p', { class: 'formula' }, h('code', null, detail.formula)), detail.sentences.length > 0 && h('ul', { class: 'prose' }, detail.sentences.map((text) => h('li', null, text)))),
    outlook(data.forecasts, context),
    sentences('What would change it', detail.changes),
    sentences('When it recovers', detail.recovery),
  );
}

function choose(largest, context) {
  return h(
    'div',
    { class: 'view' },
    heading('History'),
    h('p', null, 'Enter a name in the search above, or select one of the largest accounts:'),
    table({
      caption: 'Largest accounts',
      rows: largest.items,
      key: (node) => node.account,
      empty: 'There is no account yet.',
      columns: [
        { name: 'Account', head: true, cell: (node) => link(context.href('history', [], { account: node.account }), node.path) },
        { name: counted(largest.policy).name, right: true, cell: counted(largest.policy).show },
      ],
    }),
  );
}

function numbers(fairshare, detail) {
  const both = pair(fairshare, null);
  const what = counted(detail.policy);
  const fact = (name, value, title) => h('div', { title }, h('dt', null, name), h('dd', null, value));
  return [
    h(
      'dl',
      { class: 'facts' },
      fact(ofLevel(detail.policy, 'Share'), percent(both.share)),
      both.usage !== null && fact(ofLevel(detail.policy, 'Usage'), percent(both.usage)),
      both.usage !== null && fact('Usage / share', ratio(both.share, both.usage)),
      fact(what.name, what.show(fairshare), what.title),
      fact(detail.policy.factorName ?? 'Factor', num(fairshare.factor)),
      fairshare.place !== null && fact('Place', `${count(fairshare.place)} of ${count(detail.users)}`),
      fact('Shares', fairshare.shares === null ? 'parent' : count(fairshare.shares)),
      fact('Waiting', count(fairshare.pendingJobs)),
      fact('Running', count(fairshare.runningJobs)),
    ),
    both.usage !== null && h('div', { class: 'lone' }, pairBars(both, scale([both]))),
  ];
}

function used({ windows, range }, context) {
  const { parameters } = context.route;
  const set = (change) => context.go({ parameters: { ...parameters, ...change } });
  const name = Object.keys(RANGES).find((key) => RANGES[key] === range);
  // Every measure of the policies that rank this tree.
  const measures = [...new Set((context.policies?.items ?? []).filter(({ trees }) => !context.tree || trees.length === 0 || trees.includes(context.tree)).flatMap((policy) => policy.measures.map((measure) => measure.name)))];
  const ofPolicy = windows.by === 'window';
  const each = ofPolicy ? 'fairshare window' : range.by;
  const controls = h(
    'div',
    { class: 'controls' },
    !ofPolicy && choice('Over', Object.entries(RANGES).map(([key, { text }]) => [key, text]), name, (key) => set({ range: key })),
    measures.length > 1 && choice('Measure', measures.map((measure) => [measure]), parameters.measure ?? windows.measure?.name ?? measures[0], (measure) => set({ measure })),
  );
  if (windows.error) return section('Usage over time', controls, h('p', { class: 'is-over' }, windows.error.message));
  const total = windows.items.reduce((sum, item) => sum + (toNumber(item.value) ?? 0), 0);
  return section(
    'Usage over time',
    controls,
    windows.items.length === 0
      ? h('p', { class: 'quiet' }, 'No usage in this time.')
      : [
          columns(windows.items, `Usage by ${each}: ${numberText(total / 3600)} cpu-hours in total, at most ${numberText(Math.max(...windows.items.map((item) => toNumber(item.value) ?? 0)) / 3600)} in one ${each}`, range.by === 'hour'),
          h('p', { class: 'quiet' }, hours(total), ` cpu-hours in total, without decay, measure ${windows.measure.name}${ofPolicy ? ', in the fairshare windows of the policy' : ''}. Times are UTC.`),
          windowTable(windows.items),
        ],
  );
}

/** Whether the times of a window need seconds. */
const short = ({ start, end }) => Date.parse(end) - Date.parse(start) < 60_000;

function windowTable(items) {
  return h(
    'details',
    { 'data-key': 'windows' },
    h('summary', null, 'The numbers as a table'),
    table({
      caption: 'Usage by window',
      rows: items.toReversed(),
      key: (item) => item.start,
      columns: [
        { name: 'From, UTC', head: true, cell: (item) => instantText(item.start, short(item)) },
        { name: 'To', cell: (item) => instantText(item.end, short(item)) },
        { name: 'cpu-hours', right: true, cell: (item) => hours(item.value) },
        { name: 'TRES-seconds', right: true, wide: true, cell: (item) => num(item.value, 15) },
      ],
    }),
  );
}

function counts({ decayed }) {
  if (decayed.error) return section('Decayed usage', h('p', { class: 'is-over' }, decayed.error.message));
  const { points, now, measure } = decayed;
  const values = points.map(({ value }) => toNumber(value)).filter((value) => value !== null);
  return section(
    'Decayed usage',
    line(points, `Decayed usage, from ${numberText((values[0] ?? 0) / 3600)} to ${numberText((values.at(-1) ?? 0) / 3600)} cpu-hours`),
    h('p', { class: 'quiet' }, 'Now ', hours(now.value), ` cpu-hours, ${measure.law}`, toNumber(now.running) ? `; ${numberText(now.running)} TRES in use` : '', points.some(({ approximate }) => approximate) ? '. Earlier values come from whole hours and days, so they are approximate.' : '.'),
  );
}

function outlook({ goal, answers }, context) {
  const { parameters } = context.route;
  return section(
    'Forecast',
    form(
      { 'data-key': 'forecast' },
      ({ kind, value }) => context.go({ parameters: { ...parameters, factor: kind === 'factor' ? value : null, place: kind === 'place' ? value : null } }),
      choice('When does it reach the', [['factor'], ['place']], goal.place ? 'place' : 'factor', () => {}, { name: 'kind' }),
      field('value', 'value', goal.place ?? goal.factor, { inputmode: 'decimal', size: 8, required: true }),
      h('button', { type: 'submit' }, 'Forecast'),
    ),
    answers.length > 0 &&
      table({
        caption: 'Forecast under three conditions',
        rows: answers.map((answer, index) => ({ answer, text: CONDITIONS[index][1] })),
        columns: [
          { name: 'If', head: true, cell: ({ text }) => text },
          { name: 'When, UTC', cell: ({ answer }) => (answer.error ? '' : answer.holds ? 'now' : answer.reached ? (answer.at ? instant(answer.at, false) : 'now') : 'never') },
          { name: 'Because', class: 'rule', cell: ({ answer }) => (answer.error ? answer.error.message : answer.reason) },
        ],
      }),
    h('p', { class: 'quiet' }, 'Computed from the decay of usage. Other jobs that start or end change it.'),
  );
}

export const history = {
  title: ({ parameters }) => `History of ${parameters.user || parameters.account || '\u2026'}`,
  load,
  render,
  soonest: 5000,
};
