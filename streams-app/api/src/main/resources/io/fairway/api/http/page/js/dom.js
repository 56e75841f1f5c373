/*
 * Elements, and the only way in which a view changes the screen: it builds new elements, and patch() makes the old ones
 * equal to them. Equal elements stay, so focus, scroll position and selection survive.
 * Text goes in only as text nodes: a name can be any text.
 */
const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element. Attributes that are null or false are left out; on... are handlers; children may be nested lists. */
export function h(name, attributes, ...children) {
  return build(document.createElement(name), attributes, children);
}

/** An SVG element, in the same way. */
export function s(name, attributes, ...children) {
  return build(document.createElementNS(SVG, name), attributes, children);
}

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) {
      if (value) listen(element, name.slice(2), value);
    } else if (name === 'value') {
      element.wanted = value;
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  append(element, children);
  if ('wanted' in element) element.value = element.wanted;
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/** The event looks its handler up, so that patch() can exchange handlers. */
function listen(element, type, handler) {
  element.handlers ??= {};
  element.handlers[type] = handler;
  element.addEventListener(type, dispatch);
}

function dispatch(event) {
  this.handlers?.[event.type]?.call(this, event);
}

/** Moves the children of another element into an element. */
export function patch(element, next) {
  const focused = document.activeElement;
  const holder = next instanceof DocumentFragment ? next : fragment(next);
  patchChildren(element, holder);
  if (focused && focused !== document.activeElement && focused.isConnected && element.contains(focused)) {
    focused.focus({ preventScroll: true });
  }
}

function fragment(...nodes) {
  const holder = document.createDocumentFragment();
  append(holder, nodes);
  return holder;
}

function keyOf(node) {
  return node.nodeType === 1 ? node.getAttribute('data-key') || node.id || null : null;
}

function patchChildren(have, want) {
  const keyed = new Map();
  for (const child of have.childNodes) {
    const key = keyOf(child);
    if (key) keyed.set(key, child);
  }
  let at = have.firstChild;
  for (const child of [...want.childNodes]) {
    const key = keyOf(child);
    let match = key ? keyed.get(key) : at && !keyOf(at) ? at : null;
    if (match && match.nodeName !== child.nodeName) match = null;
    if (!match) {
      have.insertBefore(child, at);
    } else {
      if (match === at) at = at.nextSibling;
      else have.insertBefore(match, at);
      if (key) keyed.delete(key);
      patchNode(match, child);
    }
  }
  while (at) {
    const after = at.nextSibling;
    at.remove();
    at = after;
  }
}

function patchNode(have, want) {
  if (have.nodeType !== 1) {
    if (have.nodeValue !== want.nodeValue) have.nodeValue = want.nodeValue;
    return;
  }
  for (const { name } of [...have.attributes]) {
    // The reader unfolds details, not the view.
    if (!want.hasAttribute(name) && name !== 'open') have.removeAttribute(name);
  }
  for (const { name, value } of want.attributes) {
    if (have.getAttribute(name) !== value) have.setAttribute(name, value);
  }
  for (const [type, handler] of Object.entries(want.handlers ?? {})) listen(have, type, handler);
  for (const type of Object.keys(have.handlers ?? {})) {
    if (!want.handlers?.[type]) delete have.handlers[type];
  }
  patchChildren(have, want);
  // The input of the reader stays until the view itself wants another value than before.
  if ('wanted' in want && want.wanted !== have.wanted) {
    have.wanted = want.wanted;
    have.value = want.wanted ?? '';
  }
}
