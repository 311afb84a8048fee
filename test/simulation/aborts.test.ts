/**
 * Clients that break off, at every phase of every kind of request: the process lives, leaves no fault unhandled, and
 * gives back what they held. ABORTS says how many there are; more than the ordinary number print what was measured.
 */
import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../core/process/spawned-process.ts';
import { until } from '../helpers/until.ts';
import { abort, type Phase, phasesOf, statusOf } from './aborts/abort.ts';
import { APP_SECRET, type RawRequest, requestsOf } from './aborts/requests.ts';
import { MEMORY_LIMIT_MIB, type Stage, startStage } from './hostile/stage.ts';
import { seeded } from './hostile-requests.ts';

const ORDINARY = 300;
const ABORTS = Number(process.env.ABORTS ?? ORDINARY);
const SEED = 42;
const SIDE_BY_SIDE = 16;
/** Connections and files that the service itself may have opened meanwhile. */
const FILES_MORE = 8;
/** What memory may grow by in the second half of the aborts: nothing that they held, but the collector has its time. */
const GROWTH_MIB = 64;

afterAll(cleanUp);

const ENVIRONMENT = {
  META_APP_SECRET: APP_SECRET,
  MCP_ENABLED: 'true',
  WEBHOOK_FORMAT: 'evolution-api',
  RATE_LIMIT_PER_MINUTE: '0',
  AUTH_FAILURES_PER_MINUTE: '0',
};

/** Switches the WebSocket of the tenant on, and returns the id of a message with a file. */
async function prepared({ call, other }: Stage): Promise<string> {
  const websocket = { enabled: true, events: ['MESSAGE'] };
  await call('POST', `/websocket/set/${other.name}`, { body: { websocket } });
  const base64 = Buffer.alloc(1 << 20, 1).toString('base64');
  const body = { kind: 'document', from: '5511888880000', base64 };
  const { text } = await call('POST', `/sandbox/${other.name}/message`, { body });
  return String(JSON.parse(text).messageId);
}

async function openFiles({ call }: Stage): Promise<number> {
  const { text } = await call('GET', '/metrics', { key: 'global' });
  return Number(/^process_open_fds (\d+)/m.exec(text)?.[1]);
}

async function residentMebibytes({ service }: Stage): Promise<number> {
  const status = await Bun.file(`/proc/${service.pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function abortAll(
  stage: Stage,
  all: readonly (readonly [RawRequest, Phase])[],
  from: number,
  to: number,
) {
  const random = seeded(SEED + from);
  let next = from;
  const lane = async () => {
    for (let index = next++; index < to; index = next++) {
      const [request, phase] = all[index % all.length] ?? [];
      if (request !== undefined && phase !== undefined)
        await abort(stage.port, request, phase, random);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  await until('nothing is held any more', async () => (await stage.reserved()) === 0);
}

// What a process has open and used is read where Linux shows it.
test.if(process.platform === 'linux')(
  `${ABORTS} aborts at every phase of every kind of request leave the process alive, without a fault, and with the memory and files it had (seed ${SEED})`,
  async () => {
    const stage = await startStage({ environment: ENVIRONMENT });
    const requests = requestsOf(stage.other, await prepared(stage));
    const all = requests.flatMap((request) =>
      phasesOf(request).map((phase) => [request, phase] as const),
    );
    // Only of what would have been done can it be said that it was broken off.
    for (const request of requests)
      expect([request.kind, await statusOf(stage.port, request)]).toEqual([
        request.kind,
        request.status,
      ]);
    expect(ABORTS).toBeGreaterThanOrEqual(all.length);
    const filesBefore = await openFiles(stage);
    await abortAll(stage, all, 0, ABORTS >> 1);
    const halfMebibytes = await residentMebibytes(stage);
    await abortAll(stage, all, ABORTS >> 1, ABORTS);
    await until(
      'its files are closed',
      async () => (await openFiles(stage)) <= filesBefore + FILES_MORE,
    );

    expect(await stage.faults()).toBeNull();
    expect((await stage.call('GET', '/health')).status).toBe(200);
    for (const request of requests)
      expect([request.kind, await statusOf(stage.port, request)]).toEqual([
        request.kind,
        request.status,
      ]);
    const [endMebibytes, peak] = [await residentMebibytes(stage), await stage.peakMebibytes()];
    if (ABORTS > ORDINARY)
      console.info({ cases: all.length, filesBefore, halfMebibytes, endMebibytes, peak });
    expect(peak).toBeLessThan(MEMORY_LIMIT_MIB);
    expect(endMebibytes - halfMebibytes).toBeLessThan(GROWTH_MIB);
    await stage.stop();
  },
  600_000,
);
