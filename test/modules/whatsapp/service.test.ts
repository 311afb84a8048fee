/** The service as a process of its own, with WhatsApp outside: what a crash, a fault and a missing package come to. */
import { Database } from 'bun:sqlite';
import { afterAll, afterEach, expect, test } from 'bun:test';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/core/db/open.ts';
import { Messages } from '../../../src/core/messages/log.ts';
import { settleUnanswered } from '../../../src/core/messages/upkeep.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { CONTACT, PHONE } from '../../conformance/provider-stage.ts';
import {
  bun,
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  projectDir,
  type SpawnedProcess,
  spawnProcess,
  spawnService,
} from '../../core/process/spawned-process.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import {
  type Contact,
  type FakeWhatsApp,
  startFakeWhatsApp,
} from '../../doubles/whatsapp/server.ts';
import { at, type BinaryNode, childrenOf, stanza } from '../../doubles/whatsapp/stanzas.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { engineBench } from '../../helpers/engine.ts';
import { until } from '../../helpers/until.ts';
import { qrOnShow } from '../../helpers/whatsapp.ts';

const running: FakeWhatsApp[] = [];
afterEach(async () => {
  for (const whatsapp of running.splice(0)) await whatsapp.stop();
});
afterAll(cleanUp);

const KEY = 'the-key-of-this-test';

interface Service {
  readonly process: SpawnedProcess;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  phase(): Promise<string>;
}

/** `sources`: where its code and packages are, when they are not those of this project. */
async function start(dataDir: string, whatsapp: FakeWhatsApp, sources?: string): Promise<Service> {
  const spawn = (environment: Record<string, string>) =>
    sources === undefined
      ? spawnService(environment)
      : spawnProcess([bun, 'run', join(sources, 'src/main.ts')], environment);
  const process = spawn({
    ...isolated(dataDir),
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    WHATSAPP_SOCKET_URL: whatsapp.url,
    WHATSAPP_ROOT_PUBLIC_KEY: whatsapp.rootPublicKey,
    WHATSAPP_WEB_VERSION: whatsapp.version.join('.'),
  });
  const port = await listening(process);
  const call: Service['call'] = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const phase = async () => {
    const { body } = await call('GET', '/instance/connectionState/shop');
    return body.instance.phase;
  };
  return { process, call, phase };
}

async function fake(): Promise<FakeWhatsApp> {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  running.push(whatsapp);
  return whatsapp;
}

async function pairedService() {
  const [whatsapp, dataDir] = await Promise.all([fake(), freshDataDir()]);
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  const contact = whatsapp.contact({ number: CONTACT, name: 'Ana' });
  const service = await start(dataDir, whatsapp);
  await service.call('POST', '/instance/create', { instanceName: 'shop', provider: 'whatsapp' });
  await phone.scan(qrOnShow(service.call));
  await until('it is open', async () => (await service.phase()) === 'open');
  return { whatsapp, dataDir, phone, contact, service };
}

/** The messages in the event log, read beside the service: how many, and their ids, oldest first. */
function messagesIn(dataDir: string) {
  const db = new Database(join(dataDir, 'gatehouse.db'), { readonly: true });
  const number = db.query("select count(*) as n from events where type = 'Message'");
  const named = db.query(
    "select body ->> '$.data.Info.ID' as id from events where type = 'Message' order by sequence",
  );
  return {
    count: () => (number.get() as { n: number }).n,
    ids: () => (named.all() as { id: string }[]).map(({ id }) => id),
  };
}

