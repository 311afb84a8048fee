/** The parts of the service that a provider is made of, and a provider that is made late. */

import type { WatchedDatabase } from '../db/outage.ts';
import type { MediaSinks } from '../events/publish/media-links.ts';
import type { OwnDatabase } from '../events/publish/owner-writes.ts';
import type { NetworkGuard } from '../outbound/network-guard.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Log, LogLevel } from '../shared/log.ts';
import type { UnhandledFaults } from '../shared/unhandled-faults.ts';
import type { CurrentAndFormer } from '../shared/variables/kinds.ts';
import type { Provider } from './provider.ts';

/** The parts of the service that a provider may use. */
export interface ProviderDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Takes faults that a thread's code has left unhandled. */
  readonly faults: Pick<UnhandledFaults, 'note'>;
  readonly db: WatchedDatabase;
  /** For all that a session writes besides events. */
  readonly own: OwnDatabase;
  readonly vault: Vault;
  readonly outbound: Outbound;
  /** Says where requests may go. */
  readonly network: NetworkGuard;
  /** The name and version of the product. */
  readonly userAgent: string;
  /** How many QR codes are shown before an attempt to pair ends; at least 1. */
  readonly qrMaxCount: number;
  /** The largest media in events; events with larger media carry only a `mediaError`. */
  readonly mediaLimitBytes: number;
  /** Where files of messages are stored as they come, or null when events carry them. */
  readonly mediaSinks: MediaSinks | null;
  readonly ignoreGroups: boolean;
  readonly ignoreStatus: boolean;
  /** Bytes of memory that the service may use. */
  readonly memoryLimit: number;
  /** For threads that open the database themselves. */
  readonly encryptionKeys: CurrentAndFormer<string>;
  readonly logLevel: LogLevel;
}

/** Returns a provider that is made when its first session is opened: `make` loads its code. */
export function madeWhenOpened(
  provider: Omit<Provider, 'open'>,
  make: () => Pick<Provider, 'open'>,
): Provider {
  let made: Pick<Provider, 'open'> | null = null;
  return {
    ...provider,
    open(host, account) {
      made ??= make();
      return made.open(host, account);
    },
  };
}
