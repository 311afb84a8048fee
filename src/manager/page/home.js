/** What stands there while no instance is chosen: all of them, and making one. */
import { allDeliveriesLink } from './all-deliveries.js';
import { createForm } from './create-form.js';
import { el } from './dom.js';
import { overview } from './overview.js';

/** @param {{ api: object, search: object, refresh: () => void }} deps */
export function homeView({ api, search, refresh }) {
  const all = overview(search);
  const making = el('div', el('p', allDeliveriesLink()), createForm(api, refresh));
  return { ...all, element: el('div.home', all.element, making) };
}
