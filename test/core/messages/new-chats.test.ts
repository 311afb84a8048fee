import { expect, test } from 'bun:test';
import { Messages } from '../../../src/core/messages/log.ts';
import { NewChatLimits } from '../../../src/core/messages/new-chats.ts';
import type { MessageRecord } from '../../../src/core/messages/rows.ts';
import { engineBench } from '../../helpers/engine.ts';
import { CAFE, insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { ANA, storedRecord } from '../../helpers/stored-message.ts';

const NOW = Date.UTC(2026, 10, 22);
const END = Date.UTC(2026, 10, 25, 10);
const HIDDEN = '123456789012345@lid';

async function stage() {
  const { engine, db } = await engineBench();
  await insertInstances(db);
  const messages = new Messages(db, engine);
  const shop = messages.newChats.of(SHOP.id);
  const store = (fields: Partial<MessageRecord>) =>
    messages.publish(SHOP, [], [storedRecord({ sentAt: NOW, ...fields })]);
  const refusal = async (addresses: string[], now = NOW, chats = shop) => {
    try {
      await chats.require(addresses, now);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { db, shop, store, refusal, messages };
}

test('new chats are not locked as long as the platform has said nothing', async () => {
  const { shop, refusal } = await stage();
  expect(await shop.limit()).toEqual({ lockedUntil: null, checkedAt: null });
  expect(await refusal([ANA])).toBeNull();
  expect(shop.require([ANA], NOW)).toBeUndefined();
});

test('a lock holds until its end, for its instance alone', async () => {
  const { shop, refusal, messages } = await stage();
  await shop.learned({ lockedUntil: END, checkedAt: NOW });
  expect(await refusal([ANA])).toContain('2026-11-25T10:00:00.000Z');
  expect(await refusal([ANA], END - 1)).not.toBeNull();
  expect(await refusal([ANA], END)).toBeNull();
  expect(await refusal([ANA], NOW, messages.newChats.of(CAFE.id))).toBeNull();
});

test('a lock that is stored while the limit is read for the first time holds', async () => {
  const { db, refusal } = await stage();
  const read = Promise.withResolvers<void>();
  const slow: Pick<typeof db, 'query'> = {
    async query(sql, params) {
      const rows = await db.query(sql, params);
      if (sql.startsWith('select locked_until')) await read.promise;
      return rows;
    },
  };
  const next = new NewChatLimits(slow).of(SHOP.id);
  const first = next.limit();
  await next.learned({ lockedUntil: END, checkedAt: NOW });
  read.resolve();
  await first;
  expect(await refusal([ANA], NOW, next)).toContain('2026-11-25T10:00:00.000Z');
});

test('another process knows the lock', async () => {
  const { db, shop, refusal } = await stage();
  await shop.learned({ lockedUntil: END, checkedAt: NOW });
  const next = new NewChatLimits(db).of(SHOP.id);
  expect(await refusal([ANA], NOW, next)).not.toBeNull();
  expect(await next.limit()).toEqual({ lockedUntil: END, checkedAt: NOW });
  await next.learned({ lockedUntil: null, checkedAt: END });
  expect(await refusal([ANA], NOW, next)).toBeNull();
});

test('a person with whom messages were exchanged is no new chat, under either address', async () => {
  const { shop, store, refusal } = await stage();
  await shop.learned({ lockedUntil: END, checkedAt: NOW });
  await store({ chatAddress: HIDDEN });
  expect(await refusal([ANA])).toBeNull();
  expect(await refusal([HIDDEN])).toBeNull();
  expect(await refusal(['5511999990001@s.whatsapp.net', ANA])).toBeNull();
  expect(await refusal(['5511999990001@s.whatsapp.net'])).not.toBeNull();
});

test('a message that was refused has opened no chat', async () => {
  const { shop, store, refusal, messages } = await stage();
  await shop.learned({ lockedUntil: END, checkedAt: NOW });
  await store({ isFromMe: true, status: 'Pending' });
  expect(await refusal([ANA])).toBeNull();
  const refused = { id: 'A', status: 'Error', code: 463, reason: 'Wait.', at: NOW } as const;
  await messages.recordStatuses(SHOP, [refused]);
  expect(await refusal([ANA])).not.toBeNull();
});
