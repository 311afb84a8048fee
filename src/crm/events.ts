/**
 * Telling the account's webhooks what changed.
 * Owns: that a change, its audit rows and its events are one commit. Must never: send; the delivery engine does.
 */
import type { Row, Statement } from '../db/client.ts';
import type { Engine } from '../events/engine.ts';
import type { Clock } from '../shared/clock.ts';
import {
  type AuditedCommitter,
  type AuditedWrite,
  createAuditedCommitter,
} from './audited-commit.ts';
import type { Access } from './guard.ts';

export const CRM_EVENT_TYPES = [
  'pipeline_stage.created',
  'pipeline_stage.updated',
  'pipeline_stage.deleted',
  'inbox_member.added',
  'inbox_member.removed',
  'mcp_server.deleted',
] as const;
type CrmEventType = (typeof CRM_EVENT_TYPES)[number];

export interface CrmEvent {
  readonly type: CrmEventType;
  /** First attempts of events with the same order run one after another: the pipeline of a stage, the inbox of a member. */
  readonly order: string;
  /** The record before, as its answers show it, secrets masked; null: it did not exist. */
  readonly previous: object | null;
  /** Likewise afterwards; a Statement is an SQL expression for its JSON, asked after all steps. */
  readonly current: object | Statement | null;
}

export interface CrmEvents {
  /**
   * `journal.commit`, and the events that tell of it in the same transaction. Events of types that no
   * webhook of the acting account wants are not written, and count no sequence.
   */
  commit(
    access: Access,
    steps: readonly AuditedWrite[],
    events: readonly CrmEvent[],
  ): Promise<Row[][]>;
}

interface CrmEventsDeps {
  readonly journal: AuditedCommitter;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether some webhook of the account wants events of this type now. */
  readonly isWanted: (accountId: string, type: CrmEventType) => boolean;
  /** Asked when it is needed: the engine itself is built on the account's webhooks. */
  readonly engine: () => Pick<Engine, 'publishChange'>;
}

export function createCrmEvents({ journal, clock, isWanted, engine }: CrmEventsDeps): CrmEvents {
  return {
    commit(access, steps, events) {
      const { accountId } = access;
      const wanted = events.filter(({ type }) => isWanted(accountId, type));
      if (wanted.length === 0) return journal.commit(access, steps);
      // The engine shares its commits among writers, as the journal does: only then is the event's number known.
      const batch = (change: readonly Statement[]) =>
        engine().publishChange(accountId, change, wanted);
      return createAuditedCommitter({ batch }, clock).commit(access, steps);
    },
  };
}
