/** What contacts show of themselves beside writing becomes an event, and is stored with them. */
import { expect, test } from 'bun:test';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { isRefused, messageStoreBench, pagesOf } from '../../../helpers/message-store.ts';
import { ANA, BEN, received } from '../../../helpers/stored-message.ts';

const PAGE = { offset: 0, limit: 50 };
const PERSON = { jid: ANA, number: '5511988887777', lid: null };

async function stage() {
  const bench = await messageStoreBench();
  return { ...bench, told: () => bench.told('ContactUpdate') };
}

test('whoever writes under another name than the stored one has a new name, which is an event once', async () => {
  const { publish, opened, told } = await stage();
  await publish(received({ ID: 'A' }), received({ ID: 'B', PushName: '' }));
  expect(await told()).toEqual([]);
  const news = [
    received({ ID: 'C', PushName: 'Ana Maria' }),
    received({ ID: 'D', PushName: 'Ana Maria' }),
  ];
  const { messages, store } = opened();
  await Promise.all(news.map((event) => messages.publish(SHOP, [event], [])));
  const contact = { ...PERSON, name: 'Ana Maria' };
  expect(await told()).toEqual([{ Contact: contact, Name: 'Ana Maria', Picture: null }]);
  expect(await store.nameOf(SHOP.id, ANA)).toBe('Ana Maria');
});

test('a name that could not be written is an event once it can be', async () => {
  const { publish, refusesEvents, told } = await stage();
  await publish(received({ ID: 'A' }));
  const accept = await refusesEvents();
  const renamed = received({ ID: 'B', PushName: 'Ana Maria' });
  expect(await isRefused(publish(renamed))).toBe(true);
  await accept();
  await publish(renamed);
  expect(await told()).toHaveLength(1);
});

test('a new name that is heard of without a message is an event where it is news of somebody who is stored', async () => {
  const { publish, messages, store, told } = await stage();
  await publish(received({ ID: 'A' }));
  await messages.updateContacts(SHOP, [
    { jid: ANA, name: 'Ana' },
    { jid: ANA, name: 'Aninha' },
    { jid: BEN, name: 'Ben' },
  ]);
  await publish(received({ ID: 'B', PushName: 'Aninha' }));
  expect(await told()).toMatchObject([{ Name: 'Aninha' }]);
  expect(await pagesOf(store).contacts(SHOP.id, PAGE)).toMatchObject([{ name: 'Aninha' }]);
});

test('a picture is found where it was asked for last, until it changes, which is an event', async () => {
  const { publish, messages, store, told } = await stage();
  await publish(received({ ID: 'A' }));
  const url = 'https://pps.test/ana.jpg';
  await store.pictureFound(SHOP.id, ANA, url);
  expect(await pagesOf(store).contacts(SHOP.id, PAGE)).toMatchObject([{ pictureUrl: url }]);
  expect(await pagesOf(store).chats(SHOP.id, PAGE)).toMatchObject([{ pictureUrl: url }]);
  await messages.updateContacts(SHOP, [
    { jid: ANA, picture: 'changed' },
    { jid: BEN, picture: 'removed' },
  ]);
  expect(await pagesOf(store).contacts(SHOP.id, PAGE)).toMatchObject([{ pictureUrl: '' }]);
  expect(await told()).toMatchObject([
    { Contact: { jid: ANA, name: 'Ana' }, Name: null, Picture: 'changed' },
    { Contact: { jid: BEN, name: null }, Name: null, Picture: 'removed' },
  ]);
});
