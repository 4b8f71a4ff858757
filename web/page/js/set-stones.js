// The part of the view Create for draughtboards: corner, flips, and the list of stones.

import { byId, h, input } from './dom.js';
import { quick } from './engine.js';
import { looseShape } from './play-stones.js';
import { parse, stoneName } from './stones.js';
import { t } from './text.js';
import { useWords } from './variants.js';
import { complain } from './work.js';

const side = 6; // rows and columns of the field for a new stone
const next = /** @type {Record<string, string>} */ ({ _: 'B', B: 'W', W: 'X', X: '_' });

/** Returns a picture of the squares of a draughtboard. The engine draws only boards that the stones can cover. So it draws an open board of another family, which gets the colours here. @param {Info} info */
export async function squaresOf(info) {
  const rows = info.rows.map((row) => row.map((cell) => (cell === null ? '##' : '__')).join(','));
  const picture = await quick.ask('draw', `puzzle: hidoku\nmoves: rook\n${rows.join('\n')}\n`);
  return picture.body.replace(/class="cell" data-cell="r(\d+)c(\d+)"/g, (text, row, col) => {
    const colour = info.corner === 'X' ? 'grey' : (Number(row) + Number(col)) % 2 === Number(info.corner === 'W') ? 'black' : 'white';
    return text.replace('cell', `cell ${colour}`);
  });
}

export class StoneEditor {
  /** @param {(change: Partial<Info>) => void} edit */
  constructor(edit) {
    this.edit = edit;
    this.info = /** @type {Info|null} */ (null);
    this.field = this.emptyField();
    byId('corner').addEventListener('change', () => edit({ corner: /** @type {any} */ (input('corner').value) }));
    byId('flips').addEventListener('change', () => edit({ flips: input('flips').checked }));
    byId('set-of-stones').addEventListener('change', () => {
      const { stones: _, ...headers } = this.info?.headers ?? {};
      edit({ headers: input('set-of-stones').value ? { ...headers, stones: input('set-of-stones').value } : headers });
    });
    byId('add-stone').addEventListener('click', () => this.add());
  }

  emptyField() { return Array.from({ length: side }, () => Array(side).fill('_')); }

  /** @param {Info} info */
  show(info) {
    this.info = info;
    input('corner').value = info.corner ?? 'X';
    input('flips').checked = info.flips ?? true;
    byId('stone-list').replaceChildren(...(info.stones ?? []).map((stone, i) => h('button', {
      type: 'button',
      class: 'tray-stone',
      'aria-label': [t('removeStone', stone.name || stoneName(i)), useWords(stone.use)].filter(Boolean).join(', '),
      'data-many': useWords(stone.use) || null,
      title: t('removeStone', stone.name || stoneName(i)),
      onclick: () => this.edit({ stones: (info.stones ?? []).filter((_, j) => j !== i) }),
    }, looseShape(parse(stone.text), i, { name: stone.name || stoneName(i) }))));
    input('set-of-stones').value = info.headers?.stones ?? '';
    if (info.headers?.stones) this.named(info).catch(complain);
    this.drawField();
  }

  /** Shows the stones of a set, which no tap removes. @param {Info} info */
  async named(info) {
    const { stones } = await quick.json('read', `puzzle: draughtboard\ncorner: any\nflips: yes\ngaps: 0..400\nstones: ${info.headers?.stones}\nboard: 20x20\n=\n`);
    if (this.info === info) byId('stone-list').append(...stones.map((/** @type {any} */ stone, /** @type {number} */ i) => h('span', { class: 'tray-stone' }, looseShape(parse(stone.text), i, stone))));
  }

  drawField() {
    byId('stone-field').replaceChildren(...this.field.flatMap((row, r) => row.map((sign, c) => h('button', {
      type: 'button',
      class: `field field-${sign === '_' ? 'none' : sign}`,
      'aria-label': `${t('cell', r + 1, c + 1)}, ${sign === '_' ? t('cellOpen') : t(`cell${sign}`) || t('stones')}`,
      onclick: () => {
        this.field[r][c] = next[sign];
        this.drawField();
        /** @type {HTMLElement} */ (byId('stone-field').children[r * side + c]).focus();
      },
    }))));
  }

  add() {
    const rows = this.field.filter((row) => row.some((sign) => sign !== '_'));
    if (rows.length === 0) return;
    const columns = this.field[0].map((_, c) => c).filter((c) => this.field.some((row) => row[c] !== '_'));
    const [left, right] = [Math.min(...columns), Math.max(...columns)];
    const text = rows.map((row) => row.slice(left, right + 1).join(',')).join('\n');
    this.field = this.emptyField();
    this.edit({ stones: [...this.info?.stones ?? [], { name: '', text: `${text}\n` }] });
  }
}
