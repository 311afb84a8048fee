/** What a phone pairs with: a QR code and how long it lasts at most, or a code to type. */
import { el, setText } from './dom.js';
import { copyButton } from './forms.js';

/** A phone is shown the first QR code for a minute, each one after it for 20 s. */
const FIRST_QR_MS = 60_000;
const NEXT_QR_MS = 20_000;

/** @param {AbortSignal} signal ends the countdown */
export function offerView(signal) {
  const image = el('img.qr', { width: 264, height: 264 });
  const count = el('strong');
  const remaining = el('span.hint');
  const qr = el('figure.offer', image, el('figcaption', count, ' ', remaining));
  const pairingCode = el('code.pairing');
  const code = el(
    'div.offer',
    el('p', 'Type this on the phone:'),
    pairingCode,
    copyButton('Copy', pairingCode),
  );
  const element = el('div', { hidden: true }, qr, code);
  let voidAt = 0;

  const tick = () => {
    const seconds = Math.ceil((voidAt - performance.now()) / 1000);
    setText(
      remaining,
      seconds > 0 ? `The next one comes within ${seconds} s.` : 'The next one comes now.',
    );
  };
  const timer = setInterval(tick, 1000);
  signal.addEventListener('abort', () => clearInterval(timer));

  const showQr = (offer) => {
    // The answer does not tell how old a code is: from when it is first seen, this is the longest it can last.
    if (image.src !== offer.base64)
      voidAt = performance.now() + (offer.count === 1 ? FIRST_QR_MS : NEXT_QR_MS);
    image.src = offer.base64;
    image.alt = `QR code ${offer.count}, to be scanned with the phone`;
    setText(count, `QR code ${offer.count}.`);
    tick();
  };
  return {
    element,
    /** @param {{ pairingCode: string | null, base64: string, count: number } | null} offer null: none */
    show(offer) {
      const isQr = Boolean(offer?.base64);
      const isCode = Boolean(offer?.pairingCode);
      element.hidden = !isQr && !isCode;
      qr.hidden = !isQr;
      code.hidden = !isCode;
      if (isQr) showQr(offer);
      setText(pairingCode, isCode ? offer.pairingCode : '');
    },
  };
}
