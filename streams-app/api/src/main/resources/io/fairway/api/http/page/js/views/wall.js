/* All at a glance, for a screen on a wall, without controls. */
import { pair, pairBars, scale } from '../bars.js';
import { h } from '../dom.js';
import { ago, count, num, percent, ratio } from '../format.js';
import { heading, table } from '../widgets.js';

const ROWS = 12;

async function load(context) {
  const { policy, tree } = context;
  const ranking = (sort) => context.ask(['fairshare'], { policy, tree, kind: 'users', sort, limit: ROWS });
  const [about, top, first, last, jobs] = await Promise.all([
    context.ask([]),
    context.ask(['fairshare'], { policy, tree, depth: 1, kind: 'accounts', limit: 100 }),
    ranking('first'),
    ranking('last'),
    context.ask(['jobs'], { policy, limit: ROWS }),
  ]);
  return { about, top, first, last, jobs, freshness: top.freshness };
}

function render({ about, top, first, last, jobs }, context) {
  const root = top.items.find(({ account, user }) => account === 'root' && user === '') ?? null;
  const accounts = top.items.filter((node) => node !== root).sort((a, b) => b.normShares - a.normShares).slice(0, 2 * ROWS);
  const pairs = accounts.map((node) => pair(node, root));
  const most = scale(pairs);
  const figure = (name, value) => h('div', { 'data-key': name }, h('dt', null, name), h('dd', null, value));
  return h(
    'div',
    { class: 'view' },
    heading(about.domain, h('span', { class: 'quiet' }, top.policy.name)),
    h('dl', { class: 'facts large' }, figure('Waiting jobs', count(about.counts.pendingJobs ?? jobs.total)), figure('Running jobs', count(about.counts.runningJobs)), figure('Users ranked', count(first.users)), figure('Lag', count(about.freshness.lag)), figure('Events', count(context.live.events))),
    h(
      'div',
      { class: 'panels' },
      panel(
        'Shares and usage',
        table({
          caption: 'Shares and usage of the accounts',
          rows: accounts,
          key: (node) => node.account,
          columns: [
            { name: 'Account', head: true, cell: (node) => node.account },
            { name: '', class: 'bars', cell: (node, at) => pairBars(pairs[at], most) },
            { name: 'Share', right: true, cell: (node, at) => percent(pairs[at].share) },
            { name: 'Usage', right: true, cell: (node, at) => percent(pairs[at].usage) },
            { name: 'Usage / share', right: true, cell: (node, at) => ratio(pairs[at].share, pairs[at].usage) },
          ].map(named),
        }),
      ),
      panel('Next jobs', table({ caption: 'Next jobs', rows: jobs.items, key: (job) => `${job.cluster} ${job.job} ${job.request}`, empty: 'No job waits.', columns: [{ name: 'Place', right: true, cell: (job) => count(job.place) }, { name: 'Job', head: true, cell: (job) => job.job }, { name: 'User', cell: (job) => job.user }, { name: 'Priority', right: true, cell: (job) => num(job.priority, 6) }, { name: 'Waits', right: true, cell: (job) => ago(job.submitted) }] })),
      panel('Served first', people(first.items, 'Served first')),
      // If there are few users, the first list has them all.
      first.total > ROWS && panel('Served last', people(last.items, 'Served last')),
    ),
  );
}

const named = (column) => (column.name ? column : { ...column, name: h('span', { class: 'hidden' }, 'Bars') });
const panel = (title, content) => h('section', { class: 'panel', 'data-key': title }, h('h2', null, title), content);

function people(items, caption) {
  const pairs = items.map((node) => pair(node, null));
  return table({
    caption,
    rows: items,
    key: (node) => `${node.account} ${node.user}`,
    columns: [
      { name: 'Place', right: true, cell: (node) => count(node.place) },
      { name: 'User', head: true, cell: (node) => node.user },
      { name: 'Account', wide: true, cell: (node) => node.account },
      pairs.some(({ usage }) => usage !== null) && { name: 'Usage / share', right: true, cell: (node, at) => ratio(pairs[at].share, pairs[at].usage) },
      { name: 'Factor', right: true, cell: (node) => num(node.factor) },
    ].filter(Boolean),
  });
}

export const wall = { title: (route) => `${route.domain ?? ''} on the wall`, load, render, soonest: 3000 };
