// What the engine says as a template and values, in German: it has the English text besides.

import { sentences } from './words.js';

/** @typedef {{template: string, values: Record<string, any>}} Sentence */

/** Returns a sentence of the engine in German. Without a template it is "". @param {Sentence} sentence @returns {string} */
export function inGerman(sentence) { return fill(sentences[sentence.template] ?? '', sentence.values ?? {}); }

/** Returns a template with the values in its places. @param {string} template @param {Record<string, any>} values @returns {string} */
function fill(template, values) {
  const start = template.indexOf('{');
  if (start < 0) return template;
  const end = matching(template, start);
  return template.slice(0, start) + place(template.slice(start + 1, end), values) + fill(template.slice(end + 1), values);
}

/** Returns where the brace closes that opens at start. @param {string} text @param {number} start */
function matching(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i;
  }
  return text.length;
}

/** Returns the text for what is in the braces of a place. @param {string} inside @param {Record<string, any>} values @returns {string} */
function place(inside, values) {
  const [, name, forms] = /^(\w+)\|(.*)$/s.exec(inside) ?? [];
  if (name) {
    let bar = 0;
    for (let depth = 0; bar < forms.length && (forms[bar] !== '|' || depth > 0); bar++) depth += forms[bar] === '{' ? 1 : forms[bar] === '}' ? -1 : 0;
    const value = values[name];
    return fill(value === 1 || value?.length === 1 ? forms.slice(0, bar) : forms.slice(bar + 1), values);
  }
  const [key, how] = inside.split(':');
  const list = [values[key] ?? []].flat();
  const words = how === 'ranges' ? ranges(list) : list.map((value) => (value.template ? inGerman(value) : String(value)));
  return how === 'spaced' ? words.join(' ') : joined(words, how ? 'oder' : 'und');
}

/** Lists numbers, in short for three and more in a row: "3 bis 7". @param {number[]} numbers @returns {string[]} */
function ranges(numbers) {
  if (numbers.length === 0) return [];
  let row = 1;
  while (numbers[row] === numbers[0] + row) row++;
  if (row < 3) return [String(numbers[0]), ...ranges(numbers.slice(1))];
  return [`${numbers[0]} bis ${numbers[row - 1]}`, ...ranges(numbers.slice(row))];
}

/** Joins words: "a, b und c". @param {string[]} words @param {string} last */
function joined(words, last) { return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`; }
