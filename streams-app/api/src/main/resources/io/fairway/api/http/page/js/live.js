/*
 * The stream of publications. It uses fetch, because EventSource cannot send a token. It reconnects by itself with the id of
 * the last event, after 1 s, 2 s ... 30 s.
 */
import { authorization, problemOf, url } from './api.js';

const LONGEST_WAIT = 30_000;
/** The server sends a comment every 15 s. After this time without anything, the connection is dead. */
const SILENCE = 45_000;

export class Live {
  constructor() {
    this.state = 'off';
    this.reason = '';
    this.domain = null;
    this.events = 0;
    this.stateListeners = new Set();
    this.eventListeners = new Set();
  }

  onState(listener) {
    this.stateListeners.add(listener);
  }

  /** Calls the listener with every event ({type, id, data, at}); returns the function that ends this. */
  onEvent(listener) {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }

  /** Follows a domain; null follows none. */
  follow(domain) {
    if (domain === this.domain) return;
    this.domain = domain;
    this.lastId = null;
    this.restart();
  }

  /**
   * Closes the connection of a hidden tab. A browser has six connections to one server for all its tabs; a seventh would wait
   * forever. On return, the stream continues after the last event.
   */
  rest() {
    this.abort?.abort();
    clearTimeout(this.timer);
    this.become('off');
  }

  /** Reconnects at once: for another domain or token, or on the reader's request. */
  restart() {
    this.abort?.abort();
    clearTimeout(this.timer);
    this.failures = 0;
    if (this.domain === null) this.become('off');
    else this.connect();
  }

  become(state, reason = '') {
    this.state = state;
    this.reason = reason;
    for (const listener of this.stateListeners) listener(state, reason);
  }

  async connect() {
    const abort = new AbortController();
    this.abort = abort;
    this.become(this.failures === 0 ? 'connecting' : 'retrying', this.reason);
    try {
      const response = await fetch(url('v1/stream', { domain: this.domain }), {
        headers: {
          Accept: 'text/event-stream',
          ...authorization(),
          ...(this.lastId ? { 'Last-Event-ID': this.lastId } : {}),
        },
        signal: abort.signal,
        cache: 'no-store',
      });
      if (!response.ok) throw await problemOf(response);
      this.failures = 0;
      this.become('live');
      await this.read(response.body.getReader(), abort);
      throw new Error('The server ended the stream.');
    } catch (error) {
      if (abort !== this.abort || (abort.signal.aborted && !abort.silent)) return;
      if (error.status === 401 || error.status === 403) {
        this.become('refused', error.message);
        return;
      }
      this.failures += 1;
      const reason = abort.silent ? 'The server sent nothing for 45 s.' : error.status ? error.message : 'The connection broke.';
      this.become('retrying', reason);
      const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** (this.failures - 1));
      this.timer = setTimeout(() => this.connect(), wait);
    }
  }

  async read(reader, abort) {
    const decoder = new TextDecoder();
    let rest = '';
    let event = { type: 'message', data: [] };
    for (;;) {
      const silence = setTimeout(() => {
        abort.silent = true;
        abort.abort();
      }, SILENCE);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = lines.pop();
      for (const line of lines) {
        if (line === '') {
          if (event.data.length > 0) this.publish(event);
          event = { type: 'message', data: [] };
        } else {
          this.field(event, line);
        }
      }
    }
  }

  field(event, line) {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event.type = value;
    else if (name === 'data') event.data.push(value);
    else if (name === 'id') event.id = value;
  }

  publish(event) {
    if (event.id !== undefined) this.lastId = event.id;
    let data = {};
    try {
      data = JSON.parse(event.data.join('\n'));
    } catch {
      data = { text: event.data.join('\n') };
    }
    this.events += 1;
    const told = { type: event.type, id: event.id, data, at: Date.now(), number: this.events };
    for (const listener of this.eventListeners) listener(told);
  }
}
