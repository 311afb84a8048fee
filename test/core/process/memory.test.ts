/** A real service with MEMORY_LIMIT=512m, and callers that want all of it. Its own peak is what the kernel counted. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { attack } from '../../helpers/hostile.ts';
import { until } from '../../helpers/until.ts';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  type SpawnedProcess,
  spawnService,
} from './spawned-process.ts';

const KEY = 'the-global-key-of-this-test-has-40-chars';
const MEBIBYTE = 1024 * 1024;
const ATTACKERS = ['a', 'b', 'c', 'd', 'e', 'f'];
/** Of them, who send whole bodies: twice each at once, which is several times the memory there is. */
const SENDERS = 3;

let service: SpawnedProcess;
let port: number;
let own: string;
const keys: { name: string; key: string }[] = [];

afterAll(cleanUp);
beforeAll(async () => {
  service = spawnService({
    ...isolated(await freshDataDir()),
    GLOBAL_API_KEY: KEY,
    MEMORY_LIMIT: '512m',
  });
  port = await listening(service);
  own = await openInstance('own');
  const base64 = Buffer.alloc(15 * MEBIBYTE, 1).toString('base64');
  for (const name of ATTACKERS) {
    const key = await openInstance(name);
    const file = { kind: 'document', from: '5511888880000', base64 };
    expect(await statusOf('POST', `/sandbox/${name}/message`, key, file)).toBe(201);
    keys.push({ name, key });
  }
});

const call = (method: string, path: string, key: string, body?: unknown) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { apikey: key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
async function statusOf(method: string, path: string, key: string, body?: unknown) {
  const answer = await call(method, path, key, body);
  await answer.text();
  return answer.status;
}
async function openInstance(name: string): Promise<string> {
  const wanted = { instanceName: name, provider: 'sandbox' };
  const created = await call('POST', '/instance/create', KEY, wanted);
  await statusOf('GET', `/instance/connect/${name}`, KEY);
  await statusOf('POST', `/sandbox/${name}/scan`, KEY, {});
  return ((await created.json()) as { apikey: string }).apikey;
}
/** The most the process ever had in memory. */
const peakMebibytes = async () =>
  Number(/VmHWM:\s+(\d+)/.exec(await Bun.file(`/proc/${service.pid}/status`).text())?.[1]) / 1024;
const reserved = async () => {
  const metrics = await (await call('GET', '/metrics', KEY)).text();
  return Number(/gatehouse_memory_reserved_bytes (\d+)/.exec(metrics)?.[1]);
};

// How a process of another system counts its peak is not known here.
const onLinux = test.if(process.platform === 'linux');

/** Each answer comes behind gigabytes that the attackers send. */
const answered = async () => {
  const text = { number: '5511888880000', text: 'Hello' };
  expect(await statusOf('GET', '/instance/connectionState/own', own)).toBe(200);
  expect(await statusOf('POST', '/message/sendText/own', own, text)).toBe(201);
  expect(await statusOf('GET', '/event/find/own', own)).toBe(200);
};

onLinux.each([
  [200, 'and come again a second after they were refused', {}],
  [200, 'and come again 50 ms after they were refused', { roundMs: 50 }],
  // What comes in chunks is read until it is too much: each of them costs as much as ten of the others.
  [
    60,
    'with bodies in chunks, and come again 50 ms after they were refused',
    { roundMs: 50, isChunked: true },
  ],
])(
  '%i connections that never finish a body or never read an answer, %s, leave the service within 512 MiB, and others are answered',
  async (connections, _how, options) => {
    const hostile = attack({ port, keys, connections, ...options });
    await until('many are refused', () => (hostile.answers.get(429) ?? 0) > connections, 60_000);
    await answered();
    expect(await reserved()).toBeGreaterThan(50 * MEBIBYTE);
    hostile.stop();
    await until('all memory is free again', async () => (await reserved()) === 0);

    expect(await peakMebibytes()).toBeLessThan(512);
    expect([...hostile.answers.keys()].filter((status) => status >= 500)).toEqual([]);
  },
  90_000,
);

onLinux.each([
  ['the largest bodies', 31, 1],
  // Each of these is too small to be waited for by itself, so that more of their copies pile up.
  ['bodies of 12 MiB, three times,', 12, 3],
])(
  '%s that are sent whole, of every kind and by several callers at once, leave the service within 512 MiB',
  async (_what, mebibytes, times) => {
    const size = mebibytes * MEBIBYTE;
    const bodies = [
      `{"media":"${'A'.repeat(size)}"}`,
      `{"media":"${'A'.repeat(size)}ก"}`,
      `{"media":[${'{},'.repeat(size / 3)}{}]}`,
      `{"media":"${'\\u0e01'.repeat(size / 6)}"}`,
    ];
    for (const body of Array.from({ length: times }, () => bodies).flat()) {
      const answers = await Promise.all(
        keys
          .slice(0, SENDERS)
          .flatMap(({ name, key }) => [
            statusOf('POST', `/message/sendMedia/${name}`, key, body),
            statusOf('POST', `/sandbox/${name}/message`, key, body),
          ]),
      );
      for (const status of answers) expect([400, 413, 429]).toContain(status);
    }

    expect(await peakMebibytes()).toBeLessThan(512);
    const media = Buffer.alloc(15 * MEBIBYTE, 1).toString('base64');
    const file = { number: '5511888880000', mediatype: 'document', media };
    expect(await statusOf('POST', '/message/sendMedia/a', keys[0]!.key, file)).toBe(201);
    expect(await reserved()).toBe(0);
  },
);
