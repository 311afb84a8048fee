/** How much of the memory media being sent and large deliveries may take, in the whole product. */
import { afterAll, expect, test } from 'bun:test';
import { hang, type Receiver, respond, startReceiver } from '../doubles/receiver.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(running.map((one) => one.stop())));

const MIB = 1024 * 1024;
const ofSize = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64');

/** `slow` answers `first` requests at once and no other. */
async function start(
  memoryLimit: string,
  first: number,
): Promise<{ app: RunningApp; slow: Receiver }> {
  const [app, slow] = await Promise.all([
    startApp({ env: { MEMORY_LIMIT: memoryLimit } }),
    startReceiver(),
  ]);
  running.push(app, slow);
  slow.script(...Array.from({ length: 20 }, (_, index) => (index < first ? respond(200) : hang)));
  await app.openInstance('shop');
  return { app, slow };
}

test.each([
  ['512m', 4],
  ['256m', 2],
])(
  'with MEMORY_LIMIT=%s one instance may have %i files of unknown size on their way',
  async (memoryLimit, most) => {
    const { app, slow } = await start(memoryLimit, 0);
    const send = async (media: string) => {
      const image = { number: '5511999990000', mediatype: 'image', media };
      return (await app.call('POST', '/message/sendMedia/shop', image)).status;
    };
    for (let count = 1; count <= most; count++) {
      expect(await send(ofSize(3))).toBe(201);
      void send(`${slow.url}/a.png`).catch(() => {});
      await until('it is asked for', () => slow.requests.length === count);
    }
    expect(await send(ofSize(3))).toBe(429);
  },
);

test.each([
  ['512m', 4],
  ['256m', 2],
])(
  'with MEMORY_LIMIT=%s one receiver that does not answer has %i events with files of 8 MiB under way',
  async (memoryLimit, most) => {
    const { app, slow } = await start(memoryLimit, 1);
    await app.call('POST', '/webhook/set/shop', { enabled: true, url: slow.url });
    const receive = async (from: string, message: object) => {
      const answer = await app.call('POST', '/sandbox/shop/message', { from, ...message });
      expect(answer.status).toBe(201);
    };
    const small = { kind: 'text', text: 'small' };
    // A receiver that has never answered gets fewer for that alone.
    await receive('551177770000', small);
    await until('it has answered once', () => slow.requests.length === 1);
    const base64 = ofSize(8 * MIB);
    for (let index = 0; index <= most; index++)
      await receive(`55119999900${index}`, { kind: 'document', base64 });
    await until('as many as fit have arrived', () => slow.requests.length === 1 + most);
    await receive('551188880000', small);
    await until('a small one comes after them', () => slow.requests.length === 2 + most);
    const sizes = slow.requests.map(({ bytes }) => bytes.length);
    expect(sizes.filter((bytes) => bytes > 8 * MIB)).toHaveLength(most);
  },
);
