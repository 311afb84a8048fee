/** Stores the version of WhatsApp's web client that was last fetched, for all nodes and for the next start. */

import type { Database } from '../../core/db/client.ts';
import { versionIn } from '../../core/providers/whatsapp-variables.ts';
import type { DatedVersion } from './web-version.ts';

export interface WebVersionStore {
  /** Resolves with null when none is stored that can be read. */
  read(): Promise<DatedVersion | null>;
  write(fetched: DatedVersion): Promise<void>;
}

const NAME = 'whatsapp_web_version';
export const READ_WEB_VERSION = `select value from service_facts where name = '${NAME}'`;
const WRITE = `insert or replace into service_facts (name, value) values ('${NAME}', ?)`;

export const createWebVersionStore = (db: Pick<Database, 'query'>): WebVersionStore => ({
  async read() {
    const [row] = await db.query(READ_WEB_VERSION, []);
    return row ? datedVersionIn(String(row[0])) : null;
  },
  async write({ version, servedAt }) {
    await db.query(WRITE, [`${version.join('.')} ${servedAt}`]);
  },
});

/** Reads a stored value: the version, a blank and the ms. Returns null for anything else. */
export function datedVersionIn(value: string): DatedVersion | null {
  const [text = '', ms = ''] = value.split(' ');
  const version = versionIn(text);
  return version !== null && /^\d{1,15}$/.test(ms) ? { version, servedAt: Number(ms) } : null;
}
