/** What Evolution Go's paths answer: `{message: "success", data}`, and `{error}` in place of the envelope of failures. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type Code, FAILURES } from '../../http/failures.ts';

/** Schema of a success; null: without `data`. */
export const success = (data: TSchema | null): TObject =>
  Type.Object({ message: Type.Literal('success'), ...(data && { data }) }, named(data));

/** After what it holds; one that holds no named thing has no name. */
function named(data: TSchema | null): { $id?: string } {
  if (data === null) return { $id: 'EvolutionGoAnswer' };
  return data.$id === undefined ? {} : { $id: `${data.$id}Answer` };
}

const EvolutionGoFailure = Type.Object({ error: Type.String() }, { $id: 'EvolutionGoFailure' });

/** The failure answers of an operation per status. */
export function failuresInWords(...codes: Code[]): Record<number, TSchema> {
  const known = Object.values(FAILURES).filter(({ code }) => codes.includes(code));
  return Object.fromEntries(known.map(({ status }) => [status, EvolutionGoFailure]));
}

/** Of every operation for one instance. */
export const goFailures = failuresInWords(
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'RATE_LIMITED',
  'UPSTREAM_ERROR',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
);

/** Of those that take a body as well. */
export const goBodyFailures = {
  ...goFailures,
  ...failuresInWords('GONE', 'VALIDATION_ERROR'),
};
