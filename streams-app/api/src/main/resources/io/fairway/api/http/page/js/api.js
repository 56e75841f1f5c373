/*
 * Questions to the server. An answer that is not 2xx becomes a Problem, in the words that the server found.
 * The token is kept for the session of this tab only.
 */
const TOKEN_KEY = 'fairway.token';

/** The page is served at the root and at /page/: the API is beside it. */
export const root = new URL(document.baseURI.replace(/[?#].*$/, '').replace(/(page\/)?[^/]*$/, ''));

export class Problem extends Error {
  constructor(status, title, detail, parameter) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.parameter = parameter;
  }
}

export function token() {
  try {
    return sessionStorage.getItem(TOKEN_KEY) ?? '';
  } catch {
    return '';
  }
}

export function setToken(text) {
  if (text) sessionStorage.setItem(TOKEN_KEY, text);
  else sessionStorage.removeItem(TOKEN_KEY);
}

export const authorization = () => (token() ? { Authorization: `Bearer ${token()}` } : {});

/** "/v1/domains/alps" of v1('domains', 'alps'): each part is encoded, whatever it holds. */
export const v1 = (...parts) => `v1/${parts.map(encodeURIComponent).join('/')}`;

/** URL of a resource; parameters that are null or empty are left out. */
export function url(path, parameters = {}) {
  const target = new URL(path, root);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') target.searchParams.set(name, value);
  }
  return target;
}

export async function problemOf(response) {
  let body = {};
  try {
    body = await response.json();
  } catch {
    // Something between us and the server may answer with a page of its own.
  }
  return new Problem(response.status, body.title ?? response.statusText, body.detail, body.parameter);
}

/** The JSON of a resource. Throws Problem; status 0 says that there was no answer at all. */
export async function get(path, parameters, signal) {
  let response;
  try {
    response = await fetch(url(path, parameters), {
      headers: { Accept: 'application/json', ...authorization() },
      signal,
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, 'No answer', 'The server did not answer: it is away, or the network is.');
  }
  if (!response.ok) throw await problemOf(response);
  return response.json();
}