test('killed while messages come, each becomes one event, in the order of its chat', async () => {
  const { whatsapp, dataDir, phone, contact, service } = await pairedService();
  const other = whatsapp.contact({ number: '5511977770000', name: 'Bia' });
  const chats: readonly [string[], string[]] = [[], []];
  const sent = () => chats.flat().length;
  const write = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const [author, ids] = index % 2 ? [other, chats[1]] : [contact, chats[0]];
      ids.push(await author.writes(phone, { text: `message ${sent()}` }));
    }
  };
  const messages = messagesIn(dataDir);
  let isAlive = true;
  const writing = (async () => {
    while (isAlive) {
      await write(2);
      // Some are always under way, and not so many that the next service has nothing but them to do.
      await until('few are under way', () => !isAlive || sent() - messages.count() < 50);
    }
  })();
  await until('some have arrived', () => messages.count() >= 60);
  service.process.signal('SIGKILL');
  await service.process.ended();
  isAlive = false;
  await writing;
  await write(2);
  expect(messages.count()).toBeLessThan(sent());
  const second = await start(dataDir, whatsapp);
  await until('it is open again', async () => (await second.phase()) === 'open');
  await write(3);
  await until('each is acknowledged', () => phone.devices[0]?.pending === 0);
  await until('all are published', () => new Set(messages.ids()).size === sent());
  const recorded = messages.ids();
  for (const ids of chats) expect(recorded.filter((id) => ids.includes(id))).toEqual(ids);
  expect(recorded).toHaveLength(sent());
}, 60_000);

/** What upkeep does with the database of a service that has ended, had it been connected for a minute. */
async function afterAMinute(dataDir: string, instanceId: string): Promise<void> {
  const db = await openDatabase({ url: `file:${join(dataDir, 'gatehouse.db')}` });
  const { engine } = await engineBench({ db });
  const clock = { ...manualClock(), now: () => Date.now() + 60_000 };
  await settleUnanswered({
    db,
    clock,
    log: createLog('error', clock.now, () => {}),
    messages: new Messages(db, engine),
    connected: () => [{ id: instanceId, name: 'shop', since: Date.now() }],
    hours: 1,
    storeHours: 1,
  });
  await db.close();
}

test('killed before WhatsApp has a message, it is Unknown and not sent again once the service is back', async () => {
  const { whatsapp, dataDir, phone, contact, service } = await pairedService();
  const send = (text: string) =>
    service.call('POST', '/message/sendText/shop', { number: CONTACT, text });
  await send('before');
  await contact.receives(({ text }) => text === 'before');
  whatsapp.silence(phone);
  const { key, instanceId } = (await send('lost')).body;
  service.process.signal('SIGKILL');
  await service.process.ended();
  await becomesUnknown({ whatsapp, dataDir, instanceId, messageId: key.id });
  expect(contact.received.map(({ text }) => text)).toEqual(['before']);
}, 60_000);

test("killed between the phone's consent and its first keys at WhatsApp, the number works once the service is back", async () => {
  const [whatsapp, dataDir] = await Promise.all([fake(), freshDataDir()]);
  whatsapp.makesPairingShort = false;
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  const contact = whatsapp.contact({ number: CONTACT, name: 'Ana' });
  const service = await start(dataDir, whatsapp);
  await service.call('POST', '/instance/create', { instanceName: 'shop', provider: 'whatsapp' });
  await phone.scan(qrOnShow(service.call));
  service.process.signal('SIGKILL');
  await service.process.ended();
  expect(phone.devices.map(({ preKeys }) => preKeys.length)).toEqual([0]);
  const second = await start(dataDir, whatsapp);
  await until('it is open', async () => (await second.phase()) === 'open');
  await until('its keys are at WhatsApp', () => phone.devices[0]?.preKeys.length === 812);
  await contact.writes(phone, { text: 'hello' });
  const messages = messagesIn(dataDir);
  await until('the message is published', () => messages.count() === 1);
  expect(whatsapp.complaints).toEqual([]);
}, 60_000);

test('killed between storing a message and sending it, it is Unknown and not sent once the service is back', async () => {
  const { whatsapp, dataDir, phone, contact, service } = await pairedService();
  whatsapp.withholdsKeys = true;
  const body = { number: CONTACT, text: 'never left' };
  const call = service.call('POST', '/message/sendText/shop', body).catch(() => 'no answer');
  // Its row is there before it is sealed, and for that the keys of its recipient are asked for.
  await whatsapp.hears(phone, (node) => asksForKeysOf(node, contact));
  service.process.signal('SIGKILL');
  await service.process.ended();
  expect(await call).toBe('no answer');
  whatsapp.withholdsKeys = false;
  const [sent, ...others] = sentIn(dataDir);
  expect(others).toEqual([]);
  await becomesUnknown({ whatsapp, dataDir, instanceId: sent.instance, messageId: sent.id });
  expect(contact.received).toEqual([]);
}, 60_000);

