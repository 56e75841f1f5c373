/* Why a job is not next. */
import { v1 } from '../api.js';
import { h } from '../dom.js';
import { ago, count, durationText, exactText, hours, instant, num, numberText, signed, tresText } from '../format.js';
import { waterfall } from '../waterfall.js';
import { heading, link, notice, section, sentences, table } from '../widgets.js';
import { whatIf } from './whatif.js';

async function load(context) {
  const [cluster, job] = context.route.rest;
  const base = ['jobs', cluster ?? '', job ?? ''];
  const [detail, why, events] = await Promise.allSettled([
    context.ask(base),
    context.ask([...base, 'why'], { policy: context.policy }),
    context.get(v1('domains', context.domain, ...base, 'events'), { limit: 200 }),
  ]);
  if (detail.status === 'rejected') throw detail.reason;
  const value = ({ status, value: answer, reason }) => (status === 'fulfilled' ? answer : { error: reason });
  return { detail: detail.value, why: value(why), events: value(events), freshness: detail.value.freshness };
}

function render({ detail, why, events }, context) {
  const { job } = detail;
  return h(
    'div',
    { class: 'view' },
    heading(`Job ${job.job}`, h('span', { class: `tag ${job.state}` }, job.state), job.held && h('span', { class: 'tag' }, 'held')),
    facts(job, context),
    why.error ? noWhy(why.error, job) : reasons(why, context),
    job.state === 'pending' && whatIf(context, ['jobs', job.cluster, job.job]),
    factors(detail.priorities, context),
    policies(detail.priorities),
    charges(detail.charges, context),
    history(events),
  );
}

function facts(job, context) {
  const items = [
    ['User', link(context.href('user', [job.user]), job.user)],
    ['Account', link(context.href('history', [], { account: job.account, user: job.user }), job.account)],
    ['Queue', job.queue],
    ['QOS', job.qos],
    ['Cluster', job.cluster],
    ['Name', job.name],
    ['Requests', job.requestedTres && tresText(job.requestedTres)],
    ['Time limit', job.timeLimitSeconds ? durationText(job.timeLimitSeconds * 1000) : null],
    ['Submitted', job.submitted && instant(job.submitted)],
    [job.state === 'pending' ? 'Waits' : 'Started', job.state === 'pending' ? job.submitted && ago(job.submitted) : job.started && instant(job.started)],
    ['Ended', job.ended && instant(job.ended)],
  ];
  return h('dl', { class: 'facts' }, items.filter(([, value]) => value).map(([name, value]) => h('div', { 'data-key': name }, h('dt', null, name), h('dd', null, value))));
}

function noWhy(error, job) {
  const waits = job.state === 'pending';
  return notice(waits ? 'error' : 'empty', waits ? 'No explanation' : 'The job does not wait', h('p', null, error.message));
}

function reasons(why, context) {
  return [
    h('p', { class: 'summary' }, why.summary),
    why.place !== null && h('p', { class: 'place' }, h('strong', null, count(why.place)), ` of ${count(why.of)} under ${why.policy.name}, priority `, num(why.priority, 10)),
    section(
      'Terms of the priority',
      waterfall(why.rows, why.priority),
      why.formula && h('p', { class: 'formula' }, h('code', null, why.formula)),
    ),
    sentences('Why', why.sentences),
    section(
      'Jobs just ahead',
      table({
        caption: 'Jobs ahead, the nearest first',
        rows: why.ahead,
        key: (job) => JSON.stringify([job.cluster, job.job]),
        empty: 'No job goes before it.',
        columns: [
          { name: 'Job', head: true, cell: (job) => link(context.href('job', [job.cluster, job.job]), job.job) },
          { name: 'User', cell: (job) => link(context.href('user', [job.user]), job.user) },
          { name: 'Account', wide: true, cell: (job) => job.account },
          { name: 'Priority', right: true, cell: (job) => num(job.priority, 7) },
          { name: 'Ahead by', right: true, cell: (job) => signed(job.lead) },
          { name: 'Mainly by', cell: (job) => job.because ?? '' },
        ],
      }),
    ),
    why.aheadBy?.length > 0 && section(
      'Who is ahead',
      table({
        caption: 'All jobs ahead, by user and account',
        rows: why.aheadBy,
        key: (group) => JSON.stringify([group.user, group.account]),
        columns: [
          { name: 'User', head: true, cell: (group) => (group.user ? link(context.href('user', [group.user]), group.user) : 'other users') },
          { name: 'Account', wide: true, cell: (group) => group.account },
          { name: 'Jobs', right: true, cell: (group) => count(group.jobs) },
          { name: 'Processors', right: true, wide: true, cell: (group) => num(group.processors, 7) },
          { name: 'cpu-hours', right: true, cell: processorHours },
          { name: 'Mainly by', cell: (group) => group.term },
        ],
      }),
    ),
    sentences('What would change it', why.changes),
    sentences('When it recovers', why.recovery),
  ];
}

