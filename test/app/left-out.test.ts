/** What the start of an installation says about rows of modules that it leaves out. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { reportLeftOut } from '../../src/app/left-out.ts';
import { MODULES } from '../../src/modules.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { temporaryFolder, testDatabase } from '../helpers/database.ts';
import { openCustomerPage } from '../helpers/portal.ts';

/** Adds a row, whatever it refers to, with something in each column that must have a value. */
function addRow(database: Database, table: string): void {
  const columns = database
    .query<{ name: string; type: string; isNeeded: number }, [string]>(
      `select name, type, "notnull" or pk > 0 isNeeded from pragma_table_info(?)`,
    )
    .all(table)
    .filter(({ isNeeded }) => isNeeded === 1);
  const values = columns.map(({ type }) => (/int/i.test(type) ? '1' : "'x'"));
  const names = columns.map(({ name }) => `"${name}"`);
  database.run('pragma foreign_keys = off');
  database.run('pragma ignore_check_constraints = on');
  database.run(`insert or ignore into ${table} (${names}) values (${values})`);
}

const WITH_TABLES = MODULES.map(({ name, isRequired, tables = [], coreTables = [] }) => ({
  name,
  tables: isRequired ? [] : [...tables, ...coreTables],
})).filter(({ tables }) => tables.length > 0);

test.each(WITH_TABLES)(
  'a start without $name names each of its tables that has rows, and says nothing about others',
  async ({ name, tables }) => {
    const db = await testDatabase();
    const lines: unknown[] = [];
    const log = { warn: (text: string, fields?: object) => lines.push([text, fields]) };
    const directory = { all: () => [] };
    await reportLeftOut({ without: [name] }, { db, log, directory });
    expect(lines).toEqual([]);
    const database = new Database(db.path);
    for (const table of tables) addRow(database, table);
    database.close();
    await reportLeftOut({ without: [] }, { db, log, directory });
    expect(lines).toEqual([]);
    await reportLeftOut({ without: [name] }, { db, log, directory });
    expect(lines).toEqual([
      [
        `the database has rows of ${name}, which is left out: they are used again when it is back, but for those that end before`,
        { tables: tables.join(', ') },
      ],
    ]);
    await db.close();
  },
);

const warningsOf = ({ lines }: RunningApp) =>
  lines
    .filter(({ level, message }) => level === 'warn' && String(message).includes('left out'))
    .map(({ message, tables, count }) => [message, tables ?? count]);

test('without portal a customer’s page is refused and its link is named at the start, and both are there when it is back', async () => {
  const dataDir = temporaryFolder();
  const within = async <T>(without: string, use: (app: RunningApp) => Promise<T>) => {
    const app = await startApp({ dataDir, env: { GATEHOUSE_WITHOUT: without } });
    try {
      return await use(app);
    } finally {
      await app.stop();
    }
  };
  const { id, credential } = await within('', async (app) => {
    await app.openInstance('shop');
    return openCustomerPage(app, 'shop');
  });
  const endpoints = ({ call }: RunningApp) =>
    call('GET', '/webhook/endpoints/shop', undefined, credential);
  await within('portal', async (app) => {
    expect(warningsOf(app)).toEqual([
      [
        'the database has rows of portal, which is left out: they are used again when it is back, but for those that end before',
        'portal_links',
      ],
    ]);
    const { status, body } = await endpoints(app);
    expect([status, body.error.reason]).toEqual([401, 'customer_page_ended']);
  });
  await within('', async (app) => {
    expect(warningsOf(app)).toEqual([]);
    expect((await endpoints(app)).status).toBe(200);
    const { links } = (await app.call('GET', '/portal/shop')).body;
    expect(links.map((link: { id: string }) => link.id)).toEqual([id]);
  });
});
