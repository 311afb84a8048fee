/** Checking the chain in a database. */
import type { Row, Statement } from '../../../core/db/client.ts';
import { type ChainedEntry, createChainCheck, type Link } from './chain.ts';

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