/** What the jobs of a group may use at most; jobs without a time limit have no such number. */
function processorHours(group) {
  const limited = group.jobs > group.withoutLimit && num(group.processorHours, 7);
  const unlimited = group.withoutLimit > 0 && `${count(group.withoutLimit)} without a limit`;
  return [limited, limited && unlimited && ', ', unlimited];
}

/** How the factors of the chosen policy came about. */
function factors(priorities, context) {
  const chosen = priorities.find((row) => row.policy.name === context.policy) ?? priorities.find((row) => row.policy.state === 'active') ?? priorities[0];
  if (!chosen?.factors?.length) return null; // an instance of an older version does not tell them
  return h(
    'details',
    { class: 'section', 'data-key': 'factors' },
    h('summary', null, 'How each factor came about'),
    table({
      caption: `Factors under ${chosen.policy.name}`,
      rows: chosen.factors,
      columns: [
        { name: 'Factor', head: true, cell: (row) => row.name },
        { name: 'Value', right: true, cell: (row) => num(row.value, 7) },
        { name: 'Rule', cell: (row) => row.rule },
        { name: 'From', wide: true, cell: (row) => Object.entries(row.inputs).map(([name, value]) => h('span', { class: 'term-text' }, `${name} ${numberText(value)}`)) },
      ],
    }),
  );
}

function policies(priorities) {
  if (priorities.length < 2) return null;
  return section(
    'Priority under every policy',
    table({
      caption: 'Priority under every policy',
      rows: priorities,
      columns: [
        { name: 'Policy', head: true, cell: (row) => [row.policy.name, row.policy.state === 'shadow' && h('span', { class: 'tag' }, 'shadow')] },
        { name: 'Priority', right: true, cell: (row) => num(row.priority, 7) },
        { name: 'Place', right: true, cell: (row) => `${count(row.place)} of ${count(row.of)}` },
        { name: 'Terms', wide: true, cell: (row) => row.terms.map((term) => h('span', { class: 'term-text', title: exactText(term.contribution) }, `${term.name} ${numberText(term.contribution)}`)) },
        priorities.some(({ validUntil }) => validUntil) && { name: 'Valid until', wide: true, cell: (row) => (row.validUntil ? instant(row.validUntil) : '') },
      ].filter(Boolean),
    }),
  );
}

function charges(list, context) {
  if (!list || list.length === 0) return null;
  return section(
    'Charges',
    table({
      caption: 'Charges by measure',
      rows: list,
      columns: [
        { name: 'Measure', head: true, cell: (row) => row.measure },
        { name: 'To', cell: (row) => link(context.href('history', [], { account: row.account, user: row.user }), row.user ? `${row.account} / ${row.user}` : row.account) },
        { name: 'cpu-hours, decayed', right: true, cell: (row) => hours(row.value) },
        { name: 'cpu-hours', right: true, cell: (row) => hours(row.plain) },
      ],
    }),
  );
}

function history(events) {
  return h(
    'details',
    { class: 'section', 'data-key': 'events' },
    h('summary', null, 'Events in the ledger'),
    events.error
      ? h('p', null, events.error.message)
      : table({
          caption: 'Events of the job',
          rows: events.items,
          empty: 'The ledger has no events of this job.',
          columns: [
            { name: 'Time, UTC', cell: (row) => instant(row.time) },
            { name: 'Event', head: true, cell: (row) => row.type },
            { name: 'Precedence', right: true, wide: true, cell: (row) => row.precedence ?? '' },
            { name: 'Sequence', right: true, wide: true, cell: (row) => row.sequence ?? '' },
            { name: 'Revision', right: true, wide: true, cell: (row) => row.revision ?? '' },
            { name: 'Attributes', wide: true, cell: (row) => h('code', null, Object.keys(row.attributes ?? {}).length > 0 ? JSON.stringify(row.attributes) : '') },
          ],
        }),
  );
}

export const job = { title: (route) => `Job ${route.rest[1] ?? ''}`, load, render };
