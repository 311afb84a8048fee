/** Many instances, each with a reader of its own. */
import { type LiveClient, liveClient } from '../../test/helpers/live-client.ts';
import { load } from '../../test/helpers/load.ts';
import { until } from '../../test/helpers/until.ts';
import type { Case } from '../kit/case.ts';
import { apiKey, type Gateway, newDataDir, startGateway } from '../kit/gateway.ts';
import { openFiles, residentMegabytes } from '../kit/process-figures.ts';

const WIDTH = 32;
const MESSAGES = 10;
const WAIT_MS = 60_000;
const environment = { WEBSOCKETS_PER_KEY: '2000' };

/** `work` for each, so many at once. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < all.length) await work(all[next++] as T);
  };
  await Promise.all(Array.from({ length: WIDTH }, lane));
}

async function open(gateway: Gateway, instanceName: string): Promise<void> {
  await gateway.call('POST', '/instance/create', { instanceName, provider: 'sandbox' });
  const settings = { subscribe: ['MESSAGE'], websocketEnable: 'enabled', immediate: true };
  await gateway.call('POST', '/instance/connect', settings, { instanceId: instanceName });
  await until(
    `${instanceName} has a code to scan`,
    async () => (await gateway.call('POST', `/sandbox/${instanceName}/scan`, {})).status === 200,
    WAIT_MS,
  );
}

async function openCount(gateway: Gateway): Promise<number> {
  const { body } = await gateway.call('GET', '/instance/fetchInstances');
  return body.filter(({ state }: { state: string }) => state === 'open').length;
}

const socketOf = (gateway: Gateway, name: string, after: number): LiveClient =>
  liveClient(`${gateway.url.replace('http', 'ws')}/ws?instance=${name}&after=${after}`, {
    headers: { apikey: apiKey },
  });

/** Loads every instance and waits until every reader has all; false for those that did not get them once each. */
async function read(gateway: Gateway, readers: ReadonlyMap<string, LiveClient>): Promise<number> {
  await forEach([...readers.keys()], (name) =>
    load((message) => gateway.call('POST', `/sandbox/${name}/message`, message), {
      messages: MESSAGES,
      chats: 2,
      width: 1,
    }),
  );
  const all = [...readers.values()];
  const hasAll = () => all.every(({ frames }) => frames.length >= MESSAGES);
  await until('every reader has all', hasAll, WAIT_MS).catch(() => {});
  return all.filter((reader) => {
    const found = reader.sequences();
    const isWhole = found.every((one, at) => at === 0 || one > (found[at - 1] ?? 0));
    return found.length !== MESSAGES || !isWhole;
  }).length;
}

/**
 * 1 000 sandbox instances each have a WebSocket and receive 10 messages, which every reader must get once and in
 * order. After a kill all instances must be open within 10 s, and readers that reconnect must get exactly the next
 * 10.
 */
export default {
  promise:
    'A thousand instances with a WebSocket each lose no frame and are open again soon after a restart.',
  limitSeconds: 240,
  async run({ scale, findings }) {
    const count = scale === 'long' ? 1_000 : 20;
    const names = Array.from({ length: count }, (_, index) => `n${index}`);
    const dataDir = newDataDir();
    const first = await startGateway({ dataDir, environment });
    await forEach(names, (name) => open(first, name));
    await until('all are open', async () => (await openCount(first)) === count, WAIT_MS);
    const readers = new Map(names.map((name) => [name, socketOf(first, name, 0)]));
    await Promise.all([...readers.values()].map(({ opened }) => opened));
    const wrong = await read(first, readers);
    findings.figure('instances', count);
    findings.figure('resident MB', await residentMegabytes(first.process.pid));
    findings.figure('open files', await openFiles(first.process.pid));
    findings.atMost('readers without exactly their frames', wrong, 0);
    await first.kill();
    const second = await startGateway({ dataDir, environment });
    const from = performance.now();
    await until('all are open again', async () => (await openCount(second)) === count, WAIT_MS);
    findings.atMost('all open again after s', (performance.now() - from) / 1_000, 10);
    const again = new Map(
      [...readers].map(([name, reader]) => [
        name,
        socketOf(second, name, reader.sequences().at(-1) ?? 0),
      ]),
    );
    await Promise.all([...again.values()].map(({ opened }) => opened));
    const wrongAgain = await read(second, again);
    findings.atMost('the same after kill -9', wrongAgain, 0);
    for (const reader of again.values()) reader.close();
    findings.holds('ends in order', (await second.stop()) === 0);
  },
} satisfies Case;
