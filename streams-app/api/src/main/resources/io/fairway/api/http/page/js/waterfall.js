/*
 * The terms of a priority as a waterfall. Every row begins at the end of the row before it: components first, then bounds and
 * rounding. The last row is the priority. The bars repeat the numbers of the table.
 */
import { h, s } from './dom.js';
import { exactText, isFiniteNumber, num, numberText, signed, toNumber } from './format.js';
import { head } from './terms.js';

/** A colour belongs to a name, so a term has the same colour everywhere. */
const COLOURS = 8;
const KNOWN = ['fairshare', 'age', 'partition', 'qos', 'jobsize', 'assoc', 'tres', 'site'];

export function colourOf(name) {
  const plain = String(name).toLowerCase().replace(/[^a-z]/g, '');
  const known = KNOWN.findIndex((word) => plain.startsWith(word));
  if (known >= 0) return `c${known}`;
  let hash = 0;
  for (const letter of plain) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
  return `c${hash % COLOURS}`;
}

/** The sum of the rows. */
export function sum(rows) {
  return rows.reduce((total, row) => total + (toNumber(row.contribution) ?? 0), 0);
}

/** One bar of all contributions, on the scale of the largest of the list. */
export function stack(terms, most) {
  const parts = terms.map((term) => ({ name: term.name, value: toNumber(term.contribution) ?? 0 })).filter(({ value }) => isFiniteNumber(value) && value > 0);
  let at = 0;
  return s(
    'svg',
    { class: 'stack', viewBox: '0 0 100 10', preserveAspectRatio: 'none', role: 'img', 'aria-label': parts.map(({ name, value }) => `${name} ${numberText(value)}`).join(', ') || 'no contributions' },
    s('rect', { class: 'track', width: 100, height: 10 }),
    parts.map(({ name, value }) => {
      const width = most > 0 ? (100 * value) / most : 0;
      const bar = s('rect', { class: `term ${colourOf(name)}`, x: at, y: 1, width: Math.max(0, width - 0.2), height: 8 }, s('title', null, `${name}: ${exactText(value)}`));
      at += width;
      return bar;
    }),
  );
}

/** The legend of colours and terms. */
export function legend(terms) {
  const names = [...new Set(terms.map((term) => term.name))];
  return h(
    'p',
    { class: 'legend' },
    names.map((name) => h('span', { class: 'key', 'data-key': name }, s('svg', { viewBox: '0 0 12 12', class: 'swatch', 'aria-hidden': 'true' }, s('rect', { class: colourOf(name), width: 12, height: 12 })), name)),
  );
}

