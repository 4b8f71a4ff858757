// The view Verify: three engines side by side.

import { picture } from './board.js';
import { byId, h, input } from './dom.js';
import { isLocal, quick } from './engine.js';
import { kindOf, titleOf } from './names.js';
import { figure, t } from './text.js';
import { work } from './work.js';

/** How the engines count. @type {Record<string, string>} */
const ways = { native: 'byBoard', sat: 'byFormula', dlx: 'byPieces' };

/** @implements {View} */
export class Checker {
  constructor() { byId('check-run').addEventListener('click', () => this.run()); }

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
    byId('check-board').replaceChildren(svg);
  }

  async run() {
    byId('check-verdict').textContent = '';
    byId('check-rows').replaceChildren();
    const answer = await work('check', this.info?.text ?? '', { engine: 'all', time: input('check-limit').value }, true);
    if (!answer) return;
    byId('check-rows').replaceChildren(...answer.engines.map((/** @type {any} */ engine) => h('tr', {},
      h('th', { scope: 'row', text: t(ways[engine.engine]) }),
      h('td', { text: engine.complete ? engine.count : `≥ ${engine.count ?? 0}` }),
      h('td', { text: [engine.complete ? t('yes') : t('no'), ...engine.confirms ? [t('confirms', engine.confirms)] : []].join('; ') }),
      h('td', { text: figure(Number(engine.seconds ?? 0), 3) }),
      h('td', { text: engine.nodes ?? '' }))));
    const all = answer.engines.every((/** @type {any} */ engine) => engine.complete);
    const verdict = answer.verdict === 'agree' ? 'agree' : answer.verdict === 'disagree' ? 'disagree' : 'unfinished';
    byId('check-verdict').textContent = t(all || verdict === 'disagree' ? verdict : 'unfinished');
    byId('check-verdict').className = verdict === 'disagree' ? 'bad' : all ? 'good' : '';
  }
}
