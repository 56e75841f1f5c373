/* Policies side by side: the places of users under each, and who moves. */
import { h } from '../dom.js';
import { count, instant, num, numberText } from '../format.js';
import { heading, link, pager, paging, section, table } from '../widgets.js';

const PAGE = 50;

async function load(context) {
  const { compare, account, user, cursor } = context.route.parameters;
  const all = await context.ask(['policies']);
  const few = all.items.length < 2;
  const comparison = few
    ? null
    : await context.ask(['policies', 'compare'], { policies: compare, tree: context.tree, account, user, limit: PAGE, cursor });
  return { all, comparison, freshness: comparison?.freshness ?? all.freshness };
}

function render({ all, comparison }, context) {
  return h(
    'div',
    { class: 'view' },
    heading('Policies'),
    list(all.items, comparison, context),
    comparison ? sideBySide(comparison, context) : h('p', { class: 'notice empty' }, all.items.length === 0 ? 'There is no policy yet. Add one: fairway policy apply FILE' : 'There is one policy. Add a second one with the state SHADOW to compare both here before you switch.'),
  );
}

function list(items, comparison, context) {
  const shown = new Set(comparison?.policies.map((policy) => policy.name));
  const { parameters } = context.route;
  const choose = (name, on) => {
    const names = items.map(({ policy }) => policy.name).filter((other) => (other === name ? on : shown.has(other)));
    context.go({ parameters: { ...parameters, cursor: null, compare: names.join(',') } });
  };
  return table({
    caption: 'Policies',
    rows: items,
    key: ({ policy }) => policy.name,
    empty: 'None yet.',
    columns: [
      comparison && {
        name: 'Compare',
        cell: ({ policy }) => {
          const on = shown.has(policy.name);
          return h('input', { type: 'checkbox', 'aria-label': `Compare ${policy.name}`, checked: on, disabled: on && shown.size <= 2, onchange: (event) => choose(policy.name, event.currentTarget.checked) });
        },
      },
      { name: 'Policy', head: true, cell: ({ policy }) => policy.name },
      { name: 'State', cell: ({ policy }) => h('span', { class: `tag ${policy.state}` }, policy.state) },
      { name: 'Family', cell: ({ policy }) => policy.family },
      { name: 'Algorithm', wide: true, cell: ({ policy }) => policy.algorithm },
      { name: 'Measures', wide: true, cell: ({ measures }) => measures.map(({ name, law }) => `${name}: ${law}`).join('; ') },
      { name: 'In force since', wide: true, cell: ({ effectiveFrom }) => instant(effectiveFrom, false) },
      { name: 'Parameters', wide: true, cell: parametersOf },
    ].filter(Boolean),
  });
}

function parametersOf({ policy, parameters }) {
  if (!parameters) return '';
  return h('details', { 'data-key': `parameters ${policy.name}` }, h('summary', null, 'show'), h('pre', { tabindex: '0', 'aria-label': `Parameters of ${policy.name}` }, JSON.stringify(parameters, null, 2)));
}

function sideBySide(data, context) {
  const others = data.policies.map(({ name }, index) => ({ name, tree: data.trees[index] })).filter(({ tree }) => tree !== data.tree);
  const page = paging(context);
  return section(
    'Side by side',
    h(
      'p',
      null,
      `Against ${data.policies[0].name}. `,
      others.length > 0 && `${others.map(({ name, tree }) => `${name} (${tree})`).join(' and ')}: not on tree ${data.tree}; these compare associations of the same account and user. `,
      data.leftOut.length > 0 && `Left out: ${data.leftOut.join(', ')} (no ranking of tree ${data.tree}, nor of exactly one other tree). `,
      data.policies.slice(1).map((policy, index) => `${policy.name}: rank correlation ${numberText(data.correlations?.[index + 1] ?? null)}. `),
      'The users that move most come first.',
    ),
    table({
      caption: 'Places under each policy',
      rows: data.items,
      key: (item) => JSON.stringify([item.account, item.user]),
      empty: 'No users are ranked yet.',
      columns: [
        { name: 'User', head: true, cell: (item) => link(context.href('user', [item.user]), item.user || item.account) },
        { name: 'Account', wide: true, cell: (item) => link(context.href('history', [], { account: item.account, user: item.user }), item.account) },
        ...data.policies.flatMap((policy, at) => [
          { name: policy.name, right: true, cell: (item) => count(item.values[at]?.place), title: `Place under ${policy.name}` },
          { name: 'factor', right: true, wide: true, cell: (item) => num(item.values[at]?.factor), title: `${policy.factorName ?? 'Factor'} under ${policy.name}` },
          ...(at === 0 ? [] : [{ name: 'moves', right: true, cell: (item) => moves(item.moves[at]), title: `Places gained compared with ${data.policies[0].name}` }]),
        ]),
      ],
    }),
    pager({ label: 'Pages of the comparison', next: data.next, shown: data.items.length, total: data.total, ...page }),
  );
}

function moves(places) {
  if (places === null || places === undefined) return '\u2013';
  if (places === 0) return h('span', { class: 'quiet' }, '=');
  return h('span', { class: places > 0 ? 'gains' : 'loses' }, places > 0 ? `\u25b2\u00a0${count(places)}` : `\u25bc\u00a0${count(-places)}`);
}

export const policies = { title: () => 'Policies', load, render };
