// Uses the package as a program would, and prints what it answers as one object.
import { count, CrosscutError, draw, end, generate, grade, hint, solve, unique } from 'crosscut';

const square = 'puzzle: magic\n2,_,_\n_,5,_\n_,_,_\n';
const answers = await Promise.all([solve(square, { n: 9 }), count(square), unique(square), generate({ family: 'zip', size: '4x4', seed: 1, count: 2 })]);
const [solved, counted, uniqueness, made] = answers;
const step = await hint(made[0].text);
const { level } = await grade(made[0].text);
const wrong = await count('no puzzle').catch((error) => error instanceof CrosscutError && error.kind);
const ended = count('puzzle: magic\n' + '_,_,_,_,_,_\n'.repeat(6), {}).catch(() => 'ended');
await new Promise((resolve) => setTimeout(resolve, 100));
await end();
console.log(JSON.stringify({
  solutions: solved.solutions.length, complete: solved.complete, count: counted.count, unique: uniqueness.unique, made: made.length,
  step: step.text, level: level === made[0].level, wrong, svg: (await draw(square)).startsWith('<svg'), ended: await ended,
}));
