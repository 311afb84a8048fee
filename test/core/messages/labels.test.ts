import { expect, test } from 'bun:test';
import { createLabelStore, type Label } from '../../../src/core/messages/labels.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';

const NEW: Label = { id: '1', name: 'New customer', color: 0, predefinedId: '1' };
const PAID: Label = { id: '2', name: 'Paid', color: 3, predefinedId: null };
const ANA = '5511988887777@s.whatsapp.net';

async function store() {
  const db = await testDatabase();
  await insertInstances(db);
  return { db, labels: createLabelStore(db.orm, SHOP.id) };
}

test('a label is news when it is new or has changed, and not when it is told again', async () => {
  const { labels } = await store();
  expect(await labels.put(NEW)).toBe(true);
  expect(await labels.put(NEW)).toBe(false);
  expect(await labels.put({ ...NEW, name: 'Lead' })).toBe(true);
  expect(await labels.put(PAID)).toBe(true);
  expect(await labels.all()).toEqual([{ ...NEW, name: 'Lead' }, PAID]);
});

test('a chat has the labels that were put on it and not taken off, each once', async () => {
  const { labels } = await store();
  await labels.put(NEW);
  await labels.put(PAID);
  expect(await labels.mark('1', ANA, true)).toBe(true);
  expect(await labels.mark('1', ANA, true)).toBe(false);
  expect(await labels.mark('2', ANA, true)).toBe(true);
  expect(await labels.mark('2', ANA, false)).toBe(true);
  expect(await labels.mark('2', ANA, false)).toBe(false);
  expect(await labels.all(ANA)).toEqual([NEW]);
  expect(await labels.all('1@g.us')).toEqual([]);
});

test('a label that is deleted is gone from its chats too', async () => {
  const { labels } = await store();
  await labels.put(NEW);
  await labels.mark('1', ANA, true);
  expect(await labels.remove('1')).toBe(true);
  expect(await labels.remove('1')).toBe(false);
  await labels.put(NEW);
  expect(await labels.all(ANA)).toEqual([]);
});

test('labels of one instance are not those of another', async () => {
  const { db, labels } = await store();
  await labels.put(NEW);
  expect(await createLabelStore(db.orm, 'another').all()).toEqual([]);
});

test('a thousand labels are the most that an instance has', async () => {
  const { labels } = await store();
  for (let made = 0; made < 1_000; made++) await labels.put({ ...PAID, id: `${made}` });
  expect(await labels.put({ ...PAID, id: 'more' })).toBe(false);
  expect(await labels.put({ ...PAID, id: '7', name: 'Late' })).toBe(true);
  expect(await labels.all()).toHaveLength(1_000);
});

test('labels can be forgotten all at once, with their chats', async () => {
  const { labels } = await store();
  await labels.put(NEW);
  await labels.mark('1', ANA, true);
  await labels.clear();
  await labels.put(NEW);
  expect(await labels.all()).toEqual([NEW]);
  expect(await labels.all(ANA)).toEqual([]);
});
