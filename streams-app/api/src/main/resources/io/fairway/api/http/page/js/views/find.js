/* Finds the users, accounts and jobs of a name or number. */
import { v1 } from '../api.js';
import { h } from '../dom.js';
import { count, counted, num } from '../format.js';
import { heading, link, section, table } from '../widgets.js';

const LIMIT = 50;

async function load(context) {
  const { q = '' } = context.route.parameters;
  if (q === '') return { q, users: [], accounts: [], jobs: [], freshness: null };
  const { policy, tree } = context;
  const orNone = (promise) =>
    promise.catch((error) => {
      if (error.status === 404 || error.status === 400) return null;
      throw error;
    });
  // Job ids of all schedulers have a digit. A name without one cannot be a job.
  const clusters = !/\d/.test(q) ? [] : (context.about?.clusters.length > 0 ? context.about.clusters : [context.domain]).slice(0, 8);
  const [users, account, ...jobs] = await Promise.all([
    orNone(context.ask(['fairshare'], { policy, tree, user: q, kind: 'users', limit: LIMIT })),
    orNone(context.ask(['fairshare'], { policy, tree, account: q, kind: 'accounts', depth: 0, limit: 1 })),
    ...clusters.map((cluster) => orNone(context.get(v1('domains', context.domain, 'jobs', cluster, q)))),
  ]);
  const found = { users: users?.items ?? [], accounts: account?.items ?? [], jobs: jobs.filter(Boolean).map(({ job }) => job) };
  return { q, ...found, policy: users?.policy ?? account?.policy, freshness: users?.freshness ?? account?.freshness ?? null };
}

function render({ q, users, accounts, jobs, policy }, context) {
  const what = counted(policy);
  const nodes = [...accounts, ...users];
  return h(
    'div',
    { class: 'view' },
    heading(q ? `Results for \u201c${q}\u201d` : 'Find'),
    q === '' && h('p', { class: 'notice empty' }, 'Enter a user, an account or a job in the search above.'),
    q !== '' && nodes.length + jobs.length === 0 && h('p', { class: 'notice empty' }, 'No user, account or job of this domain has this name. Enter the whole name, with its capitals.'),
    nodes.length > 0 &&
      section(
        'In the share tree',
        table({
          caption: 'Associations and accounts',
          rows: nodes,
          columns: [
            { name: 'Path', head: true, cell: (node) => link(context.href('history', [], { account: node.account, user: node.user }), node.path) },
            { name: 'Kind', cell: (node) => (node.user ? 'user' : 'account') },
            { name: what.name, right: true, cell: what.show, title: what.title },
            { name: 'Factor', right: true, cell: (node) => num(node.factor) },
            { name: 'Place', right: true, cell: (node) => count(node.place) },
            { name: '', cell: (node) => (node.user ? link(context.href('user', [node.user]), 'why') : link(context.href('tree', [], { account: node.account }), 'below')) },
          ],
        }),
      ),
    jobs.length > 0 &&
      section(
        'Jobs',
        table({
          caption: 'Jobs',
          rows: jobs,
          columns: [
            { name: 'Job', head: true, cell: (job) => link(context.href('job', [job.cluster, job.job]), job.job) },
            { name: 'Cluster', cell: (job) => job.cluster },
            { name: 'User', cell: (job) => link(context.href('user', [job.user]), job.user) },
            { name: 'State', cell: (job) => job.state },
          ],
        }),
      ),
  );
}

export const find = { title: ({ parameters }) => `Results for ${parameters.q ?? ''}`, load, render };
