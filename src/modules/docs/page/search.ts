/** The search: by the button or the key `/`, in the index that the service makes. */
import { comparableText } from '../../../core/shared/characters.ts';
import { termOf } from '../../../core/shell/page/docs-index.ts';
import {
  type FoundInDocs,
  isSearchKey,
  loadDocsSearch,
} from '../../../core/shell/page/docs-search.ts';
import { urlOf } from '../../../core/shell/page/root.ts';

const SHOWN = 12;
/** The length of an excerpt, and the length of its text before the match. */
const EXCERPT = 130;
const BEFORE = 40;

interface Parts {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly list: HTMLUListElement;
  readonly status: HTMLElement;
}

export function startSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('.search-button');
  const parts = partsOf(document.querySelector('dialog.search'));
  if (button === null || parts === null) return;
  const { dialog, input } = parts;
  let index: ReturnType<typeof loadDocsSearch> | undefined;
  const open = () => {
    index ??= loadDocsSearch(dialog.dataset.index ?? '');
    index.catch(() => {
      index = undefined;
      parts.status.textContent = dialog.dataset.failed ?? '';
    });
    dialog.showModal();
    input.select();
  };
  button.hidden = false;
  button.addEventListener('click', open);
  dialog.querySelector('button')?.addEventListener('click', () => dialog.close());
  // A press beside what is in the dialog is one on its backdrop.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close();
  });
  document.addEventListener('keydown', (event) => {
    if (!isSearchKey(event) || dialog.open) return;
    event.preventDefault();
    open();
  });
  dialog.addEventListener('keydown', (event) => moveFocus(event, parts));
  input.addEventListener('input', async () => {
    const query = input.value;
    const loaded = await index?.catch(() => undefined);
    // A newer query is waiting, so only its results are shown.
    if (loaded && input.value === query) show(query, loaded(query), parts);
  });
}

function partsOf(dialog: HTMLDialogElement | null): Parts | null {
  const input = dialog?.querySelector('input');
  const list = dialog?.querySelector('ul');
  const status = dialog?.querySelector<HTMLElement>('[role="status"]');
  return dialog && input && list && status ? { dialog, input, list, status } : null;
}

/** Arrows go through the field and what was found. */
function moveFocus(event: KeyboardEvent, { input, list }: Parts): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...list.querySelectorAll('a')];
  if (event.key === 'Enter' && event.target === input) links[0]?.click();
  if (step === undefined || links.length === 0) return;
  event.preventDefault();
  const all = [input, ...links];
  const at = all.indexOf(document.activeElement as HTMLInputElement);
  all[(at + step + all.length) % all.length]?.focus();
}

function show(query: string, found: readonly FoundInDocs[], { dialog, list, status }: Parts): void {
  const isNothing = query.trim() !== '' && found.length === 0;
  status.textContent = isNothing ? (dialog.dataset.nothing ?? '') : '';
  list.replaceChildren(...found.slice(0, SHOWN).map(rowOf));
}

function rowOf({ id, title, place, text, terms }: FoundInDocs): HTMLLIElement {
  const link = document.createElement('a');
  link.href = urlOf(id);
  link.append(element('strong', title), element('span', place), element('small', ''));
  link.lastElementChild?.append(...marked(excerptOf(text, terms), terms));
  const row = document.createElement('li');
  row.append(link);
  return row;
}

function element(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = comparableText(text);
  const first = Math.min(...terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0));
  if (!Number.isFinite(first) || first < EXCERPT - BEFORE) return text.slice(0, EXCERPT);
  const from = text.indexOf(' ', first - BEFORE) + 1;
  return `… ${text.slice(from, from + EXCERPT)}`;
}

/** Marks the matches in a text. */
function marked(text: string, terms: readonly string[]): (string | HTMLElement)[] {
  const found = new Set(terms);
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .map((part) => (found.has(termOf(part) ?? '') ? element('mark', part) : part));
}
