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

/** Returns a field whose control is given its name, its label and its problem. */
const fieldOf = (
  name: string,
  label: string,
  control: (
    own: { readonly name: string; readonly label: string; readonly problem: string },
    stored: unknown,
  ) => ComponentChildren,
  read: Field['read'],
): Field => ({
  name,
  view: (stored, problem) => control({ name, label, problem }, stored),
  read,
});

const filled = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();
const text = (stored: unknown): string => (typeof stored === 'string' ? stored : '');

interface TextMore extends FieldOptions {
  /** A blank field is null. */
  readonly isNullable?: boolean;
  readonly type?: 'text' | 'email' | 'url' | 'password';
  readonly inputMode?: 'numeric';
  readonly maxLength?: number;
}

export const textField = (
  name: string,
  label: string,
  { isNullable = false, ...more }: TextMore = {},
): Field =>
  fieldOf(
    name,
    label,
    (own, stored) => <TextField {...own} {...more} defaultValue={text(stored)} />,
    (form) => filled(form, name) || (isNullable ? null : ''),
  );

/** Several lines. */
export const longField = (name: string, label: string): Field =>
  fieldOf(
    name,
    label,
    (own, stored) => <TextAreaField {...own} rows={3} defaultValue={text(stored)} />,
    (form) => filled(form, name),
  );

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
): Field =>
  fieldOf(
    name,
    label,
    (own, stored) => (
      <TextAreaField {...own} hint={hint} rows={3} defaultValue={listOf(stored).join('\n')} />
    ),
    (form) => {
      const lines = filled(form, name).split('\n');
      return toValue(lines.map((line) => line.trim()).filter((line) => line !== ''));
    },
  );

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
): Field =>
  fieldOf(
    name,
    label,
    (own, stored) => {
      const value = stored === undefined ? initial : String(stored ?? '');
      const chosen = value !== undefined && { defaultValue: value };
      return <SelectField {...own} {...{ choices, hint }} {...chosen} />;
    },
    (form) => toValue(filled(form, name)),
  );

/** A check box. */
export const flagField = (
  name: string,
  label: string,
  { isOn = false, hint }: { isOn?: boolean; hint?: string | undefined } = {},
): Field =>
  fieldOf(
    name,
    label,
    (own, stored) => (
      <CheckField
        {...{ ...own, hint }}
        defaultChecked={stored === undefined ? isOn : stored === true}
      />
    ),
    (form) => form.has(name),
  );

/** JSON as text, an object unless `isList`; blank is the empty one. */
export const jsonField = (
  name: string,
  label: string,
  { hint, isList = false }: FieldOptions & { isList?: boolean } = {},
): Field =>
  fieldOf(
    name,
    label,
    (own, stored) => (
      <TextAreaField {...own} class="code" hint={hint} rows={5} defaultValue={jsonText(stored)} />
    ),
    (form) => {
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
  );

const jsonText = (stored: unknown): string =>
  Object.keys(stored ?? {}).length === 0 ? '' : JSON.stringify(stored, null, 2);

/** A date and time of this place; a blank field is null. */
export const timeField = (name: string, label: string, { hint }: FieldOptions = {}): Field =>
  fieldOf(
    name,
    label,
    (own, stored) => {
      const time = typeof stored === 'string' ? localTime(new Date(stored)) : '';
      return <TextField {...own} hint={hint} type="datetime-local" defaultValue={time} />;
    },
    (form) => {
      const written = filled(form, name);
      return written === '' ? null : new Date(written).toISOString();
    },
  );

/** Returns a time to the minute, in the format of such inputs. */
function localTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

const COLOR = '#3B82F6';

/** A colour, kept as it was written until another is chosen. */
export const colorField = (name: string, label: string): Field => {
  const written = (stored: unknown) => text(stored) || COLOR;
  return fieldOf(
    name,
    label,
    (own, stored) => (
      <TextField {...own} type="color" defaultValue={written(stored).toLowerCase()} />
    ),
    (form, stored) => {
      const chosen = filled(form, name);
      return chosen === written(stored).toLowerCase() ? written(stored) : chosen;
    },
  );
};
