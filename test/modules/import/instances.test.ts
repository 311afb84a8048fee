/** Which instances of a dump are taken, which are not, and that a second import changes nothing. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openReader } from '../../../src/core/db/reader.ts';
import { checkAudit } from '../../../src/modules/gateway/audit/chain.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { startService } from '../../helpers/service.ts';
import { belonging, insertionOf, instance, session, TABLES } from './evolution-api.ts';
import { contentOf, dumpOf, GLOBAL_KEY, inventedCreds, KEYS, keyFolder, target } from './stage.ts';

const SHOP = '6f1c9a4e-0f57-4d7b-9c55-0c1a6a4f6a11';
const OFFICE = '11111111-0f57-4d7b-9c55-0c1a6a4f6a22';

/** Two instances: one with everything, one that was never paired. */
async function everything() {
  return [
    instance(SHOP, 'shop', { number: '+55 11' }),
    session(SHOP, await inventedCreds()),
    belonging('Webhook', SHOP, { url: 'https://example.com/hook', enabled: true, events: [] }),
    belonging('Setting', SHOP, { rejectCall: true }),
    belonging('Proxy', SHOP, {
      enabled: true,
      host: 'proxy.example.com',
      port: '1080',
      protocol: 'socks',
      username: 'someone',
      password: 'hidden-word',
    }),
    instance(OFFICE, 'office'),
  ];
}

const REPORT = [
  'shop: taken: instance, session of 5511999990000@s.whatsapp.net with 5 keys, key, webhook, settings, proxy',
  'office: taken: instance, key',
  '  - session: none, since it was never paired',
];

test('without --apply nothing is written, and the report says what would be', async () => {
  const { file, run } = await target();
  const before = contentOf(file);
  const words = [dumpOf(await everything()), '--keys', keyFolder(SHOP, KEYS)];
  const { line, exitCode } = await run(...words);
  expect(line.split('\n')).toEqual([
    ...REPORT,
    '2 to import, 0 here already, 0 not taken',
    'Dry run: nothing was written. Add --apply to import.',
    expect.stringMatching(/^Stop Evolution API before/),
  ]);
  expect(exitCode).toBe(0);
  expect(contentOf(file)).toEqual(before);
  const applied = await run(...words, '--apply');
  expect(applied.line.split('\n').slice(0, 4)).toEqual([
    ...REPORT,
    '2 imported, 0 here already, 0 not taken',
  ]);
});

test('a second import changes nothing, whatever form the ids have', async () => {
  const { file, run } = await target();
  const rows = [...(await everything()), instance('cm4x1y2z30000abcd', 'Café da manhã')];
  const words = [dumpOf(rows), '--keys', keyFolder(SHOP, KEYS), '--apply'];
  await run(...words);
  const before = contentOf(file);
  const { line, exitCode } = await run(...words);
  expect(line.split('\n').slice(0, 4)).toEqual([
    'shop: here already, left as it is',
    'office: here already, left as it is',
    'Café da manhã: here already, left as it is',
    '0 imported, 3 here already, 0 not taken',
  ]);
  expect(exitCode).toBe(0);
  expect(contentOf(file)).toEqual(before);
});

test('an instance whose time of creation cannot be shown is as old as its import, and all can be read', async () => {
  const { file, run, environment } = await target();
  const times = [1e300, -1, 0.5, '+275760-09-13T00:00:00Z', 'yesterday', [], null];
  const rows = times.map((createdAt, index) =>
    instance(`id-${index}`, `shop-${index}`, { createdAt }),
  );
  const before = Date.now();
  await run(dumpOf(rows), '--apply');
  const stored = contentOf(file).instances as { created_at: number }[];
  expect(stored).toHaveLength(times.length);
  for (const { created_at } of stored) expect(created_at).toBeGreaterThanOrEqual(before);
  const service = await startService({ ...environment, CONNECT_ON_STARTUP: 'false' });
  const { status, body } = await service.call('GET', '/instance/fetchInstances');
  await service.app.stop(0);
  expect([status, body.length]).toEqual([200, times.length]);
});

test('each has ids of its own for clients of the Graph API, which stay with a second import', async () => {
  const { file, run } = await target();
  const words = [dumpOf(await everything()), '--keys', keyFolder(SHOP, KEYS), '--apply'];
  const ids = () =>
    (contentOf(file).instances as { phone_number_id: string; waba_id: string }[]).flatMap((row) => [
      row.phone_number_id,
      row.waba_id,
    ]);
  await run(...words);
  const before = ids();
  expect(new Set(before).size).toBe(4);
  for (const id of before) expect(id).toMatch(/^\d{15}$/);
  await run(...words);
  expect(ids()).toEqual(before);
});

test('a dump in SQLite gives what one in JSON lines gives', async () => {
  const rows = await everything();
  // A path may hold what means something in a URL.
  const path = join(temporaryFolder(), 'a dump#1%.db');
  const dump = new Database(path, { create: true });
  dump.run(TABLES.replace(/create type .*?;/, ''));
  dump.run(insertionOf(rows));
  dump.close();
  const keys = keyFolder(SHOP, KEYS);
  const [fromLines, fromSqlite] = [await target(), await target()];
  const lines = await fromLines.run(dumpOf(rows), '--keys', keys, '--apply');
  const { line } = await fromSqlite.run(path, '--keys', keys, '--apply');
  expect(line.split('\n').toSorted()).toEqual(lines.line.split('\n').toSorted());
  expect(line.split('\n')).toEqual(expect.arrayContaining(REPORT));
});

