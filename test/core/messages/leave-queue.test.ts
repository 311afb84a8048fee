/** The text that a caller gives with a message, and that its statuses repeat. */
import { expect, test } from 'bun:test';
import { Messages } from '../../../src/core/messages/log.ts';
import { QueuedMessages } from '../../../src/core/messages/queued-messages.ts';
import type { StatusChange } from '../../../src/core/messages/status.ts';
import { engineBench } from '../../helpers/engine.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { ANA, storedRecord } from '../../helpers/stored-message.ts';

const AT = Date.UTC(2026, 0, 5, 10);
const delivered = (id: string): StatusChange => ({
  id,
  status: 'Delivered',
  code: null,
  reason: null,
  at: AT + 100,
});
const sent = (id: string) =>
  storedRecord({ id, kind: 'text', isFromMe: true, status: 'Pending', sentAt: AT });

async function stage() {
  const { engine, db } = await engineBench();
  await insertInstances(db);
  const queued = new QueuedMessages(db);
  /** As a process that has just started sees it. */
  const opened = () => new Messages(db, engine, queued);
  const told = async () =>
    (await db.query("select body -> '$.data' from events where type = 'MessageStatus'", []))
      .map(([data]) => JSON.parse(String(data)))
      .map(({ ID, Status, CallbackData }) => [ID, Status, CallbackData]);
  const receipts = async () =>
    (await db.query("select body -> '$.data' from events where type = 'Receipt'", [])).map(
      ([body]) => JSON.parse(String(body)),
    );
  return { queued, opened, told, receipts };
}

test('a status that comes after a restart repeats it, and no other message has it', async () => {
  const { opened, told } = await stage();
  const before = opened();
  before.expectCallback(SHOP.id, 'A', 'order 7');
  await before.publish(SHOP, [], [sent('A'), sent('B')]);
  await opened().recordStatuses(SHOP, [delivered('A'), delivered('B')]);
  expect(await told()).toEqual([
    ['A', 'Delivered', 'order 7'],
    ['B', 'Delivered', undefined],
  ]);
});

test('the status of a message that waited and was never sent repeats it', async () => {
  const { opened, queued, told } = await stage();
  const waiting = { instanceId: SHOP.id, id: 'A', chat: ANA, kind: 'text', delayMs: 0 };
  await queued.add({ ...waiting, entersAt: AT, createdAt: AT, content: '{}', file: null });
  const entry = queued.find(SHOP.id, 'A');
  if (entry === null) throw new Error('the message is not in the queue');
  const messages = opened();
  messages.expectCallback(SHOP.id, 'A', 'order 7');
  await messages.recordUnsent(SHOP, entry, 'It was not sent.', AT + 100);
  expect(await told()).toEqual([['A', 'Error', 'order 7']]);
});

test('a receipt repeats it too, of those of its messages that were sent with one', async () => {
  const { opened, receipts } = await stage();
  const messages = opened();
  messages.expectCallback(SHOP.id, 'A', 'order 7');
  await messages.publish(SHOP, [], [sent('A'), sent('B')]);
  const data = {
    ...{ Chat: ANA, Sender: ANA, IsFromMe: false, IsGroup: false },
    ...{
      MessageIDs: ['A', 'B', 'C'],
      Timestamp: new Date(AT).toISOString(),
      Type: 'read' as const,
    },
  };
  await opened().publish(SHOP, [{ type: 'Receipt', data, state: 'Read' }], []);
  expect(await receipts()).toMatchObject([
    { MessageIDs: ['A', 'B', 'C'], SentIDs: ['A', 'B'], Callbacks: { A: 'order 7' } },
  ]);
});
