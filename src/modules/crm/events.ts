/** Events that tell an account's webhooks what changed, written with the change. */
import { faultOf, type Row, type Statement } from '../../core/db/client.ts';
import type { Destinations } from '../../core/events/contract/routing.ts';
import type { Engine } from '../../core/events/engine.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { retryConflicts } from './retry-conflicts.ts';

export const CRM_EVENT_TYPES = [
  'pipeline_stage.created',
  'pipeline_stage.updated',
  'pipeline_stage.deleted',
  'inbox_member.added',
  'inbox_member.removed',
  'mcp_server.deleted',
  'webhook.failing',
  'webhook.disabled',
  'webhook.recovered',
] as const;
export type CrmEventType = (typeof CRM_EVENT_TYPES)[number];

export interface CrmEvent {
  readonly type: CrmEventType;
  /**
   * First attempts of events with the same value run one after another: the pipeline of a stage, the inbox of a member.
   */
  readonly order: string;
  /** The record before, as its answers show it, with secrets masked; null when it did not exist. */
  readonly previous: object | null;
  /** The record afterwards; a Statement is an SQL expression for its JSON, evaluated after all steps. */
  readonly current: object | Statement | null;
  /** The fields that such a record is known to have before the commit, for filters. */
  readonly known?: object;
  /** The endpoint that does not get it. */
  readonly exceptEndpoint?: string;
}

/**
 * Writes the statements and their events for the account's webhooks in one transaction. Resolves once it is on disk,
 * with the rows that each statement returned; rejects with a DatabaseError.
 */
export type WriteChange = (
  accountId: string,
  statements: readonly Statement[],
  events: readonly CrmEvent[],
) => Promise<Row[][]>;

interface WriteDeps {
  /** The webhooks of all accounts, as this process has them in memory. */
  readonly webhooks: Pick<Destinations, 'of'> & {
    versionOf(accountId: string): number;
    refresh(accountId: string): Promise<void>;
  };
  /** Whether other nodes change webhooks too. */
  readonly isShared: boolean;
  /** Called when the engine is needed, since the engine itself is built on the account's webhooks. */
  readonly engine: () => Pick<Engine, 'write' | 'publishChange'>;
}

/** Events of types that no webhook of the account wants are not written and get no sequence. */
export function writeWithEvents({ webhooks, isShared, engine }: WriteDeps): WriteChange {
  const write: WriteChange = (accountId, statements, events) => {
    const wanted = events.filter(({ type }) => webhooks.of(accountId, type).length > 0);
    return wanted.length === 0
      ? engine().write(statements)
      : engine().publishChange(accountId, statements, wanted);
  };
  if (!isShared) return write;
  return async (accountId, statements, events) => {
    if (events.length === 0) return write(accountId, statements, events);
    const attempt = async () => {
      const asInMemory = { sql: AS_IN_MEMORY, params: [webhooks.versionOf(accountId), accountId] };
      const [, ...rows] = await write(accountId, [asInMemory, ...statements], events);
      return rows;
    };
    return retryConflicts('webhooks of the account are', isOutdated, attempt, () =>
      webhooks.refresh(accountId),
    );
  };
}

/**
 * It becomes null, which the column refuses, when a concurrent change has replaced the webhooks to which the events are
 * addressed.
 */
const AS_IN_MEMORY = `update accounts set webhooks_version =
  case when webhooks_version = ? then webhooks_version end where id = ?`;

const isOutdated = (error: unknown): boolean =>
  faultOf(error) === 'constraint' && messageOf(error).includes('accounts.webhooks_version');
