// The part of the view Create for variants of Hidokus: torus, closed path, order, and signs
// between two cells.

import { byId, h, input } from './dom.js';
import { hidokuRules, pairKeys } from './hidoku-rules.js';
import { pairsOf } from './puzzle.js';
import { t } from './text.js';
import { say } from './work.js';

/** The headers that are on or off, with their values. @type {Record<string, string>} */
const switches = { torus: 'yes', closed: 'yes', clues: 'order' };

export class RuleEditor {
  /** @param {(headers: Record<string, string>) => void} edit */
  constructor(edit) {
    this.edit = edit;
    this.info = /** @type {Info|null} */ (null);
    this.first = ''; // the first cell of a pair
    this.drawing = true; // whether a drag draws signs, or takes them away
    this.touching = /** @type {((a: string, b: string) => boolean)|null} */ (null); // whether two cells touch
    for (const key of Object.keys(switches)) byId(`rule-${key}`).addEventListener('change', () => this.change(key, input(`rule-${key}`).checked ? switches[key] : ''));
    const signs = pairKeys.map((value) => ({ value, sign: hidokuRules[value].sign ?? '' }));
    byId('pair-kind').append(...signs.map(({ value, sign }) => h('option', { value, 'data-t': sign, text: t(sign) })));
    byId('pair-kind').addEventListener('change', () => this.how());
    byId('more-rules').addEventListener('toggle', () => { if (this.info) this.show(this.info); });
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
    for (const option of /** @type {Iterable<HTMLOptionElement>} */ (byId('pair-kind').children)) option.hidden = info.moves === 'rook' && option.value !== 'walls' && !info.headers?.[option.value] && !(/** @type {HTMLDetailsElement} */ (byId('more-rules')).open);
    this.how();
  }

  how() { byId('pair-how').textContent = t(this.onEdges() ? 'pairHow' : 'pairBridge'); }

  /** Reports whether the sign is one of edges, and not of any two cells. */
  onEdges() { return input('pair-kind').value !== 'bridges'; }

  /** Reports whether edges are wanted, and not cells. */
  wantsEdges() { return input('tool-pair').checked && this.onEdges(); }

  /** Draws or takes away a sign on an edge. A drag goes on as it began. @param {string} a @param {string} b @param {boolean} first whether the drag begins */
  edge(a, b, first) {
    const key = input('pair-kind').value;
    const has = this.pairs(key).some((pair) => pair.includes(a) && pair.includes(b));
    if (first) this.drawing = !has;
    if (has !== this.drawing) this.toggle(key, a, b);
  }

  /** Returns the pairs of a sign. @param {string} key */
  pairs(key) { return pairsOf(this.info?.headers?.[key] ?? ''); }

  /** Draws a sign between two cells, or takes it away. A sign that would say nothing is refused. @param {string} key @param {string} a @param {string} b */
  toggle(key, a, b) {
    const pairs = this.pairs(key);
    const others = pairs.filter((pair) => !(pair.includes(a) && pair.includes(b)));
    const refused = others.length === pairs.length ? this.refused(key, a, b) : '';
    if (refused) say(t(refused), 'bad');
    else this.change(key, (others.length < pairs.length ? others : [...pairs, [a, b]]).map((pair) => pair.join('-')).join(', '));
  }

  /** Says why a sign is not possible: cells touch, or do not. @param {string} key @param {string} a @param {string} b */
  refused(key, a, b) {
    const touch = this.touching?.(a, b);
    if (touch === undefined || touch !== (key === 'bridges')) return '';
    return touch ? 'pairTouch' : 'pairApart';
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
    if (first && first !== name) this.toggle(input('pair-kind').value, first, name);
    return true;
  }
}
