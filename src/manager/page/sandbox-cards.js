/** The outside world of a sandbox instance: its phone, and those who write to it. */
import { at } from './api.js';
import { card, el } from './dom.js';
import { button, field, input, onSubmit, select, statusLine, submitForm } from './forms.js';

const KINDS = ['text', 'image', 'video', 'audio', 'document'];

/** @returns {Element[]} */
export function sandboxCards(deps) {
  return [phoneCard(deps), messageCard(deps)];
}

function phoneCard({ api, name, refresh }) {
  const status = statusLine();
  const act = async (path, body) => {
    const { message } = await api.post(path, body);
    refresh();
    return message;
  };
  const scan = el(
    'form.inline',
    field('Its number', input('number', { inputMode: 'numeric', placeholder: 'invented' })),
    field('Its name', input('pushName', { placeholder: 'Sandbox' })),
    field('Asks for its passkey', input('passkey', { type: 'checkbox' })),
    el('button', { type: 'submit' }, 'Scan the QR code'),
  );
  const pair = el(
    'form.inline',
    field('Pairing code', input('code', { required: true, autocapitalize: 'characters' })),
    el('button', { type: 'submit' }, 'Type the pairing code'),
  );
  onSubmit(scan, status, ({ passkey, ...phone }) =>
    act(at`/sandbox/${name}/scan`, { ...phone, passkey: passkey !== undefined }),
  );
  onSubmit(pair, status, (typed) => act(at`/sandbox/${name}/pair`, typed));
  const trouble = el(
    'div.row',
    button('Use the passkey', { status, run: () => act(at`/sandbox/${name}/passkey`) }),
    button('Lose the connection', { status, run: () => act(at`/sandbox/${name}/drop`) }),
    button('Remove the device', { status, run: () => act(at`/sandbox/${name}/remove`) }),
  );
  return card('Sandbox: the phone', scan, pair, trouble, status.element);
}

function messageCard({ api, name }) {
  const who = [
    field('From', input('from', { required: true, value: '5511988887777' })),
    field('Name', input('pushName', { placeholder: 'optional' })),
    field('Kind', select('kind', KINDS)),
  ];
  const text = input('text', { value: 'Hello' });
  const fields = [
    el('div.inline', ...who),
    field('Text', text, 'The caption, when it is a picture, a video or a document'),
    el('button', { type: 'submit' }, 'Send a message in'),
  ];
  const form = submitForm(fields, async ({ text, ...message }) => {
    const words = message.kind === 'text' ? { text } : { caption: text };
    const { messageId } = await api.post(at`/sandbox/${name}/message`, { ...message, ...words });
    return `Message ${messageId} has arrived`;
  });
  return card('Sandbox: somebody writes', form);
}
