/** Operations of people in their own name, whatever their role: answering invitations, leaving an account. */
import type { Database } from '../../core/db/client.ts';
import type { AnswerContext } from '../../core/http/idempotency-key.ts';
import { principalOf } from '../../core/http/principal.ts';
import { requestIdOf } from '../../core/http/request-watch.ts';
import { failure } from '../../core/shared/errors.ts';
import { membershipsOf, namedAccount, scopesIn } from './account.ts';
import type { Caller } from './caller.ts';
import type { Access, GuardContext } from './guard.ts';

/** The person who acts, outside of any account. */
export interface Person extends Caller, Pick<Access, 'requestId' | 'idempotentCommit'> {}

/** The documentation's sentence for `inOwnName`. */
export const OWN_TOKEN =
  'Needs a token without scopes that the person has made or rotated themselves; the account that it is bound to does not matter, nor does the acting account.';

/**
 * For operations without an account: the one that a request names does not matter, but must still be an id. Throws 403
 * for a token that somebody else made, or one made for a task.
 */
export const inOwnName = {
  async admit(_: Pick<Database, 'query'>, { request }: GuardContext): Promise<null> {
    namedAccount(request);
    const { isOwn, scopes } = principalOf<Caller>({ request });
    if (isOwn && scopes === null) return null;
    throw failure('own_token_needed');
  },
  who: (context: Pick<AnswerContext, 'request' | 'set'>): Person => ({
    ...principalOf<Caller>(context),
    requestId: requestIdOf(context),
  }),
};

/**
 * Throws 403 when the token's scopes omit something that its user may do where it opens: a token made for one task must
 * change neither who its user is nor which accounts they are in. Scopes that omit nothing do not narrow a token.
 */
export async function refuseNarrowed(
  db: Pick<Database, 'query'>,
  caller: Pick<Caller, 'userId' | 'boundTo' | 'scopes'>,
): Promise<void> {
  if (caller.scopes === null) return;
  const scopes = scopesIn(caller.scopes);
  const memberships = await membershipsOf(db, { ...caller, scopes: null }, 'all');
  const left = memberships
    .flatMap(({ permissions }) => permissions)
    .find((one) => !scopes.includes(one));
  if (left === undefined) return;
  throw failure('whole_token_needed', { permissions: left });
}
