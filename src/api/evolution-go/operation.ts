/** What the paths of Evolution Go have in common: each asks an operation that is here already, in other words. */
import type { TObject, TSchema } from '@sinclair/typebox';
import { type Fields, isFields } from '../../http/read-fields.ts';
import type { InstanceRecord } from '../../instances/directory.ts';
import type { Security } from '../../instances/scopes.ts';
import { AppError } from '../../shared/errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Given {
  readonly body?: Fields;
  readonly query?: Readonly<Record<string, string>>;
  /** What follows the instance's name in the path. */
  readonly tail?: string;
}

/** What an operation works with. */
export interface Calling {
  readonly instance: InstanceRecord;
  /** The body as it was written, with the fields that are empty. */
  readonly written: Fields;
  readonly now: () => number;
  /**
   * Asks an operation of the same instance; `path` is what stands before the instance's name. The type is that of the
   * answer that the operation documents, which nothing checks here. Rejects as the operation fails.
   */
  readonly ask: <T = unknown>(method: Method, path: string, given?: Given) => Promise<T>;
}

export interface GoOperation {
  /** Absent: POST. */
  readonly method?: Method;
  readonly path: string;
  readonly security: Security;
  readonly summary: string;
  /** Not in the API document: OpenAPI has no paths that could also be read as one with another parameter. */
  readonly isUnlisted?: boolean;
  readonly description?: string;
  /** With `instanceId`, the path names the instance by its id or name. */
  readonly params?: TObject;
  /** Documents the body. What is wrong with it is said by the operation that is asked, in the names of this one. */
  readonly body?: TObject;
  /** Of those that take a form too: the field that its part `file` stands for. */
  readonly fileField?: string;
  /** Of the answer's `data`; null: there is none. */
  readonly data: TSchema | null;
  /** Of an answer that is not `{message, data}`: all of it. */
  readonly whole?: TSchema;
  /** Fields whose names are others in the operation that is asked: those names, and what they are called here. */
  readonly names?: Readonly<Record<string, string>>;
  readonly run: (fields: Fields, calling: Calling) => Promise<unknown>;
}

/** The fields of a body without those that are empty: clients write every field, those without a value too. */
export const givenFields = (body: unknown): Fields =>
  Object.fromEntries(
    Object.entries(isFields(body) ? body : {}).filter(
      ([, value]) =>
        value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** Fields by the names that the operation asked has for them. */
export const renamed = (fields: Fields, names: Readonly<Record<string, string>> = {}): Fields =>
  Object.fromEntries(
    Object.entries(names)
      .map(([inner, own]) => [inner, fields[own]])
      .filter(([, value]) => value !== undefined),
  );

/** A refusal of the operation that was asked, with the names that the caller has used. */
export function inNamesOf(error: unknown, names: Readonly<Record<string, string>> = {}): unknown {
  if (!(error instanceof AppError)) return error;
  const longestFirst = Object.entries(names).sort(([one], [other]) => other.length - one.length);
  const message = error.message
    .split('; ')
    .map((sentence) => {
      const name = longestFirst.find(([inner]) => isNamedBy(sentence, inner));
      return name ? `${name[1]}${sentence.slice(name[0].length)}` : sentence;
    })
    .join('; ');
  if (message === error.message) return error;
  const { reason, headers, cause } = error;
  return new AppError(reason, message, { cause, ...(headers && { headers }) });
}

/** Whether a sentence begins with this field, or with something inside it. */
const isNamedBy = (sentence: string, field: string): boolean =>
  sentence.startsWith(field) && [' ', '.'].includes(sentence.charAt(field.length));
