// The page: its views, the puzzle that they share, and the address, which keeps both.

import { alone } from './alone.js';
import { Checker } from './check.js';
import { Daily } from './daily.js';
import { byId, download, h, input } from './dom.js';
import { isLocal, quick, version, warmUp } from './engine.js';
import { Gallery } from './gallery.js';
import { Help } from './help.js';
import { Home } from './home.js';
import { kindNamed, optionsOf } from './kinds.js';
import { answer } from './known.js';
import { alike, levels, ofKind, puzzleOf } from './make.js';
import { levelGot } from './messages.js';
import { startNew } from './new.js';
import { Play } from './play.js';
import { Printer } from './print.js';
import { Setter } from './set.js';
import { setting, startSettings } from './settings.js';
import { share, showStreak, startShare } from './share.js';
import { dayName, dayNamed, everything, newest, ofDay, takeOver, takeStreak } from './store.js';
import { otherLanguage, startLanguage, t } from './text.js';
import { complain, say, stopWork } from './work.js';

/** @typedef {import('./store.js').About} About */

document.documentElement.classList.toggle('embed', new URLSearchParams(location.search).has('embed'));

// The puzzle of views that need one, for a new visitor.
const sample = 'puzzle: hidoku\nmoves: king\n__,__,__,__,__,36\n__,32, 5,34, 2,__\n31, 9,__,22,__,19\n__,30,10,__,18,__\n__,28,24,__,__,17\n27,__,__,13,15,__\n';

let puzzle = /** @type {Info|null} */ (null);
/** @type {About|undefined} */
let about; // what is known of the puzzle
let link = ''; // the puzzle, as a part of an address
let shown = 'home';
let opened = 0; // addresses

startLanguage();
startSettings();

const daily = new Daily((day, kind) => go(`#/daily/${day}/${kind}`), (day) => go(`#/daily/${day}`));
const gallery = new Gallery((text, level) => open(text, 'play', level ? { level } : {}));
const views = /** @type {Record<string, View>} */ ({
  home: new Home((kind, level) => make(kind, level), (text) => open(text, 'play'), (kind) => go(`#/daily/${[dayName(new Date()), kind].filter(Boolean).join('/')}`)),
  play: new Play((from) => next(from)),
  daily,
  set: new Setter((info) => edited(info)),
  check: new Checker(),
  print: new Printer(),
  gallery,
  help: new Help(),
});

/** The views that show the puzzle. */
const puzzled = ['play', 'set', 'check', 'print'];

/** Returns the address of a view. @param {string} view */
function addressOf(view) {
  if (view === 'home') return '#/';
  if (view === 'daily') return `#/daily/${daily.day}`;
  if (view === 'play') return about?.day ? `#/daily/${about.day}/${about.kind}` : `#${link}`;
  return puzzled.includes(view) ? `#/${view}/${link}` : `#/${view}`;
}

/** Follows an address of the page. @param {string} hash */
function go(hash) {
  if (location.hash === hash) openAddress();
  else location.hash = hash;
}

/** Sets the address of what is shown, as a new step of the browser's history or instead of this one. @param {boolean} instead */
function address(instead) {
  const hash = addressOf(shown);
  if (!alone && hash !== (location.hash || '#/')) history[instead ? 'replaceState' : 'pushState'](null, '', hash);
}

