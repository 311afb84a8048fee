/** Questions and one-time secrets, shown above everything else. */
import { el, newId } from './dom.js';
import { copyButton, field, input } from './forms.js';

/** Asks before something that cannot be undone. @returns {Promise<boolean>} */
export function confirmed({ title, text, action }) {
  return new Promise((resolve) => {
    const dialog = openDialog(title, el('p', text), [
      choice('Cancel', '', () => dialog.close()),
      choice(action, 'danger', () => dialog.close('yes')),
    ]);
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
  });
}

/**
 * Asks for one line of text.
 * @returns {Promise<string | null>} null: nothing is to be done
 */
export function asked({ title, label, action }) {
  return new Promise((resolve) => {
    const line = input('line', { required: true });
    const dialog = openDialog(title, field(label, line), [
      choice('Cancel', '', () => dialog.close()),
      choice(action, 'primary', () => line.reportValidity() && dialog.close('yes')),
    ]);
    dialog.addEventListener('close', () =>
      resolve(dialog.returnValue === 'yes' ? line.value.trim() : null),
    );
  });
}

/** Shows a key that cannot be shown again. */
export const showKey = (name, key) =>
  showSecret({ title: `${name} is created`, what: 'key', of: name, secret: key });

/** Shows a secret that cannot be shown again. @param {{ title: string, what: string, of: string, secret: string }} options */
export function showSecret({ title, what, of, secret }) {
  const text = el('code.secret', secret);
  const body = el('div', el('p', `The ${what} of ${of} is shown here only:`), text);
  const dialog = openDialog(title, body, [
    copyButton(`Copy ${what}`, text),
    choice('Done', 'primary', () => dialog.close()),
  ]);
}

/** Opened above everything else; Escape and its buttons close it. */
export function openDialog(title, body, buttons) {
  const id = newId('dialog');
  const heading = el('h2', { id }, title);
  const dialog = el('dialog', { 'aria-labelledby': id }, heading, body);
  if (buttons.length > 0) dialog.append(el('div.row.end', ...buttons));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** For when what they are about leaves the page. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog:not(.component)')) dialog.close();
}

function choice(text, kind, run) {
  const element = el('button', { type: 'button', class: kind }, text);
  element.addEventListener('click', run);
  return element;
}
