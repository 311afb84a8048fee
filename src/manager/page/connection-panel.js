/** Pairing an instance. */
import { at, query } from './api.js';
import { CLOUD, credentialsCard } from './cloud-fields.js';
import { card, el, setText } from './dom.js';
import { digitsOf, field, input, statusLine, submitForm } from './forms.js';
import { offerView } from './offer.js';
import { passkeyView } from './passkey.js';
import { keepFresh } from './poll.js';
import { sandboxCards } from './sandbox-cards.js';
import { timelineCard } from './timeline.js';

/** Where a person finds what to do, by phase. */
const ON_THE_PHONE = {
  waiting_qr: 'On the phone: WhatsApp, Settings, Linked devices, Link a device.',
  pairing:
    'On the phone: WhatsApp, Settings, Linked devices, Link a device, Link with phone number instead.',
};
/** In these there may be a code. In any other, asking for one would start connecting or wait. */
const PAIRING = new Set(['waiting_qr', 'pairing', 'passkey', 'passkey_confirm']);

const NOTHING = { found: null, code: null };

/** The code to pair with, asked for if there is none, and for how long it is good. @param {string} [number] pair by a code to type */
async function offered({ api, name, signal }, number) {
  const found = await api.get(at`/instance/connect/${name}` + query({ number }), signal);
  const { instance } = await api.get(at`/instance/connectionState/${name}`, signal);
  // Between the two answers there may have come another code.
  const isSame = instance.code && (instance.code.count ?? 0) === found.count;
  return { found, code: isSame ? instance.code : null };
}

export function connectionPanel({ api, name, signal, refresh }) {
  const offer = offerView(signal, () => look());
  const passkey = passkeyView({ api, refresh });
  const show = ({ found, code }) => {
    offer.show(found, code);
    passkey.show(found?.passkey ?? null);
  };
  const status = statusLine();
  const standing = el('p');
  const guide = el('p.hint');
  let instance = null;
  let hasOwnCards = false;
  const isPairing = () => PAIRING.has(instance?.phase);

  const look = keepFresh({ signal, status }, async () => {
    if (!isPairing()) return;
    const found = await offered({ api, name, signal });
    if (isPairing()) show(found);
  });
  const number = field(
    'Number',
    input('number', { inputMode: 'tel' }),
    'Empty: pair by QR code. With the number of the phone, country code first: by a code to type',
  );
  const connect = el('button.primary', { type: 'submit' }, 'Connect');
  const form = submitForm([number, connect], async (filled) => {
    refresh();
    show(await offered({ api, name, signal }, digitsOf(filled.number)));
    refresh();
  });

  const offers = [offer.element, passkey.element];
  const pairing = card('Connect', standing, form, guide, ...offers, status.element);
  const timeline = timelineCard({ api, name, signal });
  const place = el('div.cards', el('div', pairing, timeline.element));
  return {
    element: place,
    update(latest) {
      const hasMoved = instance?.phase !== latest.phase;
      timeline.update(latest);
      instance = latest;
      const words = standingOf(latest);
      setText(standing, words);
      standing.hidden = words === '';
      form.hidden = latest.state === 'open' || (isPaired(latest) && latest.state === 'connecting');
      setText(guide, latest.provider === 'whatsapp' ? (ON_THE_PHONE[latest.phase] ?? '') : '');
      if (hasMoved) look();
      if (!isPairing()) show(NOTHING);
      number.hidden = latest.provider === CLOUD;
      if (hasOwnCards) return;
      const own = ownCards(latest.provider, { api, name, refresh });
      if (own.length > 0) place.append(el('div', ...own));
      hasOwnCards = true;
    },
  };
}

/** What there is for instances of one provider alone. */
function ownCards(provider, deps) {
  if (provider === 'sandbox') return sandboxCards(deps);
  return provider === CLOUD ? [credentialsCard(deps)] : [];
}

const isPaired = ({ ownerJid }) => Boolean(ownerJid);

/** What there is to know before connecting; '' when nobody has to know anything. */
function standingOf(instance) {
  if (instance.state === 'open') return 'It is connected: there is nothing to pair.';
  if (!isPaired(instance)) return '';
  return instance.state === 'connecting'
    ? 'It is paired, and connects again by itself.'
    : 'It is paired: connecting needs no code.';
}
