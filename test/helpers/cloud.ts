/** What instances of WhatsApp's official API stand on, in tests of the gateway. */
import type { Database } from '../../src/core/db/client.ts';
import { createApiCall } from '../../src/core/outbound/call-api.ts';
import { createNetworkGuard } from '../../src/core/outbound/network-guard.ts';
import type { Clock } from '../../src/core/shared/clock.ts';
import type { Vault } from '../../src/core/shared/crypto.ts';
import { createLog } from '../../src/core/shared/log.ts';
import { credentialKeeper } from '../../src/modules/whatsapp-cloud/credentials.ts';
import { CloudNumbers } from '../../src/modules/whatsapp-cloud/numbers.ts';
import { createCloudProvider } from '../../src/modules/whatsapp-cloud/session.ts';

interface CloudPartsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  /** Undefined: there is no provider of the official API. */
  readonly baseUrl: string | undefined;
  /** Certificate authorities to trust (PEM) instead of the built-in ones. */
  readonly authorities?: string | undefined;
}

/** The service has the app secret `secret-of-all`. */
export function cloudParts({
  database: db,
  clock,
  vault,
  baseUrl,
  authorities,
}: CloudPartsOptions) {
  const guard = createNetworkGuard({ allow: 'everything', clock });
  const meta = {
    call: createApiCall({
      clock,
      guard,
      userAgent: 'gatehouse/1.2.3',
      ...(authorities !== undefined && { authorities }),
    }),
    baseUrl: baseUrl ?? 'http://127.0.0.1:1',
    version: 'v26.0',
    random: () => 0,
    clock,
  };
  const defaults = { metaAppSecret: 'secret-of-all', metaVerifyToken: null };
  const numbers = new CloudNumbers({ orm: db.orm, vault, clock, ...defaults });
  const provider = createCloudProvider({
    ...meta,
    db,
    numbers,
    log: createLog('error', clock.now, () => {}),
    mediaSinks: null,
    mediaLimitBytes: 1024 ** 2,
    ignoreGroups: false,
    ignoreStatus: false,
    historyEvents: false,
  });
  const credentials = credentialKeeper(numbers, meta);
  const providers =
    baseUrl === undefined
      ? []
      : [{ ...provider, name: 'whatsapp-cloud', loginPauseMs: 0, credentials }];
  return { numbers, providers };
}
