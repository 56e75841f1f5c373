/* Queues and pools, in the order in which they are served. */
import { h } from '../dom.js';
import { count, num } from '../format.js';
import { heading, link, section, table } from '../widgets.js';

async function load(context) {
  return context.ask(['queues'], { policy: context.policy });
}

function render(data, context) {
  return h(
    'div',
    { class: 'view' },
    heading('Queues', h('span', { class: 'quiet' }, data.ordered ? `in the order of ${data.policy.name}` : `by name: ${data.policy.name} does not order queues`)),
    table({
      caption: 'Queues',
      rows: data.queues,
      key: (queue) => queue.queue,
      empty: 'No job has a queue or partition yet.',
      columns: [
        data.ordered && { name: 'Order', right: true, cell: (queue, at) => at + 1 },
        { name: 'Queue', head: true, cell: (queue) => link(context.href('jobs', [], { queue: queue.queue }), queue.queue) },
        { name: 'Waiting', right: true, cell: (queue) => count(queue.pending) },
        { name: 'Running', right: true, cell: (queue) => count(queue.running) },
        { name: 'Slots requested', right: true, mid: true, cell: (queue) => num(queue.slotsPending) },
        { name: 'Slots in use', right: true, cell: (queue) => num(queue.slotsRunning) },
      ].filter(Boolean),
    }),
    section('Pools', data.pools.length === 0 ? h('p', { class: 'quiet' }, 'No policy has pools.') : data.pools.map(pool)),
  );
}

function pool({ pool: name, order, slots }) {
  return h(
    'div',
    { 'data-key': `pool ${name}` },
    h('h3', null, name),
    table({
      caption: `Queues of the pool ${name}`,
      rows: order,
      empty: 'The pool has no queues.',
      columns: [
        { name: 'Order', right: true, cell: (queue, at) => at + 1 },
        { name: 'Queue', head: true, cell: (queue) => queue },
        { name: 'Slots', right: true, cell: (queue) => count(slots[queue] ?? null) },
      ],
    }),
  );
}

export const queues = { title: () => 'Queues', load, render };
