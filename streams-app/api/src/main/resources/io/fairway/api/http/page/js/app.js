/*
 * The page: from the address to a view, and back. A view is {name, title, load(context), render(data, context)}; load asks
 * the server, render makes elements. The page renders again when something was published, or when time has passed.
 */
import { get, v1 } from './api.js';
import { h, patch } from './dom.js';
import { Live } from './live.js';
import { format, parse } from './route.js';
import { chrome, treesOf } from './shell.js';
import { loading, notice, problem } from './widgets.js';
import { VIEWS } from './views/index.js';

/** Least time between two refreshes by the stream; longest without one; and when there is no stream. */
const SOONEST = 2_000;
const LATEST = 30_000;
const POLL = 10_000;

export const live = new Live();

const app = {
  route: null,
  view: null,
  domains: null,
  policies: null,
  data: null,
  error: null,
  state: {},
  loadedAt: 0,
  dirty: false,
  busy: false,
};

const main = document.getElementById('main');
const shell = chrome({ app, live, go, restart, rerender });

function context(signal) {
  const { route } = app;
  const domain = app.domains?.items.find((item) => item.domain === route.domain);
  return {
    route,
    state: app.state,
    live,
    domain: route.domain,
    about: domain,
    policies: app.policies,
    policy: route.parameters.policy ?? null,
    tree: route.parameters.tree ?? (domain && domain.trees.length > 1 ? (treesOf(app, domain)[0] ?? null) : null),
    signal,
    get: (path, parameters) => get(path, parameters, signal),
    /** A resource of this domain. */
    ask: (parts, parameters) => get(v1('domains', route.domain, ...parts), parameters, signal),
    href: (view, rest = [], parameters = {}) => href(view, rest, parameters),
    go,
    rerender,
    refresh: () => load(true),
    announce: shell.announce,
  };
}

/** A link within the domain that keeps the policy and the tree. */
function href(view, rest, parameters) {
  const { policy, tree } = app.route.parameters;
  return format({ domain: app.route.domain, view, rest, parameters: { policy, tree, ...parameters } });
}

/** Goes elsewhere: what is not named stays as it is. */
function go(change) {
  const target = format({ ...app.route, ...change });
  if (target === location.hash) load(true);
  else location.hash = target;
}

/** Everything anew: another token, another try. */
function restart() {
  app.domains = null;
  app.policies = null;
  live.restart();
  navigate();
}

function rerender() {
  shell.render();
  if (app.error && app.data === null) {
    patch(main, problem(app.error, restart));
  } else if (app.data === null) {
    patch(main, loading());
  } else {
    let element;
    try {
      element = app.view.render(app.data, context());
    } catch (error) {
      console.error(error);
      element = problem(error, restart);
    }
    patch(main, element);
    app.view.after?.(main, context());
  }
}

let abort = null;

async function navigate() {
  abort?.abort();
  const before = app.route;
  app.route = parse(location.hash);
  const samePlace = before && before.view === app.route.view && before.domain === app.route.domain
    && before.rest.join('/') === app.route.rest.join('/') && app.data !== null;
  if (!samePlace) {
    app.data = null;
    app.state = {};
  }
  app.error = null;
  app.view = null;
  try {
    await chooseDomain();
  } catch (error) {
    if (error.name === 'AbortError') return;
    app.data = null;
    app.error = error;
    rerender();
    return;
  }
  if (app.view === null) {
    patch(main, noDomain());
    shell.render();
    return;
  }
  document.title = `${app.view.title(app.route)} \u00b7 Fairway`;
  if (!samePlace) rerender();
  await load(false);
  if (!samePlace && before) document.getElementById('title')?.focus({ preventScroll: true });
  if (!samePlace) scrollTo(0, 0);
}

/** Finds the domain and its policies; the first domain, and the share tree, are where one begins. */
async function chooseDomain() {
  app.domains ??= await get('v1/domains');
  const { route } = app;
  const names = app.domains.items.map((item) => item.domain);
  const wanted = VIEWS[route.view ?? 'tree'];
  if (wanted?.global) {
    app.view = wanted;
  } else if (names.length > 0 || route.domain !== null) {
    if (route.domain === null) app.route = { ...route, domain: names[0], view: wanted ? (route.view ?? 'tree') : 'tree' };
    app.view = VIEWS[app.route.view] ?? VIEWS.missing;
    if (app.policies?.domain !== app.route.domain) app.policies = await get(v1('domains', app.route.domain, 'policies'));
  }
  live.follow(app.view?.global ? (names[0] ?? null) : app.view ? app.route.domain : null);
}

function noDomain() {
  return notice(
    'empty',
    'There is no domain yet',
    h('p', null, 'Fairway knows a domain (usually one cluster) as soon as the first record of it arrives: a share, a policy, or an event of a job.'),
    h('p', null, 'To begin, bring in shares and a policy, then send job events:'),
    h('pre', null, 'fairway shares apply shares.yaml\nfairway policy apply policy.yaml'),
    h('p', null, 'Or see it at work with a simulated cluster:'),
    h('pre', null, 'fairway demo'),
    app.domains?.unreachable.length > 0 &&
      h('p', null, `Some instances could not be reached, and domains of theirs may be missing: ${app.domains.unreachable.map(({ instance, reason }) => `${instance} (${reason})`).join(', ')}.`),
    h('button', { type: 'button', onclick: restart }, 'Look again'),
  );
}

/** Asks the server for the view's data. A refresh that fails leaves what is there, and says so. */
async function load(refresh) {
  if (app.view === null) return;
  abort?.abort();
  const mine = new AbortController();
  abort = mine;
  app.busy = true;
  app.dirty = false;
  const { view } = app;
  try {
    const data = await view.load(context(mine.signal));
    if (abort !== mine) return;
    app.data = data;
    app.error = null;
  } catch (error) {
    if (abort !== mine || error.name === 'AbortError') return;
    if (error.status === undefined) console.error(error);
    app.error = error;
    if (!refresh) app.data = null;
  } finally {
    if (abort === mine) {
      app.busy = false;
      app.loadedAt = Date.now();
    }
  }
  rerender();
}

/** Once a second: is it time to look again? Not while nobody looks, nor while one types or reads a selection. */
async function tick() {
  shell.tick();
  const age = Date.now() - app.loadedAt;
  if (document.hidden || app.busy) return;
  if (app.view === null) {
    if (age > POLL) {
      app.loadedAt = Date.now();
      app.domains = null;
      navigate();
    }
    return;
  }
  if (app.view.still) return;
  const due = live.state === 'live' ? (app.dirty && age > (app.view.soonest ?? SOONEST)) || age > LATEST : age > POLL;
  if (due) await load(app.data !== null);
}

live.onEvent(() => {
  app.dirty = true;
});
live.onState(() => shell.render());
document.addEventListener('visibilitychange', () => {
  if (document.hidden) live.rest();
  else live.restart();
});
window.addEventListener('pagehide', () => live.rest());
window.addEventListener('pageshow', (event) => {
  if (event.persisted) live.restart();
});
window.addEventListener('hashchange', navigate);
setInterval(tick, 1000);
navigate();
