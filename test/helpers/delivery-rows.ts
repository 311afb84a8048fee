/** Delivery rows as the engine would have left them. */
import type { Database } from '../../src/core/db/client.ts';
import { deliveries } from '../../src/core/db/schema/engine.ts';
import type { DeliveryState } from '../../src/core/events/log/deliveries.ts';

type Row = typeof deliveries.$inferInsert;

/** A waiting delivery, but for what is given. */
export const deliveryRow = (change: Partial<Row>): Row => ({
  id: Bun.randomUUIDv7(),
  streamId: 'shop',
  sequence: 1,
  endpoint: 'webhook',
  eventId: Bun.randomUUIDv7(),
  type: 'Message',
  target: 'https://receiver.test/hook?token=********',
  state: 'waiting',
  nextAttemptAt: 0,
  createdAt: 0,
  updatedAt: 0,
  ...change,
});

const stateFields = (state: DeliveryState): Partial<Row> => ({
  state,
  nextAttemptAt: state === 'waiting' ? 0 : null,
  holder: state === 'sending' ? 'process' : null,
});

/** `count` deliveries of one stream; their ids, in order. */
export async function fillDeliveries(
  db: Database,
  streamId: string,
  count: number,
  stateOf: (index: number) => DeliveryState,
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) =>
    deliveryRow({
      id: Bun.randomUUIDv7('hex', 1_767_600_000_000 + index),
      streamId,
      sequence: index + 1,
      ...stateFields(stateOf(index)),
    }),
  );
  for (let at = 0; at < rows.length; at += 200)
    await db.orm.insert(deliveries).values(rows.slice(at, at + 200));
  return rows.map(({ id }) => id);
}
