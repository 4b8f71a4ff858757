// Draughtboards on the view Play: stones are chosen, turned, flipped and laid.

import { painted, showColours } from './colours.js';
import { byId, fade, h, input, s } from './dom.js';
import { cellLabel } from './names.js';
import { filledText, position } from './puzzle.js';
import { Stones, flipped, turned } from './stones.js';
import { t } from './text.js';
import { say } from './work.js';

const size = 40;
const colours = 21; // of stones in the style sheet of boards

export class StonesTable {
  /** @param {import('./play.js').Play} play @param {Info} info */
  constructor(play, info) {
    this.play = play;
    this.info = info;
    this.game = new Stones(info);
    this.turns = this.game.stones.map((stone) => stone.cells); // each kind as it lies beside the board
    this.held = -1; // the stone in hand
    this.grip = { row: 0, col: 0 }; // its cell under the finger
    this.over = '';
    this.kept = new Set(); // stones that were not tried, as texts
    byId('turn').onclick = () => this.change(turned);
    byId('flip').onclick = () => this.change(flipped);
    input('pencil').checked = false;
    byId('pencil').onchange = () => this.take(-1);
    byId('flip').hidden = !this.game.stones.some((stone) => stone.flips);
    byId('put-back').onclick = () => this.putBack();
    this.dragging = false;
    document.onpointerup = (event) => this.drop(event);
    document.onpointermove = (event) => this.float(event);
    byId('float').dataset.stone = '';
  }

  /** @returns {{stones: Placed[], colours?: import('./colours.js').Colours}} */
  fresh() { return { stones: [] }; }

  /** Prepares what the view has for this kind of board. */
  tools() {
    byId('play').dataset.table = 'stones';
    byId('number-tools').hidden = true;
    byId('stone-tools').hidden = false;
  }

  /** Returns the stones of a state. One that was kept by an older page has nothing else. @param {any} state @returns {Placed[]} */
  laid(state) { return state.stones ?? state; }

  get state() { return this.laid(this.play.state); }

  /** Returns the state with other stones. @param {Placed[]} stones */
  having(stones) { return { stones, colours: this.colours }; }

  full() { return this.game.full(this.state); }

  /** @param {boolean} [partial] whether more stones may come */
  filled(partial = false) {
    return filledText({ ...this.info, rows: this.info.rows.map((row) => row.map((cell) => (cell === null ? null : ''))) }, this.game.labels(this.state, partial));
  }

  /** Returns a stone as it lies beside the board. @param {number} stone */
  loose(stone) { return this.turns[this.game.stones[stone].kind]; }

  /** Sets how a stone and those like it lie beside the board. @param {number} stone @param {StoneCell[]} cells */
  lay(stone, cells) {
    const { kind } = this.game.stones[stone];
    this.turns = this.turns.map((old, i) => (i === kind ? cells : old));
  }

  /** @param {(string|null)[][]} rows */
  fromRows(rows) { return this.having(this.game.fromRows(rows)); }

  /** Returns the cells of a stone that a hint lays. Those of placements that it rules out are all over the board. @param {any} step @returns {string[]} */
  targets(step) { return (step.place ?? []).flatMap((/** @type {any} */ part) => part.cells); }

  /** Returns the state with a hint entered. @param {any} step */
  entered(step) {
    const [{ value, cells }] = step.place;
    this.held = -1;
    const placed = this.game.placedOn(this.state, value, cells);
    return placed ? this.having([...this.state, placed]) : this.play.state;
  }

  /** @param {string} name */
  label(name) {
    const [row, col] = position(name);
    const placed = this.game.covered(this.state).get(name);
    const stone = placed && this.game.stones[placed.stone];
    return cellLabel(name, t(`cell${this.game.coloured ? this.game.colourAt(row, col, this.state) : 'X'}`), stone ? t(stone.bare ? 'cellBare' : 'cellStone', stone.name) : t('cellOpen'), placed && !this.kept.has(JSON.stringify(placed)) ? t('cellTried') : '', this.colours[name] ? t('cellColour', this.colours[name]) : '');
  }

