/** Declares a provider, and what the service gives each of them. */

import type { CloudServices } from '../../modules/whatsapp-cloud/context.ts';
import type { WatchedDatabase } from '../db/outage.ts';
import type { MediaSinks } from '../events/publish/media-links.ts';
import type { OwnDatabase } from '../events/publish/owner-writes.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Clock } from '../shared/clock.ts';
import type { Vault } from '../shared/crypto.ts';
import type { Log, LogLevel } from '../shared/log.ts';
import type { UnhandledFaults } from '../shared/unhandled-faults.ts';
import type { Replacing, Values } from '../shared/variables/kinds.ts';
import type { Provider } from './provider.ts';

/** One messaging platform, or one way to reach it. A line in `all.ts` makes it available to instances. */
export interface ProviderDeclaration<N extends string = string, V = object> {
  readonly name: N;
  /** Whether people see lists and buttons as such; otherwise they are sent as text. */
  readonly showsChoices: boolean;
  /** Whether they can be tried nevertheless, in the form of paired phones, with a fallback when it is refused. */
  readonly triesChoices?: true;
  /** Whether people see forms (flows) as such. */
  readonly showsForms?: true;
  /** Whether people see templates as such; otherwise they are sent as texts, with their file if they have one. */
  readonly showsTemplates?: true;
  /** The variables of the environment that are only about this provider. */
  readonly variables: V;
  /** Makes it. Its code is loaded when the first session is opened, and no connection is made before. */
  create(settings: Values<V>, deps: ProviderDeps): Provider;
}

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
  readonly encryptionKeys: Replacing<string>;
  readonly logLevel: LogLevel;
  readonly cloud: CloudServices;
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
