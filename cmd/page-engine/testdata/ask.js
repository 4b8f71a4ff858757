// Loads the engine as a worker does, and answers the questions of a file.
// node ask.js wasm_exec.js engine.wasm questions.json > answers.json
const fs = require("node:fs");
const [loader, engine, questions] = process.argv.slice(2);
globalThis.fs = fs;
globalThis.require = require;
require(loader);
let ready = false;
globalThis.crosscutReady = () => { ready = true; };
const go = new Go();
(async () => {
	const { instance } = await WebAssembly.instantiate(fs.readFileSync(engine), go.importObject);
	go.run(instance);
	const answers = [];
	for (const q of JSON.parse(fs.readFileSync(questions, "utf8"))) {
		const start = performance.now();
		let ticks = 0;
		const clock = setInterval(() => { ticks++; }, 10); // counts only while the engine lets events in
		let reports = 0;
		const answer = await crosscut.ask(q.operation, q.text, q.options, () => { reports++; });
		clearInterval(clock);
		answers.push({ ...answer, reports, ticks, milliseconds: performance.now() - start });
	}
	process.stdout.write(JSON.stringify({ ready, operations: crosscut.operations, answers }), () => process.exit(0));
})();
