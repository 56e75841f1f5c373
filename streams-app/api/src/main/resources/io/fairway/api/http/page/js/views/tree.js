/* Shares and usage as a tree. Every open account asks for one page of its children. */
import { v1 } from '../api.js';
import { pair, pairBars, scale, verdict } from '../bars.js';
import { h, s } from '../dom.js';
import { count, counted, num, percent, ratio } from '../format.js';
import { head } from '../terms.js';
import { flatten, onKey, windowOf } from '../treegrid.js';
import { form, heading, link, pager } from '../widgets.js';

const PAGE = 100;
const ROOT = 'root';

/** One page of the children of an account, and the account itself if the page has it. */
async function level(context, account, opened) {
  const answer = await context.ask(['fairshare'], {
    policy: context.policy,
    tree: context.tree,
    account: account === ROOT ? null : account,
    depth: 1,
    sort: 'tree',
    limit: PAGE,
    cursor: opened.cursor,
  });
  const self = answer.items.find((node) => node.user === '' && node.account === account) ?? opened.self ?? null;
  const children = answer.items.filter((node) => node.user !== '' || node.account !== account);
  opened.self = self;
  return {
    children,
    self,
    next: answer.next ?? null,
    cursor: opened.cursor,
    trail: opened.trail,
    from: opened.from,
    total: answer.total === undefined ? undefined : answer.total - 1,
    most: scale(children.map((node) => pair(node, self))),
    answer,
  };
}

async function load(context) {
  const { state, route } = context;
  const top = route.parameters.account ?? ROOT;
  if (state.top !== top) {
    state.open = new Map([[top, { cursor: null, trail: [], from: 0 }]]);
    state.top = top;
    state.above = null;
  }
  const levels = new Map();
  const first = await level(context, top, state.open.get(top));
  levels.set(top, first);
  state.above ??= await ancestors(context, top);
  await below(context, levels, first.children);
  return { top, levels, first, freshness: first.answer.freshness, users: first.answer.users, policy: first.answer.policy };
}

/** The open accounts below, level by level. */
async function below(context, levels, children) {
  const open = children.filter((node) => node.user === '' && context.state.open.has(node.account));
  const found = await Promise.all(open.map((node) => levelOrError(context, node.account)));
  for (let i = 0; i < open.length; i++) {
    levels.set(open[i].account, found[i]);
    await below(context, levels, found[i].children);
  }
}

async function levelOrError(context, account) {
  try {
    return await level(context, account, context.state.open.get(account));
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    return { children: [], error, next: null, cursor: null, trail: [], most: 1, self: null };
  }
}

/** The accounts above one, from the root. It reads the share records, because names may contain slashes. */
async function ancestors(context, account) {
  const above = [];
  let at = account;
  while (at !== ROOT && at !== null && above.length < 30) {
    const answer = await context.get(v1('domains', context.domain, 'shares'), { tree: context.tree, account: at, depth: 0, limit: 1 });
    at = answer.items.find((share) => share.account === at && share.user === '')?.parent ?? null;
    if (at !== null) above.unshift(at);
  }
  return above;
}

/** Loads one more account, without loading the others again. */
async function toggle(context, data, row) {
  const { state } = context;
  const { account } = row.node;
  if (data.levels.has(account)) {
    data.levels.delete(account);
    state.open.delete(account);
    context.announce(`${account} closed`);
  } else {
    state.open.set(account, { cursor: null, trail: [], from: 0 });
    state.waiting = account;
    context.rerender();
    const found = await levelOrError(context, account);
    state.waiting = null;
    if (!state.open.has(account)) return;
    data.levels.set(account, found);
    context.announce(`${account} opened, ${found.children.length} rows`);
  }
  context.rerender();
}

async function move(context, data, account, cursor, trail, from) {
  const opened = context.state.open.get(account);
  opened.cursor = cursor;
  opened.trail = trail;
  opened.from = from;
  data.levels.set(account, await levelOrError(context, account));
  context.rerender();
}

function focusRow(context, id) {
  context.state.focus = id;
  // While rows move, the old one may get the focus for a moment.
  context.state.target = id;
  context.rerender();
  for (const row of document.querySelectorAll('[role=treegrid] tr[data-key]')) {
    if (row.dataset.key === id) {
      row.focus();
      row.scrollIntoView({ block: 'nearest' });
    }
  }
  context.state.target = null;
}

