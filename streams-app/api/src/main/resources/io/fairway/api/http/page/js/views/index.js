/* The views by their name in the address. */
import { notice } from '../widgets.js';
import { h } from '../dom.js';
import { find } from './find.js';
import { history } from './history.js';
import { job } from './job.js';
import { jobs } from './jobs.js';
import { policies } from './policies.js';
import { queues } from './queues.js';
import { ranking } from './ranking.js';
import { status } from './status.js';
import { stream } from './stream.js';
import { tree } from './tree.js';
import { user } from './user.js';
import { wall } from './wall.js';

const missing = {
  still: true,
  title: () => 'No such view',
  load: async () => ({}),
  render: () => notice('error', 'No such view', h('p', null, 'This page has no view of the name in the address.'), h('a', { href: '#/' }, 'To the start page')),
};

export const VIEWS = { tree, ranking, jobs, job, user, history, policies, live: stream, queues, status, wall, find, missing };
