/** The only way to write a record of this zone: its rows, its audit row and its events in one transaction. */
import { faultOf, type Row, type Statement, type Value } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';
import { conflict, messageOf } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
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
  /** The record as its answers show it, secrets masked; null: it does not exist (any more). */
  readonly before: object | null;
  /** Likewise; a Statement is an SQL expression for JSON that only the database knows. */
  readonly after: object | Statement | null;
  /** Default: the acting account. */
  readonly accountId?: string;
}

/** Who does something in which account, as its audit row says. */
type Author = Pick<Access, 'accountId' | 'userId' | 'tokenId' | 'requestId'>;

export interface AuditedWrite {
  /** Statements before `write`; they may touch any number of rows. */
  readonly first?: readonly SqlWrite[];
  /**
   * Must touch exactly one row, or nothing of the whole commit happens and it fails with Stale.
   * Name the version: `where id = ? and account_id = ? and updated_at = ?`.
   */
  readonly write: SqlWrite;
  readonly audit: Audit;
  /** Further statements, after the audit row; they may touch any number of rows. */
  readonly also?: readonly SqlWrite[];
  /** The events of it for the account's webhooks. */
  readonly events?: readonly CrmEvent[];
}

/** What a step wanted to touch was not there as it had been read. */
export class Stale extends Error {
  constructor() {
    super('the record changed meanwhile');
    this.name = 'Stale';
  }
}

export interface AuditedCommitter {
  /**
   * All steps with their events, or none. Resolves once they are on disk, with the rows that each step's `write`
   * returned (`returning`); none when the answer of the database was lost and the commit was found on disk.
   * Throws Stale, or a DatabaseError (`unique`: see `orConflict`).
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

/**
 * A broken rule of the database as 409 with `message`; everything else goes on. `unique` is an index,
 * `constraint` a foreign key that still points at what was to be deleted.
 */
export async function orConflict<T>(
  work: Promise<T>,
  message: string,
  rule: 'unique' | 'constraint' = 'unique',
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw faultOf(error) === rule ? conflict(message) : error;
  }
}

// The values of Drizzle's own statements are what the executor takes.
const statementOf = (write: SqlWrite): Statement =>
  'toSQL' in write ? (write.toSQL() as Statement) : write;

/** Without an id, which is what it gets when the write before it did not touch one row, it cannot be stored. */
const auditSql = (after: string) => `insert into audit_logs
  (id, account_id, actor_user_id, token_id, action, resource, resource_id, before, after, request_id, created_at)
  select case changes() when 1 then ? end, ?, ?, ?, ?, ?, ?, ?, ${after}, ?, ?`;
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
interface Shown {
  readonly id: string;
}

export const created = (resource: AuditedResource, after: Shown): Audit => ({
  action: 'create',
  resource,
  resourceId: after.id,
  before: null,
  after,
});

/** `action`: when the resource has a word of its own for the change. */
export const changed = (
  resource: AuditedResource,
  before: Shown,
  after: Shown,
  action = 'update',
): Audit => ({
  action,
  resource,
  resourceId: before.id,
  before,
  after,
});

export const deleted = (resource: AuditedResource, before: Shown): Audit => ({
  action: 'delete',
  resource,
  resourceId: before.id,
  before,
  after: null,
});
