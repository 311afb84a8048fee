/** The parts of the core that modules build on; `app/parts.ts` makes them. */

import type { WatchedDatabase } from './core/db/outage.ts';
import type { WebhookChannel } from './core/events/contract/channel.ts';
import type { Destinations } from './core/events/contract/routing.ts';
import type { RunningEngine } from './core/events/engine.ts';
import type { MemoryBudget } from './core/http/memory-budget.ts';
import type { PrunableIdempotencyStore } from './core/idempotency/store.ts';
import type { AllAccountSettings } from './core/instances/account-settings.ts';
import type { InstanceRegister } from './core/instances/directory.ts';
import type { KeyCopies } from './core/instances/key-copies.ts';
import type { Ceremonies } from './core/instances/passkey-ceremonies.ts';
import type { PortalLinks } from './core/instances/portal-links.ts';
import type { InstanceProxies } from './core/instances/proxies.ts';
import type { InstanceService } from './core/instances/service.ts';
import type { Messages } from './core/messages/log.ts';
import type { OutgoingQueue } from './core/messages/outgoing.ts';
import type { SendingPace } from './core/messages/pace.ts';
import type { QueuedMessages } from './core/messages/queued-messages.ts';
import type { MessageStore } from './core/messages/store/store.ts';
import type { UploadedFiles } from './core/messages/uploaded-files.ts';
import type { Outbound } from './core/outbound/outbound.ts';
import type { Provider, ProviderName } from './core/providers/provider.ts';
import type { MediaBudget } from './core/sending/media.ts';
import type { Clock } from './core/shared/clock.ts';
import type { Condition } from './core/shared/condition.ts';
import type { CountedLimits } from './core/shared/limit-report.ts';
import type { Log } from './core/shared/log.ts';
import type { UnhandledFaults } from './core/shared/unhandled-faults.ts';
import type { Brokers } from './core/webhooks/event-settings.ts';
import type { FormatFacts } from './core/webhooks/format/formats.ts';
import type { EventSettingsStore } from './core/webhooks/settings-store.ts';
import type { UrlGuard } from './core/webhooks/url.ts';

export interface CoreParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly faults: UnhandledFaults;
  readonly db: WatchedDatabase;
  readonly idempotency: PrunableIdempotencyStore;
  readonly limits: CountedLimits;
  /** In bytes. */
  readonly memoryLimit: number;
  readonly memory: MemoryBudget;
  readonly mediaBytesInFlight: number;
  /** The memory for files being sent. */
  readonly mediaBudget: MediaBudget;
  /** Where the service is reached: PUBLIC_URL, or else where the sender of a request has reached it. */
  readonly publicUrl: (request?: Request) => string;

  readonly guard: UrlGuard;
  /** Says where webhooks may be. */
  readonly webhookGuard: UrlGuard;
  readonly outbound: Outbound;
  readonly webhook: WebhookChannel;
  readonly brokers: Brokers;
  /** Returns the conditions of the ways to other servers, by name. */
  readonly channels: () => Readonly<Record<string, Condition>>;
  /** Why events could not be archived the last time; null if they could, or are not. */
  readonly archiveProblem: () => string | null;

  readonly directory: InstanceRegister;
  readonly settings: EventSettingsStore;
  readonly accountSettings: AllAccountSettings;
  readonly proxyGuard: UrlGuard;
  readonly proxies: InstanceProxies;
  readonly keyCopies: KeyCopies;
  readonly portalLinks: PortalLinks;

  readonly formatFacts: FormatFacts;
  readonly destinations: Destinations;
  readonly engine: RunningEngine;

  readonly messages: Messages;
  readonly messageStore: MessageStore;
  readonly queued: QueuedMessages;
  readonly pace: SendingPace;
  readonly uploadedFiles: UploadedFiles;

  /** In the order in which answers list them. */
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly ceremonies: Ceremonies;
  readonly service: InstanceService;
  readonly outgoing: OutgoingQueue;
}
