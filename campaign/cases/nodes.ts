/** Three nodes on one libSQL server, while they and everything around them break. */
import { natsServerPath } from '../../test/helpers/nats-server.ts';
import { findSqld } from '../../test/helpers/sqld.ts';
import { until } from '../../test/helpers/until.ts';
import {
  type BusyNodes,
  IN_FLIGHT_MAX,
  PHONES,
  SHOPS,
  startBusyNodes,
  untilHealed,
} from '../kit/busy-nodes.ts';
import type { Case, Context } from '../kit/case.ts';
import type { Gateway } from '../kit/gateway.ts';
import { NODE_FAULTS, type NodeFault } from '../kit/node-faults.ts';
import { pause } from '../kit/pause.ts';
import { shuffle } from '../kit/random.ts';

const HEAL_S = 15;
const HEARD_S = 1;
const READ_MS = 5_000;

/** One fault under load, and what follows from it. */
async function suffer(busy: BusyNodes, fault: NodeFault, context: Context): Promise<void> {
  const { whatsapp, ledger, publishers } = busy;
  const { random, findings } = context;
  const replaced = whatsapp.replaced;
  const { repeats } = await ledger.audit();
  publishers.longestPause();
  await fault.run({ ...busy, nats: busy.nats ?? null, random, findings });
  const healMs = await untilHealed(busy);
  findings.atMost(`${fault.name}: healed after s`, healMs / 1_000, HEAL_S);
  findings.figure('longest pause of an instance in s', publishers.longestPause() / 1_000);
  const again = (await ledger.audit()).repeats - repeats;
  findings.atMost('repeats', again, fault.mayRepeat ? IN_FLIGHT_MAX * busy.nodes.all.length : 0);
  const over = whatsapp.replaced - replaced;
  findings.atMost('log-ins over another', over, fault.mayReplace ? PHONES.length : 0);
}

/** Returns the seconds until every node lists an instance that one of them has made. */
async function heardAfter({ nodes }: BusyNodes): Promise<number> {
  const instanceName = `new-${crypto.randomUUID()}`;
  const made = await nodes.call('POST', '/instance/create', { instanceName, provider: 'sandbox' });
  if (made.status !== 201) throw new Error(`an instance could not be made: ${made.status}`);
  const from = performance.now();
  const lists = async (gateway: Gateway) => {
    const { body } = await gateway.call('GET', '/instance/fetchInstances');
    return JSON.stringify(body).includes(instanceName);
  };
  for (const { gateway, name } of nodes.all)
    await until(`${instanceName} is listed at ${name}`, () => lists(gateway));
  return (performance.now() - from) / 1_000;
}

/** States in which a phone said that another connection of its own device had taken its place. */
async function conflicts({ nodes }: BusyNodes): Promise<number> {
  let count = 0;
  for (const name of PHONES) {
    const { body } = await nodes.call('GET', `/instance/states/${name}?limit=200`);
    const reasons: { reason: string | null }[] = body.states;
    count += reasons.filter(({ reason }) => reason?.startsWith('replaced')).length;
  }
  return count;
}

/** Waits until every reader has the last event. Returns false if one has not. */
async function haveAll({ nodes, readers }: BusyNodes): Promise<boolean> {
  const isAtEnd = async (last: number) => {
    const { body } = await nodes.call('GET', `/event/find/${SHOPS[0]}?after=${last}`);
    return body?.events?.length === 0;
  };
  const areAll = async () => {
    for (const reader of readers) if (!(await isAtEnd(reader.last()))) return false;
    return true;
  };
  return until('every reader has all', areAll, READ_MS).then(
    () => true,
    () => false,
  );
}

async function account(busy: BusyNodes, { findings }: Context): Promise<void> {
  const { ledger, publishers, readers, whatsapp } = busy;
  await busy.rest();
  await untilHealed(busy);
  findings.figure('acknowledged', busy.written().length);
  findings.atMost('lost', (await ledger.missing(busy.written())).length, 0);
  const { gaps, outOfOrder } = await ledger.audit();
  findings.atMost('gaps', gaps, 0);
  findings.atMost('out of order', outOfOrder, 0);
  findings.holds('every reader has all', await haveAll(busy));
  const wrong = readers.reduce((sum, reader) => sum + reader.wrong(), 0);
  findings.atMost('left out or repeated to readers', wrong, 0);
  findings.atMost('conflicts recorded', await conflicts(busy), 0);
  findings.atMost('words of a connection that was replaced', whatsapp.saidAfterReplaced, 0);
  findings.figure('answers 503', publishers.statuses.get(503) ?? 0);
  findings.atMost('answers 500', publishers.statuses.get(500) ?? 0, 0);
  findings.holds('ends in order', (await busy.stop()).join() === '0,0,0');
}

export const nodesCase =
  (hasNats: boolean): Case['run'] =>
  async (context) => {
    const { scale, random, findings } = context;
    const busy = await startBusyNodes(random, hasNats);
    const faults = shuffle(NODE_FAULTS, random).filter(
      ({ name }) => hasNats || name !== 'NATS killed',
    );
    let heardS = 0;
    for (const fault of scale === 'long' ? faults : faults.slice(0, 1)) {
      await pause(random.between(1_000, 4_000));
      heardS = Math.max(heardS, await heardAfter(busy));
      await suffer(busy, fault, context);
    }
    findings.atMost('a new instance is known everywhere after s', heardS, HEARD_S);
    await account(busy, context);
  };

/**
 * Three services on one `sqld` have 4 sandbox instances and 3 WhatsApp accounts. 16 callers write through all
 * nodes, contacts write to the accounts, a caller changes a CRM record, and each node has a WebSocket reader.
 *
 * The faults, in seeded order: a node is killed; a node is frozen for 20 s; a node is frozen for 20 s while 1,000
 * callers ask another one for its instances; 1,000 callers ask a node for one instance of another that lives; each
 * node is replaced after SIGTERM; the database is killed; the database is frozen for 15 s; NATS is killed; a node is
 * cut off from the database for 20 s; one of ten database answers to a node is lost for 6 s.
 *
 * Within 15 s after each fault every instance must be open at every node, and everything acknowledged must have
 * arrived. Only what was in flight may arrive twice. A node that is flooded with calls for another one must answer
 * every call for its own instances within 3 s and keep them. An account may be logged in twice only while a frozen
 * node still has the first connection, which then reports nothing.
 *
 * No sequence may have a gap, no first attempt may be out of order, no reader may miss an event or get it twice,
 * and no state may say that an account was taken over.
 */
export default {
  promise:
    'Any of three nodes on one database may die, freeze, be cut off or be replaced, and so may the database and NATS: nothing is lost, and the service works again within 15 s.',
  limitSeconds: 900,
  lacks: () =>
    findSqld() === null || natsServerPath() === null ? 'it needs sqld and nats-server' : null,
  run: nodesCase(true),
} satisfies Case;
