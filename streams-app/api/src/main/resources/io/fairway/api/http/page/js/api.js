/*
 * Requests to the server. An answer that is not 2xx becomes a Problem with the message of the server.
 * The page keeps the token only for the session of this tab.
 */
const TOKEN_KEY = 'fairway.token';

/** The server has the page at the root and at /page/. The API is beside it. */
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

/** "/v1/domains/alps" of v1('domains', 'alps'): each part is encoded. */
export const v1 = (...parts) => `v1/${parts.map(encodeURIComponent).join('/')}`;

/** URL of a resource, without parameters that are null or empty. */
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
    // A proxy may answer with a page of its own.
  }
  return new Problem(response.status, body.title ?? response.statusText, body.detail, body.parameter);
}

/** The JSON of a resource. Throws Problem; status 0 means that there is no answer. */
export async function get(path, parameters, signal) {
  let response;
  try {
    response = await fetch(url(path, parameters), {
      headers: { Accept: 'application/json', ...authorization() },
      signal,
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, 'No answer', 'The server did not answer. Check that Fairway runs and that this browser can reach it.');
  }
  if (!response.ok) throw await problemOf(response);
  return response.json();
}
