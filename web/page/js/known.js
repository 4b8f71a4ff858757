// Answers about the puzzles that were shown last. They are there on the next visit before the engine is.

import { alone } from './alone.js';
import { quick, version } from './engine.js';
import { keep, kept } from './store.js';

const most = 12; // answers that are kept
const longest = 200_000; // characters of one of them

/** @type {{version: string, answers: [string, string][]}} by the question, newest first */
let known = kept('known', { version, answers: [] });
if (known.version !== version || alone) known = { version, answers: alone?.answers ?? [] }; // another version may answer otherwise

/** Returns the answer of the quick engine to a question without options, as a text. @param {'read'|'draw'|'link'} op @param {string} text */
export async function answer(op, text) {
  const question = `${op} ${text}`;
  const body = known.answers.find(([asked]) => asked === question)?.[1] ?? (await quick.ask(op, text)).body;
  known.answers = [/** @type {[string, string]} */ ([question, body]), ...known.answers.filter(([asked]) => asked !== question)].slice(0, most);
  return body;
}

/** Keeps the answers for the next visit. */
export function remember() { if (!alone) keep('known', { version, answers: known.answers.filter(([, body]) => body.length < longest) }); }
