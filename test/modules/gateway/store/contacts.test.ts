import { expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import { findChats } from '../../../../src/modules/gateway/store/chats.ts';
import { findContacts, resolveAddress } from '../../../../src/modules/gateway/store/contacts.ts';
import { findMessages } from '../../../../src/modules/gateway/store/messages.ts';
import { type GatewayOptions, gateway } from '../../../helpers/gateway.ts';
import { ANA, BEN, received, TEAM } from '../../../helpers/stored-message.ts';

async function bench(options: GatewayOptions = {}) {
  const g = await gateway({
    ...options,
    operations: [findMessages, findChats, findContacts, resolveAddress],
  });
  const { id, key } = await g.create('shop');
  const get = (address: string, callerKey: string | null = key, name = 'shop') =>
    g.call('GET', `/chat/resolve/${name}${address && `?id=${address}`}`, { key: callerKey });
  const post = (verb: string, body: unknown) => g.call('POST', `/chat/${verb}/shop`, { body, key });
  const publish = (...events: CatalogEvent[]) =>
    g.messages.publish({ id, name: 'shop' }, events, []);
  return { g, get, post, publish };
}

const LID = '123456789012345@lid';

test('200 one person under number, JID and LID, and under one of these when no more is known', async () => {
  const { get, publish } = await bench();
  await publish(
    received({ ID: 'A', SenderAlt: LID }),
    received({ ID: 'B', Chat: '77@lid', Sender: '77@lid', PushName: '' }),
    received({ ID: 'C', Chat: TEAM, Sender: BEN }),
  );
  const ana = { jid: ANA, number: '5511988887777', lid: LID, name: 'Ana', username: null };
  for (const address of [ANA, LID, '5511988887777', '%2B55%2011%2098888-7777'])
    expect([address, (await get(address)).body]).toEqual([address, ana]);
  const unknown = { number: null, name: null, username: null };
  const hidden = { ...unknown, jid: '77@lid', lid: '77@lid' };
  expect((await get('77@lid')).body).toEqual(hidden);
  expect((await get(TEAM)).body).toEqual({ ...unknown, jid: TEAM, lid: null });
});

test('200 chats and messages are found under the LID of their person too', async () => {
  const { post, publish } = await bench();
  await publish(received({ ID: 'A', SenderAlt: LID }));
  const messages = await post('findMessages', { where: { key: { remoteJid: LID } } });
  expect(messages.body.messages).toMatchObject({ total: 1, records: [{ key: { id: 'A' } }] });
  const chats = await post('findChats', { where: { remoteJid: LID } });
  expect(chats.body).toMatchObject([{ remoteJid: ANA }]);
});

test('200 a person of the official API by the id they have for the business', async () => {
  const { get, post, publish } = await bench();
  const id = 'BR.13491208655302741918';
  await publish(
    received({ ID: 'A', Chat: id, Sender: id, SenderIds: { bsuid: id, username: 'ana' } }),
  );
  const { status, body } = await get(id);
  const ana = { jid: id, number: null, lid: null, name: 'Ana', username: 'ana' };
  expect([status, body]).toEqual([200, ana]);
  const messages = await post('findMessages', { where: { key: { remoteJid: id } } });
  expect(messages.body.messages).toMatchObject({ total: 1 });
});

test('400 without an address or with none, 401, 403, 404 of nobody who is stored, 409 while nothing is', async () => {
  const { g, get } = await bench();
  const cafe = await g.create('cafe');
  expect((await get('')).status).toBe(400);
  expect((await get('no%20address!')).status).toBe(400);
  expect((await get(ANA, null)).status).toBe(401);
  expect((await get('', cafe.key)).status).toBe(403);
  expect((await get(ANA)).status).toBe(404);
  expect((await g.call('GET', `/chat/resolve/nobody?id=${ANA}`)).status).toBe(404);
  const off = await bench({ messageStoreHours: 0 });
  expect((await off.get(ANA)).status).toBe(409);
});
