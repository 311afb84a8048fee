/** The script of the page of the API: shows the group that the address names, with the keys that this browser has. */

import {
  removeCredential,
  storeCredential,
  storedCredential,
  type Zone,
} from '../../../core/shell/page/credential-store.ts';
import { startSearch } from './search.ts';
import { createViewer } from './viewer.ts';

/** The headers, by which the API document names its credentials. */
const HEADERS: Readonly<Record<Zone, string>> = { gateway: 'apikey', crm: 'api_access_token' };

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

/** Narrows the list of operations to those that have the words which are typed. */
function filterOperations(): void {
  const input = document.querySelector<HTMLInputElement>('.pages .filter');
  const status = document.querySelector<HTMLElement>('.pages [role="status"]');
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('details.group')];
  if (input === null || status === null) return;
  input.hidden = false;
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let isNothing = true;
    for (const group of groups) {
      const rows = [...group.querySelectorAll('li')];
      for (const row of rows) {
        const text = `${group.firstElementChild?.textContent} ${row.textContent} ${row.querySelector('a')?.title}`;
        row.hidden = !words.every((word) => text.toLowerCase().includes(word));
      }
      group.hidden = rows.every(({ hidden }) => hidden);
      group.open = words.length > 0 && !group.hidden;
      isNothing &&= group.hidden;
    }
    status.textContent = isNothing ? (status.dataset.nothing ?? '') : '';
  });
}

/** Calls `authorize` with every credential that there is, now and when another is typed; '' takes one away. */
function startKeys(authorize: (name: string, credential: string) => void): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.keys input')) {
    const zone: Zone = input.dataset.zone === 'crm' ? 'crm' : 'gateway';
    const known = storedCredential(zone) ?? '';
    input.value = known;
    authorize(HEADERS[zone], known);
    input.addEventListener('change', () => {
      const credential = input.value.trim();
      if (credential === '') removeCredential(zone);
      else storeCredential(zone, credential, false);
      authorize(HEADERS[zone], credential);
    });
  }
}