function render(data, context) {
  const { state } = context;
  const rows = flatten(data.levels, data.top, state.filter);
  if (!rows.some((row) => row.id === state.focus)) state.focus = rows[0]?.id;
  const body = document.querySelector('[role=treegrid] tbody');
  const drawn = windowOf(rows, body, state.focus, state.rowHeight ?? 30);
  state.drawn = drawn;
  state.rows = rows.length;

  return h(
    'div',
    { class: 'view' },
    heading('Shares and usage', h('span', { class: 'quiet' }, `${count(data.users)} users, ${data.policy.name} (${data.policy.algorithm})`)),
    crumbs(data, context),
    h(
      'div',
      { class: 'controls' },
      h(
        'label',
        { class: 'field' },
        h('span', null, 'Show rows with'),
        h('input', {
          type: 'search',
          value: state.filter ?? '',
          autocomplete: 'off',
          oninput: (event) => {
            state.filter = event.currentTarget.value;
            context.rerender();
          },
        }),
      ),
      h('button', { type: 'button', onclick: () => collapse(data, context) }, 'Collapse all'),
      legend(),
    ),
    data.first.children.length === 0 && data.first.self === null
      ? h('p', { class: 'notice empty' }, 'This tree has no users yet. Add shares: fairway shares apply FILE')
      : grid(data, context, rows, drawn),
    h('p', { class: 'quiet' }, 'Siblings share one scale. Arrow keys move, open and close; Enter shows a row\u2019s history; * opens all siblings.'),
  );
}

function crumbs(data, context) {
  if (data.top === ROOT) return null;
  return h(
    'nav',
    { class: 'crumbs', 'aria-label': 'Accounts above' },
    context.state.above?.map((account) => [
      link(context.href('tree', [], { account: account === ROOT ? null : account }), account === ROOT ? 'whole tree' : account),
      ' / ',
    ]),
    h('strong', null, data.top),
  );
}

function collapse(data, context) {
  for (const account of [...context.state.open.keys()]) {
    if (account !== data.top) {
      context.state.open.delete(account);
      data.levels.delete(account);
    }
  }
  context.rerender();
}

function legend() {
  const swatch = (name, text) => h('span', { class: 'key' }, s('svg', { viewBox: '0 0 12 12', class: 'swatch', 'aria-hidden': 'true' }, s('rect', { class: name, width: 12, height: 12 })), text);
  return h('span', { class: 'legend' }, swatch('share', 'share'), swatch('within', 'usage within the share'), swatch('over', 'usage above the share'));
}

const COLUMNS = [
  ['Account or user', 'name'],
  ['Share and usage', 'bars'],
  ['Share', 'right mid'],
  ['Usage', 'right mid', 'Usage as the policy counts it, in the terms of the share'],
  ['Usage / share', 'right'],
  ['', 'word wide'],
  ['', 'right wide'],
  ['Factor', 'right wide'],
  ['Place', 'right wide', '1 is served first'],
  ['Waiting', 'right wide', 'Waiting jobs'],
  ['Running', 'right wide', 'Running jobs'],
];

/** The policy names the measure. */
const COUNTED = 6;

function columnsOf({ policy }) {
  const { name, title } = counted(policy);
  return COLUMNS.with(COUNTED, [name, 'right wide', title]);
}

function grid(data, context, rows, { start, end }) {
  const height = context.state.rowHeight ?? 30;
  return h(
    'table',
    {
      class: 'grid',
      role: 'treegrid',
      'aria-label': 'Share tree',
      'aria-rowcount': rows.length + 1,
      'data-key': 'grid',
      onkeydown: (event) => key(event, data, context, rows),
      onfocusin: (event) => {
        const id = event.target.closest('tr[data-key]')?.dataset.key;
        if (id && id !== context.state.focus && !context.state.target) {
          context.state.focus = id;
          context.rerender();
        }
      },
    },
    h('thead', null, h('tr', { 'aria-rowindex': 1 }, columnsOf(data).map(([name, style, title]) => h('th', { scope: 'col', class: style, title }, name ? head(name) : h('span', { class: 'hidden' }, 'Verdict'))))),
    h(
      'tbody',
      null,
      start > 0 && spacer('before', start * height),
      rows.slice(start, end).map((row, at) => gridRow(row, start + at + 2, data, context)),
      end < rows.length && spacer('after', (rows.length - end) * height),
    ),
  );
}

const spacer = (where, height) => h('tr', { 'data-key': `spacer ${where}`, 'aria-hidden': 'true', class: 'spacer' }, h('td', { colspan: COLUMNS.length, height: Math.round(height) }));

function key(event, data, context, rows) {
  const tr = event.target.closest('tr[data-key]');
  if (!tr || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target !== tr) {
    if (event.key === 'Escape') tr.focus();
    return;
  }
  if (event.key === 'Enter') {
    tr.querySelector('a, button:not([disabled])')?.click();
    return;
  }
  const what = onKey(event.key, rows, tr.dataset.key);
  if (!what) return;
  event.preventDefault();
  if (what.focus) focusRow(context, what.focus);
  if (what.toggle) toggle(context, data, what.toggle);
  if (what.siblings) {
    for (const row of rows) {
      if (row.kind === 'node' && !row.leaf && !row.open && row.parent === what.siblings.parent) toggle(context, data, row);
    }
  }
}

