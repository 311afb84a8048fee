/** How an import stores an instance: whole or not at all, in a file or on a database server. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { openDatabase } from '../../../src/core/db/open.ts';
import { isSqldMissing, startMigratedSqld } from '../../helpers/sqld.ts';
import { belonging, instance, session } from './evolution-api.ts';
import { contentOf, dumpOf, inventedCreds, KEYS, keyFolder, target } from './stage.ts';

const SHOP = '6f1c9a4e-0f57-4d7b-9c55-0c1a6a4f6a11';
const FIRST = '11111111-0f57-4d7b-9c55-0c1a6a4f6a22';

const rows = async () => [
  instance(FIRST, 'first'),
  instance(SHOP, 'shop'),
  session(SHOP, await inventedCreds()),
  belonging('Webhook', SHOP, { url: 'https://example.com/hook', events: ['MESSAGES_UPSERT'] }),
  belonging('Setting', SHOP, { rejectCall: true }),
];

test('an instance whose last key cannot be stored leaves nothing behind, and the next run takes it', async () => {
  const { file, run } = await target();
  const last = KEYS.at(-1)?.name.replace('lid-mapping-', '');
  const change = (sql: string) => {
    using db = new Database(file);
    db.run(sql);
  };
  change(`create trigger full before insert on whatsapp_keys when new.id = '${last}'
    begin select raise(abort, 'no room'); end`);
  const words = [dumpOf(await rows()), '--keys', keyFolder(SHOP, KEYS), '--apply'];
  const failure = await run(...words).catch((error) => error);
  expect(failure.message).toContain('no room');
  const { instances, gateway_audit: audit, ...others } = contentOf(file);
  expect(instances).toEqual([expect.objectContaining({ name: 'first' })]);
  expect(audit).toEqual([expect.objectContaining({ instance_name: 'first' })]);
  expect(others.whatsapp_credentials).toEqual([]);
  expect(others.whatsapp_keys).toEqual([]);
  expect(others.instance_settings).toEqual([]);
  change('drop trigger full');
  expect((await run(...words)).line).toContain('1 imported, 1 here already, 0 not taken');
});

test('a session of five thousand keys is stored', async () => {
  const { file, run } = await target();
  const value = JSON.stringify({ public: { type: 'Buffer', data: 'A'.repeat(44) } });
  const keys = Array.from({ length: 5_000 }, (_, index) => ({ name: `pre-key-${index}`, value }));
  const { line } = await run(dumpOf(await rows()), '--keys', keyFolder(SHOP, keys), '--apply');
  expect(line).toContain('with 5000 keys');
  expect(contentOf(file).whatsapp_keys).toHaveLength(5_000);
});

test.skipIf(isSqldMissing)('a database server takes an import as a file does', async () => {
  const server = await startMigratedSqld();
  const url = `http://${server.address}`;
  await (await openDatabase({ url })).close();
  const { run } = await target({ DATABASE_URL: url });
  const words = [dumpOf(await rows()), '--keys', keyFolder(SHOP, KEYS), '--apply'];
  expect((await run(...words)).line).toContain('2 imported, 0 here already, 0 not taken');
  expect((await run(...words)).line).toContain('0 imported, 2 here already, 0 not taken');
  const db = await openDatabase({ url });
  const [count] = await db.query('select count(*) from whatsapp_keys', []);
  expect(count).toEqual([KEYS.length]);
  await db.close();
  await server.kill();
});
