/** The header Idempotency-Key: an operation is done once for each key. */

import { failure } from '../shared/errors.ts';
import { addWarning, warningsOf } from './body-reader.ts';
import {
  type Answer,
  type IdempotencyStore,
  type IdempotentWork,
  REPLAYED,
  sortedKeys,
  withIdempotency,
} from './idempotency.ts';
import { credentialOf } from './principal.ts';
import type { RequestHeader } from './route-detail.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Documents the header of operations that use `answerIdempotently`. */
export const idempotencyKeyHeader: RequestHeader = {
  name: 'idempotency-key',
  description:
    'Unique text for this request: repeated with the same body within 24 hours, the request returns its first answer and nothing is done twice',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['order-1234-paid'] },
};

/** Returns the header `Idempotency-Key`, or null if it is absent. Throws `invalid` if it is malformed. */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || KEY.test(key)) return key;
  throw failure('idempotency_key_malformed');
}

export interface AnswerContext {
  readonly request: Request;
  readonly body?: unknown;
  readonly set: { status?: number | string; headers: Record<string, string | number | string[]> };
}

interface IdempotencyTarget {
  /** Method and path of the operation as it is declared. */
  readonly route: string;
  /** The values of its parameters, except the name of the instance. */
  readonly params?: Readonly<Record<string, string>>;
  /** A part of the request besides its body. */
  readonly query?: unknown;
  /** The instance that the request is about, whose storage the answer takes. */
  readonly instanceId?: string | undefined;
  /** See `withIdempotency`. */
  readonly resumes: boolean;
  /** Names whom the key belongs to; by default the credential. */
  readonly holder?: string;
}

/**
 * Answers a POST with the status and body that `run` resolves to, and honours the request's Idempotency-Key: a replayed
 * answer has the first one's status and the header `idempotency-replayed: true`. Without a key `run` gets null.
 */
export async function answerIdempotently<T>(
  context: AnswerContext,
  store: IdempotencyStore,
  { route, params = {}, query, instanceId, resumes, holder }: IdempotencyTarget,
  run: (work: IdempotentWork | null) => Promise<Answer & { readonly body: T }>,
): Promise<T> {
  const { request, body, set } = context;
  const key = idempotencyKeyOf(request);
  if (key === null) {
    const answer = await run(null);
    set.status = answer.status;
    return answer.body;
  }
  const { instanceName: _, ...named } = params;
  const asked = {
    credential: holder ?? credentialOf(context),
    target: JSON.stringify([route, instanceId ?? null, named], sortedKeys),
    key,
    body: query === undefined ? body : { body, query },
    instanceId,
    resumes,
  };
  const answer = await withIdempotency(store, asked, async (work) => {
    const made = await run(work);
    return { ...made, warnings: warningsOf(request) };
  });
  set.status = answer.status;
  if (answer.isReplayed) {
    Object.assign(set.headers, REPLAYED);
    for (const warning of answer.warnings ?? []) addWarning(request, warning);
  }
  // The cast: it is the answer of `run`, or the JSON of the answer that `run` gave to the first request.
  return answer.body as T;
}
