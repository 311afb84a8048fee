/** The deliveries of every instance that the key opens. */
import { deliveryPanel } from './delivery-panel.js';
import { el } from './dom.js';
import { ALL_DELIVERIES } from './links.ts';

/** @param {{ api: object, signal: AbortSignal }} deps */
export function allDeliveriesView({ api, signal }) {
  const closing = new AbortController();
  const heading = el('h1', { tabIndex: -1 }, 'Deliveries of all instances');
  const back = el('a.back', { href: '#/' }, '← All instances');
  const panel = deliveryPanel({
    api,
    name: null,
    signal: AbortSignal.any([closing.signal, signal]),
  });
  return {
    name: null,
    element: el('article', back, heading, panel.element),
    focus: () => heading.focus(),
    close: () => closing.abort(),
    show() {},
  };
}

export const allDeliveriesLink = () =>
  el('a', { href: ALL_DELIVERIES }, 'Deliveries of all instances');
