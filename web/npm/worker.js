// The worker: it runs the engine, in a browser or in node.

import './wasm_exec.js';

const inNode = typeof process === 'object' && Boolean(process.versions?.node);
const port = inNode ? (await import('node:worker_threads')).parentPort : self;

/** Starts the program, which sets the global object crosscut. */
async function start() {
  const address = new URL('./engine.wasm', import.meta.url);
  const code = inNode ? await (await import('node:fs/promises')).readFile(address) : await (await fetch(address)).arrayBuffer();
  const go = new globalThis.Go();
  const ready = new Promise((resolve) => { globalThis.crosscutReady = () => resolve(undefined); });
  const { instance } = await WebAssembly.instantiate(code, go.importObject);
  go.run(instance);
  await ready;
  return globalThis.crosscut;
}

const engine = start();

/** @param {any} message */
async function answer({ id, operation, text, options }) {
  try {
    const { status, type, body } = await (await engine).ask(operation, text, options, (share, nodes) => port.postMessage({ id, progress: { share, nodes } }));
    port.postMessage({ id, answer: { status, type, body } });
  } catch (error) {
    port.postMessage({ id, failed: String(error) });
  }
}

if (inNode) port.on('message', answer);
else port.onmessage = (event) => answer(event.data);
