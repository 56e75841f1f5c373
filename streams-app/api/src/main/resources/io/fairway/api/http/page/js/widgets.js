/* The common parts of views: tables, pages, notes, forms. */
import { h } from './dom.js';
import { setToken, token } from './api.js';
import { head } from './terms.js';

/** A heading with its details. */
export function heading(title, ...beside) {
  return h('div', { class: 'heading' }, h('h1', { id: 'title', tabindex: '-1' }, title), beside);
}

export const section = (title, ...children) =>
  h('section', { class: 'section', 'data-key': `section ${title}` }, h('h2', null, title), children);

/**
 * A table. Columns are {name, cell(row), right, wide, mid, title}. A small screen hides wide ones, a phone mid ones. A link in
 * a cell opens a row, so the table needs no keys of its own.
 */
export function table({ caption, columns, rows, key, empty, rowClass }) {
  if (rows.length === 0) return h('p', { class: 'quiet' }, empty ?? 'None.');
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption },
    h(
      'table',
      null,
      h('caption', { class: 'hidden' }, caption),
      h('thead', null, h('tr', null, columns.map(headCell))),
      h(
        'tbody',
        null,
        rows.map((row, index) =>
          h(
            'tr',
            { 'data-key': key ? `row ${key(row)}` : `row ${index}`, class: rowClass?.(row) },
            columns.map((column, at) => cell(column, row, index, at)),
          ),
        ),
      ),
    ),
  );
}

function headCell(column) {
  return h('th', { scope: 'col', class: classOf(column), title: column.title }, head(column.name));
}

function cell(column, row, index, at) {
  const head = column.head ?? false;
  return h(head ? 'th' : 'td', { class: classOf(column), scope: head ? 'row' : null, 'data-key': `cell ${at}` }, column.cell(row, index));
}

function classOf(column) {
  const classes = [column.right && 'right', column.wide && 'wide', column.mid && 'mid', column.class].filter(Boolean);
  return classes.length > 0 ? classes.join(' ') : null;
}

export const link = (href, text, title) => h('a', { href, title }, text);

/** Pages of a list with cursors. The address has the position; the view's state has the way back. */
export function pager({ label, cursor, next, trail, onMove, from, shown, total }) {
  if (!cursor && !next) return null;
  const range = from === undefined ? '' : `${from + 1}\u2013${from + shown}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`}`;
  return h(
    'nav',
    { class: 'pager', 'aria-label': label },
    h('button', { type: 'button', disabled: !cursor, onclick: () => onMove(null, [], 0) }, 'First'),
    h(
      'button',
      {
        type: 'button',
        disabled: trail.length === 0,
        onclick: () => onMove(trail.at(-1).cursor, trail.slice(0, -1), trail.at(-1).from),
      },
      'Previous',
    ),
    h('span', { class: 'range' }, range),
    h('button', { type: 'button', disabled: !next, onclick: () => onMove(next, [...trail, { cursor: cursor ?? null, from }], from === undefined ? undefined : from + shown) }, 'Next'),
  );
}

/** The state of a pager: the parameters of the address, and the trail with the distance from the beginning. */
export function paging(context) {
  const { route, state } = context;
  const cursor = route.parameters.cursor ?? null;
  if (cursor === null || state.cursor !== cursor) {
    if (cursor === null) Object.assign(state, { trail: [], from: 0 });
    // The reader came by a link, so the distance from the beginning is unknown.
    else if (!state.moving) Object.assign(state, { trail: [], from: undefined });
  }
  state.cursor = cursor;
  state.moving = false;
  return {
    cursor,
    trail: state.trail,
    from: state.from,
    onMove: (to, trail, from) => {
      Object.assign(state, { moving: true, trail, from });
      context.go({ parameters: { ...route.parameters, cursor: to } });
    },
  };
}

/** A labelled choice. */
export function choice(label, options, value, onchange, attributes = {}) {
  return h(
    'label',
    { class: 'field', 'data-key': `choice ${label}` },
    h('span', null, label),
    h(
      'select',
      { ...attributes, value, onchange: (event) => onchange(event.currentTarget.value) },
      options.map(([name, text]) => h('option', { value: name, 'data-key': name || '-' }, text ?? name)),
    ),
  );
}

/** A labelled text field. */
export function field(label, name, value, attributes = {}) {
  return h(
    'label',
    { class: 'field', 'data-key': `field ${name}` },
    h('span', null, label),
    h('input', { type: 'text', name, value: value ?? '', autocomplete: 'off', spellcheck: 'false', ...attributes }),
  );
}

/** A form; onsubmit gets its fields by name. */
export function form(attributes, onsubmit, ...children) {
  return h(
    'form',
    {
      class: 'controls',
      ...attributes,
      onsubmit: (event) => {
        event.preventDefault();
        onsubmit(Object.fromEntries(new FormData(event.currentTarget)));
      },
    },
    children,
  );
}

export const loading = (what = 'Loading') => h('p', { class: 'loading' }, `${what} \u2026`);

export function notice(kind, title, ...children) {
  return h('div', { class: `notice ${kind}`, role: kind === 'error' ? 'alert' : null }, h('h2', null, title), children);
}

const WORDS = {
  0: 'No answer',
  401: 'Token required',
  403: 'Not allowed',
  404: 'Not found',
  429: 'Too many requests',
  503: 'Unavailable now',
};

/** An error with the message of the server, and what to do. */
export function problem(error, retry) {
  const status = error.status;
  if (status === undefined) {
    return notice('error', 'Error in the page', h('p', null, String(error.message ?? error)), again(retry));
  }
  const wantsToken = status === 401 || status === 403;
  return notice(
    'error',
    WORDS[status] ?? error.title ?? 'The request failed',
    h('p', null, error.message),
    error.parameter && h('p', null, 'Parameter: ', h('code', null, error.parameter)),
    h('p', { class: 'quiet' }, status === 0 ? 'The page tries again by itself.' : `HTTP ${status}${error.title ? `, ${error.title}` : ''}`),
    wantsToken ? tokenForm(retry) : again(retry),
  );
}

const again = (retry) => retry && h('button', { type: 'button', onclick: retry }, 'Try again');

/** The form for a token. The token stays in the session storage of this tab. */
export function tokenForm(done) {
  return form(
    { class: 'controls', 'data-key': 'token form' },
    (fields) => {
      setToken(fields.token.trim());
      done();
    },
    field('Token', 'token', token(), { type: 'password', size: '30' }),
    h('button', { type: 'submit' }, 'Use the token'),
    h('span', { class: 'quiet' }, 'This tab keeps it until you close the tab, and sends it only to this server.'),
  );
}

/** Sentences as a list; nothing if there are none. */
export function sentences(title, list) {
  if (!list || list.length === 0) return null;
  return section(title, h('ul', { class: 'prose' }, list.map((text) => h('li', null, text))));
}
