/* What accounts and users were delivered in the last 7 days, against what was due to them. */
import { h } from './dom.js';
import { count, hours, num } from './format.js';
import { later } from './later.js';
import { DAY, before } from './past.js';
import { link, section, table } from './widgets.js';

const ROWS = 10;

export const UNITS = 'Delivered and due are cpu-hours, by the shares of now.';

/** What to ask for, of a domain whose numbers are of now. */
export const lastDays = (now) => ({ from: before(now, 7 * DAY), limit: ROWS });

/** Accounts and users, the least served first. The name of a row is made by cell. */
export function servedTable(rows, cell, empty) {
  return table({
    caption: 'Delivered against due, the least served first',
    rows,
    key: ({ domain, path, partition }) => JSON.stringify([domain, path, partition]),
    empty,
    columns: [
      { name: 'Who', head: true, cell },
      { name: 'Delivered', right: true, mid: true, cell: ({ delivered }) => hours(delivered), title: 'cpu-hours' },
      { name: 'Due', right: true, mid: true, cell: ({ due }) => hours(due), title: 'cpu-hours, by the shares of now among those who had demand' },
      { name: 'Delivered / due', right: true, cell: ({ ratio, starved }) => [num(ratio, 3), starved && h('span', { class: 'tag bad' }, 'starved')], title: '1 is fair' },
      { name: 'Behind by', right: true, cell: ({ lag }) => hours(lag), title: 'cpu-hours that are missing of what was due' },
    ],
  });
}

/** The fairness of what is below an account. */
export function fairnessBelow(context, account, now) {
  const { policy, tree } = context;
  const asked = { policy, tree, account, kind: 'all', limit: ROWS + 1 };
  return section(
    'Fairness of the last 7 days',
    later(context, JSON.stringify(['fairness', asked]), () => context.ask(['fairness'], { ...lastDays(now), ...asked }), (answer) => [
      servedTable(
        answer.items.filter((node) => node.user || node.account !== account).slice(0, ROWS),
        (node) => link(context.href('history', [], { account: node.account, user: node.user }), node.path),
        'Nobody below it had demand.',
      ),
      h('p', { class: 'quiet' }, `${count(answer.total)} accounts and users had demand, the account itself included. The least served come first. ${UNITS}`),
    ]),
  );
}
