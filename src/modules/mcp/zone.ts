/** Admits callers of /mcp by a credential of either zone, with the rights that it has there. */
import type { Zone } from '../../core/http/zone.ts';
import { AppError, failure, invalid } from '../../core/shared/errors.ts';
import type { Scheme } from './catalogue.ts';

export const MCP_PATH = '/mcp';

/** The result of `principalOf` in this zone. */
export interface McpCaller {
  readonly scheme: Scheme;
  /** The zone of the credential. */
  readonly zone: Zone;
  readonly principal: unknown;
}

interface McpZoneDeps {
  /** The zones that the service has, by the credential of each. */
  readonly zones: Readonly<Partial<Record<Scheme, Zone>>>;
  /** Origins whose pages may call, `*` for any; a page of any other may have been led here by its DNS. */
  readonly origins: readonly string[];
}

export const mcpZone = (deps: McpZoneDeps): Zone => ({
  prefixes: [MCP_PATH],
  credential: {
    headers: ['apikey', 'api_access_token', 'api-access-token', 'authorization'],
    source: 'send a key in apikey, or an access token in api_access_token or as a bearer token',
  },
  async authenticate(request): Promise<McpCaller> {
    refuseForeignPage(request, deps.origins);
    const scheme = schemeOf(request.headers);
    const zone = deps.zones[scheme];
    if (zone === undefined)
      throw new AppError('unauthenticated', 'This service has no accounts: send a key in apikey');
    const principal = await zone.authenticate(request);
    if (zone.isConfined?.(principal)) throw failure('not_for_customers');
    return { scheme, zone, principal };
  },
  // The zone's own principal, see above.
  credentialOf: (principal) => {
    const caller = principal as McpCaller;
    return caller.zone.credentialOf?.(caller.principal) ?? JSON.stringify(caller.principal);
  },
  rateSubjectOf: (principal) => {
    const caller = principal as McpCaller;
    const { rateSubjectOf, credentialOf } = caller.zone;
    const subjectOf = rateSubjectOf ?? credentialOf ?? JSON.stringify;
    return subjectOf(caller.principal);
  },
});

function refuseForeignPage({ headers }: Request, origins: readonly string[]): void {
  const origin = headers.get('origin');
  if (origin === null || origins.includes('*') || origins.includes(origin)) return;
  throw new AppError(
    'forbidden',
    'pages of this origin may not call /mcp: CORS_ORIGINS names those that may',
  );
}

function schemeOf(headers: Headers): Scheme {
  const hasKey = headers.has('apikey');
  const hasToken = ['api_access_token', 'api-access-token', 'authorization'].some((name) =>
    headers.has(name),
  );
  if (hasKey && hasToken)
    throw invalid('Send either apikey or api_access_token: each has tools of its own');
  if (!hasKey && !hasToken)
    throw new AppError('unauthenticated', 'The header apikey or api_access_token is missing');
  return hasKey ? 'apikey' : 'api_access_token';
}
