/** A few minutes of mixed load. */
import { liveClient } from '../../test/helpers/live-client.ts';
import { until } from '../../test/helpers/until.ts';
import type { Case } from '../kit/case.ts';
import { apiKey, type Gateway, newDataDir, startGateway } from '../kit/gateway.ts';
import { startLedger } from '../kit/ledger.ts';
import { pause } from '../kit/pause.ts';
import { openFiles, residentMegabytes } from '../kit/process-figures.ts';
import { lost, openInstance, startPublishers } from '../kit/publishers.ts';
import type { Random } from '../kit/random.ts';

const INSTANCES = ['shop', 'cafe', 'bar', 'kiosk'];
/** The growth of memory in a minute after warming up: caches still fill, and a leak of 2 KB an event would be 20 MB. */
const GROWTH_MB_PER_MINUTE = 8;
/** Connections come and go; a leak grows with every one of them. */
const GROWTH_FILES = 20;

interface Sample {
  readonly minute: number;
  readonly megabytes: number;
  readonly files: number;
}

const counted = (gateway: Gateway): number => gateway.process.stdout().split('collected').length;

async function sample(gateway: Gateway, minute: number): Promise<Sample> {
  const before = counted(gateway);
  gateway.process.signal('SIGUSR2');
  await until('garbage is collected', () => counted(gateway) > before, 20_000);
  const { pid } = gateway.process;
  return { minute, megabytes: await residentMegabytes(pid), files: await openFiles(pid) };
}

/** The rise of the line through the points, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  const x = mean(points.map(([one]) => one));
  const y = mean(points.map(([, one]) => one));
  const spread = points.reduce((sum, [one]) => sum + (one - x) ** 2, 0);
  return points.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0) / spread;
}

/** Something a user does, chosen by chance. */
async function act(gateway: Gateway, name: string, choice: number): Promise<unknown> {
  const number = '5511999990000';
  const text = { number, text: 'hi' };
  const paths: readonly [string, string, unknown?][] = [
    ['GET', `/event/find/${name}?limit=100`],
    ['GET', `/delivery/find/${name}?limit=100`],
    ['POST', `/message/sendText/${name}`, text],
    ['POST', `/sandbox/${name}/message`, { kind: 'image', from: number }],
    ['POST', `/sandbox/${name}/drop`, {}],
    ['GET', '/metrics'],
    ['GET', '/nowhere'],
    ['POST', '/webhook/set/nobody', { enabled: true }],
  ];
  const path = paths[choice];
  if (path) return gateway.call(...path);
  const socket = liveClient(`${gateway.url.replace('http', 'ws')}/ws?instance=${name}&after=0`, {
    headers: { apikey: apiKey },
  });
  await socket.opened.catch(() => {});
  socket.close();
  return socket.ended;
}

async function actAgainAndAgain(gateway: Gateway, random: Random, isOver: () => boolean) {
  while (!isOver()) {
    const name = INSTANCES[random.between(0, INSTANCES.length - 1)] ?? '';
    await act(gateway, name, random.between(0, 8));
    await pause(25);
  }
}

/**
 * 4 instances have mixed load for 4 minutes: messages, lists, WebSockets, dropped connections, requests for missing
 * things. Every 10 s garbage is collected, and resident memory and open files are read. After the first minute the
 * memory may rise by at most ${GROWTH_MB_PER_MINUTE} MB a minute, and the open files by at most ${GROWTH_FILES}.
 */
export default {
  promise: 'Memory and open files do not grow with the work done.',
  limitSeconds: 330,
  lacks: () => (process.platform === 'linux' ? null : 'it reads /proc'),
  async run({ scale, random, findings }) {
    const lengthMs = scale === 'long' ? 240_000 : 8_000;
    const sampleMs = lengthMs / 24;
    const ledger = await startLedger();
    const gateway = await startGateway({
      dataDir: newDataDir(),
      preloads: ['collect.ts'],
    });
    for (const name of INSTANCES) {
      await openInstance(gateway, name, ledger.url);
      const readers = { websocketEnable: 'enabled' };
      await gateway.call('POST', '/instance/connect', readers, { instanceId: name });
    }
    const publishers = startPublishers({
      gateway: () => gateway,
      instances: INSTANCES,
      chats: 4,
      most: 200_000,
      pauseMs: 60,
    });
    const from = performance.now();
    const isOver = () => performance.now() - from > lengthMs;
    const users = Array.from({ length: 4 }, () => actAgainAndAgain(gateway, random, isOver));
    const samples: Sample[] = [];
    while (!isOver()) {
      await pause(sampleMs);
      samples.push(await sample(gateway, (performance.now() - from) / 60_000));
    }
    await Promise.all(users);
    await publishers.stop();
    const warm = samples.filter(({ minute }) => minute * 60_000 > lengthMs / 4);
    const { acknowledged } = publishers;
    findings.figure('acknowledged', acknowledged.length);
    findings.atMost('lost', await lost(ledger, acknowledged, 10_000), 0);
    findings.figure('MB after a minute', warm[0]?.megabytes ?? Number.NaN);
    findings.figure('MB at the end', warm.at(-1)?.megabytes ?? Number.NaN);
    const growth = slope(warm.map(({ minute, megabytes }) => [minute, megabytes]));
    // A few seconds after its start a service still warms up: they show that the case runs, and no more.
    if (scale === 'long') findings.atMost('MB a minute', growth, GROWTH_MB_PER_MINUTE);
    else findings.figure('MB a minute', growth);
    const files = warm.map((one) => one.files);
    findings.figure('open files', files.at(-1) ?? Number.NaN);
    findings.atMost(
      'more than after a minute',
      (files.at(-1) ?? Number.NaN) - (files[0] ?? 0),
      GROWTH_FILES,
    );
    findings.holds('ends in order', (await gateway.stop()) === 0);
    ledger.stop();
  },
} satisfies Case;