  /** Takes a stone in hand. @param {number} stone @param {{row: number, col: number}} [grip] */
  take(stone, grip) {
    this.held = stone;
    if (stone >= 0) input('pencil').checked = false;
    this.grip = grip ?? (stone >= 0 ? lettered(this.loose(stone)) : { row: 0, col: 0 });
    this.draw();
  }

  /** Puts the stone in hand, or the one at the frame, beside the board. */
  putBack() {
    const placed = this.game.covered(this.state).get(this.play.board.at);
    if (this.held < 0 && placed) this.play.set(this.having(this.state.filter((other) => other !== placed)));
    this.take(-1);
  }

  /** Turns the stone in hand, or turns it over, if it may. @param {(cells: StoneCell[]) => StoneCell[]} how */
  change(how) {
    if (this.held < 0 || !this.may(how)) return;
    this.lay(this.held, how(this.loose(this.held)));
    this.take(this.held);
  }

  /** Reports whether the stone in hand may be turned, or turned over. @param {(cells: StoneCell[]) => StoneCell[]} how */
  may(how) {
    const stone = this.game.stones[this.held];
    return Boolean(how === turned ? stone?.turns : stone?.flips);
  }

  /** Returns the stone in hand as it would lie with its grip on a cell. @param {string} name */
  shadow(name) {
    const [row, col] = position(name);
    return { stone: this.held, cells: this.loose(this.held), row: row - this.grip.row, col: col - this.grip.col };
  }

  /** @param {string} name */
  tap(name) {
    if (input('pencil').checked) return this.play.set({ ...this.having(this.state), colours: painted(this.colours, name) });
    if (this.held >= 0) {
      const placed = this.shadow(name);
      const why = this.game.misfit(this.state, placed);
      if (why) {
        say(t(why));
      } else {
        const { bare } = this.game.stones[this.held];
        this.held = -1;
        this.play.set(this.having([...this.state, placed]));
        if (bare && this.free().includes(placed.stone)) this.take(placed.stone); // for the next bare cell
      }
      return;
    }
    const placed = this.game.covered(this.state).get(name);
    if (placed) this.lift(placed, name);
    else say(t('howStones'));
  }

  /** Takes a stone from the board. @param {Placed} placed @param {string} name */
  lift(placed, name) {
    const [row, col] = position(name);
    this.lay(placed.stone, placed.cells);
    this.play.set(this.having(this.state.filter((other) => other !== placed)));
    this.take(placed.stone, { row: row - placed.row, col: col - placed.col });
  }

  /** @param {string} name */
  dragStart(name) {
    const placed = this.game.covered(this.state).get(name);
    if (this.held >= 0 || !placed || input('pencil').checked) return false;
    this.lift(placed, name);
    this.dragging = true;
    return true;
  }

  /** @param {string} name */
  drag(name) { if (byId('float').hidden) this.hover(name); }

  /** Lays a stone that was dragged. @param {PointerEvent} event */
  drop(event) {
    if (!this.dragging) return;
    this.dragging = false;
    const name = this.play.board.cellAt(event);
    this.float(null);
    if (name && this.held >= 0) this.tap(name);
  }

  /** Shows the stone that is dragged above the finger, which hides the board. @param {PointerEvent|null} event */
  float(event) {
    const box = byId('float');
    box.hidden = !event || !this.dragging || this.held < 0 || event.pointerType === 'mouse';
    if (box.hidden || !event) return;
    if (box.dataset.stone !== String(this.held)) box.replaceChildren(looseShape(this.loose(this.held), this.held, this.game.stones[this.held]));
    box.dataset.stone = String(this.held);
    box.style.translate = `calc(${event.clientX}px - 50%) calc(${event.clientY - 56}px - 100%)`;
    const name = this.play.board.cellAt(event);
    if (name === (this.over || null)) return;
    this.hover(name);
    const why = name && this.game.misfit(this.state, this.shadow(name));
    say(why ? t(why) : '');
  }

