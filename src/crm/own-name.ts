/** Operations of people in their own name, whatever their role: answering invitations, leaving an account. */
import type { Database } from '../db/client.ts';
import type { AnswerContext } from '../http/idempotency.ts';
import { principalOf } from '../http/principal.ts';
import { requestIdOf } from '../http/request-id.ts';
import { forbidden } from '../shared/errors.ts';
import { membershipsOf, namedAccount, scopesIn } from './account.ts';
import type { Caller } from './caller.ts';
import type { GuardContext } from './guard.ts';

/** The person who acts, outside of any account. */
export interface Person extends Caller {
  readonly requestId: string;
}

/** For operations without an account: the one that a request names does not matter, but must still be an id. */
export const inOwnName = {
  async admit(_: Pick<Database, 'query'>, { request }: GuardContext): Promise<null> {
    namedAccount(request);
    return null;
  },
  who: (context: Pick<AnswerContext, 'request' | 'set'>): Person => ({
    ...principalOf<Caller>(context),
    requestId: requestIdOf(context),
  }),
};

/**
 * Throws 403 when the token's scopes omit something that its user may do where it opens: a token made for one task must
 * not change which accounts its user is in. Scopes that omit nothing count as none.
 */
export async function refuseNarrowed(
  db: Pick<Database, 'query'>,
  caller: Pick<Caller, 'userId' | 'tokenId' | 'boundTo' | 'scopes'>,
): Promise<void> {
  if (caller.scopes === null) return;
  const scopes = scopesIn(caller.scopes);
  const memberships = await membershipsOf(db, { ...caller, scopes: null }, 'all');
  const left = memberships
    .flatMap(({ permissions }) => permissions)
    .find((one) => !scopes.includes(one));
  if (left === undefined) return;
  throw forbidden(
    `This operation needs a token that permits all its user may do; the scopes of this one leave out ${left}`,
  );
}
