/** The whole product with WhatsApp outside, called as its clients call it. */
import { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { PHONE } from '../../conformance/provider-stage.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { type AppOptions, type RunningApp, startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';
import { inProcessVariables, qrOnShow } from '../../helpers/whatsapp.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

async function fake(): Promise<FakeWhatsApp> {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  running.push(whatsapp);
  return whatsapp;
}

/** As services have it that have processors for it. */
const IN_A_THREAD = { env: { WHATSAPP_WORKERS: '1' } };

async function product(whatsapp: FakeWhatsApp, options: AppOptions = {}): Promise<RunningApp> {
  const app = await startApp({
    ...options,
    env: { ...inProcessVariables(whatsapp), ...options.env },
  });
  running.push(app);
  return app;
}

const create = (app: RunningApp, instanceName: string) =>
  app.call('POST', '/instance/create', { instanceName, provider: 'whatsapp' });

async function stateOf(app: RunningApp, name: string) {
  const { body } = await app.call('GET', `/instance/connectionState/${name}`);
  return body.instance;
}
const phaseIs = (app: RunningApp, phase: string, name = 'shop') =>
  until(`${name} is ${phase}`, async () => (await stateOf(app, name)).phase === phase);

async function pair(app: RunningApp, whatsapp: FakeWhatsApp, name: string, number: string) {
  await create(app, name);
  const phone = whatsapp.phone({ number, name });
  await phone.scan(qrOnShow(app.call, name));
  await phaseIs(app, 'open', name);
  return phone;
}

const rowsOf = async (app: RunningApp) => {
  const db = new Database(`${app.dataDir}/gatehouse.db`, { readonly: true });
  const count = (table: string) =>
    (db.query(`select count(*) as n from ${table}`).get() as { n: number }).n;
  const rows = ['whatsapp_credentials', 'whatsapp_keys', 'whatsapp_inbox'].map(count);
  db.close();
  return rows;
};

test('the link of a group is sent to people, and says of each what became of it', async () => {
  const whatsapp = await fake();
  const app = await product(whatsapp);
  await pair(app, whatsapp, 'shop', PHONE);
  const ana = whatsapp.contact({ number: '5511988887777', name: 'Ana' });
  const bob = whatsapp.contact({ number: '5511977776666', name: 'Bob' });
  const crew = { subject: 'Crew', participants: [ana.person.number] };
  const { id: groupJid } = (await app.call('POST', '/group/create/shop', crew)).body;
  const numbers = [bob.person.number, '5511000000000'];
  const invited = await app.call('POST', '/group/sendInvite/shop', { groupJid, numbers });
  expect([invited.status, invited.body.results]).toEqual([
    200,
    [
      { number: bob.person.pn, status: 'PENDING', id: expect.any(String), reason: null },
      {
        number: '5511000000000@s.whatsapp.net',
        status: 'FAILED',
        id: null,
        reason: expect.stringContaining('5511000000000'),
      },
    ],
  ]);
  const code = whatsapp.groups.find(groupJid)?.inviteCode;
  expect((await bob.receives()).text).toBe(`https://chat.whatsapp.com/${code}`);
});

test('an instance lives: code, pairing, restart, log-out, deletion', async () => {
  const whatsapp = await fake();
  const app = await product(whatsapp, IN_A_THREAD);
  expect((await create(app, 'shop')).status).toBe(201);
  const { status, body } = await app.call('GET', '/instance/connect/shop');
  expect(status).toBe(200);
  expect(body).toMatchObject({ pairingCode: null, count: 1 });
  expect(body.code).toStartWith('https://wa.me/settings/linked_devices#');
  expect(body.base64).toStartWith('data:image/png;base64,');
  expect(await stateOf(app, 'shop')).toMatchObject({ state: 'connecting', phase: 'waiting_qr' });
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  await phone.scan(qrOnShow(app.call));
  await phaseIs(app, 'open');
  expect((await app.call('POST', '/instance/restart/shop')).status).toBe(200);
  await phaseIs(app, 'open');
  await until('it has logged in again', () => phone.devices[0]?.logins === 2);
  await whatsapp.contact({ number: '5511988887777' }).writes(phone, { text: 'Hello' });
  await until('a message is stored', async () => (await rowsOf(app))[2] === 1);
  expect((await app.call('DELETE', '/instance/logout/shop')).status).toBe(200);
  expect(await stateOf(app, 'shop')).toMatchObject({ state: 'close', phase: 'logged_out' });
  await phone.unlinked();
  expect((await rowsOf(app)).slice(0, 2)).toEqual([0, 0]);
  await phone.scan(qrOnShow(app.call));
  await phaseIs(app, 'open');
  expect((await app.call('DELETE', '/instance/delete/shop')).status).toBe(200);
  await until('it is unlinked', () => phone.devices.length === 0);
  await until('nobody is connected', () => whatsapp.connections === 0);
  expect(await rowsOf(app)).toEqual([0, 0, 0]);
  expect(whatsapp.complaints).toEqual([]);
  expect(app.lines.filter(({ level }) => level === 'error')).toEqual([]);
}, 20_000);

test('a number asks for a code to type, by either route', async () => {
  const whatsapp = await fake();
  const app = await product(whatsapp);
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  const { body: created } = await create(app, 'shop');
  const { body } = await app.call('GET', `/instance/connect/shop?number=${PHONE}`);
  expect(body.code).toBe('');
  expect(body.pairingCode).toMatch(/^[0-9A-Z]{8}$/);
  expect(await stateOf(app, 'shop')).toMatchObject({ state: 'connecting', phase: 'pairing' });
  await phone.type(body.pairingCode);
  await phaseIs(app, 'open');
  await app.call('DELETE', '/instance/logout/shop');
  const posted = await app.call('POST', '/instance/connect', { phone: PHONE }, created.apikey);
  expect(posted.status).toBe(200);
  expect(posted.body.data.pairingCode).toMatch(/^[0-9A-Z]{8}$/);
  await phone.type(posted.body.data.pairingCode);
  await phaseIs(app, 'open');
}, 20_000);

test('a WhatsApp that cannot be reached is a reason within ten seconds, not an empty code', async () => {
  const whatsapp = await fake();
  await whatsapp.goDown();
  const app = await product(whatsapp);
  await create(app, 'shop');
  const asked = app.call('GET', '/instance/connect/shop');
  await until('it says so', async () => /ECONNREFUSED/.test((await stateOf(app, 'shop')).reason));
  whatsapp.comeBack();
  expect((await asked).body.code).toStartWith('https://');
}, 20_000);

test('after a restart of the service paired instances come back and unpaired ones do not start', async () => {
  const whatsapp = await fake();
  const first = await product(whatsapp, IN_A_THREAD);
  const names = ['one', 'two', 'three'];
  const phones = await Promise.all(
    names.map((name, index) => pair(first, whatsapp, name, `551190000000${index}`)),
  );
  await create(first, 'unpaired');
  await first.call('GET', '/instance/connect/unpaired');
  await first.stop();
  running.splice(running.indexOf(first), 1);
  await until('nobody is connected', () => whatsapp.connections === 0);
  const second = await product(whatsapp, { ...IN_A_THREAD, dataDir: first.dataDir });
  for (const name of names) await phaseIs(second, 'open', name);
  expect(phones.map(({ devices }) => devices[0]?.logins)).toEqual([2, 2, 2]);
  expect(await stateOf(second, 'unpaired')).toMatchObject({ state: 'close', phase: 'stopped' });
  expect(whatsapp.connections).toBe(3);
}, 20_000);
