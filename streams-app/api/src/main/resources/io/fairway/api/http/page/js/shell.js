/* The frame of every view: navigation, pickers, state of the stream, freshness of the numbers. */
import { setToken, token } from './api.js';
import { h, patch } from './dom.js';
import { count, durationText, instantText, isExact, setExact } from './format.js';
import { format } from './route.js';
import { choice, field, form, problem, tokenForm } from './widgets.js';

const TABS = [
  ['tree', 'Shares'],
  ['ranking', 'Ranking'],
  ['jobs', 'Jobs'],
  ['queues', 'Queues'],
  ['history', 'History'],
  ['policies', 'Policies'],
  ['live', 'Stream'],
  ['status', 'Status'],
  ['wall', 'Wall'],
];

/** Views without a tab of their own belong to another tab. */
const TAB_OF = { job: 'jobs', user: 'ranking', find: null };

const STREAM = {
  off: 'No stream',
  connecting: 'Connecting',
  live: 'Live',
  retrying: 'Reconnecting',
  refused: 'Stream refused',
};

const THEMES = [
  ['', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** The policy in the address, or the active one. */
export function chosenPolicy({ route, policies }) {
  const items = policies?.items ?? [];
  return items.find(({ policy }) => (route.parameters.policy ? policy.name === route.parameters.policy : policy.state === 'active')) ?? null;
}

/** The trees that the chosen policy ranks. Not every policy ranks every tree. */
export function treesOf(app, about) {
  const own = chosenPolicy(app)?.trees ?? [];
  return own.length > 0 ? own : (about?.trees ?? []);
}

export function chrome({ app, live, go, restart, rerender }) {
  const top = document.getElementById('top');
  const banner = document.getElementById('banner');
  const foot = document.getElementById('foot');
  const voice = document.getElementById('voice');
  let said = '';
  let tab = null;
  applyTheme(theme());
  // The hash is the address of a view, so the skip link needs a handler.
  document.getElementById('skip').addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('main').focus();
  });

  /** Announces a text to screen readers, once. */
  function announce(text) {
    if (text === said) return;
    said = text;
    voice.textContent = text;
  }

  function render() {
    patch(top, header());
    patch(banner, banners());
    patch(foot, footer());
    document.body.classList.toggle('wall', app.route?.view === 'wall');
    if (app.route?.view !== tab) {
      tab = app.route?.view;
      // On a phone, the tabs are wider than the screen.
      const tabs = top.querySelector('.tabs');
      const current = tabs?.querySelector('[aria-current]');
      if (current) tabs.scrollLeft = current.offsetLeft - tabs.clientWidth / 2;
    }
  }

  function header() {
    return h(
      'div',
      { class: 'bar' },
      h('a', { class: 'brand', href: '#/', 'aria-label': 'Fairway, start page' }, 'Fairway'),
      pickers(),
      app.route?.domain && search(),
      h('span', { class: 'spring' }),
      streamState(),
      settings(),
      navigation(),
    );
  }

  function navigation() {
    const domain = app.route?.domain ?? app.domains?.items[0]?.domain ?? null;
    if (domain === null) return null;
    const view = app.route.view ?? 'tree';
    const current = view in TAB_OF ? TAB_OF[view] : view;
    const { policy, tree } = app.route.parameters;
    return h(
      'nav',
      { class: 'tabs', 'aria-label': 'Views' },
      TABS.map(([name, text]) =>
        h(
          'a',
          {
            href: name === 'status' ? '#/status' : format({ domain, view: name, parameters: { policy, tree } }),
            'aria-current': name === current ? 'page' : null,
          },
          text,
        ),
      ),
      h('a', { href: 'manual/' }, 'Manual'),
      h('a', { href: 'docs' }, 'API'),
    );
  }

  function pickers() {
    const { route, domains, policies } = app;
    if (!route?.domain || !domains) return null;
    const names = domains.items.map((item) => item.domain);
    const about = domains.items.find((item) => item.domain === route.domain);
    const list = (policies?.items ?? about?.policies.map((policy) => ({ policy })) ?? []).map(({ policy }) => policy);
    const trees = treesOf(app, about);
    const parameters = (change) => ({ ...route.parameters, cursor: null, ...change });
    return [
      names.length > 1 &&
        choice('Domain', names.map((name) => [name]), route.domain, (domain) =>
          go({ domain, view: ['job', 'user'].includes(route.view) ? 'jobs' : route.view, rest: [], parameters: {} }),
        ),
      trees.length > 1 &&
        choice('Tree', trees.map((name) => [name]), route.parameters.tree ?? trees[0], (tree) =>
          go({ parameters: parameters({ tree, account: null, user: null }) }),
        ),
      list.length > 1 &&
        choice(
          'Policy',
          list.map(({ name, state }) => [name, state === 'active' ? name : `${name} (shadow)`]),
          route.parameters.policy ?? list.find(({ state }) => state === 'active')?.name ?? list[0].name,
          (policy) => go({ parameters: parameters({ policy, tree: null }) }),
        ),
    ];
  }

  function search() {
    return form(
      { class: 'search', role: 'search' },
      ({ q }) => q.trim() && go({ view: 'find', rest: [], parameters: { policy: app.route.parameters.policy, tree: app.route.parameters.tree, q: q.trim() } }),
      h('input', { type: 'search', name: 'q', 'aria-label': 'Find a user, an account or a job', placeholder: 'user, account or job', autocomplete: 'off', spellcheck: 'false' }),
    );
  }

  function streamState() {
    return h(
      'button',
      {
        type: 'button',
        class: `stream ${live.state}`,
        title: live.reason || 'Reconnect',
        onclick: () => live.restart(),
      },
      h('span', { class: 'dot', 'aria-hidden': 'true' }),
      STREAM[live.state],
    );
  }

  function settings() {
    return h(
      'details',
      { class: 'settings', 'data-key': 'settings' },
      h('summary', null, 'Settings'),
      h(
        'div',
        { class: 'sheet' },
        choice('Colours', THEMES, theme(), (name) => {
          applyTheme(name);
          render();
        }),
        choice('Numbers', [['', 'Rounded'], ['exact', 'Exact']], isExact() ? 'exact' : '', (name) => {
          setExact(name === 'exact');
          rerender();
        }),
        tokenForm(restart),
        token() && h('button', { type: 'button', onclick: () => { setToken(''); restart(); } }, 'Forget the token'),
      ),
    );
  }

  function freshness() {
    return app.data?.freshness ?? null;
  }

  function banners() {
    const fresh = freshness();
    const stale = fresh?.state === 'stale';
    if (stale) announce('The numbers are stale.');
    else if (said === 'The numbers are stale.') announce('The numbers are current again.');
    return h(
      'div',
      null,
      stale &&
        h(
          'p',
          { class: 'stale', 'data-key': 'stale' },
          h('strong', null, 'Stale. '),
          (fresh.lag > 0 || fresh.role !== 'active') &&
            `These numbers are stale: as of ${instantText(fresh.asOf)} UTC, from ${fresh.instance} (${fresh.role}), ${count(fresh.lag)} records behind. The active instance is away or behind. `,
          (fresh.silent ?? []).map((text) => `${text[0].toUpperCase()}${text.slice(1)}. `),
        ),
      app.error && app.data !== null && h('div', { class: 'failing', 'data-key': 'failing' }, problem(app.error, restart)),
      app.domains?.unreachable.length > 0 &&
        h('p', { class: 'stale', 'data-key': 'unreachable' }, `Instances not reached: ${app.domains.unreachable.map(({ instance }) => instance).join(', ')}. Domains may be missing.`),
    );
  }

  function footer() {
    const fresh = freshness();
    if (!fresh) return h('p', null, '');
    return h(
      'p',
      null,
      `As of ${instantText(fresh.asOf)} UTC \u00b7 ${fresh.role} ${fresh.instance} \u00b7 lag ${count(fresh.lag)} \u00b7 `,
      h('span', { id: 'age', title: 'Age of the numbers by this browser\u2019s clock' }, age(fresh)),
    );
  }

  const age = (fresh) => {
    const millis = Date.now() - new Date(fresh.asOf).getTime();
    return millis > 2000 ? `${durationText(millis)} old` : 'now';
  };

  /** Updates the age, each second. */
  function tick() {
    const fresh = freshness();
    const place = document.getElementById('age');
    if (fresh && place) place.textContent = age(fresh);
  }

  return { render, tick, announce };
}

function theme() {
  try {
    return localStorage.getItem('fairway.theme') ?? '';
  } catch {
    return '';
  }
}

export function applyTheme(name) {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
  try {
    localStorage.setItem('fairway.theme', name);
  } catch {
    // Without storage, it lasts until the reader leaves the page.
  }
}
