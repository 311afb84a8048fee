/** Checks and measures the parameters of statements. */
import { DatabaseError, type Statement, type Value } from './client.ts';

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;

/** Throws DatabaseError `other`, naming the position and never the value. */
export function refuseUnstorable(params: readonly Value[]): void {
  for (let index = 0; index < params.length; index++) {
    if (!isStorable(params[index])) {
      throw new DatabaseError(
        'other',
        `parameter ${index + 1} holds a value that cannot be stored`,
      );
    }
  }
}

/** Booleans are allowed because drivers bind them as 0 and 1, which is what they mean here. */
function isStorable(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'bigint':
      return value >= MIN_INTEGER && value <= MAX_INTEGER;
    default:
      return value === null || value instanceof Uint8Array;
  }
}

/** Returns the approximate size of the parameters in bytes. */
export const bytesOf = (list: readonly Statement[]): number => sumOf(list, lengthOf);

/** Adds up the sizes of all parameters. */
export const sumOf = (list: readonly Statement[], sizeOf: (value: Value) => number): number =>
  list.reduce(
    (sum, { params }) => params.reduce((all: number, value) => all + sizeOf(value), sum),
    0,
  );

export const lengthOf = (value: Value): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
