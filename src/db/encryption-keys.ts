/**
 * Which encryption keys this database is sealed with. Without it a lost key would be noticed secret by secret, each
 * time something is sent.
 */
import type { Place, Vault } from '../shared/crypto.ts';
import type { Log } from '../shared/log.ts';
import type { Database } from './client.ts';
import { resealAll } from './resealing.ts';
import { serviceFacts } from './schema/service.ts';
import { placeOf } from './sealed-tables.ts';

/** Alone it is the name of a text in the former sealed form, which did not say which key it was sealed with. */
const NAME = 'encryption-check';
const BELONGS = `name = '${NAME}' or name like '${NAME} %'`;
const CLAIM = `insert into service_facts (name, value) select ?, ?
  where not exists (select 1 from service_facts where ${BELONGS})`;
const ADD = 'insert into service_facts (name, value) values (?, ?) on conflict do nothing';
const READ = `select name, value from service_facts where ${BELONGS}`;
const REMOVE = 'delete from service_facts where name = ?';

/**
 * - `opened`: everything in the database is sealed with the current key.
 * - `foreign`: it was sealed with other keys.
 * - `unfinished`: it is sealed with several keys, and not all of them were given.
 */
type Opening = 'opened' | 'foreign' | 'unfinished';

type Executor = Pick<Database, 'query' | 'batch'>;

/**
 * Opens the database with the vault's keys; a new one belongs to the current key. What is sealed with the
 * former key, or in the former form, is sealed anew before this resolves. Until the last of it is, the
 * database is known to need both keys.
 */
export async function openWithKeys(db: Executor, vault: Vault, log: Log): Promise<Opening> {
  const own = `${NAME} ${vault.keyId}`;
  const text = [own, vault.seal(own, placeFor(own))];
  const [, rows = []] = await db.batch([
    { sql: CLAIM, params: text },
    { sql: READ, params: [] },
  ]);
  const found = rows.map(([name, sealed]) => ({ name: String(name), sealed: String(sealed) }));
  const closed = found.filter(({ name, sealed }) => !opens(vault, sealed, placeFor(name)));
  if (closed.length > 0) return closed.length === found.length ? 'foreign' : 'unfinished';
  const former = found.map(({ name }) => name).filter((name) => name !== own);
  if (former.length === 0) return 'opened';
  await db.query(ADD, text);
  await reseal(db, vault, log);
  await db.batch(former.map((name) => ({ sql: REMOVE, params: [name] })));
  return 'opened';
}

const placeFor = (name: string): Place => placeOf(serviceFacts.value, name);

function opens(vault: Vault, sealed: string, place: Place): boolean {
  try {
    if (vault.reseal(sealed, place) === null) vault.open(sealed, place);
    return true;
  } catch {
    return false;
  }
}

async function reseal(db: Executor, vault: Vault, log: Log): Promise<void> {
  const { rows, unreadable } = await resealAll(db, vault);
  for (const [column, texts] of unreadable)
    log.warn('sealed texts that cannot be opened were left as they are', { column, texts });
  log.info('all secrets are sealed with the current ENCRYPTION_KEY; a former one may go', { rows });
}
