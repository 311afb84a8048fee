/** Fields, forms and buttons. */
import { ApiFailure } from './api.ts';
import { el, newId, setText } from './dom.js';

/** One line that says how things went; screen readers read it out. */
export function statusLine() {
  const element = el('p.status', { role: 'status' });
  const say = (kind, text) => {
    element.dataset.kind = kind;
    setText(element, text);
  };
  return {
    element,
    working: () => say('working', 'Working…'),
    done: (text) => say('done', text),
    failed: (error) => say('failed', failureText(error)),
    clear: () => say('', ''),
  };
}

export function failureText(error) {
  if (!(error instanceof ApiFailure)) return String(error);
  const { status, code, message } = error;
  return status === 0 ? message : `${message} (${[status, code].join(' ').trim()})`;
}

/** A label around its control, with a hint beneath. */
export function field(label, control, hint = '') {
  const row = el('label.field', el('span', label), control);
  if (hint === '') return row;
  const id = newId('hint');
  control.setAttribute('aria-describedby', id);
  return el('div', row, el('small.hint', { id }, hint));
}

/** A phone number as the service takes it, however people write it. */
export const digitsOf = (number = '') => number.replace(/[\s().+-]/g, '');

export const input = (name, props = {}) =>
  el('input', { name, autocomplete: 'off', spellcheck: false, ...props });

export const textArea = (name, props = {}) =>
  el('textarea', { name, autocomplete: 'off', ...props });

/** @param {readonly (string | [value: string, text: string])[]} choices */
export const select = (name, choices, props = {}) =>
  el('select', { name, ...props }, ...choices.map((choice) => option(choice)));

const option = (choice) => {
  const [value, text] = Array.isArray(choice) ? choice : [choice, choice];
  return el('option', { value }, text);
};

/**
 * Runs `run` and says how it went: the text it resolves with, or why it failed. Never rejects.
 * A control that is busy takes no second press; it is not disabled, which would drop the focus.
 */
export async function attempt(control, status, run) {
  if (control.getAttribute('aria-disabled') === 'true') return;
  control.setAttribute('aria-disabled', 'true');
  status.working();
  try {
    status.done((await run()) ?? '');
  } catch (error) {
    status.failed(error);
  } finally {
    control.removeAttribute('aria-disabled');
  }
}

/**
 * `isSure` asks before anything is done.
 * @param {{ status: ReturnType<typeof statusLine>, run: () => Promise<string | undefined>, isSure?: () => Promise<boolean>, kind?: string }} options
 */
export function button(text, { status, run, isSure = async () => true, kind = '' }) {
  const element = el('button', { type: 'button', class: kind }, text);
  element.addEventListener('click', async () => {
    if (await isSure()) await attempt(element, status, run);
  });
  return element;
}

/** A form whose last line says how sending it went; `run` as for onSubmit. */
export function submitForm(fields, run) {
  const status = statusLine();
  return onSubmit(el('form', ...fields, status.element), status, run);
}

/** Hands the filled-in texts of `form` to `run`; blank ones are left out. */
export function onSubmit(form, status, run) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const filled = [...new FormData(form)]
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== '');
    const control = event.submitter ?? form;
    void attempt(control, status, () => run(Object.fromEntries(filled)));
  });
  return form;
}

/**
 * @param {HTMLElement} source the element whose text is copied when the button is pressed
 * @param {() => string} textOf where that shows it shortened: the whole of it
 */
export function copyButton(label, source, textOf = () => source.textContent) {
  const said = el('span', { role: 'status' }, label);
  const element = el('button', { type: 'button' }, said);
  element.addEventListener('click', async () => setText(said, await copy(source, textOf())));
  return element;
}

/** Browsers let a page write to the clipboard over HTTPS and on this machine; elsewhere the text is selected. */
async function copy(source, text) {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    getSelection().selectAllChildren(source);
    return 'Selected: press Ctrl+C';
  }
}
