/** Faults of one of several nodes, of their database and of NATS. After each fault everything runs again. */
import type { NatsServer } from '../../test/helpers/nats-server.ts';
import type { Sqld } from '../../test/helpers/sqld.ts';
import { until } from '../../test/helpers/until.ts';
import type { Findings } from './case.ts';
import { flood, instancesOf } from './flood.ts';
import type { Nodes, ServiceNode } from './nodes.ts';
import { pause } from './pause.ts';
import type { Random } from './random.ts';

export interface FaultTargets {
  readonly nodes: Nodes;
  readonly sqld: Sqld;
  /** Null if the nodes have no NATS server. */
  readonly nats: NonNullable<NatsServer['process']> | null;
  readonly random: Random;
  readonly findings: Pick<Findings, 'atMost' | 'atLeast'>;
}

/** Where a fault is felt most: a node that has just started may have nothing yet. */
async function busiestOf({ nodes }: FaultTargets): Promise<ServiceNode> {
  const { body } = await nodes.call('GET', '/nodes');
  const shown: { name: string; streams: number }[] = body.nodes;
  const [most] = shown.sort((one, other) => other.streams - one.streams);
  const busiest = nodes.all.find(({ name }) => name === most?.name);
  if (!busiest) throw new Error('no node has anything');
  return busiest;
}

/** Takes the node out of the load balancer while `work` runs. */
async function away(
  faulty: FaultTargets,
  node: ServiceNode,
  work: () => Promise<void>,
): Promise<void> {
  faulty.nodes.takeOut(node);
  await work();
  faulty.nodes.takeIn(node);
}

const OWN_ANSWER_S = 3;

/** Another node gets many calls for instances of `node`, beside those for its own. */
async function floodBeside(
  faulty: FaultTargets,
  node: ServiceNode,
  instances: number,
): Promise<void> {
  const { nodes, sqld, findings } = faulty;
  const had = async ({ name }: ServiceNode) => instancesOf(sqld.address, name);
  const flooded = nodes.all.find((other) => other !== node)!;
  // It has at least this one, wherever the others are.
  const instanceName = `own-${crypto.randomUUID()}`;
  await flooded.gateway.call('POST', '/instance/create', { instanceName, provider: 'sandbox' });
  const isThere = async () => (await had(flooded)).includes(instanceName);
  await until(`${flooded.name} has ${instanceName}`, isThere);
  const own = await had(flooded);
  const others = (await had(node)).slice(0, instances);
  const calls = { others, own };
  const { slowestMs, answered, refused } = await flood(flooded.gateway, calls, 20_000);
  findings.atLeast('answers while flooded', answered, 1);
  findings.atMost('slowest in s', slowestMs / 1_000, OWN_ANSWER_S);
  findings.atMost('refused while flooded', refused, 0);
  const has = new Set(await had(flooded));
  findings.atMost('instances moved', own.filter((name) => !has.has(name)).length, 0);
}

export interface NodeFault {
  readonly name: string;
  /** Whether events in flight may arrive twice. */
  readonly mayRepeat: boolean;
  /** A connection of the node to WhatsApp outlives its lease: the next node's log-in finds it there. */
  readonly mayReplace?: boolean;
  /** Resolves when the fault is over. */
  readonly run: (faulty: FaultTargets) => Promise<void>;
}

export const NODE_FAULTS: readonly NodeFault[] = [
  {
    name: 'a node killed',
    mayRepeat: true,
    async run(faulty) {
      const node = await busiestOf(faulty);
      await away(faulty, node, async () => {
        await node.kill();
        await pause(faulty.random.between(500, 4_000));
        await node.start();
      });
    },
  },
  {
    name: 'a node standing still',
    mayRepeat: true,
    mayReplace: true,
    async run(faulty) {
      const node = await busiestOf(faulty);
      await away(faulty, node, async () => {
        node.freeze();
        await pause(20_000);
        node.thaw();
      });
    },
  },
  {
    name: 'a node standing still, and another flooded with calls for it',
    mayRepeat: true,
    mayReplace: true,
    async run(faulty) {
      const node = await busiestOf(faulty);
      await away(faulty, node, async () => {
        node.freeze();
        await floodBeside(faulty, node, Number.POSITIVE_INFINITY);
        node.thaw();
      });
    },
  },
  {
    name: 'a node flooded with calls of one customer for an instance of another',
    mayRepeat: false,
    run: async (faulty) => floodBeside(faulty, await busiestOf(faulty), 1),
  },
  {
    name: 'each node replaced',
    mayRepeat: false,
    async run(faulty) {
      for (const node of faulty.nodes.all) {
        await away(faulty, node, async () => {
          await node.stop();
          await node.start();
        });
      }
    },
  },
  {
    name: 'the database killed',
    mayRepeat: true,
    async run({ sqld, random }) {
      await sqld.kill();
      await pause(random.between(500, 3_000));
      await sqld.start();
    },
  },
  {
    name: 'the database standing still',
    mayRepeat: true,
    async run({ sqld }) {
      await sqld.freeze();
      await pause(15_000);
      sqld.thaw();
    },
  },
  {
    name: 'NATS killed',
    mayRepeat: false,
    async run({ nats, random }) {
      await nats?.kill();
      await pause(random.between(1_000, 5_000));
      await nats?.start();
    },
  },
  {
    name: 'a node cut from the database',
    mayRepeat: true,
    async run(faulty) {
      const { proxy } = await busiestOf(faulty);
      proxy.hold(true);
      await pause(20_000);
      proxy.hold(false);
    },
  },
  {
    name: 'answers of the database lost',
    mayRepeat: true,
    async run(faulty) {
      const { proxy } = await busiestOf(faulty);
      for (const loss of ['closed', 'silent'] as const) {
        proxy.lose(loss, 10);
        await pause(3_000);
      }
      proxy.lose(null);
    },
  },
];
