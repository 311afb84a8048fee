/** Converts errors for another thread, since sending copies their texts but loses their classes. */
import { causesOf } from '../../../core/shared/errors.ts';

/** Classes by their names. Their fields must be ones that can be copied. */
export type ErrorTypes = Readonly<Record<string, { readonly prototype: Error }>>;

/** An error and its causes, outermost first. */
export type SentError = readonly {
  readonly type: string | null;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}[];

const isPlain = (value: unknown): boolean =>
  value === null || !/^(object|function|symbol)$/.test(typeof value);

export function toSent(error: unknown, types: ErrorTypes): SentError {
  const whole = error instanceof Error ? error : new Error(String(error));
  return [...causesOf(whole)].map((one) => {
    const type = typeOf(one, types);
    const fields = Object.entries(one).filter(([, value]) => type !== null || isPlain(value));
    const { message, stack, name } = one;
    return { type, message, stack, fields: { name, ...Object.fromEntries(fields) } };
  });
}

function typeOf(error: Error, types: ErrorTypes): string | null {
  const own = Object.entries(types).find(([, type]) => type === error.constructor);
  return own?.[0] ?? null;
}

export function fromSent(sent: SentError, types: ErrorTypes): Error {
  return sent.reduceRight<Error | undefined>((cause, { type, message, stack, fields }) => {
    const error = new Error(message, cause === undefined ? undefined : { cause });
    const known = type === null ? undefined : types[type];
    if (known !== undefined) Object.setPrototypeOf(error, known.prototype);
    return Object.assign(error, fields, stack === undefined ? {} : { stack });
  }, undefined) as Error;
}
