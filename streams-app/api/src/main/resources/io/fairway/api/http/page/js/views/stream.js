/* Publications as they come. The view keeps the last events; a pause stops it. */
import { h, s } from '../dom.js';
import { count, hours, instantText, num, numberText, percent, tresText } from '../format.js';
import { choice, field, form, heading, link, table } from '../widgets.js';

const KEPT = 500;
const SHOWN = 100;
const SECONDS = 60;
/** Users of one account that an event names. */
const NAMED = 3;
/** Slurm's level fairshare of an account with the shares of its parent, which is none. */
const OF_PARENT = 4294967294;
const KINDS = [
  ['', 'everything'],
  ['fairshare', 'fairshare'],
  ['ranks', 'ranks'],
  ['priority', 'priorities'],
  ['usage', 'usage'],
];

const kept = { domain: null, events: [], perSecond: new Map(), total: 0, paused: false, frozen: [] };
let ending = null;

async function load(context) {
  const { domain, live } = context;
  if (kept.domain !== domain || ending === null) {
    ending?.();
    Object.assign(kept, { domain, events: [], perSecond: new Map(), total: 0, frozen: [] });
    ending = live.onEvent((event) => {
      kept.total += 1;
      const second = Math.floor(event.at / 1000);
      kept.perSecond.set(second, (kept.perSecond.get(second) ?? 0) + 1);
      if (kept.perSecond.size > 2 * SECONDS) kept.perSecond.delete(kept.perSecond.keys().next().value);
      kept.events.push(event);
      if (kept.events.length > 2 * KEPT) kept.events.splice(0, kept.events.length - KEPT);
    });
  }
  return {};
}

function render(data, context) {
  const { parameters } = context.route;
  const set = (change) => context.go({ parameters: { ...parameters, ...change } });
  const events = (kept.paused ? kept.frozen : kept.events).filter((event) => matches(event, parameters)).slice(-SHOWN).reverse();
  return h(
    'div',
    { class: 'view' },
    heading('Stream', h('span', { class: 'quiet' }, `${count(kept.total)} events since you opened this view; ${STATE[context.live.state]}${context.live.reason && context.live.state !== 'live' ? `: ${context.live.reason}` : ''}`)),
    form(
      { 'data-key': 'filter' },
      ({ user, account }) => set({ user: user.trim(), account: account.trim() }),
      choice('Show', KINDS, parameters.events ?? '', (kind) => set({ events: kind })),
      field('User', 'user', parameters.user, { size: 12 }),
      field('Account', 'account', parameters.account, { size: 12 }),
      h('button', { type: 'submit' }, 'Show'),
      h('button', { type: 'button', 'aria-pressed': String(kept.paused), onclick: () => pause(context) }, kept.paused ? 'Resume' : 'Pause'),
    ),
    pulse(),
    table({
      caption: 'Last events, the latest first',
      rows: events,
      key: (event) => event.number,
      empty: context.live.state === 'live' ? 'No events since you opened this view.' : 'No events yet.',
      columns: [
        { name: 'At, UTC', mid: true, cell: (event) => instantText(event.at).slice(11) },
        { name: 'Event', head: true, cell: (event) => [event.type, event.data.removed && h('span', { class: 'tag' }, 'removed')] },
        { name: 'Subject', cell: (event) => subject(event, context) },
        { name: 'Policy or measure', wide: true, cell: (event) => event.data.policy ?? event.data.measure ?? '' },
        { name: 'Content', cell: told },
        { name: 'Cause', wide: true, cell: (event) => event.data.cause ?? '' },
      ],
    }),
  );
}

const STATE = { off: 'no stream', connecting: 'connecting', live: 'live', retrying: 'reconnecting', refused: 'refused' };

function pause(context) {
  kept.paused = !kept.paused;
  kept.frozen = kept.paused ? [...kept.events] : [];
  context.announce(kept.paused ? 'Paused' : 'Resumed');
  context.rerender();
}

function matches({ type, data }, { events, user, account }) {
  return (!events || events === type) && (!user || data.user === user || ranked(data).some((each) => each.user === user)) && (!account || data.account === account);
}

function subject({ type, data }, context) {
  if (type === 'priority') return data.job ? [link(context.href('job', [data.cluster ?? '', data.job]), `job ${data.job}`), data.user ? ` of ${data.user}` : ''] : (data.key ?? '');
  if (!data.account) return data.key ?? '';
  return link(context.href('history', [], { account: data.account, user: data.user }), data.user ? `${data.account} / ${data.user}` : data.account);
}

/** The users of an account in their order, if the event is one of ranks. */
const ranked = (data) => (Array.isArray(data.users) ? data.users : []);

function told({ type, data, ...event }) {
  if (data.removed) return 'withdrawn';
  if (type === 'fairshare') {
    // Under some policies, accounts have no factor.
    if (data.factor !== null) return ['factor ', num(data.factor), data.rank ? `, Slurm's rank ${count(data.rank)}` : ''];
    if (data.levelFairshare === OF_PARENT) return 'shares of its parent';
    if (data.levelFairshare !== null) return ['level fairshare ', num(data.levelFairshare)];
    return data.effectiveUsage === null ? '' : ['usage ', percent(data.effectiveUsage)];
  }
  if (type === 'ranks') {
    const users = ranked(data);
    const first = users.slice(0, NAMED).map((each) => `${each.user} ${count(each.place)}`).join(', ');
    return users.length === 0 ? '' : [`places: ${first}`, users.length > NAMED ? ` and ${count(users.length - NAMED)} more` : ''];
  }
  if (type === 'usage') return [hours(data.value), ' cpu-hours'];
  if (type === 'priority') return asked(data);
  return event.text ?? '';
}

/** A priority record is a formula: the request of the job, and the names of the terms in their order in the sum. */
function asked(data) {
  if (data.priority !== undefined) return numberText(data.priority);
  const names = (data.components ?? []).map((component) => component.name);
  if (data.fairshareWeight) names.splice(data.fairsharePosition ?? names.length, 0, data.fairshareTerm === 'RANK' ? 'fairshare order' : 'fairshare');
  const wants = Object.keys(data.requestedTres ?? {}).length > 0 ? `requests ${tresText(data.requestedTres)}` : '';
  return [data.held ? 'held' : '', wants, names.length > 0 ? `terms ${names.join(', ')}` : ''].filter(Boolean).join('; ');
}

/** The events of each of the last 60 seconds. */
function pulse() {
  const now = Math.floor(Date.now() / 1000);
  const counts = Array.from({ length: SECONDS }, (_, index) => kept.perSecond.get(now - SECONDS + index) ?? 0);
  const most = Math.max(1, ...counts);
  const sum = counts.reduce((total, each) => total + each, 0);
  return s(
    'svg',
    { class: 'pulse', viewBox: `0 0 ${SECONDS * 4} 24`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${sum} events in the last minute, at most ${most} in one second` },
    counts.map((each, index) => s('rect', { class: 'column', x: index * 4, width: 3, y: 24 - (24 * each) / most, height: (24 * each) / most }, s('title', null, `${each}`))),
  );
}

export const stream = { title: () => 'Stream', load, render, soonest: 900 };
