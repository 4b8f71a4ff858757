// What the engine says, in the language of the page: techniques, hints and reasons.

import { inGerman } from './sentences.js';
import { languageName } from './text.js';
import { techniques } from './words.js';

/** Returns the name of a technique. @param {string} id */
export function techniqueName(id) { return languageName() === 'de' ? techniques[id] ?? id : id.replaceAll('-', ' '); }

/**
 * Returns what the engine says, in the language of the page: as a text to read.
 * @param {string|undefined} text in English
 * @param {import('./sentences.js').Sentence|undefined} sentence the same for other languages
 * @returns {string}
 */
export function spoken(text, sentence) {
  const said = (languageName() === 'de' && sentence && inGerman(sentence)) || (text ?? '');
  if (!said) return '';
  const start = /^r\d/.test(said) ? said[0] : said[0].toUpperCase(); // a cell keeps its name
  return `${start}${said.slice(1)}.`;
}
