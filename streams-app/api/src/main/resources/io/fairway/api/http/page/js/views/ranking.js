/* The ranking of users: served first, served last, or most usage on top. */
import { ofLevel, pair, pairBars, scale } from '../bars.js';
import { h } from '../dom.js';
import { asOf } from '../later.js';
import { atField, atNote } from '../past.js';
import { count, counted, num, percent, ratio } from '../format.js';
import { choice, heading, link, pager, paging, table } from '../widgets.js';

const PAGE = 50;
const SORTS = [
  ['first', 'served first'],
  ['last', 'served last'],
  ['usage', 'most usage'],
];
const KINDS = [
  ['users', 'users'],
  ['accounts', 'accounts'],
];

async function load(context) {
  const { parameters } = context.route;
  return asOf(context, (at) => context.ask(['fairshare'], {
    at,
    policy: context.policy,
    tree: context.tree,
    account: parameters.account,
    kind: parameters.kind ?? 'users',
    sort: parameters.sort ?? 'first',
    limit: PAGE,
    cursor: parameters.cursor,
  }));
}

function render(data, context) {
  const { parameters } = context.route;
  const page = paging(context);
  const set = (change) => context.go({ parameters: { ...parameters, cursor: null, ...change } });
  const pairs = data.items.map((node) => pair(node, null));
  const most = scale(pairs);
  const what = counted(data.policy);
  // Under some policies, the usage of a user is no part of everybody's usage.
  const parts = pairs.length === 0 || pairs.some(({ usage }) => usage !== null);
  const name = data.policy.factorName ?? 'factor';
  const accounts = parameters.kind === 'accounts';
  return h(
    'div',
    { class: 'view' },
    heading('Ranking', h('span', { class: 'quiet' }, `${count(data.users)} users are ranked by ${data.policy.name}`)),
    h(
      'div',
      { class: 'controls' },
      choice('On top', SORTS, parameters.sort ?? 'first', (sort) => set({ sort })),
      choice('Show', KINDS, parameters.kind ?? 'users', (kind) => set({ kind })),
      atField(context),
      parameters.account && h('button', { type: 'button', onclick: () => set({ account: null }) }, `Only below ${parameters.account} \u00d7`),
    ),
    atNote(data),
    table({
      caption: 'Ranking',
      rows: data.items,
      key: (node) => JSON.stringify([node.account, node.user]),
      empty: 'No users are ranked yet.',
      columns: [
        { name: 'Place', right: true, cell: (node) => count(node.place), title: '1 is served first' },
        !accounts && { name: 'User', head: true, cell: (node) => link(context.href('user', [node.user]), node.user) },
        { name: 'Account', head: accounts, cell: (node) => link(context.href('history', [], { account: node.account, user: node.user }), node.account, node.path) },
        parts && { name: 'Share and usage', class: 'bars mid', cell: (node, at) => pairBars(pairs[at], most) },
        { name: ofLevel(data.policy, 'Share'), right: true, wide: true, cell: (node, at) => percent(pairs[at].share) },
        parts && { name: ofLevel(data.policy, 'Usage'), right: true, wide: true, cell: (node, at) => percent(pairs[at].usage) },
        parts && { name: 'Usage / share', right: true, cell: (node, at) => ratio(pairs[at].share, pairs[at].usage) },
        { name: what.name, right: true, mid: true, cell: what.show, title: what.title },
        { name, right: true, cell: (node) => num(node.factor) },
        { name: 'Waiting', right: true, wide: true, cell: (node) => count(node.pendingJobs) },
        { name: 'Running', right: true, wide: true, cell: (node) => count(node.runningJobs) },
      ].filter(Boolean),
    }),
    pager({ label: 'Pages of the ranking', next: data.next, shown: data.items.length, total: data.total, ...page }),
  );
}

export const ranking = { title: () => 'Ranking', load, render };
