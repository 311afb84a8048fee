/** The script of the page of the API: shows the group that the address names, with the keys that this browser has. */
import { filterOperations } from './filter.ts';
import { startKeys } from './keys.ts';
import { startSearch } from './search.ts';
import { createViewer } from './viewer.ts';

startSearch();
filterOperations();
const viewer = createViewer();
startKeys((name, credential) => viewer.authorize(name, credential));

interface Address {
  readonly group: string;
  readonly operation: string | undefined;
}

function addressed(): Address {
  const [group = '', operation] = location.hash.slice(1).split('/').filter(Boolean);
  return {
    group: decodeURIComponent(group),
    operation: operation && decodeURIComponent(operation),
  };
}

function markInList(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.pages a')) {
    const isShown = link.hash === location.hash;
    if (!isShown) {
      link.removeAttribute('aria-current');
      continue;
    }
    link.setAttribute('aria-current', 'page');
    const list = link.closest<HTMLDetailsElement>('details.group');
    if (list) list.open = true;
  }
}

/** Repeats the text of the group's card above its operations. */
function headGroup(group: string): void {
  const [heading, about] = document.querySelectorAll<HTMLElement>('.operations > :is(h2, .about)');
  const cards = [...document.querySelectorAll<HTMLElement>('.overview li')];
  const hash = `#/${encodeURIComponent(group)}`;
  const card = cards.find((one) => one.querySelector('a')?.hash === hash);
  if (heading) heading.textContent = card?.querySelector('a')?.textContent ?? group;
  if (about) about.textContent = card?.querySelector('p')?.textContent ?? '';
}

async function showAddressed(): Promise<void> {
  const { group, operation } = addressed();
  markInList();
  headGroup(group);
  await viewer.show(group, operation);
}

addEventListener('hashchange', async () => {
  await showAddressed();
  // The pressed link may be hidden now.
  const { group, operation } = addressed();
  if (operation === undefined)
    document.querySelector<HTMLElement>(group === '' ? '.overview h1' : '.operations h2')?.focus();
});
void showAddressed();
