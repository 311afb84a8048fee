/** Pairing an instance. Owns: that looking at a code never begins an attempt; only the button does. */
import { at, query } from './api.js';
import { card, el } from './dom.js';
import { field, input, onSubmit, statusLine } from './forms.js';
import { offerView } from './offer.js';
import { keepFresh } from './poll.js';
import { sandboxCards } from './sandbox-cards.js';

/** In these there may be a code. In any other, asking for one would start connecting or wait. */
const PAIRING = new Set(['waiting_qr', 'pairing']);

export function connectionPanel({ api, name, signal, refresh }) {
  const path = at`/instance/connect/${name}`;
  const offer = offerView(signal);
  const status = statusLine();
  const lookStatus = statusLine();
  const form = el(
    'form',
    {},
    field(
      'Number',
      input('number', { inputMode: 'numeric' }),
      'Empty: pair by QR code. With a number: by a code to type',
    ),
    el('button', { type: 'submit', class: 'primary' }, 'Connect'),
    status.element,
  );
  const connected = el('p', { hidden: true }, 'It is connected: there is nothing to pair.');
  let instance = null;
  let sandbox = null;
  const isPairing = () => PAIRING.has(instance?.phase);

  const look = keepFresh({
    signal,
    status: lookStatus,
    task: async (whileSeen) => {
      if (!isPairing()) return;
      const found = await api.get(path, whileSeen);
      if (isPairing()) offer.show(found);
    },
  });
  onSubmit(form, status, async ({ number }) => {
    refresh();
    const answer = await api.get(path + query({ number }));
    offer.show(answer);
    refresh();
    return '';
  });

  const pairing = card('Connect', connected, form, offer.element, lookStatus.element);
  const place = el('div', { class: 'cards' }, pairing);
  return {
    elements: [place],
    update(latest) {
      const hasMoved = instance?.phase !== latest.phase;
      instance = latest;
      connected.hidden = latest.state !== 'open';
      if (hasMoved) look();
      if (!isPairing()) offer.show(null);
      if (sandbox !== null || latest.provider !== 'sandbox') return;
      sandbox = el('div', {}, ...sandboxCards({ api, name, refresh }));
      place.append(sandbox);
    },
  };
}
