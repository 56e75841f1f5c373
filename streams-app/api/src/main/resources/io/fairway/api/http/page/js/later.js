/*
 * Answers that cost the server much and change slowly. A view does not wait for them: each is asked for when its part is first
 * shown, and again after some minutes.
 */
import { h } from './dom.js';
import { loading } from './widgets.js';

const KEPT = 300_000;
const KEPT_ERROR = 30_000;

/** The part of a view that shows an answer. ask() promises the answer; the key says which one it is. */
export function later(context, key, ask, show) {
  const answers = (context.state.later ??= new Map());
  const kept = answers.get(key);
  if (!kept || kept.until < Date.now()) {
    const asked = { answer: kept?.answer, until: Infinity };
    answers.set(key, asked);
    ask()
      .catch((error) => ({ error }))
      .then((answer) => {
        Object.assign(asked, { answer, until: Date.now() + (answer.error ? KEPT_ERROR : KEPT) });
        context.rerender();
      });
  }
  const { answer } = answers.get(key);
  if (!answer) return loading();
  return answer.error ? h('p', { class: 'quiet' }, answer.error.message) : show(answer);
}

/** A view as of the instant in the address, or as of now if there is none, or if the server refuses it: then it says why. */
export async function asOf(context, ask) {
  const { at } = context.route.parameters;
  if (!at) return ask(null);
  const key = JSON.stringify(context.route.parameters);
  const { past } = context.state;
  if (past?.key === key && past.until > Date.now()) return past.answer;
  try {
    const answer = await ask(at);
    context.state.past = { key, answer, until: Date.now() + KEPT };
    return answer;
  } catch (error) {
    if (error.status !== 400 || error.parameter !== 'at') throw error;
    return { ...(await ask(null)), refused: error.message };
  }
}
