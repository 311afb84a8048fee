/** Copying a text that is on the page. */
import { el, setText } from './dom.js';

/** @param {HTMLElement} source the element whose text is copied */
export function copyButton(label, source) {
  const said = el('span', { role: 'status' }, label);
  const element = el('button', { type: 'button' }, said);
  element.addEventListener('click', async () => setText(said, await copy(source)));
  return element;
}

/** Browsers let a page write to the clipboard over HTTPS and on this machine; elsewhere the text is selected. */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return 'Copied';
  } catch {
    getSelection().selectAllChildren(source);
    return 'Selected: press Ctrl+C';
  }
}
