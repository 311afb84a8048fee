/** More requests in flight than Bun's own limit of 256, and what else is set by starting again. */
import { afterAll, expect, test } from 'bun:test';
import { until } from '../helpers/until.ts';
import { bun, cleanUp, spawnProcess } from './spawned.ts';

afterAll(cleanUp);

/** Whether one more request is answered while 300 hang. */
async function askBeside300(mode: string, environment: Record<string, string> = {}) {
  let hanging = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch(request) {
      if (request.url.endsWith('/quick')) return new Response('answered');
      hanging += 1;
      return new Promise<Response>(() => {});
    },
  });
  const script = 'test/process/fixtures/requests.ts';
  const client = spawnProcess([bun, 'run', script, server.url.origin, '300', mode], environment);
  const expected = mode === 'raise' ? 300 : 256;
  await until(`${expected} requests hang`, () => hanging >= expected);
  client.signal('SIGUSR2');
  expect(await client.ended()).toBe(0);
  await server.stop(true);
  return { client, hanging };
}

test('300 hanging receivers do not hold up another request', async () => {
  const { client, hanging } = await askBeside300('raise');
  expect(hanging).toBe(300);
  expect(client.stdout()).toContain('quick answered');
});

test('the process keeps its id, its arguments and its signals while its limit is raised', async () => {
  const { client } = await askBeside300('raise');
  expect(client.stdout()).toBe(`enough true\npid ${client.pid} purge delay 1000\nquick answered\n`);
});

test('a delay for free memory that the environment names is kept, and a missing one is set where the limit is high enough', async () => {
  const named = await askBeside300('raise', { MIMALLOC_PURGE_DELAY: '50' });
  expect(named.client.stdout()).toContain('purge delay 50\n');
  const enough = await askBeside300('raise', { BUN_CONFIG_MAX_HTTP_REQUESTS: '20000' });
  expect(enough.client.stdout()).toContain('purge delay 1000\n');
});

test('without it they do: when this fails the limit is gone, and so may be what raises it', async () => {
  const { client, hanging } = await askBeside300('leave');
  expect(hanging).toBe(256);
  expect(client.stdout()).toContain('quick blocked');
});
