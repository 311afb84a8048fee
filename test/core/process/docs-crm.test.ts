/** The walk through the CRM in docs/crm.sh and the blocks of its page, run as they stand against services of their own. */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { CRM_EVENT_TYPES } from '../../../src/modules/crm/events.ts';
import { until } from '../../helpers/until.ts';
import { hasCurl, inPlaces, pageScript, pageText, receiver } from './docs-script.ts';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnProcess,
  spawnService,
} from './spawned-process.ts';

afterAll(cleanUp);

interface Call {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** A proxy before the service that records requests and answers. */
function recorder(gate: string) {
  const calls: Call[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const answer = await fetch(new Request(`http://${gate}${pathname}${search}`, request));
      calls.push({ method: request.method, path: pathname, status: answer.status });
      return answer;
    },
  });
  return { calls, server, url: `127.0.0.1:${server.port}` };
}

/** As `GET /api/v1/roles/{id}`. */
async function documentedOperations(gate: string): Promise<string[]> {
  const asked = await fetch(`http://${gate}/swagger/json`);
  const { paths } = (await asked.json()) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
}

/** Only ids take the place of a parameter, so that `reorder` is never one. */
const patternOf = (operation: string) =>
  new RegExp(`^${operation.replace(/\{\w+\}/g, '[0-9a-f-]{36}')}$`);

const PAGE = 'docs/crm.md';
const SCRIPT = 'docs/crm.sh';

/** Runs what a text says of the CRM against a service and a receiver of its own; every call must succeed. */
async function walk(script: string) {
  const dataDir = await freshDataDir();
  const gate = `127.0.0.1:${await listening(spawnService(isolated(dataDir)))}`;
  const recorded = recorder(gate);
  const { got, server, url } = receiver();
  const placed = inPlaces(script, {
    'localhost:8080': recorded.url,
    'localhost:9000': url,
    'data/secrets.json': join(dataDir, 'secrets.json'),
  });
  const shell = spawnProcess(['sh', '-e', '-c', placed]);
  expect([await shell.ended(), shell.stderr()]).toEqual([0, '']);
  const { calls } = recorded;
  expect(calls.filter(({ status }) => status < 200 || status > 299)).toEqual([]);
  const stop = () => Promise.all([server.stop(true), recorded.server.stop(true)]);
  return { gate, calls, got, stop };
}

test.skipIf(!hasCurl)('docs/crm.sh succeeds at every operation', async () => {
  const { gate, calls, got, stop } = await walk(await pageText(SCRIPT));
  const operations = await documentedOperations(gate);
  expect(operations).toContain('PATCH /api/v1/pipelines/{pipeline_id}/pipeline_stages/reorder');
  const isCalled = (operation: string) =>
    calls.some(({ method, path }) => patternOf(operation).test(`${method} ${path}`));
  expect(operations.filter((operation) => !isCalled(operation))).toEqual([]);

  const sample = JSON.parse(/```json\n(.*?)```/s.exec(await pageText(PAGE))?.[1] ?? '');
  const event = () => got.map(({ body }) => JSON.parse(body)).find((b) => b.event === sample.event);
  await until('the event that the page shows arrived', () => event() !== undefined);
  expect(Object.keys(event())).toEqual(Object.keys(sample));
  expect(event().data).toMatchObject({ previous: null, current: { name: 'Bia' } });
  expect(event().sequence).toBe(sample.sequence);
  await stop();
});

test.skipIf(!hasCurl)('the shell blocks of docs/crm.md succeed', async () => {
  const { calls, stop } = await walk(await pageScript(PAGE, 'tested', {}));
  expect(calls.length).toBeGreaterThan(10);
  await stop();
});

test('docs/crm.md names every CRM event', async () => {
  const page = await pageText(PAGE);
  for (const type of CRM_EVENT_TYPES) expect(page).toContain(`\`${type}\``);
});
