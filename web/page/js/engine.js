// Questions to the engine. It runs in workers where the page has engine.wasm. Otherwise the
// server answers the same questions under v1/. A question is cancelled by its signal: the
// worker is ended, and the next question gets a fresh one.

import { alone, answerAlone } from './alone.js';

/** @typedef {{id: number, op: string, text: string, options: string, resolve: (a: Answer) => void, reject: (e: Error) => void, progress?: (p: {share: number, nodes: number}) => void}} Question */

/** An answer with a status other than 200. */
export class Refused extends Error {
  /** @param {string} message @param {string} kind @param {number} status @param {any} [answer] what was found before a limit */
  constructor(message, kind, status, answer) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.answer = answer;
  }
}

/** The version of the page as its scripts were asked for: "?" and a digest, or nothing. */
export const version = new URL(import.meta.url).search;

/** Returns the address of a file of this version. @param {string} name from the scripts */
export function file(name) { return new URL(name + version, import.meta.url); }

/** The question was cancelled. */
export class Cancelled extends Error {}

/** @type {Promise<WebAssembly.Module|null>|undefined} */
let compiled;

/** Returns the compiled engine, or null where the page has none. */
function module() {
  compiled ??= load().catch((error) => {
    console.error(error); // the server may still answer
    compiled = undefined; // the next question tries again
    return null;
  });
  return compiled;
}

async function load() {
  const response = await fetch(file('../engine/engine.wasm'));
  if (response.status === 404) return null; // a server has an engine of its own
  if (!response.ok) throw new Error(`status ${response.status}`);
  if ((response.headers.get('Content-Type') ?? '').startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Reports whether the engine runs in the browser. */
export async function isLocal() { return !alone && (await module()) !== null; }

let busy = 0;

count(0);

/** @param {number} change */
function count(change) {
  busy += change;
  document.documentElement.dataset.busy = String(busy);
}

/** Returns the answer of a page without an engine. @param {string} op @param {string} text @param {Record<string, string>} options @returns {Answer} */
function aloneBy(op, text, options) {
  const answer = answerAlone(op, text, options);
  if (!answer) throw new Refused('', 'alone', 0);
  return { status: 200, type: 'application/json', body: JSON.stringify(answer) };
}

/** A lane answers one question after the other. Lanes do not wait for one another. */
class Lane {
  constructor() {
    this.waiting = /** @type {Question[]} */ ([]);
    this.running = /** @type {Question|null} */ (null);
    this.worker = /** @type {Worker|null} */ (null);
    this.next = 1;
  }

  /**
   * Asks a question.
   * @param {string} op
   * @param {string} text a puzzle file or a link
   * @param {Record<string, string>} [options] named like the flags of the program
   * @param {AskOptions} [more]
   * @returns {Promise<Answer>}
   */
  async ask(op, text, options = {}, more = {}) {
    count(1);
    try {
      if (alone) return aloneBy(op, text, options);
      const code = await module();
      if (more.signal?.aborted) throw new Cancelled();
      const answer = code ? await this.local(code, op, text, options, more) : await remote(op, text, options, more);
      if (answer.status !== 200) throw refusal(answer);
      return answer;
    } finally {
      count(-1);
    }
  }

  /** Asks a question whose answer is JSON. @param {string} op @param {string} text @param {Record<string, string>} [options] @param {AskOptions} [more] @returns {Promise<any>} */
  async json(op, text, options, more) { return JSON.parse((await this.ask(op, text, options, more)).body); }

  /** @param {WebAssembly.Module} code @param {string} op @param {string} text @param {Record<string, string>} options @param {AskOptions} more @returns {Promise<Answer>} */
  local(code, op, text, options, { signal, progress }) {
    return new Promise((resolve, reject) => {
      const question = { id: this.next++, op, text, options: JSON.stringify(options), resolve, reject, progress };
      signal?.addEventListener('abort', () => this.cancel(question));
      this.waiting.push(question);
      this.step(code);
    });
  }

  /** Returns the worker, which takes its time to begin. @param {WebAssembly.Module} code */
  start(code) {
    if (this.worker) return this.worker;
    this.worker = new Worker(file('./worker.js'));
    this.worker.postMessage({ module: code });
    this.worker.onmessage = (event) => this.hear(event.data, code);
    this.worker.onerror = (event) => this.hear({ failed: event.message || 'the worker failed' }, code);
    return this.worker;
  }

  /** @param {WebAssembly.Module} code */
  step(code) {
    if (this.running || this.waiting.length === 0) return;
    const question = /** @type {Question} */ (this.waiting.shift());
    this.running = question;
    this.start(code).postMessage({ id: question.id, op: question.op, text: question.text, options: question.options });
  }

  /** @param {{id?: number, answer?: Answer, failed?: string, progress?: {share: number, nodes: number}}} message @param {WebAssembly.Module} code */
  hear(message, code) {
    const question = this.running;
    if (!question && message.failed) this.end(); // the next question starts another worker
    if (!question || (message.id && message.id !== question.id)) return;
    if (message.progress) {
      question.progress?.(message.progress);
      return;
    }
    this.running = null;
    if (message.answer) {
      question.resolve(message.answer);
    } else {
      this.end();
      question.reject(message.id ? new Error(message.failed) : new Refused(message.failed ?? '', 'absent', 0)); // it did not begin
    }
    this.step(code);
  }

  /** @param {Question} question */
  cancel(question) {
    const place = this.waiting.indexOf(question);
    if (place >= 0) this.waiting.splice(place, 1);
    else if (this.running === question) {
      this.running = null;
      this.end();
      module().then((code) => code && this.step(code));
    } else return;
    question.reject(new Cancelled());
  }

  /** Ends the worker. This also gives its memory back. */
  end() {
    this.worker?.terminate();
    this.worker = null;
  }
}

/** @param {Answer} answer @returns {Refused} */
function refusal(answer) {
  try {
    const body = JSON.parse(answer.body);
    return new Refused(body.error, body.kind, answer.status, body.answer);
  } catch {
    return new Refused(answer.body.slice(0, 300) || `status ${answer.status}`, answer.status === 404 ? 'absent' : 'unknown', answer.status);
  }
}

/** Asks the server. @param {string} op @param {string} text @param {Record<string, string>} options @param {AskOptions} more @returns {Promise<Answer>} */
async function remote(op, text, options, { signal }) {
  const address = new URL(`../v1/${op}?${new URLSearchParams(options)}`, import.meta.url);
  try {
    const response = await fetch(address, { method: 'POST', body: text, signal });
    return { status: response.status, type: response.headers.get('Content-Type') ?? '', body: await response.text() };
  } catch (error) {
    throw signal?.aborted ? new Cancelled() : new Refused(String(error), 'absent', 0); // neither the engine nor a server
  }
}

/** The lane for what takes milliseconds: reading, drawing, checking by the rules. */
export const quick = new Lane();

/** The lane for questions that may take long. Only one is open at a time. */
export const long = new Lane();

/** Loads the engine and starts both workers, before anybody asks. */
export async function warmUp() {
  const code = alone ? null : await module();
  if (code) for (const lane of [quick, long]) lane.start(code);
}
