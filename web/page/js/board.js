// The board: an SVG of the engine, made a grid for mouse, touch, keyboard and screen reader. It knows no puzzle.

import { s } from './dom.js';
import { position } from './puzzle.js';

/**
 * What a view wants to hear. All are optional.
 * @typedef {object} Handlers
 * @property {(name: string, event: PointerEvent) => void} [tap] a cell was pressed and released
 * @property {(from: string) => boolean} [dragStart] may a drag begin here?
 * @property {(name: string) => void} [drag] a drag came to a further cell
 * @property {(name: string|null) => void} [hover] the mouse is above a cell, or left the board
 * @property {(event: KeyboardEvent) => boolean} [arrow] an arrow, before it moves the frame; true if it was used
 * @property {(a: string, b: string, first: boolean) => void} [pair] an edge between two cells was pressed, or a drag came to it
 * @property {() => boolean} [pairs] are edges wanted, and not cells?
 * @property {(name: string, key: KeyboardEvent) => boolean} [key] a key on a cell; true if it was used
 * @property {(name: string) => void} [focus] the frame moved to a cell
 * @property {(name: string) => string} [label] the words for a cell
 */

const size = 40; // a cell, in the units of the SVG

const style = new CSSStyleSheet(); // that of the pictures
let styled = ''; // its text

/** Takes the style sheet of a picture into the page. A picture of a variant has all rules. @param {string} css */
function adoptStyle(css) {
  if (css.length <= styled.length) return;
  if (!styled) document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  styled = css;
  style.replaceSync(css);
}

/** Returns the picture of an answer of draw, without its style sheet: the page has it once. The stones beside a board are left out if the puzzle is told. @param {string} text @param {Info} [info] @returns {SVGSVGElement} */
export function picture(text, info) {
  const drawing = text.replace(/<style>([^<]*)<\/style>/, (_, css) => { // a style element would offend the content policy
    adoptStyle(css);
    return '';
  });
  const svg = /** @type {any} */ (new DOMParser().parseFromString(drawing, 'image/svg+xml').documentElement);
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  svg.querySelector('title')?.remove(); // the page has a better name for it
  if (info?.puzzle === 'draughtboard') crop(svg, info);
  return document.importNode(svg, true);
}

/** Leaves out what stands beside a board of squares, such as stones. @param {SVGSVGElement} svg @param {{width: number, height: number}} board its size in cells */
function crop(svg, { width, height }) {
  const edge = 6;
  svg.querySelector('.sheet')?.remove();
  svg.querySelector('.board')?.removeAttribute('transform');
  svg.setAttribute('viewBox', `${-edge} ${-edge} ${width * size + 2 * edge} ${height * size + 2 * edge}`);
}

