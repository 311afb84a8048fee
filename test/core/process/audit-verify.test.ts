/** The command that checks the audit, as its own process beside a running service. */

import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnCommand,
  spawnService,
} from './spawned-process.ts';

const ENTRY = 'gateway_audit where id = 3';
let dataDir: string;
/** The head as GET /audit/find showed it while the service ran. */
let noted: string;
/** The audit of a service that has ended. */
let copy: string;

beforeAll(async () => {
  dataDir = await freshDataDir();
  const service = spawnService({ ...isolated(dataDir), GLOBAL_API_KEY: 'key-of-this-test' });
  const origin = `http://127.0.0.1:${await listening(service)}`;
  const call = (method: string, path: string, body?: object) =>
    fetch(origin + path, {
      method,
      headers: { apikey: 'key-of-this-test', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  await call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  for (let n = 0; n < 5; n++) await call('POST', '/webhook/secret/rotate/shop');
  const { head } = (await (await call('GET', '/audit/find')).json()) as {
    head: { id: number; hash: string };
  };
  noted = `${head.id}:${head.hash}`;
  const beside = await check(dataDir);
  expect(beside).toEqual([0, `6 entries, head ${noted}, unbroken\n`, '']);
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  copy = join(dataDir, 'copy.db');
  await copyFile(join(dataDir, 'gatehouse.db'), copy);
});
afterAll(cleanUp);

async function check(folder: string, ...args: string[]): Promise<[number, string, string]> {
  const run = spawnCommand(['audit', 'verify', ...args], folder);
  return [await run.ended(), run.stdout(), run.stderr()];
}

/** Runs the command on a copy of the database that was tampered with. */
async function checkTampered(sql: string, ...args: string[]) {
  const file = join(dataDir, 'gatehouse.db');
  await copyFile(copy, file);
  const connection = new Database(file);
  connection.run(sql);
  connection.close(true);
  return check(dataDir, ...args);
}

const COLUMNS = {
  id: '300',
  at: 'at + 1',
  action: "'webhook.set'",
  actor: "'instance:nobody'",
  key_id: "'1'",
  instance_id: 'null',
  instance_name: "'cafe'",
  address: "'192.0.2.1'",
  request_id: "request_id || ' '",
  status: 'null',
  details: "'{}'",
  previous_hash: "'0000000000000000000000000000000000000000000000000000000000000000'",
  hash: "'0000000000000000000000000000000000000000000000000000000000000000'",
};

test('an audit left alone is unbroken, and its last entry is the one that was shown', async () => {
  expect(await checkTampered('select 1')).toEqual([0, `6 entries, head ${noted}, unbroken\n`, '']);
  expect((await check(dataDir, noted))[0]).toBe(0);
});

test('every column of the table is tampered with below', () => {
  const columns = new Database(copy, { readonly: true })
    .query("select name from pragma_table_info('gateway_audit')")
    .values();
  expect(columns.flat()).toEqual(Object.keys(COLUMNS));
});

test.each(Object.entries(COLUMNS))(
  'a changed %s is found, by name of the first entry that does not fit',
  async (column, value) => {
    const [code, out] = await checkTampered(
      `update ${ENTRY.replace(' where', ` set ${column} = ${value} where`)}`,
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^broken: entry [34] .*\n$/);
  },
);

test('a removed entry is found, at the beginning, inside and, by a head that was noted, at the end', async () => {
  const remove = (id: number, ...args: string[]) =>
    checkTampered(`delete from gateway_audit where id = ${id}`, ...args);
  expect((await remove(1)).slice(0, 2)).toEqual([
    1,
    'broken: the entries before 2 are missing, and no entry says that they were pruned\n',
  ]);
  expect((await remove(3)).slice(0, 2)).toEqual([1, 'broken: entry 3 is missing\n']);
  expect((await remove(6, noted)).slice(0, 2)).toEqual([1, 'broken: entry 6 is missing\n']);
});

test('a chain that was computed again is found by a head that was noted', async () => {
  const [, hash = ''] = noted.split(':');
  const other = `6:${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`;
  await checkTampered('select 1');
  expect((await check(dataDir, other)).slice(0, 2)).toEqual([
    1,
    'broken: entry 6 has another hash than the one noted\n',
  ]);
});

test('wrong arguments, unknown commands and a missing database are refused in one line', async () => {
  const [code, out, error] = await check(dataDir, 'nonsense');
  expect([code, out]).toEqual([2, '']);
  expect(error).toBe('"nonsense" is not a head: use one that you noted before, as ID:HASH\n');
  const unknown = spawnCommand(['audit'], dataDir);
  expect(await unknown.ended()).toBe(2);
  expect(unknown.stderr()).toBe('there is no command "audit": did you mean audit verify?\n');
  const [missing, , why] = await check(await freshDataDir());
  expect(missing).toBe(78);
  expect(why).toMatch(/^database file .*gatehouse\.db: unable to open database file\n$/);
});

test('the service starts as before on a database that was checked while it stood still', async () => {
  await checkTampered('select 1');
  const service = spawnService({ ...isolated(dataDir), GLOBAL_API_KEY: 'key-of-this-test' });
  await listening(service);
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
});
