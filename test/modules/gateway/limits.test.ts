/** Each limit in the whole product: from its variable to the refusal, the metric and the one line a minute. */
import { afterEach, expect, test } from 'bun:test';
import { VARIABLES } from '../../../src/core/config/variables.ts';
import { LIMITS } from '../../../src/core/shared/limit-report.ts';
import { GLOBAL_KEY, type RunningApp, startApp } from '../../helpers/app.ts';
import { liveClient } from '../../helpers/live-client.ts';
import { until } from '../../helpers/until.ts';

const running: RunningApp[] = [];
afterEach(() => Promise.all(running.splice(0).map((app) => app.stop())));

async function started(env: Record<string, string>): Promise<RunningApp> {
  const app = await startApp({ env });
  running.push(app);
  return app;
}

const timesReached = async (app: RunningApp, limit: string): Promise<number> => {
  const { body } = await app.call('GET', '/metrics');
  const [, times] =
    new RegExp(`gatehouse_limit_reached_total{limit="${limit}"} (\\d+)`).exec(body) ?? [];
  return Number(times);
};
const linesOf = (app: RunningApp, limit: string) =>
  app.lines.filter((line) => line.limit === limit);

test('every limit that is reported names a variable that there is, unless it is fixed', () => {
  const names: string[] = Object.values(VARIABLES).map(({ name }) => name);
  for (const variable of Object.values(LIMITS))
    if (variable !== null) expect(names).toContain(variable);
});

test('WEBSOCKETS_PER_KEY: each socket too many is refused and counted, and one line is logged', async () => {
  const app = await started({ WEBSOCKETS_PER_KEY: '1' });
  const client = liveClient(`${app.url.replace('http', 'ws')}/ws`, {
    headers: { apikey: GLOBAL_KEY },
  });
  await client.opened;
  for (let round = 0; round < 3; round++)
    expect((await app.call('GET', '/ws')).body.error.code).toBe('RATE_LIMITED');
  expect(await timesReached(app, 'websockets_per_key')).toBe(3);
  expect(linesOf(app, 'websockets_per_key')).toMatchObject([
    { level: 'warn', variable: 'WEBSOCKETS_PER_KEY', holder: 'global' },
  ]);
  client.close();
});

test('INSTANCE_EVENTS_PER_SECOND: one instance is refused and counted, another goes on', async () => {
  const app = await started({ INSTANCE_EVENTS_PER_SECOND: '5' });
  await app.openInstance('shop');
  await app.openInstance('cafe');
  const message = { kind: 'text', from: '5511988887777', text: 'Hello' };
  const write = async (name: string) =>
    (await app.call('POST', `/sandbox/${name}/message`, message)).status;
  const answers: number[] = [];
  while (answers.at(-1) !== 429) answers.push(await write('shop'));
  expect(await write('cafe')).toBe(201);
  const { body } = await app.call('GET', '/event/find/shop?event=Message');
  expect(body.events).toHaveLength(answers.length - 1);
  expect(await timesReached(app, 'instance_events')).toBe(1);
  expect(linesOf(app, 'instance_events')).toMatchObject([{ instanceName: 'shop' }]);
});

test('INSTANCE_STORAGE_LIMIT: the oldest file goes, its event stays and says why', async () => {
  const app = await started({ INSTANCE_STORAGE_LIMIT: '1m' });
  const key = await app.openInstance('shop');
  const base64 = Buffer.alloc(400 * 1024, 'x').toString('base64');
  const picture = { kind: 'image', from: '5511988887777', base64 };
  for (let count = 0; count < 3; count++)
    expect((await app.call('POST', '/sandbox/shop/message', picture, key)).status).toBe(201);
  await until('it was seen to', async () => (await timesReached(app, 'instance_storage')) === 1);
  const { body } = await app.call('GET', '/event/find/shop?event=Message', undefined, key);
  const [oldest, ...newer] = body.events.map(
    (event: { data: { Message: Record<string, unknown> } }) => event.data.Message,
  );
  expect([oldest.base64, oldest.mediaError]).toEqual([
    undefined,
    'the media was removed: the instance keeps no more than INSTANCE_STORAGE_LIMIT',
  ]);
  for (const message of newer) expect(message.base64).toBe(base64);
  expect(linesOf(app, 'instance_storage')).toMatchObject([
    { instanceName: 'shop', removedMedia: 1, removedEvents: 0 },
  ]);
});
