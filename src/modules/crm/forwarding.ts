/**
 * Decides which requests are for the node that sends an account's events: those that change where events go, or send
 * them again.
 */
import type { Database } from '../../core/db/client.ts';
import type { OtherNodes, StreamOf } from '../../core/http/forwarding.ts';
import { principalOf } from '../../core/http/principal.ts';
import { pathOf } from '../../core/http/zone.ts';
import { AppError } from '../../core/shared/errors.ts';
import { isUuid } from '../../core/shared/ids.ts';
import { actingMembership, membershipIn } from './account.ts';
import type { Caller } from './caller.ts';

type Queries = Pick<Database, 'query'>;

const WEBHOOKS = /^\/api\/v1\/webhooks(?:\/|$)/;
const ACCOUNT = /^\/api\/v1\/accounts\/([^/]+)$/;

/** The owner has the webhooks in memory, so that nothing goes to a former URL once it has answered. */
export function accountFinder(
  db: Queries,
  { nodes }: { readonly nodes: Pick<OtherNodes, 'begin'> },
): StreamOf {
  return async (request) => {
    const accountId = await concernedAccount(db, request);
    if (accountId !== null) await nodes.begin(accountId);
    return accountId;
  };
}

/** Returns null also when the request will be refused. */
async function concernedAccount(db: Queries, request: Request): Promise<string | null> {
  if (request.method === 'GET') return null;
  const caller = principalOf<Caller>({ request });
  const path = pathOf(request.url);
  if (WEBHOOKS.test(path)) {
    const acting = await unlessRefused(actingMembership(db, caller, request));
    return acting?.accountId ?? null;
  }
  const [, id = ''] = (request.method === 'DELETE' && ACCOUNT.exec(path)) || [];
  if (!isUuid(id)) return null;
  return (await membershipIn(db, caller, id.toLowerCase()))?.accountId ?? null;
}

async function unlessRefused<T>(finding: Promise<T>): Promise<T | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
