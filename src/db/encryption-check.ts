/**
 * Whether this database was sealed with this encryption key. Owns: the sealed text that tells.
 * Without it a lost key would be noticed secret by secret, each time something is sent.
 */
import type { Vault } from '../shared/crypto.ts';
import type { Database } from './client.ts';

const NAME = 'encryption-check';
const KEEP = 'insert into service_facts (name, value) values (?, ?) on conflict do nothing';
const READ = 'select value from service_facts where name = ?';

/** True for a new database too, which then belongs to this key. */
export async function isSealedWith(db: Pick<Database, 'batch'>, vault: Vault): Promise<boolean> {
  const [, rows] = await db.batch([
    { sql: KEEP, params: [NAME, vault.seal(NAME)] },
    { sql: READ, params: [NAME] },
  ]);
  try {
    return vault.open(String(rows?.[0]?.[0])) === NAME;
  } catch {
    return false;
  }
}