test('keys have the names and values that the library looks them up by, and are sealed', async () => {
  const { file, run } = await target();
  await run(dumpOf(await everything()), '--keys', keyFolder(SHOP, KEYS), '--apply');
  const { whatsapp_keys: keys = [] } = contentOf(file) as {
    whatsapp_keys: { type: string; id: string }[];
  };
  expect(keys.map(({ type, id }) => `${type}-${id}`).toSorted()).toEqual(
    KEYS.map(({ name }) => name).toSorted(),
  );
  const stored = JSON.stringify(contentOf(file));
  for (const secret of ['hidden-word', 'TOKEN-OF-SHOP', '"AAAA', 'noiseKey'])
    expect(stored).not.toContain(secret);
});

test('each import leaves a row in the audit log, and the chain stays whole', async () => {
  const { file, run } = await target();
  await run(dumpOf(await everything()), '--keys', keyFolder(SHOP, KEYS), '--apply');
  const reader = openReader({ url: `file:${file}` });
  expect(await checkAudit(reader, null)).toMatchObject({ problem: null, count: 2 });
  const rows = await reader.query('select action, actor, instance_name from gateway_audit', []);
  expect(rows.map(String).toSorted()).toEqual([
    'instance.import,command,office',
    'instance.import,command,shop',
  ]);
  await reader.close();
});

test('a name that another instance has is refused, and the others are taken', async () => {
  const { environment, run } = await target();
  const service = await startService(environment);
  await service.call('POST', '/instance/create', { instanceName: 'office', provider: 'sandbox' });
  await service.app.stop(0);
  const rows = [instance(OFFICE, 'office'), instance(SHOP, 'shop'), instance('id-3', 'a/b')];
  const { line, exitCode } = await run(dumpOf(rows), '--apply');
  expect(line).toContain('office: not taken: another instance has this name here');
  expect(line).toContain('"a/b": not taken: its name must be 1-64');
  expect(line).toContain('1 imported, 0 here already, 2 not taken');
  expect(exitCode).toBe(1);
});

test('an instance that was renamed at the source is not taken a second time', async () => {
  const { run } = await target();
  await run(dumpOf([instance(SHOP, 'shop')]), '--apply');
  const { line } = await run(dumpOf([instance(SHOP, 'store')]), '--apply');
  expect(line).toStartWith('store: not taken: it is here already, as shop');
});

test('a key that is missing, short, used twice or the global one is not taken, and the report says how to make one', async () => {
  const { file, run } = await target();
  const rows = [
    instance('id-1', 'none', { token: null }),
    instance('id-2', 'short', { token: 'abc' }),
    instance('id-3', 'global', { token: GLOBAL_KEY }),
    instance('id-4', 'first', { token: 'the-same-key' }),
    instance('id-5', 'second', { token: 'the-same-key' }),
    instance('id-6', 'reserved', { token: `portal_${'x'.repeat(43)}` }),
  ];
  const { line } = await run(dumpOf(rows), '--apply');
  const notes = line.split('\n').filter((one) => one.startsWith('  - key'));
  expect(notes).toEqual([
    expect.stringContaining('it has none: make one with POST /instance/key/rotate/'),
    expect.stringContaining('it is not 8-256 visible ASCII characters: make one'),
    expect.stringContaining('it opens another instance, or all of them: make one'),
    expect.stringContaining('it opens another instance, or all of them: make one'),
    expect.stringContaining('it begins with portal_: make one'),
  ]);
  expect(contentOf(file).instances).toHaveLength(6);
});

test('a session whose other keys are missing is refused, unless it is asked for without them', async () => {
  const rows = [instance(SHOP, 'shop'), session(SHOP, await inventedCreds())];
  const { file, run } = await target();
  const refused = await run(dumpOf(rows), '--keys', keyFolder(OFFICE, KEYS), '--apply');
  expect(refused.line).toStartWith('shop: not taken: the keys of its conversations are missing');
  expect(contentOf(file).instances).toEqual([]);
  const { line } = await run(dumpOf(rows), '--without-keys', '--apply');
  expect(line).toContain('session of 5511999990000@s.whatsapp.net with 0 keys');
  expect(line).toContain('  - session: taken without the keys of its conversations');
});

test('a session that is damaged is refused, and one key that is damaged is counted', async () => {
  const { run } = await target();
  const rows = (creds: string) => [instance(SHOP, 'shop'), session(SHOP, creds)];
  for (const creds of ['{', '7', '{"me":{"id":"x"},"account":{}}'])
    expect((await run(dumpOf(rows(creds)), '--without-keys')).line).toStartWith(
      'shop: not taken: its session is not one of the library Baileys: pair it again',
    );
  const keys = [...KEYS, { name: 'pre-key-8', value: '{' }, { name: 'unheard-of-1', value: '1' }];
  const { line } = await run(dumpOf(rows(await inventedCreds())), '--keys', keyFolder(SHOP, keys));
  expect(line).toContain('  - session: 2 of its keys could not be read');
});
