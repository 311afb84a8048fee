/** What is done about messages with time, by the node that has their instance. */
import { expect, test } from 'bun:test';
import { createMessages } from '../../src/app/messages.ts';
import type { Config } from '../../src/core/config/config.ts';
import type { InstanceDirectory } from '../../src/core/instances/directory.ts';
import { createLog } from '../../src/core/shared/log.ts';
import type { ClusterNode } from '../../src/offers.ts';
import { engineBench } from '../helpers/engine.ts';
import { CAFE, insertInstances, SHOP } from '../helpers/gateway-server.ts';
import { storedRecord } from '../helpers/stored-message.ts';
import { until } from '../helpers/until.ts';

test('a message whose instance another node has is left to that node, and the rest is seen to', async () => {
  const { engine, db, clock } = await engineBench();
  await insertInstances(db);
  const open = [CAFE, SHOP].map((one) => ({ ...one, state: 'open', updatedAt: clock.now() }));
  const { messages, upkeep } = createMessages({ eventRetentionHours: 1 } as Config, {
    db,
    own: () => db,
    clock,
    log: createLog('error', clock.now, () => {}),
    engine,
    directory: { all: () => open } as unknown as InstanceDirectory,
    node: {
      membership: { node: 'a' },
      owns: (id: string) => id === SHOP.id,
    } as unknown as ClusterNode,
  });
  const sent = storedRecord({ id: 'm', isFromMe: true, sentAt: clock.now(), status: 'Pending' });
  for (const stream of [CAFE, SHOP]) await messages.publish(stream, [], [sent]);
  const statusOf = async ({ id }: typeof SHOP) => (await messages.fateOf(id, 'm'))?.status;
  upkeep.start();
  await until('that of its own is settled', async () => {
    await clock.advance(10_000);
    return (await statusOf(SHOP)) === 'Unknown';
  });
  expect(await statusOf(CAFE)).toBe('Pending');
  upkeep.stop();
});
