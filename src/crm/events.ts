/** Events that tell an account's webhooks what changed, and how they are written with the change. */
import type { Row, Statement } from '../db/client.ts';
import type { Destinations } from '../events/contract/routing.ts';
import type { Engine } from '../events/engine.ts';

export const CRM_EVENT_TYPES = [
  'pipeline_stage.created',
  'pipeline_stage.updated',
  'pipeline_stage.deleted',
  'inbox_member.added',
  'inbox_member.removed',
  'mcp_server.deleted',
] as const;
export type CrmEventType = (typeof CRM_EVENT_TYPES)[number];

export interface CrmEvent {
  readonly type: CrmEventType;
  /** First attempts of events with the same order run one after another: the pipeline of a stage, the inbox of a member. */
  readonly order: string;
  /** The record before, as its answers show it, secrets masked; null: it did not exist. */
  readonly previous: object | null;
  /** Likewise afterwards; a Statement is an SQL expression for its JSON, asked after all steps. */
  readonly current: object | Statement | null;
}

/**
 * Writes the statements and the events that tell the account's webhooks of them in one transaction.
 * Resolves once it is on disk, with the rows that each statement returned; rejects with a DatabaseError.
 */
export type WriteChange = (
  accountId: string,
  statements: readonly Statement[],
  events: readonly CrmEvent[],
) => Promise<Row[][]>;

interface WriteDeps {
  readonly webhooks: Pick<Destinations, 'of'>;
  /** Asked when it is needed: the engine itself is built on the account's webhooks. */
  readonly engine: () => Pick<Engine, 'write' | 'publishChange'>;
}

/** Events of types that no webhook of the account wants are not written, and count no sequence. */
export const writeWithEvents =
  ({ webhooks, engine }: WriteDeps): WriteChange =>
  (accountId, statements, events) => {
    const wanted = events.filter(({ type }) => webhooks.of(accountId, type).length > 0);
    return wanted.length === 0
      ? engine().write(statements)
      : engine().publishChange(accountId, statements, wanted);
  };