const asksForKeysOf = (node: BinaryNode, { person }: Contact): boolean =>
  childrenOf(at(node, 'key'), 'user').some(({ attrs }) =>
    [person.pn, person.lid].includes(attrs.jid ?? ''),
  );

/** The SendMessage events in the log. */
function sentIn(dataDir: string) {
  const db = new Database(join(dataDir, 'gatehouse.db'), { readonly: true });
  const query =
    db.query(`select body ->> '$.data.Info.ID' as id, body ->> '$.instanceId' as instance
    from events where type = 'SendMessage'`);
  return query.all() as [{ id: string; instance: string }];
}

interface CutService {
  readonly whatsapp: FakeWhatsApp;
  readonly dataDir: string;
  readonly instanceId: string;
  readonly messageId: string;
}

/** Of a message whose sending was cut off: Pending at the next start, and Unknown when nothing has come of it. */
async function becomesUnknown({
  whatsapp,
  dataDir,
  instanceId,
  messageId,
}: CutService): Promise<void> {
  const second = await start(dataDir, whatsapp);
  await until('it is open again', async () => (await second.phase()) === 'open');
  const statusOf = async (from: Service) =>
    (await from.call('GET', `/message/status/shop/${messageId}`)).body;
  expect(await statusOf(second)).toMatchObject({ status: 'Pending' });
  second.process.signal('SIGTERM');
  expect(await second.process.ended()).toBe(0);
  await afterAMinute(dataDir, instanceId);
  const third = await start(dataDir, whatsapp);
  expect(await statusOf(third)).toMatchObject({
    status: 'Unknown',
    reason: expect.stringContaining('may have been delivered or not'),
  });
  third.process.signal('SIGTERM');
  await third.process.ended();
}

test('a rejected promise that Baileys does not handle is logged, and the service goes on', async () => {
  const { phone, contact, dataDir, service } = await pairedService();
  const messages = messagesIn(dataDir);
  // A code to scan with nothing in it, on a connection that is paired: Baileys fails in a promise that nobody awaits.
  const malformed = stanza('pair-device', {}, [stanza('ref')]);
  phone.devices[0]?.connection?.send(stanza('iq', { type: 'set', id: '1' }, [malformed]));
  await service.process.printed(/a library left a fault unhandled/);
  await contact.writes(phone, { text: 'still there?' });
  await until('a message arrives', () => messages.count() === 1);
  expect(await service.phase()).toBe('open');
  service.process.signal('SIGTERM');
  expect(await service.process.ended()).toBe(0);
}, 30_000);

/** The product as it is installed without its optional dependencies. */
function withoutOptionalPackages(): string {
  const root = temporaryFolder();
  for (const name of ['src', 'packages', 'docs', 'drizzle', 'package.json', 'tsconfig.json']) {
    cpSync(join(projectDir, name), join(root, name), { recursive: true });
  }
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(join(projectDir, 'node_modules'))) {
    if (name === '@whiskeysockets') continue;
    symlinkSync(join(projectDir, 'node_modules', name), join(root, 'node_modules', name));
  }
  return root;
}

test('without the optional package, connecting names it, and everything else works', async () => {
  const [whatsapp, dataDir] = await Promise.all([fake(), freshDataDir()]);
  const service = await start(dataDir, whatsapp, withoutOptionalPackages());
  await service.call('POST', '/instance/create', { instanceName: 'shop', provider: 'whatsapp' });
  const { status, body } = await service.call('GET', '/instance/connect/shop');
  expect(status).toBe(500);
  expect(JSON.stringify(body)).toContain('the package @whiskeysockets/baileys is not installed');
  const { body: state } = await service.call('GET', '/instance/connectionState/shop');
  expect(state.instance).toMatchObject({
    state: 'close',
    phase: 'failed',
    reason: expect.stringContaining('@whiskeysockets/baileys is not installed'),
  });
  const sandbox = { instanceName: 'other', provider: 'sandbox' };
  expect((await service.call('POST', '/instance/create', sandbox)).status).toBe(201);
  expect(service.process.stderr()).toBe('');
}, 30_000);
