/** The CRM behind a token: the account that is worked in, the sections the token may see, and one of them. */
import { closeDialogs } from '../dialogs.js';
import { el, setText } from '../dom.js';
import { statusLine } from '../forms.js';
import { crmLink } from '../links.ts';
import { readCrmRoute } from '../route.ts';
import { readAccess } from './account.js';
import { SECTIONS } from './sections.js';

/**
 * @param {ReturnType<typeof import('./crm-api.js').createCrmApi>} api
 * @param {AbortSignal} signal ends it
 * @returns {Element[]}
 */
export function openCrm(api, signal) {
  const status = statusLine();
  const side = sideBar();
  const place = el('div');
  let session = null;
  let shown = { key: '', closing: new AbortController() };

  const follow = () => {
    if (session === null) return;
    const { section, id } = readCrmRoute();
    const open = sectionsFor(session);
    const key = Object.hasOwn(open, section) ? section : Object.keys(open)[0];
    side.mark(key);
    if (shown.key === `${key} ${id}`) return;
    shown.closing.abort();
    closeDialogs();
    shown = { key: `${key} ${id}`, closing: new AbortController() };
    const ended = AbortSignal.any([shown.closing.signal, signal]);
    const view = open[key].open({ ...session, signal: ended, enter }, id);
    place.replaceChildren(view.element);
    view.element.querySelector('h1')?.focus();
  };
  /** Reads what the token may do in the account that is worked in, and shows the section of the address. */
  async function enter() {
    status.working();
    try {
      const { account, mustChoose, permissions, role } = await readAccess(api);
      if (signal.aborted) return;
      session = { api, account, mustChoose, can: (one) => permissions.includes(one) };
      shown.key = '';
      side.update(account, role, sectionsFor(session));
      status.clear();
      follow();
    } catch (error) {
      if (!signal.aborted) status.failed(error);
    }
  }
  addEventListener('hashchange', follow, { signal });
  void enter();
  return [status.element, side.element, place];
}

/** What the token may see; while an account is yet to be chosen, what needs none. */
const sectionsFor = ({ can, mustChoose }) =>
  Object.fromEntries(
    Object.entries(SECTIONS).filter(
      ([, { needs, isAnywhere }]) => isAnywhere || (!mustChoose && can(needs)),
    ),
  );

function sideBar() {
  const heading = el('strong', 'CRM');
  const who = el('p.hint');
  const list = el('ul');
  return {
    element: el('nav.crm-nav', { 'aria-label': 'CRM' }, heading, who, list),
    update(account, role, open) {
      setText(heading, account?.name ?? 'CRM');
      setText(who, `Role: ${role}`);
      list.replaceChildren(
        ...Object.entries(open).map(([key, { title }]) =>
          el('li', el('a', { href: crmLink(key), 'data-section': key }, title)),
        ),
      );
    },
    mark(key) {
      for (const link of list.querySelectorAll('a'))
        link.ariaCurrent = link.dataset.section === key ? 'page' : null;
    },
  };
}
