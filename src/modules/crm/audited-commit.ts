/** Writes records of this zone, which happens only here: the rows, the audit row and the events in one transaction. */
import { faultOf, type Row, type Statement, type Value } from '../../core/db/client.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { failure, messageOf } from '../../core/shared/errors.ts';
import { newId } from '../../core/shared/ids.ts';
import type { PlainConflictCode } from '../../core/shared/reasons/reasons.ts';
import type { CrmEvent, WriteChange } from './events.ts';
import type { Access } from './guard.ts';
import type { AuditedResource } from './permissions/catalogue.ts';

/** A statement, or a Drizzle query. */
type SqlWrite = Statement | { toSQL(): { sql: string; params: unknown[] } };

export interface Audit {
  /** `create`, `update`, `delete`, or a word of the resource's own, such as `rotate`. */
  readonly action: string;
  readonly resource: AuditedResource;
  readonly resourceId: string;
  /** The record as its answers show it, with secrets masked; null when it does not exist (any more). */
  readonly before: object | null;
  /** The record afterwards; a Statement is an SQL expression for JSON that only the database knows. */
  readonly after: object | Statement | null;
  /** By default the acting account. */
  readonly accountId?: string;
}

/** Who acts in which account, as its audit row says, and for which Idempotency-Key. */
type Author = Pick<Access, 'accountId' | 'userId' | 'tokenId' | 'requestId' | 'idempotentCommit'>;

export interface AuditedWrite {
  /** Statements before `write`; they may change any number of rows. */
  readonly first?: readonly SqlWrite[];
  /**
   * Must change exactly one row, or the whole commit is rolled back and throws Stale. Name the version: `where id = ?
   * and account_id = ? and updated_at = ?`.
   */
  readonly write: SqlWrite;
  readonly audit: Audit;
  /** The data of the operation's answer, if they are known before the commit: they are stored in it for repetitions. */
  readonly answer?: object;
  /** Further statements, after the audit row; they may change any number of rows. */
  readonly also?: readonly SqlWrite[];
  /** The events of the change for the account's webhooks. */
  readonly events?: readonly CrmEvent[];
}

/**
 * Thrown when a step found no row in the version that was read: a concurrent change was first, and the caller reads
 * again and retries.
 */
export class Stale extends Error {
  constructor() {
    super('the record changed meanwhile');
    this.name = 'Stale';
  }
}

export interface AuditedCommitter {
  /**
   * Writes all steps with their events in one transaction. Resolves once they are on disk, with the rows that each
   * step's `write` returned (`returning`), or without rows when the answer of the database was lost and the commit was
   * found on disk. Throws Stale, or a DatabaseError (`unique`: see `orConflict`).
   */
  commit(author: Author, steps: readonly AuditedWrite[]): Promise<Row[][]>;
}

export function createAuditedCommitter(
  write: WriteChange,
  clock: Pick<Clock, 'now'>,
): AuditedCommitter {
  return {
    async commit(author, steps) {
      const now = clock.now();
      const statements: Statement[] = [];
      const places: number[] = [];
      for (const step of steps) {
        const { first = [], audit, also = [] } = step;
        statements.push(...first.map(statementOf));
        places.push(statements.length);
        statements.push(statementOf(step.write), auditRow(author, audit, now));
        if (step === steps[0] && author.idempotentCommit)
          statements.push(
            author.idempotentCommit.statementStoring(audit.resourceId, answerOf(steps)),
          );
        statements.push(...also.map(statementOf));
      }
      try {
        const events = steps.flatMap((step) => step.events ?? []);
        const rows = await write(author.accountId, statements, events);
        return places.map((place) => rows[place] ?? []);
      } catch (error) {
        throw isStale(error) ? new Stale() : error;
      }
    },
  };
}

const answerOf = (steps: readonly AuditedWrite[]) =>
  steps.find(({ answer }) => answer !== undefined)?.answer;

/**
 * Turns a broken rule of the database into 409 with the reason; throws every other error again. `unique` is an index,
 * `constraint` a foreign key that still points at what was to be deleted.
 */
export async function orConflict<T>(
  work: Promise<T>,
  reasonCode: PlainConflictCode,
  rule: 'unique' | 'constraint' = 'unique',
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw faultOf(error) === rule ? failure(reasonCode) : error;
  }
}

// The executor takes the values of Drizzle's own statements.
const statementOf = (write: SqlWrite): Statement =>
  'toSQL' in write ? (write.toSQL() as Statement) : write;

/** Returns the audit row of the statement before it in a commit of others; it is written if that changed one row. */
export function auditIfChanged(author: Author, audit: Audit, now: number): Statement {
  const { sql, params } = auditRow(author, audit, now);
  return { sql: `${sql} where changes() = 1`, params };
}

/** Returns the audit row of an action that changes no record, and so is done apart from the row. */
export function auditApart(author: Author, audit: Audit, now: number): Statement {
  const { sql, params } = auditRow(author, audit, now);
  return { sql: sql.replace(IF_CHANGED, '?'), params };
}

/** When the write before it did not change exactly one row, it gets no id and so cannot be stored. */
const IF_CHANGED = 'case changes() when 1 then ? end';
const auditSql = (after: string) => `insert into audit_logs
  (id, account_id, actor_user_id, token_id, action, resource, resource_id, before, after, request_id, created_at)
  select ${IF_CHANGED}, ?, ?, ?, ?, ?, ?, ?, ${after}, ?, ?`;
const AUDIT = auditSql('?');

function auditRow(author: Author, audit: Audit, now: number): Statement {
  const { action, resource, resourceId, before, after } = audit;
  const isExpression = after !== null && 'sql' in after && 'params' in after;
  const sql = isExpression ? auditSql((after as Statement).sql) : AUDIT;
  const afterParams: readonly Value[] = isExpression
    ? (after as Statement).params
    : [after === null ? null : JSON.stringify(after)];
  const params = [
    newId(),
    audit.accountId ?? author.accountId,
    author.userId,
    author.tokenId,
    action,
    resource,
    resourceId,
    before === null ? null : JSON.stringify(before),
    ...afterParams,
    author.requestId,
    now,
  ];
  return { sql, params };
}

const isStale = (error: unknown): boolean =>
  faultOf(error) === 'constraint' && messageOf(error).includes('audit_logs.id');

/** A record as answers show it. */
interface RecordAnswer {
  readonly id: string;
}

export const creationAudit = (resource: AuditedResource, after: RecordAnswer): Audit => ({
  action: 'create',
  resource,
  resourceId: after.id,
  before: null,
  after,
});

/** `action` is for a resource with a word of its own for the change. */
export const changeAudit = (
  resource: AuditedResource,
  before: RecordAnswer,
  after: RecordAnswer,
  action = 'update',
): Audit => ({
  action,
  resource,
  resourceId: before.id,
  before,
  after,
});

export const deletionAudit = (resource: AuditedResource, before: RecordAnswer): Audit => ({
  action: 'delete',
  resource,
  resourceId: before.id,
  before,
  after: null,
});
