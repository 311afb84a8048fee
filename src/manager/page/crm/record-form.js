/** A form about one record in a dialog: what is wrong is said at its field, and the dialog stays until it is right. */
import { ApiFailure } from '../api.ts';
import { openDialog } from '../dialogs.js';
import { el } from '../dom.js';
import { onSubmit, statusLine } from '../forms.js';
import { FieldProblem } from './fields.js';

/**
 * Of a stored record only what was changed is sent; of a new one only what was filled in.
 * @param {{ title: string, action: string, fields: import('./fields.js').Field[], stored?: object, send: (body: object) => Promise<(() => void) | undefined> }} options
 *   `stored`: the record as it is; what `send` resolves with is done once the dialog is closed
 */
export function openRecordForm({ title, action, fields, stored, send }) {
  const status = statusLine();
  const cancel = el('button', { type: 'button' }, 'Cancel');
  const submit = el('button.primary', { type: 'submit' }, action);
  const form = el(
    'form',
    // What is wrong is said in the page, by the service.
    { noValidate: true },
    ...fields.map(({ element }) => element),
    status.element,
    el('div.row.end', cancel, submit),
  );
  if (stored) for (const field of fields) field.write(stored[field.name]);
  const former = stored ? valuesOf(fields) : {};
  const dialog = openDialog(title, form, []);
  cancel.addEventListener('click', () => dialog.close());
  onSubmit(form, status, async () => {
    for (const field of fields) field.say([]);
    const body = changesOf(valuesAt(fields), former);
    const isChanged = !stored || Object.keys(body).length > 0;
    const after = isChanged ? await sent(send, body, fields) : undefined;
    dialog.close();
    after?.();
  });
  fields[0]?.focus();
  return dialog;
}

const valuesOf = (fields) => Object.fromEntries(fields.map((field) => [field.name, field.read()]));

/** What is filled in; what the page itself finds wrong is said at its field. */
function valuesAt(fields) {
  const values = {};
  const problems = {};
  for (const field of fields) {
    try {
      values[field.name] = field.read();
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems[field.name] = [error.message];
    }
  }
  if (Object.keys(problems).length === 0) return values;
  sayAt(fields, problems);
  throw new ApiFailure({ message: 'Nothing was sent' });
}

/** Without what is as before, or blank where nothing was before. */
function changesOf(values, former) {
  const isChanged = ([name, value]) =>
    Object.hasOwn(former, name)
      ? JSON.stringify(value) !== JSON.stringify(former[name])
      : value !== '' && value !== undefined;
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

async function sent(send, body, fields) {
  try {
    return await send(body);
  } catch (error) {
    if (error.details) sayAt(fields, error.details);
    if (error.status !== 412) throw error;
    const { status, code } = error;
    const message = 'Somebody else has changed it meanwhile: close this and open it again';
    throw new ApiFailure({ status, code, message });
  }
}

/** @param {Record<string, string[]>} problems by field or by a path that leads into one: `environments.KEY` */
function sayAt(fields, problems) {
  const paths = Object.keys(problems);
  const wrong = fields.filter((field) => {
    const mine = paths.filter((path) => path === field.name || path.startsWith(`${field.name}.`));
    field.say(mine.flatMap((path) => problems[path].map((text) => inWords(field, path, text))));
    return mine.length > 0;
  });
  wrong[0]?.focus();
}

const inWords = ({ name }, path, text) =>
  path === name ? text : `${path.slice(name.length + 1)} ${text}`;