  /** @param {string|null} name */
  hover(name) {
    if (this.held < 0 || name === this.over) return;
    this.over = name ?? '';
    this.ghost();
  }

  /** @param {string} name */
  focus(name) { this.hover(name); }

  /** @param {string} name @param {KeyboardEvent} event */
  key(name, event) {
    const key = event.key.toLowerCase();
    if (key === 'enter' || key === ' ') this.tap(name);
    else if (key === 'r') this.change(turned);
    else if (key === 'f' && this.held >= 0 && this.may(flipped)) this.change(flipped);
    else if (key === 'escape' || key === 'delete' || key === 'backspace') this.putBack();
    else if (this.named(key) !== undefined) this.take(/** @type {number} */ (this.named(key)));
    else return false;
    return true;
  }

  /** Returns the stone beside the board whose name a key begins. x stands for a bare cell. @param {string} key */
  named(key) {
    const free = this.free();
    return free.find((i) => this.game.stones[i].name.toLowerCase() === key)
      ?? free.find((i) => (this.game.stones[i].bare ? key === 'x' : this.game.stones[i].name[0].toLowerCase() === key));
  }

  /** Returns the stones beside the board. */
  free() { return this.game.free(this.state); }

  /** Returns the colours of cells. @returns {import('./colours.js').Colours} */
  get colours() { return this.play.state.colours ?? {}; }

  draw() {
    const { board, about } = this.play;
    if (this.held >= 0 && !this.free().includes(this.held)) this.held = -1; // a step back has laid it
    for (const old of board.svg?.querySelectorAll('.under .stone') ?? []) old.remove();
    this.kept = new Set(this.laid(about.trial ?? this.play.state).map((placed) => JSON.stringify(placed)));
    for (const placed of this.state) {
      const shape = stoneShape(placed, this.game.stones[placed.stone]);
      shape.classList.toggle('tried', !this.kept.has(JSON.stringify(placed)));
      board.under?.append(shape);
    }
    const covered = this.game.covered(this.state);
    for (const [name, { path }] of board.cells) {
      path.classList.toggle('filled', covered.has(name));
      board.paint(name, this.colours[name] ?? 0);
    }
    this.ghost();
    this.tray();
  }

  /** Shows where the stone in hand would lie. */
  ghost() {
    const { board } = this.play;
    board.over?.querySelector('.ghost')?.remove();
    if (this.held < 0 || !board.cells.has(this.over)) return;
    const placed = this.shadow(this.over);
    const shape = stoneShape(placed, this.game.stones[this.held]);
    shape.classList.add('ghost');
    shape.classList.toggle('misfit', this.game.misfit(this.state, placed) !== '');
    board.over?.append(shape);
  }

  tray() {
    const list = byId('stones');
    /** @type {HTMLButtonElement} */ (byId('turn')).disabled = !this.may(turned);
    /** @type {HTMLButtonElement} */ (byId('flip')).disabled = !this.may(flipped);
    /** @type {HTMLButtonElement} */ (byId('put-back')).disabled = this.held < 0 && this.state.length === 0;
    if (input('pencil').checked) return showColours(list);
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset.stone;
    const shown = this.free().filter((i) => i === this.held || this.game.alike(this.state, i)[0] === i && this.game.stones[i].kind !== this.game.stones[this.held]?.kind);
    list.replaceChildren(...shown.map((i) => h('button', {
      type: 'button',
      class: 'tray-stone',
      'data-stone': i,
      'aria-pressed': String(this.held === i),
      'aria-label': this.trayLabel(i),
      'data-many': this.many(i),
      onclick: (/** @type {Event} */ event) => { event.stopPropagation(); },
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        /** @type {Element} */ (event.currentTarget).releasePointerCapture?.(event.pointerId);
        this.take(i);
        this.dragging = true;
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        this.take(i);
        this.over = this.play.board.at;
        this.ghost();
        this.play.board.focus(this.over);
      },
    }, looseShape(this.loose(i), i, this.game.stones[i]))));
    if (focused) /** @type {HTMLElement|null} */ (list.querySelector(`[data-stone="${focused}"]`))?.focus({ preventScroll: true });
    fade(list);
  }

  /** Returns the words for a stone in the tray. @param {number} i */
  trayLabel(i) {
    const stone = this.game.stones[i];
    if (stone.bare) return t('cellBare');
    return [t('stone', stone.name, stone.cells.length), this.many(i)].filter(Boolean).join(', ');
  }

  /** Returns how many stones like one are left, if there are several. @param {number} i */
  many(i) {
    const left = this.game.alike(this.state, i).length;
    return left > 1 ? `×${left}` : null;
  }
}

