/** Fields of records: each shows and reads one value of a body, and says what is wrong with it. */
import type { ComponentChildren } from 'preact';
import { inexactNumberIn, placeOf } from '../../../../core/shared/exact-numbers.ts';
import { texts } from '../texts.ts';
import { CheckField, type Choices, SelectField, TextAreaField, TextField } from './form.tsx';

/** A problem that the page itself finds in a value. */
export class FieldProblem extends Error {}

export interface Field {
  readonly name: string;
  /** The title of the part of the form that it is in, which people open; absent for one that is always shown. */
  readonly group?: string;
  /**
   * `stored` is the value of the record, or undefined for a new record. `problem` is '' if the value has no problem.
   */
  readonly view: (stored: unknown, problem: string) => ComponentChildren;
  /** Returns what was filled in. Throws a FieldProblem. */
  readonly read: (form: FormData, stored: unknown) => unknown;
}

interface FieldOptions {
  readonly hint?: string;
  readonly required?: boolean;
}

const filled = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();
const text = (stored: unknown): string => (typeof stored === 'string' ? stored : '');

interface TextMore extends FieldOptions {
  /** A blank field is null. */
  readonly isNullable?: boolean;
  readonly type?: 'text' | 'email' | 'url';
}

export const textField = (
  name: string,
  label: string,
  { isNullable = false, ...more }: TextMore = {},
): Field => ({
  name,
  view: (stored, problem) => (
    <TextField label={label} name={name} defaultValue={text(stored)} problem={problem} {...more} />
  ),
  read: (form) => filled(form, name) || (isNullable ? null : ''),
});

/** Several lines. */
export const longField = (name: string, label: string): Field => ({
  name,
  view: (stored, problem) => (
    <TextAreaField
      label={label}
      name={name}
      rows={3}
      defaultValue={text(stored)}
      problem={problem}
    />
  ),
  read: (form) => filled(form, name),
});

/** Several lines of which each is one of a list, which `listOf` finds in what is stored and `toValue` makes a value of. */
export const linesField = (
  name: string,
  label: string,
  {
    hint,
    listOf,
    toValue,
  }: FieldOptions & {
    listOf: (stored: unknown) => readonly string[];
    toValue: (lines: readonly string[]) => unknown;
  },
): Field => ({
  name,
  view: (stored, problem) => (
    <TextAreaField
      label={label}
      name={name}
      rows={3}
      defaultValue={listOf(stored).join('\n')}
      hint={hint}
      problem={problem}
    />
  ),
  read: (form) => {
    const lines = filled(form, name).split('\n');
    return toValue(lines.map((line) => line.trim()).filter((line) => line !== ''));
  },
});

/**
 * Returns a field with choices. `toValue` turns the chosen text into the value, `initial` is the value of a new record.
 */
export const choiceField = (
  name: string,
  label: string,
  choices: Choices,
  {
    toValue = (chosen) => chosen,
    initial,
    hint,
  }: FieldOptions & { toValue?: (chosen: string) => unknown; initial?: string } = {},
): Field => ({
  name,
  view: (stored, problem) => {
    const value = stored === undefined ? initial : String(stored ?? '');
    return (
      <SelectField
        label={label}
        name={name}
        choices={choices}
        hint={hint}
        problem={problem}
        {...(value !== undefined && { defaultValue: value })}
      />
    );
  },
  read: (form) => toValue(filled(form, name)),
});

/** A check box. */
export const flagField = (
  name: string,
  label: string,
  { isOn = false }: { isOn?: boolean } = {},
): Field => ({
  name,
  view: (stored, problem) => (
    <CheckField
      label={label}
      name={name}
      defaultChecked={stored === undefined ? isOn : stored === true}
      problem={problem}
    />
  ),
  read: (form) => form.has(name),
});

/** JSON as text, an object unless `isList`; blank is the empty one. */
export const jsonField = (
  name: string,
  label: string,
  { hint, isList = false }: FieldOptions & { isList?: boolean } = {},
): Field => ({
  name,
  view: (stored, problem) => (
    <TextAreaField
      class="code"
      label={label}
      name={name}
      rows={5}
      defaultValue={jsonText(stored)}
      hint={hint}
      problem={problem}
    />
  ),
  read: (form) => {
    const written = filled(form, name);
    if (written === '') return isList ? [] : {};
    try {
      const value: unknown = JSON.parse(written);
      const inexact = inexactNumberIn(written);
      if (inexact === null) return value;
      throw new FieldProblem(texts().common.inexactNumber(placeOf(written, inexact)));
    } catch (error) {
      if (error instanceof FieldProblem) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new FieldProblem(texts().common.mustBeJson(reason));
    }
  },
});

const jsonText = (stored: unknown): string =>
  Object.keys(stored ?? {}).length === 0 ? '' : JSON.stringify(stored, null, 2);

/** A date and time of this place; a blank field is null. */
export const timeField = (name: string, label: string, { hint }: FieldOptions = {}): Field => ({
  name,
  view: (stored, problem) => (
    <TextField
      label={label}
      name={name}
      type="datetime-local"
      defaultValue={typeof stored === 'string' ? localTime(new Date(stored)) : ''}
      hint={hint}
      problem={problem}
    />
  ),
  read: (form) => {
    const written = filled(form, name);
    return written === '' ? null : new Date(written).toISOString();
  },
});

/** Returns a time to the minute, in the format of such inputs. */
function localTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

const COLOR = '#3B82F6';

/** A colour, kept as it was written until another is chosen. */
export const colorField = (name: string, label: string): Field => ({
  name,
  view: (stored, problem) => (
    <TextField
      label={label}
      name={name}
      type="color"
      defaultValue={(text(stored) || COLOR).toLowerCase()}
      problem={problem}
    />
  ),
  read: (form, stored) => {
    const chosen = filled(form, name);
    const written = text(stored) || COLOR;
    return chosen === written.toLowerCase() ? written : chosen;
  },
});
