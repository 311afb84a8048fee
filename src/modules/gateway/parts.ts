/** The parts that the operations of this zone use. */

import type { LastBackup } from '../../core/db/last-backup.ts';
import { createEventBodies, type EventBodies } from '../../core/events/log/bodies.ts';
import { createDeliveryLog, type DeliveryLog } from '../../core/events/log/deliveries.ts';
import { type Backlog, readBacklog } from '../../core/events/log/delivery-counts.ts';
import { createEventLog, type EventLog } from '../../core/events/log/events.ts';
import type { NodeStatus, OtherNodes } from '../../core/http/forwarding.ts';
import type { InnerCaller } from '../../core/http/inner-call.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import type { Sessions } from '../../core/instances/sessions.ts';
import { createLabelStore, type LabelStore } from '../../core/messages/labels.ts';
import type { SessionAtMeta } from '../../core/providers/at-meta.ts';
import type { KnownNumber } from '../../core/providers/credentials.ts';
import type { ProviderName } from '../../core/providers/provider.ts';
import { createHeaderFiles, type WithHeaderFiles } from '../../core/sending/header-files.ts';
import {
  createMediaBudget,
  createMediaSender,
  type MediaBudget,
  type SendMedia,
} from '../../core/sending/media.ts';
import { createSender, type Send } from '../../core/sending/sender.ts';
import type { CallerTurns } from '../../core/shared/async/caller-turns.ts';
import type { Format } from '../../core/webhooks/format/formats.ts';
import { trialTurns } from '../../core/webhooks/trials.ts';
import type { CoreParts } from '../../core-parts.ts';
import type { GatewayAudit } from './audit/audit.ts';
import type { LiveEvents } from './live/live.ts';
import { createLinkPreviews, type PreviewOf } from './message/link-preview.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { LastMinute } from './overview/traffic.ts';
import { createPictureReader, type ReadPicture } from './profile-picture.ts';
import type { LimitInForce } from './status/limits-in-force.ts';

export interface GatewayFoundation
  extends Omit<CoreParts, 'ceremonies' | 'limits' | 'memoryLimit'> {
  readonly defaultProvider: ProviderName;
  /** The format of bodies for which none was chosen. */
  readonly defaultFormat: Format;
  /** EVOLUTION_MODE. */
  readonly evolutionMode: boolean;
  /** INTERACTIVE_ON_PHONES. */
  readonly interactiveOnPhones: boolean;
  /** WEBHOOK_FILES. */
  readonly mediaInBodies: boolean;
  readonly metrics: Metrics;
  readonly live: LiveEvents;
  readonly lastMinute: LastMinute;
  readonly audit: Pick<GatewayAudit, 'run' | 'rows'>;
  /** Null when this process has the database file to itself. */
  readonly nodes: OtherNodes | null;
  readonly limitsInForce: readonly LimitInForce[];
  /** Returns how often the limit of a variable was reached since the start. */
  readonly timesReached: (variable: string) => number;
  /** Reads the newest backup; null if the database is on a server. */
  readonly lastBackup: (() => Promise<LastBackup | null>) | null;
  /** This node on a shared database server; null if the process is alone on a file. */
  readonly nodeStatus: NodeStatus | null;
  readonly ask: InnerCaller;
}

export interface GatewayParts extends GatewayFoundation {
  readonly sessions: Sessions;
  readonly eventLog: EventLog;
  readonly eventBodies: EventBodies;
  readonly deliveryLog: DeliveryLog;
  readonly backlog: () => Promise<readonly Backlog[]>;
  readonly send: Send;
  readonly sendMedia: SendMedia;
  /** The memory for files of messages on their way to callers. */
  readonly filesInFlight: MediaBudget;
  readonly withHeaderFiles: WithHeaderFiles;
  readonly previewOf: PreviewOf;
  readonly readPicture: ReadPicture;
  /** The turns in which filters and transforms are tried. */
  readonly trials: CallerTurns;
  readonly labelsOf: (instanceId: string) => LabelStore;
  /** Returns what is known of the number of an instance of the official API; null for any other. */
  readonly numberOf: (record: Pick<InstanceRecord, 'id' | 'provider'>) => KnownNumber | null;
  /**
   * Returns the session of an instance of the official API, and opens it if necessary. Returns null for another provider.
   */
  readonly cloudOf: (record: InstanceRecord) => SessionAtMeta | null;
}

/** Adds the parts that operations share. */
export function gatewayParts(foundation: GatewayFoundation): GatewayParts {
  const { db, clock, outbound } = foundation;
  const { sessions } = foundation.service;
  const send = createSender({ ...foundation, sessions });
  const bytes = foundation.mediaBytesInFlight;
  const budget = foundation.mediaBudget;
  // A session of this provider is one at Meta: no other provider answers to that name.
  const sessionAtMeta = (record: InstanceRecord) => sessions.sessionOf(record) as SessionAtMeta;
  return {
    ...foundation,
    sessions,
    eventLog: createEventLog(db.orm),
    eventBodies: createEventBodies(db),
    deliveryLog: createDeliveryLog(db.orm),
    backlog: () => readBacklog(db),
    send,
    sendMedia: createMediaSender({ ...foundation, send, budget }),
    filesInFlight: createMediaBudget({ clock, bytes, bytesPerInstance: bytes / 2 }),
    withHeaderFiles: createHeaderFiles({ ...foundation, budget }),
    previewOf: createLinkPreviews(outbound, foundation.proxies, clock),
    readPicture: createPictureReader(outbound, clock, bytes),
    trials: trialTurns(clock),
    labelsOf: (id) => createLabelStore(db.orm, id),
    numberOf: ({ id, provider }) =>
      foundation.providers.get(provider)?.credentials?.numbers.byInstance(id) ?? null,
    cloudOf: (record) => (record.provider === 'whatsapp-cloud' ? sessionAtMeta(record) : null),
  };
}