/** Returns the lines around cells. @param {StoneCell[]} cells */
function edges(cells) {
  const has = new Set(cells.map((cell) => `${cell.row},${cell.col}`));
  return cells.map(({ row, col }) => {
    const [x, y] = [col * size, row * size];
    return (has.has(`${row - 1},${col}`) ? '' : `M${x} ${y}h${size}`) + (has.has(`${row + 1},${col}`) ? '' : `M${x} ${y + size}h${size}`)
      + (has.has(`${row},${col - 1}`) ? '' : `M${x} ${y}v${size}`) + (has.has(`${row},${col + 1}`) ? '' : `M${x + size} ${y}v${size}`);
  }).join('');
}

/** Returns the squares of cells. @param {StoneCell[]} cells */
function squares(cells) { return cells.map(({ row, col }) => `M${col * size} ${row * size}h${size}v${size}h${-size}z`).join(''); }

/** Returns the cell with the name of a stone: the one nearest to its middle. @param {StoneCell[]} cells */
function lettered(cells) {
  const row = cells.reduce((sum, cell) => sum + cell.row, 0) / cells.length;
  const col = cells.reduce((sum, cell) => sum + cell.col, 0) / cells.length;
  const far = (/** @type {StoneCell} */ cell) => (cell.row - row) ** 2 + (cell.col - col) ** 2;
  return [...cells].sort((a, b) => far(a) - far(b))[0];
}

/** Returns the name of a stone. @param {StoneCell[]} cells @param {string} name */
function label(cells, name) {
  const best = lettered(cells);
  return s('text', { class: 'name', x: (best.col + 0.5) * size, y: (best.row + 0.5) * size + 7, 'font-size': 20 }, name);
}

/** Returns the face and the edge of a stone. A bare cell has neither. @param {StoneCell[]} cells @param {{bare?: boolean}} stone */
function surface(cells, stone) {
  return stone.bare ? [] : [s('path', { class: 'face', d: squares(cells) }), s('path', { class: 'edge', d: edges(cells) })];
}

/** Returns a stone on the board. @param {Placed} placed @param {GameStone} stone */
function stoneShape(placed, stone) {
  return s('g', { class: `stone s${placed.stone % colours}`, transform: `translate(${placed.col * size} ${placed.row * size})` },
    ...surface(placed.cells, stone), label(placed.cells, stone.name));
}

/** Returns a stone beside the board. @param {StoneCell[]} cells @param {number} i its number @param {{name: string, bare?: boolean}} stone */
export function looseShape(cells, i, stone) {
  const wide = Math.max(...cells.map((cell) => cell.col)) + 1;
  const high = Math.max(...cells.map((cell) => cell.row)) + 1;
  return s('svg', { class: 'crosscut', viewBox: `-2 -2 ${wide * size + 4} ${high * size + 4}`, width: wide * 22, height: high * 22, 'aria-hidden': 'true' },
    ...cells.map((cell) => s('path', { class: `cell ${{ B: 'black', W: 'white', X: 'grey' }[cell.colour]}`, d: squares([cell]) })),
    s('g', { class: `stone s${i % colours}` }, ...surface(cells, stone), label(cells, stone.name)));
}
