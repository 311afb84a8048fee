/** Usernames: shown with messages and contacts, and written to. */
import { afterEach, expect, test } from 'bun:test';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';
import { inProcessVariables, pairInstance } from '../../helpers/whatsapp.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function stage() {
  const whatsapp = await startFakeWhatsApp();
  ending.push(() => whatsapp.stop());
  const app = await startApp({ env: inProcessVariables(whatsapp) });
  ending.push(() => app.stop());
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  whatsapp.makesPairingShort = true;
  await pairInstance(app.call, 'shop', phone);
  await until('caught up', async () => {
    const { events } = (await app.call('GET', '/event/find/shop')).body;
    return events.some(({ event }: { event: string }) => event === 'OfflineSyncCompleted');
  });
  const ana = whatsapp.contact({ number: '5511888880000', name: 'Ana', username: 'ana.silva' });
  const post = (path: string, body: object) => app.call('POST', path, body);
  const send = (number: string, text = 'hello') => post('/message/sendText/shop', { number, text });
  const infos = async () =>
    (await app.call('GET', '/event/find/shop?event=Message')).body.events.map(
      ({ data }: { data: { Info: object } }) => data.Info,
    );
  return { whatsapp, app, phone, ana, post, send, infos };
}

test('a text to a username reaches its owner, and is stored in their chat', async () => {
  const { ana, send, post } = await stage();
  const sent = await send('@Ana.Silva');
  expect([sent.status, sent.body.key.remoteJid]).toEqual([201, ana.person.lid]);
  await ana.receives(({ text }) => text === 'hello');
  const again = await send('@ana.silva', 'again');
  expect(again.status).toBe(201);
  await ana.receives(({ text }) => text === 'again');
  const chats = (await post('/chat/findChats/shop', {})).body;
  expect(chats.map(({ remoteJid }: { remoteJid: string }) => remoteJid)).not.toContain(
    '@ana.silva',
  );
});

test('who wants to be asked for a key is written to with it, and without it the answer says what to do', async () => {
  const { whatsapp, send } = await stage();
  const bob = whatsapp.contact({ number: '5511777770000', username: 'bob', usernameKey: '4711' });
  const messageOf = async (number: string) => {
    const { status, body } = await send(number);
    return [status, body.error?.message ?? body.message];
  };
  expect(await messageOf('@bob')).toEqual([
    400,
    expect.stringContaining('@bob can only be written to with its username key'),
  ]);
  expect(await messageOf('@bob:1111')).toEqual([
    400,
    expect.stringContaining('the username key of @bob is another one'),
  ]);
  expect(await messageOf('@nobody_here')).toEqual([
    400,
    expect.stringContaining('nobody on WhatsApp has the username @nobody_here'),
  ]);
  expect((await send('@bob:4711')).status).toBe(201);
  await bob.receives(({ text }) => text === 'hello');
});

test('other operations on a chat take a username too', async () => {
  const { post, ana } = await stage();
  expect((await post('/chat/fetchProfile/shop', { number: '@ana.silva' })).body.wuid).toBe(
    ana.person.lid,
  );
});

test('the username of who wrote is in the event and with the contact, and a new one replaces it', async () => {
  const { app, phone, ana, post, infos } = await stage();
  const found = async () => (await post('/chat/findContacts/shop', {})).body;
  await ana.writes(phone, { text: 'one' });
  await until('it is stored', async () => (await found()).length === 1);
  expect((await infos()).at(-1)).toMatchObject({ SenderIds: { username: 'ana.silva' } });
  expect(await found()).toMatchObject([{ pushName: 'Ana', username: 'ana.silva' }]);
  ana.person.username = 'ana.souza';
  await ana.writes(phone, { text: 'two' });
  await until('it is replaced', async () => (await found())[0]?.username === 'ana.souza');
  const resolved = await app.call('GET', '/chat/resolve/shop?id=5511888880000');
  expect(resolved.body).toMatchObject({ name: 'Ana', username: 'ana.souza' });
});

test('a member of a group and the author of a status keep their own address beside the username', async () => {
  const { phone, ana, post, infos } = await stage();
  const group = ana.creates({ subject: 'Team', members: [phone] });
  await ana.writes(group, { text: 'to all' });
  await ana.postsStatus(phone, 'a status');
  await until('both are events', async () => (await infos()).length === 2);
  for (const info of await infos())
    expect(info).toMatchObject({ Sender: ana.person.pn, SenderIds: { username: 'ana.silva' } });
  const { body } = await post('/chat/findContacts/shop', { where: { remoteJid: ana.person.pn } });
  expect(body).toMatchObject([{ username: 'ana.silva' }]);
});

test('what WhatsApp sends in place of a username is not shown as one', async () => {
  const { phone, ana, infos } = await stage();
  const names = ['x', 'a'.repeat(400), 'two words', '../etc'];
  for (const name of names) {
    ana.person.username = name;
    await ana.writes(phone, { text: name });
  }
  await until('all are events', async () => (await infos()).length === names.length);
  for (const info of await infos()) expect(info).not.toHaveProperty('SenderIds');
});
