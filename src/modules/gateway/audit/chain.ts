/**
 * The chain that audit rows form: each row's hash covers all its fields and the hash of the row before. It proves that
 * no row was changed, removed or put in between while a later hash is known outside. Without such a hash to compare
 * with, anyone who can write the table can compute the whole chain again; the log has the newest one each hour.
 */

import type { Row, Statement } from '../../../core/db/client.ts';
import { sha256 } from '../../../core/shared/crypto.ts';

/** The record of one operation; `details` is the text of a JSON object. */
export interface AuditEntry {
  /** Ms since 1970. */
  readonly at: number;
  readonly action: string;
  readonly actor: string;
  readonly keyId: string | null;
  readonly instanceId: string | null;
  readonly instanceName: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly status: number | null;
  readonly details: string | null;
}

/** The fields of an entry that is not about a request. */
export const NO_REQUEST = {
  keyId: null,
  instanceId: null,
  instanceName: null,
  address: null,
  requestId: null,
  status: null,
} satisfies Partial<AuditEntry>;

export interface ChainedEntry extends AuditEntry {
  /** Counts from 1, without gaps. */
  readonly id: number;
  readonly previousHash: string;
  readonly hash: string;
}

/** Identifies one row of the chain; the newest one is the head. */
export interface Link {
  readonly id: number;
  readonly hash: string;
}

/** The link that the first row names as the one before it. */
export const START: Link = { id: 0, hash: '0'.repeat(64) };

/** The action of the row that says up to where older rows were removed; its details are that row's Link. */
export const PRUNED_ACTION = 'audit.pruned';

export function chainEntry(previous: Link, entry: AuditEntry): ChainedEntry {
  const id = previous.id + 1;
  return { ...entry, id, previousHash: previous.hash, hash: hashOf(previous.hash, id, entry) };
}

/** A JSON array in fixed order: no two different rows have the same text. */
function hashOf(previousHash: string, id: number, entry: AuditEntry): string {
  const { at, action, actor, keyId, instanceId, instanceName, address, requestId } = entry;
  const { status, details } = entry;
  const who = [actor, keyId, address, requestId];
  const what = [action, instanceId, instanceName, status, details];
  return sha256(JSON.stringify([previousHash, id, at, ...who, ...what]));
}

interface ChainCheck {
  /** Takes the rows in order of id, all that there are; a text says what is wrong with this one. */
  add(row: ChainedEntry): string | null;
  /** Must be called after the last row. Returns what is wrong with the whole, and what was seen. */
  end(): { readonly problem: string | null; readonly count: number; readonly head: Link };
}

/** `noted`: a row that must be there as it was once shown, so that a chain that was made again is found. */
function createChainCheck(noted: Link | null): ChainCheck {
  let count = 0;
  let head = START;
  let beginning = START;
  let isPruned = false;
  let isNotedFound = noted === null;

  return {
    add(row) {
      if (count === 0) beginning = head = { id: row.id - 1, hash: row.previousHash };
      const problem = problemOf(row, head, noted);
      if (row.action === PRUNED_ACTION && row.details === linkText(beginning)) isPruned = true;
      if (row.id === noted?.id) isNotedFound = true;
      head = { id: row.id, hash: row.hash };
      count++;
      return problem;
    },
    end() {
      const isWhole = isPruned || linkText(beginning) === linkText(START);
      const cut = `the entries before ${beginning.id + 1} are missing, and no entry says that they were pruned`;
      if (!isWhole) return { problem: cut, count, head };
      return { problem: isNotedFound ? null : unfound(noted, beginning), count, head };
    },
  };
}

function problemOf(row: ChainedEntry, head: Link, noted: Link | null): string | null {
  if (row.id !== head.id + 1) return `entry ${head.id + 1} is missing`;
  if (row.previousHash !== head.hash)
    return `entry ${row.id} does not carry the hash of the one before`;
  if (row.hash !== hashOf(row.previousHash, row.id, row))
    return `entry ${row.id} does not fit its hash`;
  if (row.id === noted?.id && row.hash !== noted.hash)
    return `entry ${row.id} has another hash than the one noted`;
  return null;
}

const unfound = (noted: Link | null, beginning: Link): string =>
  noted !== null && noted.id <= beginning.id
    ? `entry ${noted.id} was pruned, so it cannot be compared with the hash noted`
    : `entry ${noted?.id} is missing`;

/** A link as the details of a PRUNED row hold it. */
export const linkText = ({ id, hash }: Link): string => JSON.stringify({ id, hash });

/** The reading half of a database. */
interface ReadableDatabase {
  query(sql: Statement['sql'], params: Statement['params']): Promise<Row[]>;
}

interface AuditCheck {
  /** The problem of the first row that does not fit; null if the chain is unbroken. */
  readonly problem: string | null;
  readonly count: number;
  readonly head: Link;
}

const ROWS_PER_READ = 1_000;
/** Rows may be pruned while they are read; then the check begins again. */
const TRIES = 3;
const READ = `select id, at, action, actor, key_id, instance_id, instance_name, address, request_id, status, details,
  previous_hash, hash from gateway_audit where id > ? order by id limit ${ROWS_PER_READ}`;
const FIRST = 'select min(id) from gateway_audit';

/** `noted`: a row as it was once shown, which must still be there. Rejects with a DatabaseError. */
export async function checkAudit(
  db: ReadableDatabase,
  noted: Link | null = null,
): Promise<AuditCheck> {
  for (let tries = 1; ; tries++) {
    const before = await firstId(db);
    const checked = await checkOnce(db, noted);
    const isSettled = checked.problem === null || (await firstId(db)) === before;
    if (isSettled || tries === TRIES) return checked;
  }
}

const firstId = async (db: ReadableDatabase) => (await db.query(FIRST, []))[0]?.[0];

async function checkOnce(db: ReadableDatabase, noted: Link | null): Promise<AuditCheck> {
  const check = createChainCheck(noted);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await db.query(READ, [after]);
    for (const row of rows.map(toEntry)) {
      const problem = check.add(row);
      if (problem !== null) return { ...check.end(), problem };
      after = row.id;
    }
    if (rows.length < ROWS_PER_READ) return check.end();
  }
}

/** Whatever a column holds goes into the hash as it is: what is of the wrong type does not fit either. */
const toEntry = ([id, at, action, actor, keyId, instanceId, instanceName, ...rest]: Row) => {
  const [address, requestId, status, details, previousHash, hash] = rest;
  const who = { actor, keyId, address, requestId };
  const what = { action, instanceId, instanceName, status, details };
  return { id, at, ...who, ...what, previousHash, hash } as ChainedEntry;
};
