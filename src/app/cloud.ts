/** Builds what instances of WhatsApp's official API stand on. */
import type { Config } from '../core/config/config.ts';
import type { WatchedDatabase } from '../core/db/outage.ts';
import type { OwnDatabase } from '../core/events/publish/owner-writes.ts';
import type { InstanceDirectory, InstanceRecord } from '../core/instances/directory.ts';
import { createApiCall } from '../core/outbound/call-api.ts';
import type { NetworkGuard } from '../core/outbound/network-guard.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { Vault } from '../core/shared/crypto.ts';
import type { Log } from '../core/shared/log.ts';
import { createCloudAccounts } from '../modules/whatsapp-cloud/accounts.ts';
import { CloudNumbers } from '../modules/whatsapp-cloud/numbers.ts';
import type { CloudSession } from '../modules/whatsapp-cloud/session.ts';
import {
  type ChangeReceiver,
  type CloudWebhooks,
  createCloudWebhooks,
} from '../modules/whatsapp-cloud/webhooks.ts';

interface CloudDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly db: WatchedDatabase;
  readonly own: OwnDatabase;
  readonly vault: Vault;
  readonly network: NetworkGuard;
  /** Product name and version. */
  readonly userAgent: string;
}

type Cloud = ReturnType<typeof createCloud>;

export function createCloud(config: Config, deps: CloudDeps) {
  const { clock, network: guard, userAgent, db } = deps;
  const meta = {
    call: createApiCall({ clock, guard, userAgent }),
    baseUrl: config.metaGraphUrl,
    version: config.metaGraphVersion,
    random: Math.random,
  };
  const numbers = new CloudNumbers({ ...config, ...deps, orm: db.orm });
  const accounts = createCloudAccounts({ ...meta, clock });
  /** Returns why the official API cannot be used with these settings, or null. */
  const problem = (): string | null => {
    const { length } = numbers.withoutAppSecret();
    if (length === 0) return null;
    const whose = length === 1 ? '1 instance' : `${length} instances`;
    return `webhooks of ${whose} of whatsapp-cloud are refused: set META_APP_SECRET, or their appSecret`;
  };
  const webhooks = (
    directory: Pick<InstanceDirectory, 'byPhoneNumberId' | 'byWabaId'>,
    receiverOf: (instanceId: string) => ChangeReceiver | null,
  ) =>
    createCloudWebhooks({
      ...deps,
      numbers,
      directory,
      receiverOf,
      appSecret: config.metaAppSecret,
      verifyToken: config.metaVerifyToken,
    });
  return { meta, numbers, accounts, problem, webhooks };
}

interface WebhooksDeps {
  readonly cloud: Cloud;
  readonly directory: InstanceDirectory;
  readonly sessions: { sessionOf(record: InstanceRecord): unknown };
}

/** Webhooks of Meta, taken by the sessions of instances. */
export const webhooksOf = ({ cloud, directory, sessions }: WebhooksDeps): CloudWebhooks =>
  cloud.webhooks(directory, (id) => {
    const record = directory.byId(id);
    if (record?.provider !== 'whatsapp-cloud') return null;
    // No other provider answers to that name.
    return sessions.sessionOf(record) as CloudSession;
  });
