// Small helpers for elements of the page.

/**
 * Returns a new HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes] "on..." are listeners, "text" is the text
 * @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'text') element.textContent = value;
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** Returns a new SVG element. @param {string} tag @param {Record<string, string|number>} [attributes] @param {...(Node|string)} children @returns {SVGElement} */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Returns the element with an id. The page has it. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Marks the ends of a list at which more of it is hidden, for the style sheet. @param {HTMLElement} list */
export function fade(list) {
  const { scrollLeft, clientWidth, scrollWidth } = list;
  list.dataset.more = [scrollLeft > 1 ? 'before' : '', scrollLeft + clientWidth < scrollWidth - 1 ? 'after' : ''].join(' ');
  list.onscroll = () => fade(list);
}

/** @param {string} id @returns {HTMLInputElement} */
export function input(id) { return /** @type {HTMLInputElement} */ (byId(id)); }

/** Offers a text as a file. @param {string} name @param {string|Blob} text @param {string} [type] */
export function download(name, text, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Asks before something is done that one may regret, and returns whether it is wanted. @param {string} text @param {string} yes the word of the button @returns {Promise<boolean>} */
export function confirmed(text, yes) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('ask-dialog'));
  byId('ask-text').textContent = text;
  byId('ask-yes').textContent = yes;
  dialog.returnValue = '';
  dialog.showModal();
  byId('ask-yes').onclick = () => dialog.close('yes');
  return new Promise((resolve) => { dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true }); });
}
