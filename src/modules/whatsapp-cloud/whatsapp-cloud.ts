/** Adds WhatsApp's official API. */
import { createApiCall } from '../../core/outbound/call-api.ts';
import type { CLOUD_VARIABLES } from '../../core/providers/all.ts';
import { madeWhenOpened, type ProviderDeps } from '../../core/providers/provider.ts';
import type { Values } from '../../core/shared/variables/kinds.ts';
import type { ModuleParts } from '../../module.ts';
import { credentialKeeper } from './credentials.ts';
import { CloudNumbers } from './numbers.ts';
import { type CloudWebhooks, createCloudWebhooks, type ProviderAtMeta } from './webhooks.ts';

/**
 * Time between the checks of many instances after a start; Meta counts calls by the hour, and each instance makes one.
 */
const LOGIN_PAUSE_MS = 50;

export const WHATSAPP_CLOUD_PARTS: ModuleParts = { provider: providerAtMeta };

function providerAtMeta(
  variables: Values<typeof CLOUD_VARIABLES>,
  deps: ProviderDeps,
): ProviderAtMeta {
  const { clock, network: guard, userAgent, db } = deps;
  const { metaGraphUrl: baseUrl, metaGraphVersion: version, historyEvents } = variables;
  const { metaAppSecret: appSecret, metaVerifyToken: verifyToken } = variables;
  const call = createApiCall({ clock, guard, userAgent });
  const meta = { call, baseUrl, version, random: Math.random };
  const numbers = new CloudNumbers({ ...variables, ...deps, orm: db.orm });
  const declared = {
    name: 'whatsapp-cloud',
    loginPauseMs: LOGIN_PAUSE_MS,
    credentials: credentialKeeper(numbers, { ...meta, clock }),
    problem: () => problemOf(numbers),
  };
  const provider = madeWhenOpened(declared, () => {
    const { createCloudProvider } = require('./session.ts') as typeof import('./session.ts');
    return createCloudProvider({ ...deps, ...meta, numbers, historyEvents });
  });
  let webhooks: CloudWebhooks | null = null;
  return {
    ...provider,
    webhooks(instances) {
      webhooks ??= createCloudWebhooks({ ...deps, numbers, appSecret, verifyToken, ...instances });
      return webhooks;
    },
  };
}

/** Returns why the official API cannot be used with these settings, or null. */
function problemOf(numbers: CloudNumbers): string | null {
  const { length } = numbers.withoutAppSecret();
  if (length === 0) return null;
  const whose = length === 1 ? '1 instance' : `${length} instances`;
  return `webhooks of ${whose} of whatsapp-cloud are refused: set META_APP_SECRET, or their appSecret`;
}
