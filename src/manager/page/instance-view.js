/** One instance: what it is, what can be done with it, and its panels. */
import { connectionPanel } from './connection-panel.js';
import { conversationPanel } from './conversation-panel.js';
import { deliveryPanel } from './delivery-panel.js';
import { badge, el, setText, shownTime } from './dom.js';
import { eventPanel } from './event-panel.js';
import { instanceActions } from './instance-actions.js';
import { linkTo } from './route.js';
import { webhookPanel } from './webhook-panel.js';

const PANELS = {
  connection: { title: 'Connection', open: connectionPanel },
  conversations: { title: 'Conversations', open: conversationPanel },
  webhook: { title: 'Webhook', open: webhookPanel },
  deliveries: { title: 'Deliveries', open: deliveryPanel },
  events: { title: 'Events', open: eventPanel },
};
const FIRST = 'connection';

/** @param {{ api: object, name: string, signal: AbortSignal, refresh: () => void }} deps */
export function instanceView(deps) {
  const { name } = deps;
  const heading = el('h1', { tabIndex: -1 }, name);
  const summary = stateSummary();
  const links = Object.entries(PANELS).map(([key, { title }]) =>
    el('a', { href: linkTo(name, key), 'data-panel': key }, title),
  );
  const place = el('div.panel');
  const known = el(
    'div',
    summary.element,
    instanceActions({ ...deps, latest: () => latest }),
    el('nav.tabs', { 'aria-label': `Panels of ${name}` }, ...links),
    place,
  );
  const gone = el(
    'p.card',
    { hidden: true },
    `There is no instance ${name}, or this key may not see it.`,
  );
  let closing = new AbortController();
  let shown = { key: '', about: '', panel: null };
  let latest = null;

  return {
    name,
    element: el('article', el('a.back', { href: '#/' }, '← All instances'), heading, known, gone),
    focus: () => heading.focus({ preventScroll: false }),
    close: () => closing.abort(),
    show(wanted, about) {
      const key = Object.hasOwn(PANELS, wanted) ? wanted : FIRST;
      for (const link of links) link.ariaCurrent = link.dataset.panel === key ? 'page' : null;
      if (shown.key === key && shown.about === about) return;
      closing.abort();
      closing = new AbortController();
      const signal = AbortSignal.any([closing.signal, deps.signal]);
      shown = { key, about, panel: PANELS[key].open({ ...deps, about, signal }) };
      place.replaceChildren(shown.panel.element);
      if (latest) shown.panel.update?.(latest);
    },
    update(instances) {
      latest = instances.find(({ instanceName }) => instanceName === name) ?? null;
      known.hidden = latest === null;
      gone.hidden = latest !== null;
      if (latest === null) return;
      summary.update(latest);
      shown.panel?.update?.(latest);
    },
  };
}

/** State, phase and reason are read out when they change; the other facts are not. */
function stateSummary() {
  const state = badge();
  const phase = el('code');
  const reason = el('span');
  const facts = el('dl.facts');
  return {
    element: el('div', el('p', { role: 'status' }, state.element, ' ', phase, ' ', reason), facts),
    update(instance) {
      state.set(instance.state);
      setText(phase, instance.phase === instance.state ? '' : instance.phase);
      setText(reason, instance.reason ?? '');
      const rows = factsOf(instance).map(([term, text]) =>
        el('div', el('dt', term), el('dd', text)),
      );
      if (facts.textContent !== rows.map((row) => row.textContent).join(''))
        facts.replaceChildren(...rows);
    },
  };
}

const factsOf = (instance) =>
  [
    ['Provider', instance.provider],
    ['Account', [instance.profileName, instance.ownerJid].filter(Boolean).join(' · ')],
    ['Number', instance.number],
    ['Id', instance.instanceId],
    ['Created', shownTime(instance.createdAt)],
    ['Changed', shownTime(instance.updatedAt)],
  ].filter(([, text]) => text);
