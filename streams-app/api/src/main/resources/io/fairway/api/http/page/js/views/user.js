/* Why a user's jobs are not next. */
import { ofLevel, pair, pairBars, scale } from '../bars.js';
import { h } from '../dom.js';
import { count, counted, hours, num, percent, ratio } from '../format.js';
import { changedSince, costliest, measureOf, periodUsage } from '../past.js';
import { termTable } from '../waterfall.js';
import { heading, link, section, sentences, table } from '../widgets.js';
import { jobTable } from './jobs.js';

async function load(context) {
  return context.ask(['users', context.route.rest[0] ?? '', 'why'], { policy: context.policy });
}

function render(data, context) {
  return h(
    'div',
    { class: 'view' },
    heading(`Why ${data.user} waits`, h('span', { class: 'quiet' }, `under ${data.policy.name}`)),
    h('p', { class: 'summary' }, data.summary),
    data.associations.length === 0 && h('p', { class: 'quiet' }, 'The user is in no account of this domain.'),
    data.associations.map((association) => part(association, data.policy, context)),
    section('Waiting jobs', jobTable(data.jobs ?? [], context, 'pending', 'Waiting jobs')),
    data.associations.length > 0 && [changedSince(context, data.user, data.freshness.asOf), periodUsage(context, { user: data.user }, measureOf(context)), costliest(context, data.user, data.freshness.asOf)],
  );
}

function part({ fairshare, rows, formula, sentences: words, changes, recovery, largest }, policy, context) {
  const what = counted(policy);
  const both = pair(fairshare, null);
  const place = context.href('history', [], { account: fairshare.account, user: fairshare.user });
  return h(
    'section',
    { class: 'section card', 'data-key': `association ${fairshare.tree} ${fairshare.account}`, 'aria-label': `In ${fairshare.account}` },
    h('h2', null, 'In ', link(place, fairshare.path)),
    h(
      'dl',
      { class: 'facts' },
      fact('Place', count(fairshare.place)),
      fact(ofLevel(policy, 'Share'), percent(both.share)),
      both.usage !== null && fact(ofLevel(policy, 'Usage'), percent(both.usage)),
      both.usage !== null && fact('Usage / share', ratio(both.share, both.usage)),
      fact('Factor', num(fairshare.factor)),
      fact(what.name, what.show(fairshare)),
    ),
    both.usage !== null && h('div', { class: 'lone' }, pairBars(both, scale([both]))),
    words.length > 0 && h('ul', { class: 'prose' }, words.map((text) => h('li', null, text))),
    rows && termTable(rows, 'Numbers behind the factor'),
    formula && h('p', { class: 'formula' }, h('code', null, formula)),
    largest &&
      largest.length > 0 && [
        h('h3', null, 'Jobs that cost most'),
        table({
          caption: 'Jobs that cost most',
          rows: largest,
          key: (job) => JSON.stringify([job.cluster, job.job]),
          columns: [
            { name: 'Job', head: true, cell: (job) => link(context.href('job', [job.cluster, job.job]), job.job) },
            { name: 'State', cell: (job) => job.state },
            { name: 'cpu-hours', right: true, cell: (job) => hours(job.value), title: 'Its usage after decay' },
            { name: 'Of the usage', right: true, cell: (job) => (job.percent === null || job.percent === undefined ? '' : `${num(job.percent, 3).textContent}\u00a0%`) },
          ],
        }),
      ],
    sentences('What would change it', changes),
    sentences('When it recovers', recovery),
  );
}

const fact = (name, value) => h('div', null, h('dt', null, name), h('dd', null, value));

export const user = { title: (route) => `Why ${route.rest[0] ?? ''} waits`, load, render };