/** The table with its waterfall. */
export function waterfall(rows, priority, name = 'priority') {
  const steps = [];
  let at = 0;
  for (const row of rows) {
    const value = toNumber(row.contribution) ?? 0;
    const to = isFiniteNumber(value) ? at + value : at;
    steps.push({ row, from: at, to });
    at = to;
  }
  const values = steps.flatMap(({ from, to }) => [from, to]).concat(0, toNumber(priority) ?? 0).filter(isFiniteNumber);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const place = (value) => (high > low ? (100 * (value - low)) / (high - low) : 0);
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Terms of the ${name}` },
    h(
      'table',
      { class: 'waterfall' },
      h('caption', { class: 'hidden' }, `What makes the ${name}: rows that add up to it`),
      h('thead', null, h('tr', null, ['Term', 'Value', 'Weight', 'Adds', '', 'Rule'].map((text, index) => h('th', { scope: 'col', class: [null, 'right', 'right wide', 'right', 'bars', 'wide'][index] }, text ? head(text) : h('span', { class: 'hidden' }, 'Bar'))))),
      h('tbody', null, steps.flatMap((step, index) => termRows(step, index, place))),
      h(
        'tfoot',
        null,
        h('tr', { 'data-key': 'total' }, h('th', { scope: 'row' }, name), h('td', null), h('td', { class: 'wide' }), h('td', { class: 'right total' }, num(priority, 10)), h('td', { class: 'bars' }, bar('total', 0, toNumber(priority) ?? 0, place)), h('td', { class: 'wide quiet' }, adds(rows, priority))),
      ),
    ),
  );
}

/** Says whether the rows add up, except for the last digits of a double. */
function adds(rows, priority) {
  const wanted = toNumber(priority);
  if (!isFiniteNumber(wanted)) return '';
  const total = sum(rows);
  return Math.abs(total - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)) ? 'The rows add up to it.' : `The rows add up to ${exactText(total)}.`;
}

function termRows({ row, from, to }, index, place) {
  const kind = (row.kind === 'bound' || row.kind === 'rounding') && row.kind !== row.name ? h('span', { class: 'tag' }, row.kind) : null;
  const main = h(
    'tr',
    { 'data-key': `term ${index}` },
    h('th', { scope: 'row' }, row.name, kind),
    h('td', { class: 'right' }, num(row.value)),
    h('td', { class: 'right wide' }, isSaid(row.weight) ? num(row.weight) : ''),
    h('td', { class: 'right' }, isSaid(row.contribution) ? signed(row.contribution, 10) : ''),
    h('td', { class: 'bars' }, bar(`term ${colourOf(row.name)}`, from, to, place)),
    h('td', { class: 'wide rule' }, row.sentence ?? row.rule ?? ''),
  );
  return [main, ...partRows(row.parts, `${index}`, 1)];
}

function partRows(parts, key, depth) {
  return (parts ?? []).flatMap((part, index) => [
    h(
      'tr',
      { class: 'part', 'data-key': `part ${key}.${index}` },
      h('th', { scope: 'row' }, Array.from({ length: Math.min(6, depth) }, () => h('i', { class: 'indent' })), part.name),
      h('td', { class: 'right' }, num(part.value)),
      h('td', { class: 'right wide' }, num(part.weight)),
      h('td', { class: 'right' }, isSaid(part.contribution) ? signed(part.contribution) : ''),
      h('td', { class: 'bars' }),
      h('td', { class: 'wide rule' }, part.sentence ?? part.rule ?? ''),
    ),
    ...partRows(part.parts, `${key}.${index}`, depth + 1),
  ]);
}

function bar(style, from, to, place) {
  const left = Math.min(place(from), place(to));
  const width = Math.abs(place(to) - place(from));
  return s(
    'svg',
    { class: 'fall', viewBox: '0 0 100 14', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
    s('rect', { class: 'track', width: 100, height: 14 }),
    s('rect', { class: to < from ? 'less' : style, x: left, y: 2, width: Math.max(width, width > 0 ? 0.4 : 0), height: 10 }),
  );
}

/** The numbers behind a factor. They need not add up. */
export function termTable(rows, caption) {
  if (!rows || rows.length === 0) return null;
  const has = (row, member) => isSaid(row[member]) || (row.parts ?? []).some((part) => has(part, member));
  const shown = { weight: rows.some((row) => has(row, 'weight')), adds: rows.some((row) => has(row, 'contribution')) };
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption },
    h(
      'table',
      null,
      h('caption', { class: 'hidden' }, caption),
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Number'), shown.weight && h('th', { scope: 'col', class: 'right wide' }, 'Weight'), h('th', { scope: 'col', class: 'right' }, 'Value'), shown.adds && h('th', { scope: 'col', class: 'right' }, 'Adds'), h('th', { scope: 'col' }, 'Rule'))),
      h('tbody', null, factorRows(rows, '', 0, shown)),
    ),
  );
}

const isSaid = (value) => value !== undefined && value !== null;

function factorRows(rows, key, depth, shown) {
  return rows.flatMap((row, index) => [
    h(
      'tr',
      { 'data-key': `factor ${key}${index}`, class: depth > 0 ? 'part' : null },
      h('th', { scope: 'row' }, Array.from({ length: Math.min(6, depth) }, () => h('i', { class: 'indent' })), row.name),
      shown.weight && h('td', { class: 'right wide' }, isSaid(row.weight) ? num(row.weight) : ''),
      h('td', { class: 'right' }, num(row.value)),
      shown.adds && h('td', { class: 'right' }, isSaid(row.contribution) ? signed(row.contribution) : ''),
      h('td', { class: 'rule' }, row.sentence ?? row.rule ?? ''),
    ),
    ...factorRows(row.parts ?? [], `${key}${index}.`, depth + 1, shown),
  ]);
}
