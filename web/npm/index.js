// The engine for programs in JavaScript. It runs in a worker, so nothing waits for it but the answer.

const inNode = typeof process === 'object' && Boolean(process.versions?.node);

/** An answer that is no result: wrong input, a limit, or a fault. */
export class CrosscutError extends Error {
  /** @param {any} body @param {number} status */
  constructor(body, status) {
    super(body.error ?? `status ${status}`);
    this.name = 'CrosscutError';
    this.kind = body.kind ?? 'unknown';
    this.answer = body.answer; // what was found before a limit
  }
}

/** @type {any} */
let worker = null;
let next = 1;
/** @type {Map<number, any>} */
const open = new Map();

/** Starts the worker once. */
async function start() {
  const address = new URL('./worker.js', import.meta.url);
  if (inNode) {
    const { Worker } = await import('node:worker_threads');
    const started = new Worker(address);
    started.on('message', hear);
    started.on('error', (error) => hear({ failed: String(error) }));
    return started;
  }
  const started = new Worker(address, { type: 'module' });
  started.onmessage = (event) => hear(event.data);
  started.onerror = (event) => hear({ failed: event.message || 'the worker failed' });
  return started;
}

/** @param {any} message */
function hear({ id, answer, progress, failed }) {
  const asked = id === undefined ? [...open] : [[id, open.get(id)]];
  for (const [number, question] of asked) {
    if (!question) continue;
    if (progress) {
      question.progress?.(progress);
      continue;
    }
    open.delete(number);
    if (failed) question.reject(new Error(failed));
    else question.resolve(answer);
  }
  if (open.size === 0) worker?.then((/** @type {any} */ w) => open.size === 0 && w.unref?.());
}

/** Ends the worker, and all questions that are open. The next question starts another one. */
export async function end() {
  const old = worker;
  worker = null;
  hear({ failed: 'the engine was ended' });
  await (await old)?.terminate();
}

/**
 * Asks any operation of the engine.
 * @param {string} operation
 * @param {string} text a puzzle file or a link
 * @param {Record<string, unknown>} [options] named like the flags of the program
 * @param {(progress: {share: number, nodes: number}) => void} [progress]
 */
export async function ask(operation, text, options = {}, progress = undefined) {
  worker ??= start();
  const w = await worker;
  w.ref?.();
  const id = next++;
  const texts = JSON.stringify(Object.fromEntries(Object.entries(options).map(([key, value]) => [key, String(value)])));
  const answer = await new Promise((resolve, reject) => {
    open.set(id, { resolve, reject, progress });
    w.postMessage({ id, operation, text, options: texts });
  });
  const isJSON = answer.type.startsWith('application/json');
  const body = isJSON ? JSON.parse(answer.body) : answer.body;
  if (answer.status !== 200) throw new CrosscutError(isJSON ? body : { error: body }, answer.status);
  return body;
}

export async function solve(text, options) {
  const objects = await ask('solve', text, options);
  const { complete } = objects.at(-1);
  return { solutions: objects.filter((object) => object.rows).map((object) => object.rows), complete };
}

export function count(text, options) { return ask('count', text, options); }

export function unique(text, options) { return ask('unique', text, options); }

export async function hint(text, options) { return [await ask('hint', text, options)].flat()[0]; }

export function grade(text, options) { return ask('grade', text, options); }

export function generate(options) { return ask('generate', '', options); }

export function draw(text, options) { return ask('draw', text, options); }
