// The colours that a player gives to cells with the pencil.

import { h } from './dom.js';
import { t } from './text.js';

/** @typedef {Record<string, number>} Colours by the names of cells */

const many = 6; // colours in the style sheet

let chosen = 1; // for the next cell

/** Shows the colours in a list, where one is chosen. @param {HTMLElement} list */
export function showColours(list) {
  list.replaceChildren(...Array.from({ length: many }, (_, i) => h('button', {
    type: 'button', class: 'swatch', 'data-colour': i + 1, 'aria-label': t('cellColour', i + 1), 'aria-pressed': String(i + 1 === chosen),
    onclick: () => { chosen = i + 1; showColours(list); /** @type {HTMLElement} */ (list.children[i]).focus(); },
  })));
}

/** Returns the colours with a cell in the chosen one, or without the cell if it had that one. @param {Colours|undefined} colours @param {string} name @returns {Colours} */
export function painted(colours, name) {
  const { [name]: old, ...others } = colours ?? {};
  return old === chosen ? others : { ...others, [name]: chosen };
}
