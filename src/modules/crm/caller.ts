/**
 * Identifies the caller of the CRM zone by a token, in `api_access_token` or a spelling of it that passes proxies, and
 * its user.
 */
import type { Database } from '../../core/db/client.ts';
import type { Zone } from '../../core/http/server.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { failure, messageOf } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import { CRM_EXAMPLES } from './examples.ts';

/** How far a token reaches. */
export interface Reach {
  readonly userId: string;
  /** The only account that the token opens, or null for every account of its user. */
  readonly boundTo: string | null;
  /** JSON array of permissions, or null for everything that the role permits. */
  readonly scopes: string | null;
}

/** The value of `principalOf` in this zone. */
export interface Caller extends Reach {
  readonly tokenId: string;
  /** Whether no other person was shown the token's secret: see the column `is_own`. */
  readonly isOwn: boolean;
  /** From when the token is refused, in ms since 1970; null for never. */
  readonly expiresAt: number | null;
}

interface CallerDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Lets other nodes answer requests about streams that they own; null without other nodes. */
  readonly forwarding: Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'> | null;
}

/** The dialects of the two operations that name their failures in their own way. */
const DIALECTS: Zone['dialects'] = [
  {
    path: '/api/v1/permissions',
    codes: {
      UNAUTHORIZED: 'INVALID_TOKEN',
      BAD_REQUEST: 'VALIDATION_ERROR',
      INTERNAL_SERVER_ERROR: 'INTERNAL_ERROR',
    },
  },
  { path: '/api/v1/inbox_members', codes: { INTERNAL_SERVER_ERROR: 'INTERNAL_ERROR' } },
];

/** The zone of every path under /api/v1; its principal is a Caller. */
export const crmZone = (deps: CallerDeps): Zone => ({
  prefixes: ['/api/v1'],
  bodyFailures: 'VALIDATION_ERROR',
  dialects: DIALECTS,
  examples: CRM_EXAMPLES,
  authenticate: (request) => authenticate(deps, request),
  credential: {
    headers: ['api_access_token', 'api-access-token', 'authorization'],
    source:
      'send an access token in api_access_token: the first one is BOOTSTRAP_ACCESS_TOKEN, or accessToken in secrets.json of the data folder',
    otherZoneHint:
      'an access token (api_access_token) opens only paths below /api/v1: send a key in apikey',
    isKnown: async (text) => (await deps.db.query(IS_TOKEN, [sha256(text)])).length > 0,
  },
  // It is the zone's own principal, see above.
  credentialOf: (principal) => (principal as Caller).tokenId,
  rateSubjectOf: (principal) => (principal as Caller).userId,
  ...deps.forwarding,
});

const IS_TOKEN = 'select 1 from access_tokens where token_hash = ?';

/** Deleting a user deletes the user's tokens, so a token that is found has one. */
const FIND_TOKEN = `select id, user_id, bound_to, scopes, expires_at, last_used_at, is_own
  from access_tokens where token_hash = ?`;

async function authenticate(deps: CallerDeps, request: Request): Promise<Caller> {
  const token = tokenIn(request.headers);
  if (token === null) {
    throw failure('access_token_missing');
  }
  const [row] = await deps.db.query(FIND_TOKEN, [sha256(token)]);
  const now = deps.clock.now();
  const expiresAt = row?.[4] == null ? null : Number(row[4]);
  if (!row || (expiresAt !== null && expiresAt <= now)) {
    throw failure('access_token_invalid');
  }
  const [id, userId, boundTo, scopes, , lastUsedAt, isOwn] = row;
  if (Number(lastUsedAt) <= now - USE_NOTED_EVERY_MS) await noteUse(deps, String(id), now);
  return {
    tokenId: String(id),
    userId: String(userId),
    boundTo: boundTo === null ? null : String(boundTo),
    scopes: scopes === null ? null : String(scopes),
    isOwn: isOwn === 1,
    expiresAt,
  };
}

function tokenIn(headers: Headers): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const token = headers.get('api_access_token') ?? headers.get('api-access-token') ?? bearer;
  return token || null;
}

/** Writing this for every request would make reading as expensive as writing. */
const USE_NOTED_EVERY_MS = 60_000;
const NOTE_USE = `update access_tokens set last_used_at = ?
  where id = ? and (last_used_at is null or last_used_at <= ?)`;

async function noteUse(deps: CallerDeps, id: string, now: number): Promise<void> {
  try {
    await deps.db.query(NOTE_USE, [now, id, now - USE_NOTED_EVERY_MS]);
  } catch (error) {
    deps.log.warn('the last use of an access token was not noted', { cause: messageOf(error) });
  }
}
