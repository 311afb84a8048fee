/** The form of the table of endpoint fields, and the parts of requests, answers and the audit that follow from it. */
import type { Static, TProperties, TSchema } from '@sinclair/typebox';
import { exampleOf } from '../../http/openapi-examples.ts';
import { optional } from '../../http/read-fields.ts';
import type { Format } from '../format/formats.ts';
import type { Headers } from '../headers.ts';
import type { UrlGuard } from '../url.ts';

/** The facts that readers of fields know besides the value. */
export interface FieldContext {
  readonly guard: UrlGuard;
  /** The endpoint before the change, whose values replace masked ones. */
  readonly stored: {
    readonly id: string;
    readonly url: string;
    readonly headers: Headers;
    readonly verifyToken: string | null;
  };
}

/** Who gets an answer. */
export interface Viewer {
  /** Whether they may change the endpoint: a URL may hold tokens, so nobody else sees it whole. */
  readonly mayChange: boolean;
  /** The format of bodies for which none was chosen. */
  readonly defaultFormat: Format;
}

/** One field of an endpoint, with everything that is the same for each of them. */
export interface EndpointField {
  /** As requests have it: the type of the value, its documentation, its example, and its check with what is stored. */
  readonly request: TSchema;
  /** As answers have it. */
  readonly answer: TSchema;
  /** Returns what answers have of a value that is not shown as it is. */
  show?(value: never, viewer: Viewer): unknown;
  /** Returns what the audit has of a value that is not shown there as it is. */
  audit?(value: never): Readonly<Record<string, unknown>>;
  /** In which form the column has it; that of a sealed one is called `headersSealed`. */
  readonly column: 'plain' | 'json' | 'sealed' | 'sealed json';
  /** The value of an endpoint that nobody gave another. */
  readonly initial: unknown;
}

export type EndpointFields = Readonly<Record<string, EndpointField>>;

/** The values of all fields. */
export type ValuesOf<T extends EndpointFields> = {
  readonly [Name in keyof T]: Static<T[Name]['request']>;
};

type AnswerOf<T extends EndpointFields> = { [Name in keyof T]: T[Name]['answer'] };

const mapFields = <V>(fields: EndpointFields, make: (field: EndpointField, name: string) => V) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field, name)]));

/** Returns the fields of a request, each of which may be absent. */
export const requestFields = (fields: EndpointFields): TProperties =>
  mapFields(fields, ({ request }) => optional(request));

export const answerFields = <T extends EndpointFields>(fields: T): AnswerOf<T> =>
  // The cast: it has the same names, and the schema of each.
  mapFields(fields, ({ answer }) => answer) as AnswerOf<T>;

export const initialValues = <T extends EndpointFields>(fields: T): ValuesOf<T> =>
  // The cast: each value is one of its field.
  mapFields(fields, ({ initial }) => initial) as ValuesOf<T>;

type ShownValues<T extends EndpointFields> = { [Name in keyof T]: Static<T[Name]['answer']> };

/** Returns the fields of an endpoint as answers to the viewer have them. */
export const shownValues = <T extends EndpointFields>(
  fields: T,
  values: ValuesOf<T>,
  viewer: Viewer,
): ShownValues<T> =>
  // The casts: `show` takes a value of its own field, and makes one that its answer has.
  mapFields(fields, ({ show }, name) => {
    const value: unknown = values[name];
    return show ? show(value as never, viewer) : value;
  }) as ShownValues<T>;

/** Returns examples of the fields, as answers have them. */
export const exampleAnswer = (fields: EndpointFields): Readonly<Record<string, unknown>> => {
  const examples = mapFields(fields, ({ request }) => exampleOf(request));
  return shownValues(fields, examples, { mayChange: true, defaultFormat: 'gatehouse' });
};

/** Returns what the audit has of a change: the fields that it sets, without what is secret. */
export const auditedValues = (
  fields: EndpointFields,
  change: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...Object.entries(fields).map(([name, { audit }]) => {
      const value = change[name];
      if (value === undefined) return {};
      // The cast: it is a value of the same field.
      return audit ? audit(value as never) : { [name]: value };
    }),
  );
