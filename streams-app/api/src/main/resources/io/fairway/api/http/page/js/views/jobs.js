/* Waiting jobs in the order in which they are served, running jobs, or ended jobs and what they cost. */
import { h } from '../dom.js';
import { ago, count, hours, num, tresText } from '../format.js';
import { asOf } from '../later.js';
import { atField, atNote, endedPeriodChoice, endedTable } from '../past.js';
import { legend, stack } from '../waterfall.js';
import { choice, field, form, heading, link, pager, paging, table } from '../widgets.js';

const PAGE = 50;
const STATES = [
  ['pending', 'waiting'],
  ['running', 'running'],
  ['ended', 'ended'],
];
const SORTS = [
  ['end', 'newest'],
  ['cost', 'costliest'],
];

async function load(context) {
  const { account, user, queue, state = 'pending', sort, cursor } = context.route.parameters;
  const asked = { policy: context.policy, state, account, user, queue, limit: PAGE, cursor };
  if (state === 'ended') return context.ask(['jobs'], { ...asked, sort, period: endedPeriodChoice(context).value });
  return asOf(context, (at) => context.ask(['jobs'], { ...asked, at }));
}

function render(data, context) {
  const { parameters } = context.route;
  const page = paging(context);
  const state = parameters.state ?? 'pending';
  const set = (change) => context.go({ parameters: { ...parameters, cursor: null, ...change } });
  return h(
    'div',
    { class: 'view' },
    heading('Jobs', h('span', { class: 'quiet' }, state === 'ended' ? [`${count(data.total)} ended and cost `, hours(data.cost), ` cpu-hours of ${data.measure}`] : `${count(data.total)} ${state === 'pending' ? 'wait' : 'run'}, in the order of ${data.policy.name}`)),
    form(
      { 'data-key': 'filter' },
      ({ user, account, queue }) => set({ user: user.trim(), account: account.trim(), queue: queue.trim() }),
      choice('State', STATES, state, (value) => set({ state: value, at: value === 'ended' ? null : parameters.at })),
      state === 'ended' ? [choice('First', SORTS, parameters.sort ?? 'end', (sort) => set({ sort })), endedPeriodChoice(context).control] : atField(context),
      field('User', 'user', parameters.user, { size: 12 }),
      field('Account', 'account', parameters.account, { size: 12 }),
      field('Queue', 'queue', parameters.queue, { size: 12 }),
      h('button', { type: 'submit' }, 'Show'),
    ),
    state === 'pending' && h('div', { class: 'wide' }, legend(data.items.flatMap((job) => (job.terms ?? []).filter((term) => term.contribution !== 0)))),
    atNote(data),
    state === 'ended' ? endedTable(data, context) : jobTable(data.items, context, state, 'Jobs', data.at && Date.parse(data.at)),
    pager({ label: 'Pages of jobs', next: data.next, shown: data.items.length, total: data.total, ...page }),
  );
}

export function jobTable(items, context, state, caption = 'Jobs', now = undefined) {
  const most = Math.max(...items.map((job) => (typeof job.priority === 'number' ? job.priority : 0)), 0);
  const waits = state === 'pending';
  const some = (member) => items.some((job) => job[member]);
  return table({
    caption,
    rows: items,
    key: (job) => JSON.stringify([job.cluster, job.job, job.request ?? '']),
    empty: waits ? 'No job waits.' : 'No job runs.',
    columns: [
      waits && { name: 'Place', right: true, cell: (job) => count(job.place), title: '1 is next' },
      { name: 'Job', head: true, cell: (job) => [link(context.href('job', [job.cluster, job.job]), job.job, job.name), job.request ? h('span', { class: 'quiet' }, ` ${job.request}`) : null, job.held && h('span', { class: 'tag' }, 'held'), job.state === 'suspended' && h('span', { class: 'tag' }, 'suspended'), waits && job.eligible === false && !job.held && h('span', { class: 'tag' }, 'not eligible')] },
      { name: 'User', cell: (job) => link(context.href('user', [job.user]), job.user) },
      { name: 'Account', wide: true, cell: (job) => link(context.href('history', [], { account: job.account, user: job.user }), job.account) },
      { name: 'Queue', wide: true, cell: (job) => job.queue ?? '' },
      some('qos') && { name: 'QOS', wide: true, cell: (job) => job.qos ?? '' },
      { name: 'Requests', wide: true, cell: (job) => tresText(job.requestedTres) },
      waits && { name: 'Waits', right: true, cell: (job) => ago(job.submitted, now) },
      !waits && { name: 'Runs', right: true, cell: (job) => ago(job.started, now) },
      waits && { name: 'Priority', right: true, cell: (job) => num(job.priority, 7) },
      waits && { name: 'Terms', class: 'bars', wide: true, cell: (job) => stack(job.terms ?? [], most) },
    ].filter(Boolean),
  });
}

export const jobs = { title: () => 'Jobs', load, render };
