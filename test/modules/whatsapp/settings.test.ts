/** What an account of WhatsApp does by itself, from the settings that callers make to what its contacts see. */
import { afterEach, expect, test } from 'bun:test';
import { PHONE } from '../../conformance/provider-stage.ts';
import {
  type Contact,
  type FakeWhatsApp,
  type Phone,
  startFakeWhatsApp,
} from '../../doubles/whatsapp/server.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';
import { inProcessVariables, qrOnShow } from '../../helpers/whatsapp.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

interface Stage {
  readonly app: RunningApp;
  readonly whatsapp: FakeWhatsApp;
  readonly phone: Phone;
  readonly ana: Contact;
  set(settings: object): Promise<void>;
  /** Types of the events since the pairing. */
  types(): Promise<string[]>;
}

const isOpen = (app: RunningApp) =>
  until('it is open', async () => {
    const { body } = await app.call('GET', '/instance/connectionState/shop');
    return body.instance.state === 'open';
  });

async function stage(): Promise<Stage> {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  running.push(whatsapp);
  const app = await startApp({ env: inProcessVariables(whatsapp) });
  running.push(app);
  await app.call('POST', '/instance/create', { instanceName: 'shop', provider: 'whatsapp' });
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  await phone.scan(qrOnShow(app.call));
  await isOpen(app);
  const types = async () => {
    const { events } = (await app.call('GET', '/event/find/shop')).body;
    return events.map(({ event }: { event: string }) => event);
  };
  await until('caught up', async () => (await types()).includes('OfflineSyncCompleted'));
  return {
    app,
    whatsapp,
    phone,
    ana: whatsapp.contact({ number: '5511988887777', name: 'Ana' }),
    async set(settings) {
      expect((await app.call('POST', '/settings/set/shop', settings)).status).toBe(201);
    },
    types,
  };
}

test('a call is rejected by itself, and who called is written to', async () => {
  const { phone, ana, set } = await stage();
  await set({ rejectCall: true, msgCall: 'Write instead' });
  const call = ana.calls(phone, { addressing: 'lid' });
  expect((await call.rejected()).attrs.to).toBe(ana.person.lid);
  await ana.receives(({ text }) => text === 'Write instead');
}, 20_000);

test('groups give no events while they are ignored, and their messages are not read', async () => {
  const { app, phone, ana, set, types, whatsapp } = await stage();
  await set({ groupsIgnore: true, readMessages: true });
  const before = (await types()).length;
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  const unseen = await ana.writes(group, { text: 'in the group' });
  const id = await ana.writes(phone, { text: 'to the account' });
  expect((await ana.receiptFor(id, 'read')).attrs.type).toBe('read');
  expect((await types()).slice(before)).toEqual(['Message']);
  expect(whatsapp.complaints).toEqual([]);
  const explained = await app.call('GET', `/message/explain/shop/${unseen}`);
  expect(explained.body.sentence).toContain('groupsIgnore');
}, 20_000);

test('the account is shown as online once its name is known, and at every connection', async () => {
  const { app, phone, ana, set, whatsapp } = await stage();
  let shown = 0;
  const count = whatsapp.hears(phone, ({ tag, attrs }) => {
    if (tag === 'presence' && attrs.type === 'available') shown++;
    return false;
  });
  void count.catch(() => {});
  await set({ alwaysOnline: true });
  await phone.writes(ana, 'from the phone itself');
  await until('it is shown', () => shown > 0);
  const before = shown;
  await app.call('POST', '/instance/restart/shop');
  await isOpen(app);
  await until('it is shown again', () => shown > before);
}, 20_000);
