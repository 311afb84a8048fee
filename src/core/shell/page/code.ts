/** Gives every block of code a button that copies it, and names this service as the browser sees it. */

import { urlOf } from './root.ts';

/** The ms for which the button says that it has copied. */
const SAID_MS = 2_000;

/** The address that the docs write. */
const WRITTEN = 'http://localhost:8080';

export function dressCode(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    nameOrigin(block);
    block.append(copyButton(block));
  }
}

function nameOrigin(block: HTMLElement): void {
  const { origin = WRITTEN } = block.dataset;
  const here = urlOf('/').replace(/\/$/, '');
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    text.nodeValue = text.nodeValue?.replaceAll(origin, here) ?? '';
}

function copyButton(block: HTMLElement): HTMLButtonElement {
  const { copy = '', copied = '' } = document.body.dataset;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = copy;
  button.addEventListener('click', async () => {
    const code = block.querySelector('code');
    if (code === null) return;
    if (await isCopied(code.textContent)) {
      button.textContent = copied;
      setTimeout(() => {
        button.textContent = copy;
      }, SAID_MS);
    } else getSelection()?.selectAllChildren(code);
  });
  return button;
}

/** The clipboard is there on https and on this machine alone; elsewhere the code is selected, to be copied by hand. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
