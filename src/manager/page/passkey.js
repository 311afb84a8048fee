/** A passkey ceremony: where the browser uses the passkey, and the code that a person confirms. */
import { at } from './api.js';
import { el, setText, shownTime } from './dom.js';
import { button, statusLine } from './forms.js';

const STEPS = {
  challenge:
    'WhatsApp asks for the passkey of this account. Open the link in a browser that can use it; the browser needs an extension for that.',
  awaiting_confirmation: 'The passkey was used. Waiting for the phone…',
  confirmation: 'Does the phone show this code? Confirm only if it is the same.',
  confirmed: 'Confirmed. Waiting for WhatsApp to link the device…',
};

/** @param {{ api: object, refresh: () => void }} deps */
export function passkeyView({ api, refresh }) {
  const step = el('p', { role: 'status' });
  const link = el('a', { target: '_blank', rel: 'noopener noreferrer' }, 'Open WhatsApp Web');
  const code = el('code.pairing');
  const until = el('span.hint');
  const status = statusLine();
  let token = '';
  const confirm = button('Confirm the code', {
    status,
    kind: 'primary',
    run: async () => {
      await api.post(at`/passkey-ceremony/${token}/confirm`);
      refresh();
      return '';
    },
  });
  const element = el(
    'div.offer',
    { hidden: true },
    step,
    link,
    code,
    confirm,
    until,
    status.element,
  );
  return {
    element,
    /** @param {{ stage: string, openUrl: string, ceremonyUrl: string, code: string | null, expiresAt: string } | null} passkey null: none */
    show(passkey) {
      element.hidden = passkey === null;
      if (passkey === null) return status.clear();
      const { stage, openUrl, ceremonyUrl, expiresAt } = passkey;
      token = ceremonyUrl.split('/').at(-1);
      setText(step, STEPS[stage] ?? stage);
      link.href = openUrl;
      link.hidden = stage !== 'challenge';
      setText(code, passkey.code);
      code.hidden = passkey.code === null;
      confirm.hidden = stage !== 'confirmation';
      setText(until, `This ends at ${shownTime(expiresAt)}.`);
    },
  };
}
