/** Says what an access token is, as the Graph API does; a key of an instance or the global key is one here. */

import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../core/http/named-object.ts';
import { principalOf } from '../../core/http/principal.ts';
import { isExpired, keyByHash } from '../../core/instances/keys.ts';
import { SCOPES, type Scope } from '../../core/instances/scopes.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { GRAPH_PATH } from '../../core/webhooks/format/meta-errors.ts';
import { type GatewayParts, type GatewayPrincipal, operation } from '../gateway/api.ts';
import { GRAPH_FAILURES } from './errors.ts';
import { requireVersion, VERSION_PARAM } from './operation.ts';
import { APP } from './reading.ts';
import { KEY } from './zone.ts';

const TokenInfo = NamedObject('GraphTokenInfo', {
  app_id: Type.Optional(Type.String({ description: 'The service, which is the only app' })),
  type: Type.Optional(Type.String()),
  application: Type.Optional(Type.String()),
  is_valid: Type.Boolean(),
  expires_at: Type.Optional(
    Type.Integer({ description: 'When the token expires, in seconds since 1970; 0 for never' }),
  ),
  scopes: Type.Array(Type.String(), {
    description: "Scopes of the token in Meta's words: for messages, and for all else",
  }),
  granular_scopes: Type.Optional(
    Type.Array(
      Type.Object({
        scope: Type.String(),
        target_ids: Type.Optional(
          Type.Array(Type.String(), {
            description: 'Account of the token; absent for all accounts',
          }),
        ),
      }),
    ),
  ),
  error: Type.Optional(
    Type.Object({
      code: Type.Integer(),
      message: Type.String({ description: 'Reason why the token is not valid' }),
    }),
  ),
});

const MESSAGING = 'whatsapp_business_messaging';
const MANAGEMENT = 'whatsapp_business_management';

const metaScopes = (scopes: readonly Scope[]): string[] => [
  ...(scopes.some((scope) => scope !== 'send') ? [MANAGEMENT] : []),
  ...(scopes.includes('send') ? [MESSAGING] : []),
];

interface KnownToken {
  readonly scopes: readonly Scope[];
  /** Null for all accounts. */
  readonly wabaId: string | null;
  readonly expiresAt: number | null;
}

/** Returns null for what is no key, has ended, or is that of an instance which the caller may not see. */
function tokenOf(
  { directory, clock }: GatewayParts,
  caller: GatewayPrincipal,
  token: string,
  isOwn: boolean,
): KnownToken | null {
  if (isOwn && caller.kind === 'global') return { scopes: SCOPES, wabaId: null, expiresAt: null };
  const hash = sha256(token);
  const instance = directory.byKeyHash(hash);
  const key = instance && keyByHash(instance, hash);
  if (instance === null || key === null || isExpired(key, clock.now())) return null;
  if (caller.kind !== 'global' && caller.instanceId !== instance.id) return null;
  return { scopes: key.scopes, wabaId: instance.wabaId, expiresAt: key.expiresAt };
}

const NO_TOKEN = {
  is_valid: false,
  scopes: [],
  error: { code: 190, message: 'the token is not one of this service, or it has ended' },
};

function infoOf({ scopes, wabaId, expiresAt }: KnownToken) {
  const granted = metaScopes(scopes);
  const target = wabaId !== null && { target_ids: [wabaId] };
  return {
    app_id: APP.id,
    type: 'SYSTEM_USER',
    application: APP.name,
    is_valid: true,
    expires_at: expiresAt === null ? 0 : Math.floor(expiresAt / 1000),
    scopes: granted,
    granular_scopes: granted.map((scope) => ({ scope, ...target })),
  };
}

export const debugToken = operation(`GET ${GRAPH_PATH}/:version/debug_token`, {
  tag: 'Graph',
  scope: 'read',
  summary: 'Get what an access token may do',
  description:
    'Returns the scopes and the expiry of a token. The key of an instance sees only the keys of that instance; others are not valid to it.',
  detail: { operationId: 'graphGetDebugToken', security: [{ bearer: ['read'] }] },
  params: VERSION_PARAM,
  query: Type.Object({
    input_token: Type.String({
      minLength: 1,
      description: 'Token to look at, which is never logged',
    }),
  }),
  answer: Type.Object({ data: TokenInfo }),
  answers: GRAPH_FAILURES,
  isForAnyNode: true,
  async run(parts, { request, params: { version }, query }) {
    requireVersion(version);
    // Another node may have made or replaced the key just now.
    await parts.nodes?.catchUp();
    const { input_token: token } = query;
    const isOwn = token === request.headers.get(KEY);
    const found = tokenOf(parts, principalOf<GatewayPrincipal>({ request }), token, isOwn);
    return { data: found === null ? NO_TOKEN : infoOf(found) };
  },
});
