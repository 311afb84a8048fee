/** The secret that signs: shown when it is asked for, replaced when it has become known to others. */
import { at } from './api.ts';
import { confirmed } from './dialogs.js';
import { card, el, setText } from './dom.js';
import { button, copyButton, statusLine } from './forms.js';

export function secretCard({ api, name }) {
  const status = statusLine();
  const secret = el('code.secret');
  const shown = el('div', { hidden: true }, secret);
  const put = (text) => {
    setText(secret, text);
    shown.hidden = text === '';
    show.hidden = text !== '';
  };
  const show = button('Show the secret', {
    status,
    run: async () => put((await api.get(at`/webhook/secret/${name}`)).secret),
  });
  const hide = el('button', { type: 'button' }, 'Hide');
  hide.addEventListener('click', () => {
    put('');
    show.focus();
  });
  const rotate = button('Replace it', {
    status,
    isSure: () =>
      confirmed({
        title: 'Replace the signing secret?',
        text: 'For 24 hours deliveries are signed with both, so that your application can change over. Then the old one is gone.',
        action: 'Replace',
      }),
    run: async () => {
      put((await api.post(at`/webhook/secret/rotate/${name}`)).secret);
      return 'This is the new one. The old one signs along for 24 hours.';
    },
  });
  shown.append(el('div.row', copyButton('Copy secret', secret), hide));
  const hint = el('p.hint', 'Every delivery is signed with it (Standard Webhooks).');
  return card('Signing secret', hint, shown, el('div.row', show, rotate), status.element);
}
