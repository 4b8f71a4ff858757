// The view Help: the rules of each kind with pictures and how one plays it, and what keys and fingers do.

import { drawLine, picture } from './board.js';
import { byId, h } from './dom.js';
import { quick } from './engine.js';
import { howOf, kindName, rulesOf } from './names.js';
import { languageName, t } from './text.js';

/** A small puzzle of each kind. @type {Record<string, string>} */
const examples = {
  hidato: 'puzzle: hidoku\nmoves: king\n12,__,2,1\n__,10,__,5\n8,__,6,__\n',
  numbrix: 'puzzle: hidoku\nmoves: rook\n1,__,7,__\n__,5,__,11\n__,__,__,__\n',
  rikudo: 'puzzle: hidoku\nmoves: hex\nlinks: r2c2-r2c3\n##,__,__\n__,5,__\n##,7,__\n',
  zip: 'puzzle: hidoku\nmoves: rook\nclues: order\n__,3,__,4\n__,__,__,__\n1,__,2,__\n',
  magic: 'puzzle: magic\n6,__,__\n1,__,__\n__,3,__\n',
  pentominoes: 'puzzle: draughtboard\ncorner: B\nflips: yes\nboard: 4x3\nX,X,X,X\n=\nX,X,X\nX,_,_\n=\nX,X,X\nX,_,_\n=\n',
  draughtboard: 'puzzle: draughtboard\ncorner: B\nflips: yes\nboard: 4x3\nB,W,B\nW,_,W\nB,_,_\nW,_,_\n=\nB\nW\nB\n=\nB\nW\n=\n',
  knight: 'puzzle: hidoku\nmoves: knight\n__,__,3\n2,__,__\n__,__,__\n__,__,8\n',
  torus: 'puzzle: hidoku\nmoves: rook\ntorus: yes\n7,__,8\n__,__,__\n__,1,3\n__,__,11\n',
  closed: 'puzzle: hidoku\nmoves: king\nclosed: yes\n__,__,__,3\n__,11,4,6\n10,8,__,__\n',
  pandiagonal: 'puzzle: magic\nnumbers: 1..16\nlines: pandiagonal\nsum: 34\n8,__,__,__\n1,14,__,__\n__,7,__,6\n__,2,__,3\n',
  associative: 'puzzle: magic\nnumbers: 1..16\nlines: associative\nsum: 34\n__,__,__,__\n__,15,__,4\n__,__,__,__\n__,6,7,9\n',
  jodici: 'puzzle: jodici\n__,__,__,__,2,8\n6,5,__,1,9,3\n8,__,2,5,__,__\n',
  equation: 'puzzle: equation\nnumbers: 1..20\n17 + 9 * __ = 53\n* + *\n9 + 13 + __ = 26\n- + +\n__ * __ - __ = 309\n= = =\n136 41 30\n',
};

/** Buttons, keys and moves of fingers, and what they do. */
const keys = [['direction', 'helpDirection'], ['tryThis', 'helpTry'], ['markColour', 'helpColour'], ['checkEntries', 'helpCheck'], ['keyAgain', 'keyTakes'], ['keyFingers', 'zoom'], ['keyArrows', 'keyMove'], ['keyDigits', 'keyEnter'], ['keyDelete', 'keyErase'], ['P', 'pencil'], ['R, F', 'keyTurn'], ['A … Z', 'keyStone'], ['H', 'hint'], ['keyUndo', 'undo'], ['?', 'help']];

/** Returns the picture of a solution. That of a Zip is one line, without numbers of steps. @param {Info} info */
export async function solved(info) {
  const svg = picture((await quick.ask('draw', info.text, info.ranked ? {} : { solution: 'true', time: '20s' })).body);
  if (info.ranked) drawLine(svg, [await quick.json('solve', info.text, { n: '1', time: '20s' })].flat()[0].rows);
  return svg;
}

/** @implements {View} */
export class Help {
  constructor() { this.language = ''; }

  async open() {
    if (this.language === languageName()) return;
    this.language = languageName();
    byId('help-keys').replaceChildren(...keys.flatMap(([key, does]) => [h('dt', { text: t(key) }), h('dd', { text: t(does) })]));
    const cards = Object.keys(examples).map((id) => h('article', {}, h('h2', { text: kindName(id) })));
    byId('help-rules').replaceChildren(...cards);
    for (const [i, text] of Object.values(examples).entries()) {
      const info = await quick.json('read', text);
      const drawings = [picture((await quick.ask('draw', text)).body), await solved(info)];
      for (const svg of drawings) svg.setAttribute('aria-hidden', 'true');
      cards[i].append(h('div', { class: 'pair' }, ...drawings), h('p', { text: rulesOf(info) }), h('p', { class: 'how', text: howOf(info) }));
    }
  }
}
