// The part of the view Set for variants of Hidokus: torus, closed path, order, and signs
// between two cells.

import { byId, input } from './dom.js';
import { pairsOf } from './puzzle.js';

/** @typedef {import('../../types').Info} Info */

/** The headers that are on or off, with their values. @type {Record<string, string>} */
const switches = { torus: 'yes', closed: 'yes', clues: 'order' };

export class RuleEditor {
  /** @param {(headers: Record<string, string>) => void} edit */
  constructor(edit) {
    this.edit = edit;
    /** @type {Info|null} */
    this.info = null;
    this.first = ''; // the first cell of a pair
    for (const key of Object.keys(switches)) byId(`rule-${key}`).addEventListener('change', () => this.change(key, input(`rule-${key}`).checked ? switches[key] : ''));
    byId('set-gaps').addEventListener('change', () => this.change('gaps', input('set-gaps').value.trim()));
  }

  /** @param {Info} info */
  show(info) {
    this.info = info;
    this.first = '';
    byId('rule-fields').hidden = info.puzzle !== 'hidoku';
    for (const key of Object.keys(switches)) input(`rule-${key}`).checked = Boolean(info.headers?.[key]);
    input('set-gaps').value = info.headers?.gaps ?? '';
    input('tool-pair').disabled = info.puzzle !== 'hidoku';
    if (input('tool-pair').disabled && input('tool-pair').checked) input('tool-clue').checked = true;
  }

  /** Sets a header, or takes it away with "". @param {string} key @param {string} value */
  change(key, value) {
    const { [key]: _, ...headers } = this.info?.headers ?? {};
    this.edit(value ? { ...headers, [key]: value } : headers);
  }

  /** Takes a cell for a pair, and reports whether it did. The same pair again takes the sign away. @param {string} name */
  tap(name) {
    if (!input('tool-pair').checked) {
      this.first = '';
      return false;
    }
    const first = this.first;
    this.first = first === name ? '' : name;
    if (first && first !== name) {
      const key = input('pair-kind').value;
      const pairs = pairsOf(this.info?.headers?.[key] ?? '');
      const others = pairs.filter((pair) => !(pair.includes(first) && pair.includes(name)));
      this.change(key, (others.length < pairs.length ? others : [...pairs, [first, name]]).map((pair) => pair.join('-')).join(', '));
    }
    return true;
  }
}
