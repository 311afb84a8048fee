/** Writing audit rows. */
import { type Database, DatabaseError, faultOf, type Statement } from '../../../core/db/client.ts';
import { type SizedWrite, WriteQueue } from '../../../core/db/write-queue.ts';
import { type AuditEntry, type ChainedEntry, chainEntry, type Link, START } from './chain.ts';

interface NewRow {
  readonly entry: AuditEntry;
  /** The begun operation this row is of: the row is written, and the begun one removed, exactly once. */
  readonly begunId?: string;
  /** Further statements, which happen with the row or not at all. */
  readonly also?: readonly Statement[];
}

export interface AuditRows {
  /**
   * Resolves when the row is on disk, at the end of the chain. Rejects with a DatabaseError when the database
   * does not take it, when 10 000 rows wait already, or when other writers came first 20 times.
   */
  append(row: NewRow): Promise<void>;
  /** Returns the newest row, or `START` if the table is empty. */
  head(): Promise<Link>;
}

const QUEUE_LIMITS = {
  commitLimits: { rows: 200, bytes: 4 * 1024 * 1024 },
  writesMax: 10_000,
  bytesMax: Number.POSITIVE_INFINITY,
};
const TRIES = 20;

interface QueuedRow extends NewRow, SizedWrite {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

type Store = Pick<Database, 'batch' | 'query'>;

export const createAuditRows = (db: Store): AuditRows => new ChainWriter(db);

/** Writes one commit at a time, because each row builds on the one before. */
class ChainWriter implements AuditRows {
  readonly #db: Store;
  readonly #queue: WriteQueue<QueuedRow>;
  /** The head as this process knows it; null if it must be read. */
  #head: Link | null = null;

  constructor(db: Store) {
    this.#db = db;
    this.#queue = new WriteQueue({ ...QUEUE_LIMITS, commit: () => this.#commitNext() });
  }

  append(row: NewRow): Promise<void> {
    if (this.#queue.isFull)
      return Promise.reject(new DatabaseError('busy', 'too many audit rows wait to be written'));
    const size = { rows: 1, bytes: row.entry.details?.length ?? 0 };
    return new Promise((resolve, reject) => {
      this.#queue.add({ ...row, ...size, resolve, reject });
    });
  }

  async head(): Promise<Link> {
    const [row] = await this.#db.query(READ_HEAD, []);
    return row ? { id: Number(row[0]), hash: String(row[1]) } : START;
  }

  async #commitNext(): Promise<void> {
    const group = this.#queue.take();
    try {
      await this.#commit(group);
      for (const { resolve } of group) resolve();
    } catch (error) {
      this.#head = null;
      for (const { reject } of group) reject(error);
    }
  }

  /** Again while other writers come first: each time one of them has got on. */
  async #commit(group: readonly QueuedRow[]): Promise<void> {
    let rows = group;
    for (let tries = 1; rows.length > 0; tries++) {
      try {
        this.#head = await this.#write(rows, this.#head ?? (await this.head()));
        return;
      } catch (error) {
        if (!isConflict(error) || tries === TRIES) throw error;
        this.#head = null;
      }
      rows = await this.#unwritten(rows);
    }
  }

  async #write(rows: readonly QueuedRow[], head: Link): Promise<Link> {
    let last = head;
    const statements = rows.flatMap(({ entry, begunId, also = [] }) => {
      const row = chainEntry(last, entry);
      last = row;
      const ended = begunId === undefined ? [] : [{ sql: DELETE_BEGUN, params: [begunId] }];
      return [insertOf(row, begunId), ...ended, ...also];
    });
    await this.#db.batch(statements);
    return { id: last.id, hash: last.hash };
  }

  /** Returns the rows whose operation no other process has recorded. */
  async #unwritten(rows: readonly QueuedRow[]): Promise<QueuedRow[]> {
    const found = await this.#db.query(READ_BEGUN, []);
    const begun = new Set(found.map(([id]) => id));
    return rows.filter(({ begunId }) => begunId === undefined || begun.has(begunId));
  }
}

const READ_HEAD = 'select id, hash from gateway_audit order by id desc limit 1';
const READ_BEGUN = 'select id from gateway_audit_begun';
const DELETE_BEGUN = 'delete from gateway_audit_begun where id = ?';
/**
 * The hash is null when another row is the newest now, or when the operation has a row already. Then the row cannot be
 * stored, and nothing of the commit happens.
 */
const INSERT = `insert into gateway_audit
  (id, at, action, actor, key_id, instance_id, instance_name, address, request_id, status, details, previous_hash, hash)
  select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, case
    when coalesce((select hash from gateway_audit order by id desc limit 1), '${START.hash}') = ?
      and (? is null or exists (select 1 from gateway_audit_begun where id = ?)) then ? end`;

function insertOf(row: ChainedEntry, begunId: string | null = null): Statement {
  const { id, at, action, actor, keyId, instanceId, instanceName, address } = row;
  const { requestId, status, details, previousHash, hash } = row;
  const who = [actor, keyId, instanceId, instanceName, address, requestId];
  const condition = [previousHash, begunId, begunId];
  const params = [id, at, action, ...who, status, details, previousHash, ...condition, hash];
  return { sql: INSERT, params };
}

const isConflict = (error: unknown): boolean =>
  faultOf(error) === 'unique' || faultOf(error) === 'constraint';
