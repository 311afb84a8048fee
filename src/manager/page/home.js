/** What stands there while no instance is chosen: all of them, and making one. */
import { allDeliveriesLink } from './all-deliveries.js';
import { channelsCard } from './channels.js';
import { createForm } from './create-form.js';
import { el } from './dom.js';
import { nodesCard } from './nodes.js';
import { overview } from './overview.js';

/** @param {{ api: object, signal: AbortSignal, search: object, refresh: () => void }} deps */
export function homeView({ api, signal, search, refresh }) {
  const all = overview(search);
  const form = createForm(api, refresh);
  const cards = [channelsCard({ api, signal }), nodesCard({ api, signal })];
  const making = el('div', el('p', allDeliveriesLink()), form, ...cards);
  return { ...all, element: el('div.home', all.element, making) };
}
