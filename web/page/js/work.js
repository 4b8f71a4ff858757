// A question that may take long: it shows that it runs, how far it is, and a button to stop.

import { byId } from './dom.js';
import { Cancelled, Refused, long } from './engine.js';
import { failure, translated } from './messages.js';
import { t } from './text.js';

let running = /** @type {AbortController|null} */ (null);

/** Says something below the board. @param {string} text @param {'good'|'bad'|''} [kind] */
export function say(text, kind = '') {
  const line = byId('message');
  line.textContent = text;
  line.className = kind;
  line.dataset.long = String(text.length > 80);
}

/** Says why a question has no answer. A cancelled one needs no words. @param {unknown} error */
export function complain(error) {
  if (error instanceof Cancelled) return;
  if (error instanceof Refused) say(failure(error.kind, error.message), 'bad');
  else say(t('failed', translated(error instanceof Error ? error.message : String(error))), 'bad');
}

let aside = /** @type {AbortController|null} */ (null);

/** Stops the long question, if there is one. */
export function stopWork() {
  running?.abort();
  aside?.abort();
}

/**
 * Asks a long question that nobody waits for. It ends when another one comes. The answer is null
 * if it has ended so, or failed.
 * @param {string} op
 * @param {string} text
 * @param {Record<string, string>} options
 * @returns {Promise<any>}
 */
export function workAside(op, text, options) {
  aside?.abort();
  aside = new AbortController();
  return long.json(op, text, options, { signal: aside.signal }).catch(() => null);
}

/**
 * Asks a long question. The one before it is stopped. The answer is null if it was stopped
 * or failed, and then the page has said so.
 * @param {string} op
 * @param {string} text
 * @param {Record<string, string>} [options]
 * @param {boolean} [partial] whether to return what was found before a limit
 * @returns {Promise<any>}
 */
export async function work(op, text, options = {}, partial = false) {
  stopWork();
  const control = new AbortController();
  running = control;
  const bar = /** @type {HTMLProgressElement} */ (byId('progress'));
  bar.removeAttribute('value');
  const box = byId('work');
  const timer = setTimeout(() => { box.hidden = false; }, 300);
  try {
    const answer = await long.ask(op, text, options, {
      signal: control.signal,
      progress: ({ share }) => { if (share >= 0) bar.value = share; },
    });
    return answer.type.startsWith('application/json') ? JSON.parse(answer.body) : answer.body;
  } catch (error) {
    if (partial && error instanceof Refused && error.answer) return error.answer; // which says so
    if (error instanceof Cancelled && running === control) say(t('stopped'));
    else complain(error);
    return null;
  } finally {
    clearTimeout(timer);
    if (running === control) {
      running = null;
      box.hidden = true;
    }
  }
}
