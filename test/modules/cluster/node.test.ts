/** Three nodes as processes of their own on one real libSQL server, under load, until one of them is left. */
import { afterAll, describe, expect, test } from 'bun:test';
import { startLedger } from '../../../campaign/kit/ledger.ts';
import { type ServiceNode, startNodes } from '../../../campaign/kit/nodes.ts';
import { lost, openInstance, startPublishers } from '../../../campaign/kit/publishers.ts';
import { createRandom } from '../../../campaign/kit/random.ts';
import { cleanUp, RUNTIME_OPTIONS } from '../../core/process/spawned-process.ts';
import { bundledService } from '../../helpers/bundle.ts';
import { isSqldMissing, startSqld } from '../../helpers/sqld.ts';
import { until } from '../../helpers/until.ts';

afterAll(cleanUp);

const SHOPS = ['shop-1', 'shop-2', 'shop-3'];
/** As many as there are callers: each waits for its answer. */
const IN_FLIGHT_MAX = 6;
/** A lease, a beat of another node, and what a busy machine adds. */
const TAKEN_MS = 30_000;

async function start() {
  const sqld = await startSqld();
  const ledger = await startLedger();
  const nodes = await startNodes({
    names: ['one', 'two', 'three'],
    database: sqld.address,
    random: createRandom(1),
    main: bundledService(),
    environment: RUNTIME_OPTIONS,
  });
  for (const [index, name] of SHOPS.entries())
    await openInstance(nodes.all[index]!.gateway, name, ledger.url);
  const load = { instances: SHOPS, chats: 2, most: 100_000, pauseMs: 500 };
  const publishers = startPublishers({ gateway: nodes.next, ...load });
  await until('all nodes are at work', () => publishers.acknowledged.length > 15);
  return { sqld, ledger, nodes, publishers };
}

async function hasAll({ gateway }: ServiceNode): Promise<boolean> {
  const { body } = await gateway.call('GET', '/ready');
  return body.node?.lease === 'held' && body.node.streams >= SHOPS.length;
}

describe.skipIf(isSqldMissing)('of three nodes', () => {
  test('one is killed, one stands still and one is stopped, and nothing that any of them acknowledged is lost', async () => {
    const { sqld, ledger, nodes, publishers } = await start();
    const [one, two, three] = nodes.all as [ServiceNode, ServiceNode, ServiceNode];
    nodes.takeOut(one);
    nodes.takeOut(two);
    await one.kill();
    two.freeze();
    await until('the third has all instances', () => hasAll(three), TAKEN_MS);
    // What it finds in its memory is another node's by now.
    two.thaw();
    await until('the second may work again', async () => {
      const { status } = await two.gateway.call('GET', '/ready');
      return status === 200;
    });
    nodes.takeIn(two);
    nodes.takeOut(three);
    expect(await three.stop()).toBe(0);
    await until('the second has all instances', () => hasAll(two), TAKEN_MS);
    const before = publishers.acknowledged.length;
    await until('it answers for all', () => publishers.acknowledged.length > before + 15);
    await publishers.stop();

    expect(await lost(ledger, publishers.acknowledged, 10_000)).toBe(0);
    const { gaps, outOfOrder, repeats } = await ledger.audit();
    expect([gaps, outOfOrder]).toEqual([0, 0]);
    expect(repeats).toBeLessThanOrEqual(IN_FLIGHT_MAX);
    expect(await two.stop()).toBe(0);
    for (const { proxy } of nodes.all) proxy.stop();
    await sqld.kill();
    ledger.stop();
  }, 90_000);
});
