/* What if a waiting job requested something else. The question is in the address, so it can be shared. */
import { h } from '../dom.js';
import { count, num } from '../format.js';
import { later } from '../later.js';
import { field, form, link, section, table } from '../widgets.js';

const FIELDS = [
  ['nodes', 'Nodes', { inputmode: 'numeric', size: 6 }],
  ['cpus', 'Processors', { inputmode: 'numeric', size: 6 }],
  ['hours', 'Time limit, hours', { inputmode: 'decimal', size: 6 }],
  ['qos', 'QOS', { size: 10 }],
  ['partition', 'Partition', { size: 10 }],
  ['account', 'Account', { size: 10 }],
];
const NAMED = 5;

/** The parameters of the question that the address has; null = none is asked. */
function asked(context) {
  const parameters = Object.fromEntries(new URLSearchParams(context.route.parameters.whatif ?? ''));
  const said = Object.fromEntries(FIELDS.map(([name]) => [name, parameters[name]]).filter(([, value]) => value));
  return Object.keys(said).length > 0 ? said : null;
}

function question({ hours, ...said }, context) {
  return { policy: context.policy, ...said, timeLimitSeconds: hours ? Math.round(Number(hours.replace(',', '.')) * 3600) : null };
}

export function whatIf(context, base) {
  const said = asked(context);
  const ask = (values) => {
    const given = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, value.trim()]).filter(([, value]) => value));
    context.go({ parameters: { ...context.route.parameters, whatif: given.toString() || null } });
  };
  return section(
    'What if it requested something else',
    form({ 'data-key': 'what if' }, ask, FIELDS.map(([name, label, attributes]) => field(label, name, said?.[name], attributes)), h('button', { type: 'submit' }, 'Ask')),
    said
      ? later(context, JSON.stringify(['whatif', base, said, context.policy]), () => context.ask([...base, 'whatif'], question(said, context)), (answer) => foretold(answer, context))
      : h('p', { class: 'quiet' }, 'Say what differs. Nothing is changed: to change the job, tell your scheduler.'),
  );
}

function foretold(answer, context) {
  const names = [...new Set([...answer.now.terms, ...answer.then.terms].map(({ name }) => name))];
  const contribution = (side, name) => answer[side].terms.find((term) => term.name === name)?.contribution ?? null;
  const rows = [
    ...names.map((name) => ({ name, now: contribution('now', name), then: contribution('then', name) })),
    { name: 'priority', now: answer.now.priority, then: answer.then.priority },
    { name: 'place', now: answer.now.place, then: answer.then.place },
  ];
  const places = ({ name }, value) => (name === 'place' ? (value === null ? '\u2013' : count(value)) : num(value, 10));
  return [
    h('p', { class: 'summary' }, answer.summary),
    table({
      caption: 'Its terms now and then',
      rows,
      key: ({ name }) => name,
      columns: [
        { name: 'Term', head: true, cell: ({ name }) => name },
        { name: 'Now', right: true, cell: (row) => places(row, row.now) },
        { name: 'Then', right: true, cell: (row) => places(row, row.then) },
      ],
    }),
    answer.passes > 0 && h('p', null, `It would pass ${jobs(answer.passes)}`, passed(answer, context), '.'),
    answer.passedBy > 0 && h('p', null, `${jobs(answer.passedBy)} would pass it.`),
    answer.then.because && h('p', null, `It would have no place: ${answer.then.because}.`),
  ];
}

const jobs = (number) => `${count(number)} ${number === 1 ? 'job' : 'jobs'}`;

/** The first jobs that it passes and the reader may see. */
function passed({ passed: known, passes }, context) {
  const first = known.slice(0, NAMED);
  if (first.length === 0) return null;
  const more = passes - first.length;
  return [': ', first.map((job, i) => [i > 0 && ', ', link(context.href('job', [job.cluster, job.job]), job.job), ` of ${job.user}`]), more > 0 && ` and ${count(more)} more`];
}
