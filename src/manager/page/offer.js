/** What a phone pairs with: a QR code or a code to type, and for how long it is still good. */
import { el, setText } from './dom.js';
import { copyButton } from './forms.js';

/**
 * @param {AbortSignal} signal ends the countdown
 * @param {() => void} expired called when the code that is shown is no longer good
 */
export function offerView(signal, expired) {
  const image = el('img.qr', { width: 264, height: 264 });
  const count = el('strong');
  const pairingCode = el('code.pairing');
  const qr = el('figure.offer', image, el('figcaption', count));
  const code = el(
    'div.offer',
    el('p', 'Type this on the phone:'),
    pairingCode,
    copyButton('Copy', pairingCode),
  );
  const left = countdown(signal, expired);
  const element = el('div', { hidden: true }, qr, code, left.element);

  const showQr = (offer, which) => {
    image.src = offer.base64;
    const name = which ? `${offer.count} of ${which.maxCount}` : String(offer.count);
    image.alt = `QR code ${name}, to be scanned with the phone`;
    setText(count, `QR code ${name}`);
  };
  return {
    element,
    /**
     * @param {{ pairingCode: string | null, base64: string, count: number } | null} offer null: none
     * @param {{ count?: number, maxCount?: number, expiresInMs: number } | null} [which] null: not known at this moment
     */
    show(offer, which = null) {
      const isQr = Boolean(offer?.base64);
      const isCode = Boolean(offer?.pairingCode);
      element.hidden = !isQr && !isCode;
      qr.hidden = !isQr;
      code.hidden = !isCode;
      if (isQr) showQr(offer, which);
      setText(pairingCode, isCode ? offer.pairingCode : '');
      left.show(isQr || isCode ? which : null);
    },
  };
}

/** Seconds that run down, in words and as a bar. */
function countdown(signal, expired) {
  const bar = el('progress', { 'aria-hidden': 'true' });
  const words = el('span.hint');
  const element = el('p.countdown', { hidden: true }, bar, words);
  let voidAt = 0;
  const tick = () => {
    if (element.hidden) return;
    const seconds = Math.ceil((voidAt - performance.now()) / 1000);
    bar.value = Math.max(0, seconds);
    setText(words, seconds > 0 ? `Good for another ${seconds} s` : 'It is no longer good');
    if (seconds === 0) expired();
  };
  const timer = setInterval(tick, 1000);
  signal.addEventListener('abort', () => clearInterval(timer));
  return {
    element,
    /** @param {{ expiresInMs: number } | null} code null: nothing is counted */
    show(code) {
      element.hidden = code === null;
      if (code === null) return;
      const until = performance.now() + code.expiresInMs;
      // A code that lasts longer than the one before is another one: the bar is full again.
      if (until > voidAt + 1_000) bar.max = Math.ceil(code.expiresInMs / 1000);
      voidAt = until;
      tick();
    },
  };
}
