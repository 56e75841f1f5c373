/*
 * The address of a view, in the hash: #/d/DOMAIN/VIEW/ARGUMENT...?name=value. Every part is percent-encoded, so a link with any
 * name works.
 */
export function parse(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').filter((part) => part !== '').map(decode);
  const parameters = Object.fromEntries(new URLSearchParams(query));
  if (parts[0] === 'd' && parts.length >= 2) {
    return { domain: parts[1], view: parts[2] ?? 'tree', rest: parts.slice(3), parameters };
  }
  return { domain: null, view: parts[0] ?? null, rest: parts.slice(1), parameters };
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function format({ domain, view, rest = [], parameters = {} }) {
  const parts = (domain === null ? [view ?? ''] : ['d', domain, view]).concat(rest).map(encodeURIComponent);
  const query = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ).toString();
  return `#/${parts.join('/')}${query ? `?${query}` : ''}`;
}