/** Draws the line of a Zip on its picture: a solution without numbers of steps. @param {SVGSVGElement} svg @param {(number|null)[][]} rows the steps */
export function drawLine(svg, rows) {
  const cells = [.../** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll('[data-cell]'))].map((path) => {
    const [row, col] = position(path.dataset.cell ?? '');
    return { step: Number(rows[row][col]), ...middleOf(path) };
  });
  const line = cells.sort((a, b) => a.step - b.step).map(({ x, y }) => `${x} ${y}`).join('L');
  [...svg.querySelectorAll('.row')].at(-1)?.after(s('path', { class: 'route line', d: `M${line}` }));
}

/** Returns the middle of a cell. @param {SVGElement} path */
function middleOf(path) {
  const numbers = (path.getAttribute('d') ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
  const corners = numbers.length / 2;
  const one = Math.floor(corners / 4); // the middle is between this corner and the opposite one
  const middle = (/** @type {number} */ axis) => (numbers[2 * one + axis] + numbers[2 * (one + corners / 2) + axis]) / 2;
  return { x: middle(0), y: middle(1) };
}

export class Board {
  /** @param {HTMLElement} host @param {Handlers} handlers */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
    this.cells = /** @type {Map<string, Cell>} */ (new Map());
    this.texts = /** @type {Map<string, SVGElement>} */ (new Map());
    this.drawn = /** @type {Map<string, string>} */ (new Map()); // what a cell has: only what changes is drawn
    this.marked = /** @type {Map<string, Map<string, SVGElement|null>>} */ (new Map()); // by the kind of mark: the cells and their frames
    this.given = /** @type {Map<string, SVGElement>} */ (new Map()); // the texts of the picture
    this.torus = /** @type {{width: number, height: number}|null} */ (null); // its size in cells, if steps go over the edges
    this.fine = false; // whether a path is a thin line
    this.at = ''; // the cell with the frame
    this.round = false; // whether a drag reaches a cell near its middle only, so that it may pass a corner
    this.press = /** @type {{from: string, last: string, moved: boolean, id: number, x: number, y: number}|null} */ (null);
    this.svg = /** @type {SVGSVGElement|null} */ (null);
    document.addEventListener('pointermove', (event) => this.move(event));
    document.addEventListener('pointerup', (event) => this.release(event));
    document.addEventListener('pointercancel', () => { this.press = null; });
  }

  /**
   * Shows a picture. The frame stays where it was, if that cell is still there.
   * @param {string} text an answer of draw
   * @param {string} label the name of the board
   * @param {Info} info the puzzle
   * @param {boolean} [holes] whether holes take part
   */
  show(text, label, info, holes = false) {
    const focused = this.svg?.contains(document.activeElement);
    const svg = picture(text, info);
    this.svg = svg;
    this.fine = !['king', 'rook', 'hex'].includes(info.moves ?? 'king');
    this.torus = info.torus ? { width: info.width, height: info.height * (info.moves === 'hex' ? Math.sqrt(3) / 2 : 1) } : null;
    this.round = info.moves === 'king';
    this.cells.clear();
    for (const known of [this.texts, this.given, this.drawn, this.marked]) known.clear();
    svg.removeAttribute('role');
    for (const group of svg.querySelectorAll('g')) group.setAttribute('role', 'none');
    const board = /** @type {SVGElement} */ (svg.querySelector('.board'));
    for (const element of svg.querySelectorAll('text, rect, circle, path:not([data-cell], [data-hole]), .sheet')) element.setAttribute('aria-hidden', 'true');
    for (const row of board.querySelectorAll('.row')) row.setAttribute('role', 'row');
    for (const path of /** @type {NodeListOf<SVGElement>} */ (board.querySelectorAll(holes ? '[data-cell], [data-hole]' : '[data-cell]'))) this.addCell(path);
    for (const row of board.querySelectorAll('.row')) if (!row.querySelector('[role]')) row.setAttribute('role', 'none');
    for (const element of /** @type {NodeListOf<SVGElement>} */ (board.querySelectorAll('[data-at]'))) this.given.set(element.dataset.at ?? '', element);
    svg.setAttribute('role', 'grid');
    svg.setAttribute('aria-label', label);
    svg.addEventListener('pointerdown', (event) => this.down(event));
    svg.addEventListener('keydown', (event) => this.key(event));
    svg.addEventListener('pointerleave', () => this.handlers.hover?.(null));
    this.under = s('g', { class: 'under', 'aria-hidden': 'true' });
    this.over = s('g', { class: 'over', 'aria-hidden': 'true' });
    this.frame = s('path', { class: 'frame', 'aria-hidden': 'true' });
    board.insertBefore(this.under, [...board.querySelectorAll('.row')].at(-1)?.nextSibling ?? null);
    board.append(this.over, this.frame);
    this.board = board;
    this.host.replaceChildren(svg);
    this.fit();
    this.focus(this.cells.has(this.at) ? this.at : this.cells.keys().next().value ?? '', Boolean(focused));
    this.relabel();
  }

  /** Leaves out the margin of the picture. Where the board is not shown, it stays. */
  fit() {
    const { x, y, width, height } = /** @type {any} */ (this.board)?.getBBox?.() ?? {};
    if (!width) return;
    this.svg?.querySelector('.paper')?.remove();
    this.board?.removeAttribute('transform');
    this.svg?.setAttribute('viewBox', [x - 3, y - 3, width + 6, height + 6].join(' '));
  }

  /** @param {SVGElement} path */
  addCell(path) {
    const name = path.dataset.cell ?? path.dataset.hole ?? '';
    const [row, col] = position(name);
    path.setAttribute('role', 'gridcell');
    path.setAttribute('tabindex', '-1');
    path.addEventListener('focus', () => this.focus(name, false));
    this.cells.set(name, { name, row, col, ...middleOf(path), path });
  }

  /** Reports whether a cell has something else than before, and notes it. @param {string} what @param {string} now */
  differs(what, now) {
    if (this.drawn.get(what) === now) return false;
    this.drawn.set(what, now);
    return true;
  }

  /** Sets the words of all cells again. */
  relabel() {
    for (const { name, path } of this.cells.values()) {
      const words = this.handlers.label?.(name) ?? name;
      if (this.differs(`${name} words`, words)) path.setAttribute('aria-label', words);
    }
  }

  /** Moves the frame. @param {string} name @param {boolean} [take] whether the cell takes the focus of the page */
  focus(name, take = true) {
    const cell = this.cells.get(name);
    if (!cell) return;
    this.cells.get(this.at)?.path.setAttribute('tabindex', '-1');
    cell.path.setAttribute('tabindex', '0');
    const changed = this.at !== name;
    this.at = name;
    this.frame?.setAttribute('d', cell.path.getAttribute('d') ?? '');
    if (take && document.activeElement !== cell.path) cell.path.focus({ preventScroll: true });
    if (changed) this.handlers.focus?.(name);
  }

  /** Returns the cell at a point, or null. @param {{clientX: number, clientY: number}} point @param {boolean} [middle] whether a circle in its middle counts alone @returns {string|null} */
  cellAt(point, middle = false) {
    const path = document.elementFromPoint(point.clientX, point.clientY)?.closest('[data-cell], [data-hole]');
    const name = /** @type {SVGElement|null} */ (path)?.dataset.cell ?? /** @type {SVGElement|null} */ (path)?.dataset.hole;
    const cell = name !== undefined && this.svg?.contains(path ?? null) && this.cells.get(name);
    if (!cell || !middle) return cell ? cell.name : null;
    const at = this.pointOf(point);
    return at && Math.hypot(cell.x - at.x, cell.y - at.y) < 0.35 * size ? cell.name : null;
  }

  /** Returns a point in the units of the picture. @param {{clientX: number, clientY: number}} point @returns {DOMPoint|undefined} */
  pointOf({ clientX, clientY }) {
    const matrix = /** @type {any} */ (this.board)?.getScreenCTM?.();
    return matrix && new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const name = this.cellAt(event);
    if (!name) return;
    event.preventDefault();
    this.focus(name);
    this.press = { from: name, last: name, moved: false, id: event.pointerId, x: event.clientX, y: event.clientY };
    if (this.handlers.pairs?.()) {
      const pair = this.edgeAt(event);
      this.press.last = pair.join('-');
      if (pair.length > 0) this.handlers.pair?.(pair[0], pair[1], true);
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.svg) return;
    const name = this.cellAt(event);
    if (event.pointerType === 'mouse' && name) this.handlers.hover?.(name);
    const press = this.press;
    if (press && name && this.handlers.pairs?.()) {
      const pair = this.edgeAt(event);
      if (pair.length > 0 && pair.join('-') !== press.last) this.handlers.pair?.(pair[0], pair[1], false);
      press.last = pair.join('-') || press.last;
      press.moved = true;
      return;
    }
    if (!press || press.id !== event.pointerId) return;
    for (const at of [...event.getCoalescedEvents?.() ?? [], event]) this.follow(at);
  }

  /** Follows a drag to a point, by way of all points between. @param {PointerEvent} to */
  follow(to) {
    const press = this.press;
    if (!press) return;
    const [x, y] = [to.clientX - press.x, to.clientY - press.y];
    const parts = this.fine ? 1 : Math.ceil(Math.hypot(x, y) / 6); // a knight jumps over cells
    for (let i = 1; i <= parts && this.press; i++) this.reach(press, this.cellAt({ clientX: press.x + x * i / parts, clientY: press.y + y * i / parts }, this.round));
    Object.assign(press, { x: to.clientX, y: to.clientY });
  }

  /** A drag comes to a cell. @param {{from: string, last: string, moved: boolean}} press @param {string|null} name */
  reach(press, name) {
    if (!name || name === press.last) return;
    if (!press.moved && !this.handlers.dragStart?.(press.from)) {
      this.press = null;
      return;
    }
    press.moved = true;
    press.last = name;
    this.handlers.drag?.(name);
    this.focus(name);
  }

  /** Returns the two cells whose common edge is nearest to a point, or none near the middle of a cell. @param {PointerEvent} event @returns {string[]} */
  edgeAt(event) {
    const here = this.cells.get(this.cellAt(event) ?? '');
    const point = this.pointOf(event);
    if (!here || !point) return [];
    const away = (/** @type {Cell} */ cell) => Math.hypot(cell.x - point.x, cell.y - point.y);
    const near = [...this.cells.values()].filter((cell) => cell !== here && Math.hypot(cell.x - here.x, cell.y - here.y) < 1.2 * size).sort((a, b) => away(a) - away(b))[0];
    return near && away(near) < 0.85 * size ? [here.name, near.name].sort() : [];
  }

  /** @param {PointerEvent} event */
  release(event) {
    const press = this.press;
    this.press = null;
    if (press && !press.moved && this.cellAt(event) === press.from) this.handlers.tap?.(press.from, event);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || (event.metaKey && event.key.toLowerCase() !== 'z')) return; // on a Mac, Cmd+Z is Undo
    if (this.handlers.arrow?.(event)) {
      event.preventDefault();
      return;
    }
    const goal = this.goal(event);
    if (goal) this.focus(goal);
    if (goal !== null || this.handlers.key?.(this.at, event)) event.preventDefault();
  }

  /** Returns where a key moves the frame: "" for nowhere, null if the key does not move it. @param {KeyboardEvent} event @returns {string|null} */
  goal(event) {
    const here = this.cells.get(this.at);
    if (!here) return null;
    const all = [...this.cells.values()];
    const row = all.filter((cell) => cell.row === here.row);
    const round = row.some((cell) => cell.y !== here.y); // on a wheel a row is a ring
    const away = (/** @type {Cell} */ cell) => (round ? Math.abs(cell.col - here.col) : Math.abs(cell.x - here.x));
    const beyond = (/** @type {number} */ step) => {
      for (let r = here.row + step; all.some((cell) => (cell.row - r) * step >= 0); r += step) {
        const near = all.filter((cell) => cell.row === r).sort((a, b) => away(a) - away(b))[0];
        if (near) return near.name;
      }
      return '';
    };
    switch (event.key) {
      case 'ArrowLeft': return row.filter((cell) => cell.col < here.col).at(-1)?.name ?? '';
      case 'ArrowRight': return row.find((cell) => cell.col > here.col)?.name ?? '';
      case 'ArrowUp': return beyond(-1);
      case 'ArrowDown': return beyond(1);
      case 'Home': return (event.ctrlKey ? all : row)[0].name;
      case 'End': return (event.ctrlKey ? all : row).at(-1)?.name ?? '';
    }
    return null;
  }

  /** Writes a text on a cell, or takes it away. A text of the picture gives way to it. @param {string} name @param {string} text "" for none @param {string} [kind] further classes */
  write(name, text, kind = 'entry') {
    const cell = this.cells.get(name);
    if (!cell || !this.differs(name, text && `${kind} ${text}`)) return;
    let element = this.texts.get(name);
    this.given.get(name)?.classList.toggle('hidden-text', text !== '');
    if (!text) {
      element?.remove();
      this.texts.delete(name);
      cell.path.classList.remove('filled');
      return;
    }
    if (!element) {
      element = s('text', { 'aria-hidden': 'true' });
      this.over?.append(element);
      this.texts.set(name, element);
    }
    const height = text.length < 3 ? 20 : 52 / text.length;
    element.setAttribute('class', `number ${kind}`);
    element.setAttribute('x', String(cell.x));
    element.setAttribute('y', String(cell.y + 0.35 * height));
    element.setAttribute('font-size', String(height));
    element.textContent = text;
    cell.path.classList.add('filled');
  }

  /** Shows pencil marks on a cell. @param {string} name @param {string[]} notes */
  note(name, notes) {
    const cell = this.cells.get(name);
    if (!cell || !this.differs(`${name} notes`, notes.join())) return;
    this.over?.querySelector(`[data-notes="${name}"]`)?.remove();
    if (notes.length === 0) return;
    const perLine = Math.max(2, Math.ceil(notes.length / 3));
    const top = 4 - 5.25 * (Math.ceil(notes.length / perLine) - 1);
    const group = s('g', { class: 'notes', 'data-notes': name });
    for (let i = 0; i < notes.length; i += perLine) {
      const line = notes.slice(i, i + perLine).join(' ');
      const height = Math.min(11, 62 / line.length);
      group.append(s('text', { x: cell.x, y: cell.y + top + (i / perLine) * 10.5, 'font-size': height }, line));
    }
    this.over?.append(group);
  }

  /** Shows pencil marks in the corners of a cell, at most eight. @param {string} name @param {string[]} notes */
  corners(name, notes) {
    const cell = this.cells.get(name);
    if (!cell || !this.differs(`${name} corners`, notes.join())) return;
    this.over?.querySelector(`[data-corners="${name}"]`)?.remove();
    const places = [[-12, -8], [12, -8], [-12, 17], [12, 17], [0, -8], [0, 17], [-12, 5], [12, 5]];
    if (notes.length > 0) this.over?.append(s('g', { class: 'notes', 'data-corners': name }, ...notes.slice(0, places.length).map((note, i) => s('text', { x: cell.x + places[i][0], y: cell.y + places[i][1], 'font-size': 10 }, note))));
  }

  /** Gives a cell one of the colours of the style sheet, or none with 0. @param {string} name @param {number} colour */
  paint(name, colour) {
    const path = this.cells.get(name)?.path;
    if (!path || !this.differs(`${name} colour`, String(colour || ''))) return;
    delete path.dataset.colour;
    if (colour) path.dataset.colour = String(colour);
  }

  /** Shows a letter in the corner of cells. @param {Map<string, string>} letters by the names of the cells */
  badges(letters) {
    if (!this.differs('badges', [...letters].join())) return;
    this.over?.querySelector('.badges')?.remove();
    const group = s('g', { class: 'badges' });
    for (const [name, letter] of letters) {
      const cell = this.cells.get(name);
      if (cell && letter) group.append(s('circle', { cx: cell.x - 12, cy: cell.y - 12, r: 7 }), s('text', { x: cell.x - 12, y: cell.y - 8.4, 'font-size': 10 }, letter));
    }
    this.over?.append(group);
    this.relabel();
  }

  /** Shows the numbers of rows and columns beside the board, or takes them away. @param {boolean} wanted */
  axes(wanted) {
    const { svg, board } = this;
    if (!svg || !board || wanted === Boolean(board.querySelector('.axes'))) return;
    const [x, y, width, height] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const room = wanted ? 16 : -16;
    svg.setAttribute('viewBox', [x - room, y - room, width + room, height + room].join(' '));
    board.querySelector('.axes')?.remove();
    if (!wanted) return;
    const group = s('g', { class: 'axes' });
    const [left, top] = [Math.min(...[...this.cells.values()].map((cell) => cell.x)) - 32, Math.min(...[...this.cells.values()].map((cell) => cell.y)) - 26];
    const first = (/** @type {'row'|'col'} */ key) => new Map([...this.cells.values()].reverse().map((cell) => [cell[key], cell]));
    for (const [row, cell] of first('row')) group.append(s('text', { class: 'axis', x: left, y: cell.y + 5, 'font-size': 13 }, String(row + 1)));
    for (const [col, cell] of first('col')) group.append(s('text', { class: 'axis', x: cell.x, y: top, 'font-size': 13 }, String(col + 1)));
    board.append(group);
  }

  /** Gives cells a class, and takes it from all others. A frame shows marks without colour. @param {string} kind @param {string[]} names @param {boolean} [framed] */
  mark(kind, names, framed = false) {
    const wanted = new Set(names);
    const marked = this.marked.get(kind) ?? new Map();
    this.marked.set(kind, marked);
    for (const [name, frame] of marked) {
      frame?.remove();
      if (!wanted.has(name)) this.cells.get(name)?.path.classList.remove(kind);
    }
    marked.clear();
    for (const name of wanted) {
      const cell = this.cells.get(name);
      if (!cell) continue;
      cell.path.classList.add(kind);
      marked.set(name, framed ? s('path', { class: `mark ${kind}`, d: shrunk(cell) }) : null);
      if (framed) this.under?.append(marked.get(name));
    }
  }

  /** Reports whether a cell has a mark of a kind. @param {string} kind */
  hasMarks(kind) { return (this.marked.get(kind)?.size ?? 0) > 0; }

  /** Draws a path through cells, in pieces, and discs at its ends. @param {string[][]} pieces @param {string[]} ends */
  route(pieces, ends) {
    if (!this.differs('route', JSON.stringify([pieces, ends]))) return;
    for (const old of this.under?.querySelectorAll('.route, .end') ?? []) old.remove();
    const d = pieces.map((piece) => piece.map((name, i) => (i ? this.step(piece[i - 1], name) : '')).join('')).join('');
    if (d) this.under?.append(s('path', { class: this.fine ? 'route fine' : 'route', d }));
    for (const name of ends) {
      const cell = this.cells.get(name);
      if (cell) this.under?.append(s('circle', { class: 'end', cx: cell.x, cy: cell.y, r: 14.4 }));
    }
  }

  /** Returns the line of a step. Over an edge of a torus it has two halves. @param {string} from @param {string} to */
  step(from, to) {
    const [p, q] = [this.cells.get(from), this.cells.get(to)];
    if (!p || !q) return '';
    const [right, down] = this.torus ? [shift(q.x - p.x, this.torus.width), shift(q.y - p.y, this.torus.height)] : [0, 0];
    if (!right && !down) return `M${p.x} ${p.y}L${q.x} ${q.y}`;
    const half = (/** @type {Cell} */ cell, /** @type {number} */ way) => {
      const [x, y] = [(q.x + right - p.x) / 2 * way, (q.y + down - p.y) / 2 * way];
      return `M${cell.x} ${cell.y}l${x} ${y}`;
    };
    return half(p, 1) + half(q, -1);
  }
}

/** Returns how far a step must be moved to be the shortest one on a torus. @param {number} step in units of the picture @param {number} cells the length of the torus */
function shift(step, cells) {
  if (Math.abs(step) <= cells * size / 2) return 0;
  return step > 0 ? -cells * size : cells * size;
}

/** Returns the path of a cell, nearer to its middle. @param {Cell} cell */
function shrunk(cell) {
  let i = 0;
  return (cell.path.getAttribute('d') ?? '').replace(/-?[\d.]+/g, (text) => {
    const middle = i++ % 2 ? cell.y : cell.x;
    return String(Math.round((middle + (Number(text) - middle) * 0.86) * 100) / 100);
  });
}
