// The view Verify: three engines side by side, and files for other programs.

import { picture } from './board.js';
import { byId, download, h, input } from './dom.js';
import { isLocal, quick } from './engine.js';
import { kindOf, titleOf } from './names.js';
import { figure, t } from './text.js';
import { complain, say, work } from './work.js';

/** @typedef {import('../../types').Info} Info */
/** @typedef {import('../../types').View} View */

/** @implements {View} */
export class Checker {
  constructor() {
    byId('check-run').addEventListener('click', () => this.run());
    for (const [id, action] of /** @type {[string, () => Promise<void>][]} */ ([
      ['export-text', async () => this.save('puzzle.txt', this.text)],
      ['export-picture', async () => this.save('puzzle.svg', (await quick.ask('draw', this.text)).body)],
      ['export-png', async () => this.savePNG()],
      ['copy-picture', async () => this.copy()],
      ['export-formula', async () => this.save('formula.cnf', await work('encode', this.text, { to: 'dimacs' }))],
      ['export-cover', async () => this.save('cover.dlx', await work('encode', this.text, { to: 'dlx' }))],
      ['export-proof', () => this.certificate()],
    ])) byId(id).addEventListener('click', () => action().catch(complain));
  }

  get text() { return this.info?.text ?? ''; }

  /** @param {Info} info */
  async open(info) {
    if (this.info?.text !== info.text) {
      byId('check-rows').replaceChildren();
      byId('check-verdict').textContent = '';
    }
    this.info = info;
    const local = await isLocal();
    const limits = /** @type {NodeListOf<HTMLOptionElement>} */ (document.querySelectorAll('#check-limit [data-local]'));
    for (const limit of limits) limit.hidden = limit.disabled = !local; // a server answers within 10 seconds
    byId('check-name').textContent = titleOf(info);
    const svg = picture((await quick.ask('draw', info.text)).body);
    svg.setAttribute('aria-label', kindOf(info));
    svg.querySelector('title')?.remove();
    byId('check-board').replaceChildren(svg);
  }

  async run() {
    byId('check-verdict').textContent = '';
    byId('check-rows').replaceChildren();
    const answer = await work('check', this.text, { engine: 'all', time: input('check-limit').value }, true);
    if (!answer) return;
    byId('check-rows').replaceChildren(...answer.engines.map((/** @type {any} */ engine) => h('tr', {},
      h('th', { scope: 'row', text: engine.engine }),
      h('td', { text: engine.complete ? engine.count : `≥ ${engine.count ?? 0}` }),
      h('td', { text: [engine.complete ? t('yes') : t('no'), ...engine.confirms ? [t('confirms', engine.confirms, engine.of)] : []].join('; ') }),
      h('td', { text: figure(Number(engine.seconds ?? 0), 3) }),
      h('td', { text: engine.nodes ?? '' }))));
    const all = answer.engines.every((/** @type {any} */ engine) => engine.complete);
    const verdict = answer.verdict === 'agree' ? 'agree' : answer.verdict === 'disagree' ? 'disagree' : 'unfinished';
    byId('check-verdict').textContent = t(all || verdict === 'disagree' ? verdict : 'unfinished');
    byId('check-verdict').className = verdict === 'disagree' ? 'bad' : all ? 'good' : '';
  }

  /** @param {string} name @param {string|null} text */
  save(name, text) {
    if (text === null) return;
    download(name, text);
    say(t('saved', name));
  }

  /** Returns the picture as PNG, three times as large as it is. */
  async png() {
    const image = new Image();
    const drawing = await quick.ask('draw', this.text);
    image.src = URL.createObjectURL(new Blob([drawing.body], { type: 'image/svg+xml' }));
    await image.decode();
    const canvas = h('canvas', { width: image.width * 3, height: image.height * 3 });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    return new Promise((/** @type {(blob: Blob) => void} */ resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
  }

  async savePNG() {
    download('puzzle.png', await this.png(), 'image/png');
    say(t('saved', 'puzzle.png'));
  }

  async copy() {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': this.png() })]);
    say(t('copied'));
  }

  async certificate() {
    const answer = await work('prove', this.text);
    if (!answer) return;
    const names = Object.keys(answer.files);
    for (const name of names) download(name, answer.files[name]);
    say(t('saved', names.join(', ')));
  }
}