/** Takes a puzzle file or a link as the puzzle, and reports whether it is one. @param {string} text @param {About} [known] */
async function take(text, known) {
  try {
    puzzle = /** @type {Info} */ (JSON.parse(await answer('read', text)));
    link = puzzle.faults ? '' : String(JSON.parse(await answer('link', puzzle.text)).link).split('#').at(-1) ?? '';
    about = known;
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/**
 * Opens a puzzle file or a link. A file with several puzzles opens as a collection.
 * @param {string} text
 * @param {string} [view]
 * @param {About} [known]
 * @param {boolean} [instead] whether the address replaces the one before
 */
async function open(text, view = 'play', known, instead = false) {
  const parts = text.split(/^(?=(?:#.*\n)*puzzle:)/m).filter((part) => /^puzzle:/m.test(part));
  if (parts.length > 1) {
    gallery.collect(parts);
    await show('gallery');
    address(false);
    return true;
  }
  if (!await take(text, known)) return false;
  await show(puzzle?.faults ? 'set' : view); // which marks them
  address(instead);
  return true;
}

/** Shows a view. @param {string} name */
async function show(name) {
  if (name !== shown) views[shown].close?.();
  stopWork();
  shown = name;
  document.body.dataset.view = name;
  document.querySelector('.top')?.classList.remove('open');
  byId('menu').setAttribute('aria-expanded', 'false');
  for (const id of Object.keys(views)) {
    byId(id).hidden = id !== name;
    const isHere = id === (name === 'check' ? 'set' : name); // Verify is a part of Create
    document.getElementById(`to-${id}`)?.setAttribute('aria-current', isHere ? 'page' : 'false');
  }
  (name === 'play' ? byId('play-say') : /** @type {Element} */ (document.querySelector('main'))).append(byId('foot'));
  say('');
  try {
    if (puzzled.includes(name) && !puzzle) await take(newest()?.text ?? sample);
    await views[name].open(/** @type {Info} */ (puzzle), about);
  } catch (error) {
    complain(error);
  }
}

/** Takes what the view Create has made. @param {Info} info */
async function edited(info) {
  puzzle = info;
  about = undefined;
  try {
    link = String((await quick.json('link', info.text)).link).split('#').at(-1) ?? '';
    if (shown === 'set' && puzzle === info) address(true);
  } catch {
    // it is no puzzle yet
  }
}

/** Returns a part of an address as text. One with a wrong escape stays as it is. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // as a link it is damaged
  }
}

/** Opens what the address names: a view, a day, or a puzzle. */
async function openAddress() {
  const hash = location.hash.slice(1);
  const [, view, ...rest] = /^\/(\w*)(?:\/(.*))?$/.exec(hash) ?? ['', 'play', hash];
  const what = rest[0] ?? '';
  if (hash === '' || view === '') await show('home');
  else if (view === 'streak') await takeDays(what);
  else if (view === 'daily') await openDay(...what.split('/'));
  else if (puzzled.includes(view) && what) await openText(decoded(what), view);
  else {
    await show(views[view] ? view : 'home');
    address(true);
    if (!views[view]) say(t('noAddress'), 'bad');
  }
  document.documentElement.dataset.opened = String(++opened);
}

/** @param {string} text @param {string} view */
async function openText(text, view) {
  const isFile = text.includes('\n');
  if (await open(isFile || text.startsWith('crosscut:') ? text : `crosscut:${text}`, view, text === link ? about : undefined, true)) return;
  const refusal = isFile ? byId('message').textContent ?? '' : t('badLink');
  if (shown === 'home') await show('home');
  say(refusal, 'bad'); // the view has taken it away
}

/** Opens the puzzles of a day, or one of them. @param {string} [day] @param {string} [kind] */
async function openDay(day, kind) {
  const today = dayName(new Date());
  daily.day = day && day >= '2020-01-01' && day <= today && dayName(dayNamed(day)) === day ? day : today;
  const wrong = (day && day !== daily.day) || (kind && !kindNamed(kind));
  if (!kind || wrong) {
    await show('daily');
    return wrong ? say(t('noAddress'), 'bad') : undefined;
  }
  const game = ofDay(daily.day, kind);
  if (!game && shown === 'home') await show('daily'); // until the puzzle is made
  const made = game ?? await puzzleOf(dayNamed(daily.day), kind);
  if (made) await open(made.text, 'play', made.about, true);
}

/** Makes a puzzle of a kind and level. @param {string} kind @param {string} level @param {Record<string, string>} [more] */
async function make(kind, level, more) {
  const made = await ofKind(kind, level, undefined, more);
  if (!made) return;
  await open(made.text, 'play', made.about);
  say(levelGot(level, made.about.level));
}

/** Opens the puzzle after one: of the same day, of the same kind and level, or one on the same board if the page makes no such kind. @param {About} from */
async function next(from) {
  const [like] = !from.day && puzzle && !optionsOf(from.kind ?? '') ? await alike(puzzle) ?? [] : [];
  if (like) return open(like.text);
  if (!from.day) return make(from.kind ?? 'hidato', from.level ?? setting('level'));
  const kind = daily.unsolved(from.day, from.kind);
  return go(kind ? `#/daily/${from.day}/${kind}` : `#/daily/${from.day}`);
}

/** Opens a file of puzzles, or takes over games. @param {File|undefined} file */
async function openFile(file) {
  if (!file) return;
  const text = await file.text();
  const games = takeOver(text);
  if (games < 0) await open(text);
  else await tellAtHome(t('gamesTaken', games));
}

/** Takes over the days in a row that an address has. @param {string} text */
function takeDays(text) {
  const days = takeStreak(text);
  return days ? tellAtHome(t('streakTaken', days)) : tellAtHome(t('badLink'), 'bad');
}

/** Shows the first screen, and says something. @param {string} words @param {'good'|'bad'} [kind] */
async function tellAtHome(words, kind = 'good') {
  /** @type {HTMLDialogElement} */ (byId('settings-dialog')).close();
  await show('home');
  address(true);
  say(words, kind);
}

function listen() {
  for (const id of ['play', 'set', 'check', 'print', 'gallery', 'help']) {
    byId(`to-${id}`).addEventListener('click', async () => {
      await show(id);
      address(false);
    });
  }
  byId('to-daily').addEventListener('click', () => go(`#/daily/${dayName(new Date())}`));
  byId('to-day').addEventListener('click', () => go(`#/daily/${about?.day}`));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-go]'))) button.addEventListener('click', () => byId(`to-${button.dataset.go}`).click());
  byId('language').addEventListener('click', () => {
    otherLanguage();
    show(shown);
  });
  byId('menu').addEventListener('click', () => {
    const isOpen = document.querySelector('.top')?.classList.toggle('open');
    byId('menu').setAttribute('aria-expanded', String(isOpen));
  });
  byId('to-share').addEventListener('click', () => { if (puzzle) share(puzzle.text); });
  byId('to-settings').addEventListener('click', () => {
    /** @type {HTMLDialogElement} */ (byId('settings-dialog')).showModal();
    showStreak().catch(complain);
  });
  byId('games-out').addEventListener('click', () => download('crosscut-games.json', everything(), 'application/json'));
  byId('stop').addEventListener('click', () => stopWork());
  for (const button of document.querySelectorAll('dialog [data-close]')) button.addEventListener('click', () => button.closest('dialog')?.close());
  startNew((kind, level, more) => make(kind, level, more));
  for (const id of ['file', 'games-in']) {
    input(id).addEventListener('change', async () => {
      await openFile(input(id).files?.[0]);
      input(id).value = '';
    });
  }
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault(); // or the browser leaves the page
    openFile(event.dataTransfer?.files[0]);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '?' || /** @type {HTMLElement} */ (event.target).matches('input, textarea, select')) return;
    byId('to-help').click();
  });
  if (!alone) addEventListener('hashchange', () => openAddress());
  document.addEventListener('unkept', () => say(t('unkept')), { once: true });
}

/** Keeps the page for visits without a network. A page without an engine needs its server. */
async function keepOffline() {
  if (!('serviceWorker' in navigator) || !(await isLocal())) return;
  const registration = await navigator.serviceWorker.register(new URL('../sw.js', import.meta.url));
  const offer = () => { byId('update').hidden = !registration.waiting || !navigator.serviceWorker.controller; };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
  byId('update').addEventListener('click', () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    registration.waiting?.postMessage('now');
  });
  offer();
  await navigator.serviceWorker.ready;
  document.documentElement.dataset.offline = 'ready';
}

async function start() {
  navigator.locks?.request(`crosscut-${version.slice(1)}`, { mode: 'shared' }, () => new Promise(() => {})); // the files stay until this tab is gone
  for (const list of document.querySelectorAll('[data-levels]')) list.append(...levels.map((level) => h('option', { value: level, 'data-t': level, text: t(level) })));
  listen();
  startShare();
  warmUp(); // while the player looks
  if (location.hash.length > 2) say(t('working')); // until the engine is loaded
  document.documentElement.classList.toggle('alone', Boolean(alone));
  if (alone) await open(alone.text);
  else await openAddress();
  document.documentElement.dataset.ready = 'true';
  performance.mark('board'); // what a first visit takes until somebody can play
  keepOffline().catch((error) => console.warn(error)); // the page works without
}

start();
