/** Three nodes with instances of two platforms, callers, readers and a receiver, which are at work from the first moment. */
import { type FakeWhatsApp, startFakeWhatsApp } from '../../test/doubles/whatsapp/server.ts';
import { type NatsServer, startNatsServer } from '../../test/helpers/nats-server.ts';
import { type Sqld, startSqld } from '../../test/helpers/sqld.ts';
import { until } from '../../test/helpers/until.ts';
import { pairInstance, whatsAppVariables } from '../../test/helpers/whatsapp.ts';
import { ACCESS_TOKEN, startCrmLoad } from './crm-load.ts';
import { type Ledger, startLedger } from './ledger.ts';
import { type Nodes, type ServiceNode, startNodes } from './nodes.ts';
import { openInstance, type Publishers, startPublishers } from './publishers.ts';
import type { Random } from './random.ts';
import { type Reader, startReader } from './readers.ts';
import { startWriter, type Writer } from './whatsapp-load.ts';

export const SHOPS = ['shop-1', 'shop-2', 'shop-3', 'shop-4'];
export const PHONES = ['phone-1', 'phone-2', 'phone-3'];
/** The limit of each node. */
export const IN_FLIGHT_MAX = 64;

export interface BusyNodes {
  readonly nodes: Nodes;
  readonly sqld: Sqld;
  /** Null if the nodes have no NATS server. */
  readonly nats: NatsServer['process'] | null;
  readonly whatsapp: FakeWhatsApp;
  readonly ledger: Ledger;
  readonly publishers: Publishers;
  /** Each reads `shop-1` at a node of its own. */
  readonly readers: readonly Reader[];
  /** Ids of all messages, and names of records, that were acknowledged so far. */
  written(): string[];
  /** Nothing more is written. */
  rest(): Promise<void>;
  /** Ends all; resolves with the exit codes of the nodes. */
  stop(): Promise<number[]>;
}

export async function startBusyNodes(random: Random, hasNats: boolean): Promise<BusyNodes> {
  // The option of docs/cluster.md.
  const sqld = await startSqld(['--checkpoint-interval-s', '10']);
  const nats = hasNats ? await startNatsServer() : null;
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const ledger = await startLedger();
  const environment = {
    ...whatsAppVariables(whatsapp),
    ...(nats && { NATS_URL: nats.url }),
    BOOTSTRAP_ACCESS_TOKEN: ACCESS_TOKEN,
    WEBHOOK_MAX_IN_FLIGHT: String(IN_FLIGHT_MAX),
    // The service chooses its own options at its start, as for its users.
    BUN_CONFIG_MAX_HTTP_REQUESTS: '',
  };
  const names = ['one', 'two', 'three'];
  const nodes = await startNodes({ names, database: sqld.address, random, environment });
  for (const name of SHOPS) await openShop(nodes, name, ledger.url);
  const writers: Writer[] = [];
  for (const index of PHONES.keys())
    writers.push(await pairPhone(nodes, whatsapp, { index, url: ledger.url }));
  const crm = await startCrmLoad(nodes, ledger.url);
  const readers = nodes.all.map((node) =>
    startReader({ gateway: () => node.gateway, instance: 'shop-1', after: 0 }),
  );
  const load = { instances: SHOPS, chats: 4, most: 1_000_000, pauseMs: 20 };
  const publishers = startPublishers({ gateway: nodes.next, ...load });
  const loads = [publishers, crm, ...writers];
  const written = () => [
    ...publishers.acknowledged,
    ...crm.acknowledged,
    ...writers.flatMap((writer) => writer.written),
  ];
  const rest = async () => void (await Promise.all(loads.map((one) => one.stop())));
  const process = nats?.process ?? null;
  const parts = { nodes, sqld, nats: process, whatsapp, ledger, publishers, readers };
  return { ...parts, written, rest, stop: () => stop(parts) };
}

async function stop(parts: Omit<BusyNodes, 'written' | 'rest' | 'stop'>): Promise<number[]> {
  const { nodes, sqld, nats, whatsapp, ledger, readers } = parts;
  for (const reader of readers) await reader.stop();
  const codes = await nodes.stop();
  await whatsapp.stop();
  await nats?.kill();
  await sqld.kill();
  ledger.stop();
  return codes;
}

async function openShop(nodes: Nodes, name: string, url: string): Promise<void> {
  await openInstance(nodes, name, url);
  await nodes.call('POST', `/websocket/set/${name}`, { enabled: true, events: ['ALL'] });
}

async function pairPhone(
  nodes: Nodes,
  whatsapp: FakeWhatsApp,
  { index, url }: { readonly index: number; readonly url: string },
): Promise<Writer> {
  const name = PHONES[index] ?? '';
  const phone = whatsapp.phone({ number: `551199999000${index}`, name });
  const contact = whatsapp.contact({ number: `551188888000${index}`, name: 'Ana' });
  // So that the webhook gets every event from the first one on.
  await nodes.call('POST', '/instance/create', { instanceName: name, provider: 'whatsapp' });
  const settings = { enabled: true, url, events: ['ALL'] };
  await nodes.call('POST', `/webhook/set/${name}`, settings);
  await pairInstance(nodes.call, name, phone);
  return startWriter(phone, contact);
}

const ASKED_MS = 60_000;

/**
 * Waits until every instance is open at the node that has it, asked through every node, and all that was acknowledged
 * has arrived; resolves with the ms that took, at most two minutes.
 */
export async function untilHealed({ nodes, ledger, written }: BusyNodes): Promise<number> {
  const from = performance.now();
  let missing = await ledger.missing(written());
  for (const node of nodes.all)
    for (const name of [...SHOPS, ...PHONES]) await isOpenAt(node, name);
  const hasAll = async () => {
    missing = await ledger.missing(missing);
    return missing.length === 0;
  };
  await until('all is delivered', hasAll, ASKED_MS).catch(() => {});
  return performance.now() - from;
}

async function isOpenAt(node: ServiceNode, name: string): Promise<void> {
  const isOpen = async () => {
    const { body } = await node.gateway.call('GET', `/instance/connectionState/${name}`);
    return body?.instance?.state === 'open';
  };
  await until(`${name} is open at ${node.name}`, isOpen, ASKED_MS);
}
