// The worker: it runs the engine, one question at a time. The page ends it to cancel.
// It is a classic worker, because wasm_exec.js is no module.

importScripts(`../engine/wasm_exec.js${location.search}`); // of the same version

const worker = /** @type {any} */ (self);

/** @type {Promise<any>|undefined} */
let engine;

/** Starts the program, which sets the global object crosscut. @param {WebAssembly.Module} module */
function start(module) {
  return new Promise((resolve, reject) => {
    const go = new worker.Go();
    worker.crosscutReady = () => resolve(worker.crosscut);
    WebAssembly.instantiate(module, go.importObject).then((instance) => go.run(instance)).then(() => reject(new Error('the engine has ended')), reject);
  });
}

worker.onmessage = async (/** @type {MessageEvent} */ event) => {
  const { id, module, op, text, options } = event.data;
  if (module) {
    engine = start(module);
    engine.catch((error) => worker.postMessage({ failed: String(error) }));
    return;
  }
  try {
    const crosscut = await engine;
    const answer = await crosscut.ask(op, text, options, (/** @type {number} */ share, /** @type {number} */ nodes) =>
      worker.postMessage({ id, progress: { share, nodes } }));
    worker.postMessage({ id, answer: { status: answer.status, type: answer.type, body: answer.body } });
  } catch (error) {
    worker.postMessage({ id, failed: String(error) });
  }
};