function gridRow(row, index, data, context) {
  const focused = row.id === context.state.focus;
  const common = { 'data-key': row.id, role: 'row', 'aria-level': row.level, 'aria-rowindex': index, tabindex: focused ? '0' : '-1' };
  if (row.kind !== 'node') return otherRow(row, common, data, context);
  const { node } = row;
  const both = pair(node, row.above);
  const word = verdict(both);
  return h(
    'tr',
    {
      ...common,
      'aria-expanded': row.leaf ? null : String(row.open),
      'aria-posinset': row.of.cursor === null ? row.at + 1 : null,
      'aria-setsize': row.of.cursor === null ? (row.of.total ?? -1) : null,
      class: row.leaf ? 'user' : 'account',
    },
    h('td', { role: 'gridcell', class: 'name' }, nameCell(row, focused, data, context)),
    h('td', { role: 'gridcell', class: 'bars' }, pairBars(both, row.of.most)),
    h('td', { role: 'gridcell', class: 'right mid' }, percent(both.share)),
    h('td', { role: 'gridcell', class: 'right mid' }, percent(both.usage)),
    h('td', { role: 'gridcell', class: `right ${word === 'over' ? 'is-over' : ''}` }, ratio(both.share, both.usage)),
    h('td', { role: 'gridcell', class: 'word wide quiet' }, word),
    h('td', { role: 'gridcell', class: 'right wide' }, counted(data.policy).show(node)),
    h('td', { role: 'gridcell', class: 'right wide' }, num(node.factor)),
    h('td', { role: 'gridcell', class: 'right wide' }, count(node.place)),
    h('td', { role: 'gridcell', class: 'right wide' }, count(node.pendingJobs)),
    h('td', { role: 'gridcell', class: 'right wide' }, count(node.runningJobs)),
  );
}

function nameCell(row, focused, data, context) {
  const { node } = row;
  const indent = Array.from({ length: Math.min(12, row.level - 1) }, () => h('i', { class: 'indent' }));
  const waiting = context.state.waiting === node.account && node.user === '';
  const tabindex = focused ? '0' : '-1';
  return h(
    'div',
    { class: 'node' },
    indent,
    row.leaf
      ? h('i', { class: 'indent' })
      : h('span', { class: 'twist', 'aria-hidden': 'true', onclick: () => toggle(context, data, row) }, waiting ? '\u2026' : row.open ? '\u25be' : '\u25b8'),
    h('a', { href: context.href('history', [], { account: node.account, user: node.user }), tabindex, title: node.path }, node.user || node.account),
    !row.leaf && h('a', { class: 'zoom', href: context.href('tree', [], { account: node.account }), tabindex, 'aria-label': `Only ${node.account} and below`, title: 'Only this account and below' }, '\u2198'),
  );
}

function otherRow(row, common, data, context) {
  const indent = Array.from({ length: Math.min(12, row.level) }, () => h('i', { class: 'indent' }));
  const inside =
    row.kind === 'none'
      ? h('span', { class: 'quiet' }, 'no users below')
      : row.kind === 'error'
        ? h('span', { class: 'is-over' }, row.error.message)
        : pager({
            label: `Below ${row.account}`,
            cursor: row.of.cursor,
            next: row.of.next,
            trail: row.of.trail,
            from: row.of.from,
            shown: row.of.children.length,
            total: row.of.total,
            onMove: (cursor, trail, from) => move(context, data, row.account, cursor, trail, from),
          });
  return h('tr', { ...common, class: 'other' }, h('td', { role: 'gridcell', colspan: COLUMNS.length }, h('div', { class: 'node' }, indent, inside)));
}

/** Redraws on scrolling if there are more rows than it draws. */
function after(main, context) {
  const { state } = context;
  const rows = main.querySelectorAll('[role=treegrid] tbody tr[aria-level]');
  if (rows.length > 1) state.rowHeight = (rows[rows.length - 1].getBoundingClientRect().bottom - rows[0].getBoundingClientRect().top) / rows.length;
  if (state.scrolling) return;
  state.scrolling = true;
  const onScroll = () => {
    if (context.route.view !== 'tree' || !document.querySelector('[role=treegrid]')) {
      removeEventListener('scroll', onScroll);
      state.scrolling = false;
    } else if (state.drawn && state.drawn.end - state.drawn.start < state.rows) {
      context.rerender();
    }
  };
  addEventListener('scroll', onScroll, { passive: true });
}

export const tree = { title: () => 'Shares and usage', load, render, after, soonest: 4000 };
