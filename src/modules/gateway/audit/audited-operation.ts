/** Records exactly one row for each audited operation. */
import type { Database, Statement } from '../../../core/db/client.ts';
import { clientOf } from '../../../core/http/client-address.ts';
import { FAILURES } from '../../../core/http/failures.ts';
import { principalOf } from '../../../core/http/principal.ts';
import { requestIdOf } from '../../../core/http/request-watch.ts';
import type { CreationResult } from '../../../core/instances/create.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { AppError, messageOf, unavailabilityOf } from '../../../core/shared/errors.ts';
import { newId } from '../../../core/shared/ids.ts';
import type { Log } from '../../../core/shared/log.ts';
import type { SettingsChange } from '../../../core/webhooks/event-settings.ts';
import { auditedValues } from '../../../core/webhooks/fields/field.ts';
import { INSTANCE_FIELDS } from '../../../core/webhooks/fields/instance.ts';
import { type GatewayPrincipal, holderOf } from '../guard.ts';
import type { AuditEntry } from './chain.ts';
import type { AuditRows } from './rows.ts';

/** A noun and what is done with it, such as `webhook.set`. */
export type Action = `${string}.${string}`;

interface Operation {
  readonly action: Action;
  /** The id is null while the instance is being created. */
  readonly instance: { readonly id: string | null; readonly name: string } | null;
}

/** Facts that are learned while the operation runs. `details` must not hold a secret. */
type NotedFacts = Partial<Pick<Operation, 'instance'>> & { readonly details?: object };

/** Adds to what the row says. */
export type AuditNote = (noted: NotedFacts) => void;

/** A handler's context. */
export interface AuditedContext {
  readonly request: Request;
  readonly set: {
    readonly status?: number | string;
    readonly headers: Readonly<Record<string, unknown>>;
  };
}

export interface Audit {
  /**
   * Runs `run` so that it leaves one row with who, from where and the status of the answer: that of what it
   * throws, else `context.set.status` as it stands then, else 200. Rejects with a DatabaseError before `run` when
   * the beginning cannot be written. Resolves or rejects as `run` did once the row is on disk; when the database
   * does not take it, the row is written later, without status or details.
   */
  run<T>(
    context: AuditedContext,
    operation: Operation,
    run: (note: AuditNote) => Promise<T>,
  ): Promise<T>;
}

export function createAudit(
  db: Pick<Database, 'batch'>,
  rows: AuditRows,
  clock: Pick<Clock, 'now'>,
  log: Log,
): Audit {
  return {
    async run(context, operation, run) {
      const asked = entryOf(context, operation, clock.now());
      const begunId = newId();
      await db.batch([begin(begunId, asked)]);
      let noted: NotedFacts = {};
      const note = (more: NotedFacts) => {
        noted = { ...noted, ...more };
      };
      // The caller gets the result of the operation even if its row cannot be completed: the beginning is on disk.
      const end = (status: number) =>
        rows
          .append({ entry: { ...withNoted(asked, noted), status }, begunId })
          .catch((fault) =>
            log.error('an audit row could not be written yet', { reason: messageOf(fault) }),
          );
      let result: Awaited<ReturnType<typeof run>>;
      try {
        result = await run(note);
      } catch (error) {
        await end(statusOf(error));
        throw error;
      }
      await end(Number(context.set.status ?? 200));
      return result;
    },
  };
}

function entryOf(context: AuditedContext, { action, instance }: Operation, at: number): AuditEntry {
  const principal = principalOf<GatewayPrincipal>(context);
  return {
    at,
    action,
    actor: principal.kind === 'instance' ? `instance:${principal.instanceId}` : holderOf(principal),
    keyId: principal.keyId,
    instanceId: instance?.id ?? null,
    instanceName: instance?.name ?? null,
    address: clientOf(context).address,
    requestId: requestIdOf(context),
    status: null,
    details: null,
  };
}

function withNoted(entry: AuditEntry, { instance, details }: NotedFacts): AuditEntry {
  return {
    ...entry,
    ...(instance && { instanceId: instance.id, instanceName: instance.name }),
    ...(details && { details: JSON.stringify(details) }),
  };
}

const begin = (id: string, entry: AuditEntry): Statement => ({
  sql: 'insert into gateway_audit_begun (id, begun_at, entry) values (?, ?, ?)',
  params: [id, entry.at, JSON.stringify(entry)],
});

const statusOf = (error: unknown): number => {
  if (error instanceof AppError && error.reason !== 'internal')
    return FAILURES[error.reason].status;
  return FAILURES[unavailabilityOf(error) === null ? 'internal' : 'unavailable'].status;
};

/** Returns the fields that a change of settings sets. Headers appear by name only. */
export const changeDetails = ({
  webhook = {},
  brokers,
  websocketEnabled,
}: SettingsChange): object => ({
  ...auditedValues(INSTANCE_FIELDS, { ...webhook }),
  ...brokers,
  ...(websocketEnabled !== undefined && { websocket: websocketEnabled }),
});

/** Returns the settings that an instance was created with. */
export function creationDetails({
  record,
  request,
}: Pick<CreationResult, 'record' | 'request'>): object {
  const { events, proxy, accountSettings, token, cloud } = request;
  return {
    provider: record.provider,
    ...(token !== null && { keyChosen: true }),
    ...(cloud && { phoneNumberId: cloud.phoneNumberId }),
    ...changeDetails(events),
    ...accountSettings,
    ...(proxy && { proxy: { protocol: proxy.protocol, host: proxy.host, port: proxy.port } }),
  };
}

/** Returns how an instance was to be paired: by a code for a phone number, or by a QR code. */
export const pairingDetails = (phone: string | null): object => ({
  pairing: phone === null ? 'qr' : 'code',
});
