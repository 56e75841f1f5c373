/*
 * The share tree as rows: the loaded rows (a page of children of every open account), the drawn rows (those around the
 * screen), and the keys of a treegrid (WAI-ARIA: rows take the focus).
 */

/** The number of rows to draw if not all fit. */
const DRAWN = 200;

export const idOf = (node) => JSON.stringify([node.account, node.user]);

/**
 * The visible rows of loaded levels in order: {kind: 'node' | 'more' | 'error', ...}. Levels are by account: {items, page}.
 * A filter keeps the rows whose name contains the text, and the rows above them.
 */
export function flatten(levels, top, filter) {
  const rows = [];
  walk(levels, top, 1, null, rows);
  return filter ? filtered(rows, filter.toLowerCase()) : rows;
}

function walk(levels, account, level, parent, rows) {
  const here = levels.get(account);
  if (!here) return;
  if (here.error) rows.push({ kind: 'error', id: `error ${account}`, account, level, error: here.error });
  here.children.forEach((node, at) => {
    const id = idOf(node);
    const open = node.user === '' && levels.has(node.account);
    rows.push({ kind: 'node', id, node, level, parent, open, leaf: node.user !== '', at, of: here, above: here.self });
    if (open) walk(levels, node.account, level + 1, id, rows);
  });
  if (here.children.length === 0 && !here.error) rows.push({ kind: 'none', id: `none ${account}`, account, level });
  if (here.next || here.cursor) rows.push({ kind: 'more', id: `more ${account}`, account, level, of: here });
}

function filtered(rows, text) {
  const keep = new Set();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    if (row.kind !== 'node') continue;
    const name = (row.node.user || row.node.account).toLowerCase();
    for (let at = name.includes(text) ? row : null; at && !keep.has(at.id); at = byId.get(at.parent)) keep.add(at.id);
  }
  return rows.filter((row) => keep.has(row.id));
}

/** The rows to draw: all, or those around the first one on the screen, and the focused one. */
export function windowOf(rows, body, focus, rowHeight) {
  if (rows.length <= DRAWN + 50) return { start: 0, end: rows.length };
  const offset = body ? -body.getBoundingClientRect().top : 0;
  let first = Math.max(0, Math.floor(offset / rowHeight) - 60);
  // In steps, so that a little scrolling redraws nothing.
  first -= first % 20;
  const focused = rows.findIndex((row) => row.id === focus);
  if (focused >= 0 && document.activeElement?.closest?.('[role=treegrid]')) {
    if (focused < first) first = focused;
    if (focused >= first + DRAWN) first = focused - DRAWN + 1;
  }
  first = Math.min(first, rows.length - DRAWN);
  return { start: first, end: Math.min(rows.length, first + DRAWN) };
}

/** The action of a key on a row: {focus: id} or {toggle: row} or {siblings: row}; null if none. */
export function onKey(key, rows, id) {
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  const to = (index) => ({ focus: rows[Math.max(0, Math.min(rows.length - 1, index))]?.id });
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'PageDown':
      return to(at + 20);
    case 'PageUp':
      return to(at - 20);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row?.kind !== 'node' || row.leaf) return null;
      return row.open ? to(at + 1) : { toggle: row };
    case 'ArrowLeft':
      if (row?.kind === 'node' && row.open) return { toggle: row };
      return row?.parent ? { focus: row.parent } : null;
    case '*':
      return row ? { siblings: row } : null;
    default:
      return null;
  }
}
