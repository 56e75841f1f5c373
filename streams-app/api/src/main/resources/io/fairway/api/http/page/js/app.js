/*
 * The page: from the address to a view, and back. A view is {name, title, load(context), render(data, context)}: load asks
 * the server, render makes elements. The page renders again after a publication, or after some time.
 */
import { get, v1 } from './api.js';
import { h, patch } from './dom.js';
import { Live } from './live.js';
import { format, parse } from './route.js';
import { chrome, treesOf } from './shell.js';
import { loading, notice, problem } from './widgets.js';
import { VIEWS } from './views/index.js';

/** The shortest time between two refreshes by the stream; the longest without one; the time without a stream. */
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

/** Goes to another address; parts that are not named stay as they are. */
function go(change) {
  const target = format({ ...app.route, ...change });
  if (target === location.hash) load(true);
  else location.hash = target;
}

/** Starts again: with another token, or for another try. */
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

/** Finds the domain and its policies. By default, the page shows the share tree of the first domain. */
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
    h('p', null, 'A domain (usually one cluster) appears with its first record: a share, a policy or a job event.'),
    h('p', null, 'To begin, apply shares and a policy, then send job events:'),
    h('pre', null, 'fairway shares apply shares.yaml\nfairway policy apply policy.yaml'),
    h('p', null, 'Or try it with a simulated cluster:'),
    h('pre', null, 'fairway demo'),
    app.domains?.unreachable.length > 0 &&
      h('p', null, `Some instances could not be reached, so domains may be missing: ${app.domains.unreachable.map(({ instance, reason }) => `${instance} (${reason})`).join(', ')}.`),
    h('button', { type: 'button', onclick: restart }, 'Check again'),
  );
}

/** Asks the server for the data of the view. If a refresh fails, the old data stays, with a message. */
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

/** Checks once a second whether to refresh. Not in a hidden tab, nor while the reader types or selects text. */
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
