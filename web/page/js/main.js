// The page: its views, the puzzle that they share, and the address.

import { Checker } from './check.js';
import { byId, input } from './dom.js';
import { isLocal, quick } from './engine.js';
import { Gallery } from './gallery.js';
import { newPuzzle, puzzleOf } from './make.js';
import { Play } from './play.js';
import { Printer } from './print.js';
import { Setter, levelOptions } from './set.js';
import { share, startShare } from './share.js';
import { newest } from './store.js';
import { otherLanguage, startLanguage, t } from './text.js';
import { complain, say, stopWork } from './work.js';

/** @typedef {import('../../types').Info} Info */
/** @typedef {import('../../types').View} View */

// The first puzzle of a new visitor.
const sample = `puzzle: hidoku
moves: king
__,__,__,__,__,36
__,32, 5,34, 2,__
31, 9,__,22,__,19
__,30,10,__,18,__
__,28,24,__,__,17
27,__,__,13,15,__
`;

/** @type {Info|null} */
let puzzle = null;
let shown = 'play';

startLanguage();

const views = /** @type {Record<string, View>} */ ({
  play: new Play(),
  set: new Setter((info) => { puzzle = info; }),
  check: new Checker(),
  print: new Printer(),
  gallery: new Gallery((text) => open(text, 'play')),
});

/**
 * Opens a puzzle file or a link.
 * @param {string} text
 * @param {string} [view]
 */
async function open(text, view = shown) {
  try {
    puzzle = await quick.json('read', text);
  } catch (error) {
    complain(error);
    return false;
  }
  await show(view);
  return true;
}

/** Shows a view. @param {string} name */
async function show(name) {
  if (name !== shown) views[shown].close?.();
  stopWork();
  shown = name;
  document.body.dataset.view = name;
  for (const id of Object.keys(views)) {
    byId(id).hidden = id !== name;
    const button = byId(`to-${id}`);
    if (id === name) button.setAttribute('aria-current', 'page');
    else button.removeAttribute('aria-current');
  }
  byId('message').textContent = '';
  if (!puzzle) return;
  try {
    await views[name].open(puzzle);
  } catch (error) {
    complain(error);
  }
}

/** Returns a part of an address as text. One with a wrong escape stays as it is. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // the engine says that the link is damaged
  }
}

/** Opens the puzzle in the address, if there is one. */
async function openAddress() {
  const link = location.hash.slice(1);
  if (!link) return false;
  history.replaceState(null, '', location.pathname + location.search);
  const text = decoded(link);
  return open(text.includes('\n') || text.startsWith('crosscut:') ? text : `crosscut:${text}`, 'play');
}

/** Sets the lists that depend on the language. */
function lists() {
  for (const id of ['level', 'new-level', 'print-level']) {
    const { value } = input(id);
    byId(id).replaceChildren(...levelOptions());
    input(id).value = value;
  }
}

function listen() {
  for (const id of Object.keys(views)) byId(`to-${id}`).addEventListener('click', () => show(id));
  byId('language').addEventListener('click', () => {
    otherLanguage();
    lists();
    show(shown);
  });
  byId('to-share').addEventListener('click', () => puzzle && share(puzzle.text));
  byId('stop').addEventListener('click', () => stopWork());
  byId('today').addEventListener('click', async () => {
    try {
      const text = await puzzleOf(new Date());
      if (text) await open(text, 'play');
    } catch (error) {
      complain(error);
    }
  });
  const dialog = /** @type {HTMLDialogElement} */ (byId('new-dialog'));
  byId('new').addEventListener('click', () => dialog.showModal());
  for (const button of document.querySelectorAll('dialog [data-close]')) button.addEventListener('click', () => button.closest('dialog')?.close());
  byId('new-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    dialog.close();
    const text = await newPuzzle(input('new-kind').value, Number(input('new-size').value), input('new-level').value);
    if (text) await open(text, 'play');
  });
  input('file').addEventListener('change', async () => {
    const file = input('file').files?.[0];
    if (file) await open(await file.text());
    input('file').value = '';
  });
  addEventListener('hashchange', openAddress);
}

/** Keeps the page for visits without a network. A page without an engine needs its server. */
async function keepOffline() {
  if (!('serviceWorker' in navigator) || !(await isLocal())) return;
  await navigator.serviceWorker.register(new URL('../sw.js', import.meta.url));
  await navigator.serviceWorker.ready;
  document.documentElement.dataset.offline = 'ready';
}

async function start() {
  listen();
  lists();
  startShare();
  say(t('working')); // until the engine is loaded
  if (!(await openAddress())) {
    const { textContent: refusal, className } = byId('message');
    await open(newest() ?? sample) || await open(sample);
    if (refusal && className === 'bad') say(refusal, 'bad'); // the puzzle in the address was refused
  }
  document.documentElement.dataset.ready = 'true';
  performance.mark('board'); // what a first visit takes until somebody can play
  keepOffline().catch((error) => say(String(error)));
}

start();
