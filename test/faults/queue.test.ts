/** kill -9 while messages leave the queue: each is sent once, under the id that its caller was given. */
import { afterAll, expect, test } from 'bun:test';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnService,
} from '../core/process/spawned-process.ts';
import { until } from '../helpers/until.ts';

afterAll(cleanUp);

const KEY = 'the-key-of-this-test';
/** Time enough on a busy machine to ask for all of them before the first is due. */
const SCHEDULED_IN_MS = 4_000;

async function start(dataDir: string) {
  const process = spawnService({
    ...isolated(dataDir),
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const port = await listening(process);
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
    return (await response.json()) as any;
  };
  const sent = async (): Promise<string[]> =>
    (await call('GET', '/sandbox/shop/sent')).map(({ id }: { id: string }) => id);
  return { process, call, sent };
}

test('killed while what is scheduled goes out, the service sends the rest once it is back, and nothing twice', async () => {
  const dataDir = await freshDataDir();
  let service = await start(dataDir);
  await service.call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  await service.call('GET', '/instance/connect/shop');
  await service.call('POST', '/sandbox/shop/scan', {});
  const scheduleAt = new Date(Date.now() + SCHEDULED_IN_MS).toISOString();
  const ids: string[] = [];
  for (let index = 0; index < 80; index++) {
    const said = { number: `55119000${index % 5}0000`, text: `${index}`, scheduleAt };
    ids.push((await service.call('POST', '/message/sendText/shop', said)).key.id);
  }
  await until('some have left', async () => (await service.sent()).length > 0);
  service.process.signal('SIGKILL');
  await service.process.ended();
  service = await start(dataDir);
  await until('all have left', async () => (await service.sent()).length >= ids.length, 20_000);
  expect((await service.sent()).sort()).toEqual([...ids].sort());
  expect((await service.call('GET', '/message/scheduled/shop')).messages).toEqual([]);
  const byChat = Map.groupBy(
    (await service.call('GET', '/sandbox/shop/sent')) as { number: string; text: string }[],
    ({ number }) => number,
  );
  for (const texts of byChat.values()) {
    const order = texts.map(({ text }) => Number(text));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  }
}, 60_000);
