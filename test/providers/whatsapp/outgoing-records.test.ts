/** Messages are stored before they are sent, several together, and each caller learns what became of its own. */
import { expect, test } from 'bun:test';
import { DatabaseError } from '../../../src/db/client.ts';
import type { MessageData } from '../../../src/events/types/message-data.ts';
import type { MessageRecord } from '../../../src/messages/rows.ts';
import { OutgoingRecords } from '../../../src/providers/whatsapp/outgoing-records.ts';
import { yieldToEventLoop } from '../../../src/shared/clock.ts';

/** The records of each write, which ends as `write` says. */
function recording(write: (ids: readonly string[]) => Promise<void>) {
  const writes: string[][] = [];
  const records = new OutgoingRecords({
    emitAll: (events, stored = []) => {
      expect(events.map(({ type }) => type)).toEqual(stored.map(() => 'SendMessage'));
      writes.push(stored.map(({ id }) => id));
      return write(stored.map(({ id }) => id));
    },
  });
  const store = (id: string) => records.store({} as MessageData, { id } as MessageRecord);
  return { writes, store };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);

test('messages that come while others are written are written together, in their order, 40 at once', async () => {
  const { writes, store } = recording(async () => {});
  const ids = numbered(100);
  await Promise.all(ids.map(store));
  expect(writes.map(({ length }) => length)).toEqual([1, 40, 40, 19]);
  expect(writes.flat()).toEqual(ids);
});

test('a message resolves when its own write has ended, not before', async () => {
  const first = Promise.withResolvers<void>();
  const { store } = recording((ids) => (ids[0] === 'm0' ? first.promise : Promise.resolve()));
  const stored: string[] = [];
  const all = ['m0', 'm1'].map((id) => store(id).then(() => stored.push(id)));
  await yieldToEventLoop();
  expect(stored).toEqual([]);
  first.resolve();
  await Promise.all(all);
  expect(stored).toEqual(['m0', 'm1']);
});

test('a message that the database refuses keeps no other from being stored', async () => {
  const { store } = recording(async (ids) => {
    if (ids.includes('m2')) throw new DatabaseError('constraint', 'refused');
  });
  const results = await Promise.allSettled(numbered(5).map(store));
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
});

test('nothing is written again when it is not known whether it was written', async () => {
  const { writes, store } = recording(async (ids) => {
    if (!ids.includes('m0'))
      throw new DatabaseError('unreachable', 'no answer', { isUnknown: true });
  });
  const results = await Promise.allSettled(numbered(4).map(store));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
  ]);
  expect(writes).toEqual([['m0'], ['m1', 'm2', 'm3']]);
});
