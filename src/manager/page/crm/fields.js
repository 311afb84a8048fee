/**
 * Fields of records: each reads and writes one value of a body, and shows what is wrong with it.
 * @typedef {{ name: string, element: Element, read(): unknown, write(value: unknown): void, say(texts: string[]): void, focus(): void }} Field
 *   `read` throws a FieldProblem; `say` shows texts, none of them when there are none
 */
import { el, newId, setText } from '../dom.js';
import { field, input, select, textArea } from '../forms.js';

/** What the page itself finds wrong with a value. */
export class FieldProblem extends Error {}

/**
 * A line of text.
 * @param {{ hint?: string, required?: boolean, isNullable?: boolean, type?: string, maxLength?: number }} [more]
 *   `isNullable`: nothing is null
 * @returns {Field}
 */
export function textField(name, label, { hint, isNullable = false, ...props } = {}) {
  const control = input(name, props);
  return labelled(
    name,
    label,
    { control, hint },
    {
      read: () => control.value.trim() || (isNullable ? null : ''),
      write: (value) => {
        control.value = value ?? '';
      },
    },
  );
}

/** @returns {Field} several lines of text */
export function longField(name, label, { hint, ...props } = {}) {
  const control = textArea(name, { rows: 3, ...props });
  return labelled(
    name,
    label,
    { control, hint },
    {
      read: () => control.value.trim(),
      write: (value) => {
        control.value = value ?? '';
      },
    },
  );
}

/** One of some; `toValue` makes the value of the text that was chosen. @returns {Field} */
export function choiceField(name, label, choices, { hint, toValue = (text) => text } = {}) {
  const control = select(name, choices);
  return labelled(
    name,
    label,
    { control, hint },
    {
      read: () => toValue(control.value),
      write: (value) => {
        control.value = String(value);
      },
    },
  );
}

/** @returns {Field} yes or no */
export function flagField(name, label, { checked = false } = {}) {
  const box = el('input', { type: 'checkbox', name, checked });
  return withProblem(name, el('label.tick', box, el('span', label)), box, {
    read: () => box.checked,
    write: (value) => {
      box.checked = value;
    },
  });
}

/** JSON as text, an object unless `kind` says otherwise; blank is the empty one. @returns {Field} */
export function jsonField(name, label, { hint, kind = 'object' } = {}) {
  const control = textArea(name, { rows: 5, spellcheck: false, className: 'code' });
  return labelled(
    name,
    label,
    { control, hint },
    {
      read: () => readJson(control.value.trim(), kind),
      write: (value) => {
        control.value = Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);
      },
    },
  );
}

function readJson(text, kind) {
  if (text === '') return kind === 'array' ? [] : {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FieldProblem(`must be JSON: ${error.message}`);
  }
}

/** A date and time of this place; nothing is null. @returns {Field} */
export function timeField(name, label, { hint } = {}) {
  const control = input(name, { type: 'datetime-local' });
  return labelled(
    name,
    label,
    { control, hint },
    {
      read: () => (control.value === '' ? null : new Date(control.value).toISOString()),
      write: (value) => {
        control.value = value === null ? '' : localTime(new Date(value));
      },
    },
  );
}

/** To the minute, as such fields have it. */
function localTime(time) {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** A colour, kept as it was written until another is chosen. @returns {Field} */
export function colorField(name, label, { value = '#3B82F6' } = {}) {
  const control = input(name, { type: 'color', value });
  let written = value;
  return labelled(
    name,
    label,
    { control },
    {
      read: () => (control.value === written.toLowerCase() ? written : control.value),
      write: (color) => {
        written = color;
        control.value = color;
      },
    },
  );
}

/**
 * Several of some.
 * @param {readonly string[]} choices
 * @param {{ isOpen?: (value: string) => boolean }} [more] whether it can be ticked
 * @returns {Field}
 */
export function ticksField(name, legend, choices, { isOpen = () => true } = {}) {
  const boxes = choices.map((value) =>
    el('input', { type: 'checkbox', value, disabled: !isOpen(value) }),
  );
  const ticks = boxes.map((box) => el('label.tick', box, el('span', box.value)));
  const group = el('fieldset.ticks', el('legend', legend), ...ticks);
  const first = boxes.find((box) => !box.disabled) ?? boxes[0];
  return withProblem(name, group, first, {
    read: () => boxes.filter((box) => box.checked).map(({ value }) => value),
    write: (values) => {
      for (const box of boxes) box.checked = values.includes(box.value);
    },
  });
}

/**
 * All of some, or several of them.
 * @param {Field} some
 * @param {{ all: unknown, isAll: (value: unknown) => boolean, isFixed?: boolean }} more `all`: the value of all of them;
 *   `isFixed`: once there are some, all of them cannot be chosen again
 * @returns {Field}
 */
export function allOrSome(label, some, { all, isAll, isFixed = false }) {
  const box = el('input', { type: 'checkbox', checked: true });
  const tick = el('label.tick', box, el('span', label));
  const follow = () => {
    some.element.hidden = box.checked;
  };
  box.addEventListener('change', follow);
  follow();
  return {
    ...some,
    element: el('div', tick, some.element),
    read: () => (box.checked ? all : some.read()),
    write(value) {
      box.checked = isAll(value);
      tick.hidden = isFixed && !box.checked;
      if (!box.checked) some.write(value);
      follow();
    },
  };
}

export const labelled = (name, label, { control, hint = '' }, value) =>
  withProblem(name, field(label, control, hint), control, value);

/** @param {Element} control what is focused when something is wrong */
function withProblem(name, element, control, { read, write }) {
  const id = newId('problem');
  const problem = el('small.problem', { id, hidden: true });
  const hints = control.getAttribute('aria-describedby');
  return {
    name,
    element: el('div', element, problem),
    read,
    write,
    focus: () => control.focus(),
    say(texts) {
      const isWrong = texts.length > 0;
      setText(problem, texts.join('; '));
      problem.hidden = !isWrong;
      control.ariaInvalid = isWrong ? 'true' : null;
      const described = [hints, isWrong ? id : null].filter(Boolean).join(' ');
      if (described === '') control.removeAttribute('aria-describedby');
      else control.setAttribute('aria-describedby', described);
    },
  };
}
