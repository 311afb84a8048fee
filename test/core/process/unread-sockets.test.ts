/** WebSockets that are never read, on a service that may use 512 MiB. */
import { afterAll, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { liveClient, upTo } from '../../helpers/live-client.ts';
import { type RawSocket, rawSocket } from '../../helpers/raw-socket.ts';
import { cleanUp, freshDataDir, isolated, listening, spawnService } from './spawned-process.ts';

const KEY = 'global-key-of-this-service';
const MEBIBYTE = 1024 * 1024;
/** All sockets together are owed a gigabyte of it. */
const PICTURE = Buffer.alloc(MEBIBYTE, 7).toString('base64');
/** As many as one key may have. */
const SOCKETS = 100;

const open: RawSocket[] = [];
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await cleanUp();
});

async function startService() {
  const variables = { GLOBAL_API_KEY: KEY, MEMORY_LIMIT: '512m', RATE_LIMIT_PER_MINUTE: '0' };
  const service = spawnService({ ...isolated(await freshDataDir()), ...variables });
  const port = await listening(service);
  const call = async (method: string, path: string, body?: object, headers = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return response;
  };
  /** The key of a new instance that is paired and whose WebSocket is enabled: the first four events. */
  const instance = async (name: string): Promise<string> => {
    const created = await call('POST', '/instance/create', {
      instanceName: name,
      provider: 'sandbox',
    });
    const settings = { websocketEnable: 'enabled', immediate: true };
    await call('POST', '/instance/connect', settings, { instanceId: name });
    await call('POST', `/sandbox/${name}/scan`, { number: '5511999990000' });
    return ((await created.json()) as { apikey: string }).apikey;
  };
  const picture = (name: string, base64 = PICTURE) =>
    call('POST', `/sandbox/${name}/message`, { kind: 'image', from: '5511888880000', base64 });
  const peakMebibytes = async (): Promise<number> => {
    const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  };
  const reserved = async (): Promise<number> => {
    const text = await (await call('GET', '/metrics')).text();
    return Number(/gatehouse_memory_reserved_bytes (\d+)/.exec(text)?.[1]);
  };
  return { port, call, instance, picture, peakMebibytes, reserved };
}

// How a process of another system counts its peak is not known here.
test.if(process.platform === 'linux')(
  'a hundred sockets of one key that are never read leave the service within its memory, and others read on',
  async () => {
    const { port, call, instance, picture, peakMebibytes, reserved } = await startService();
    const [greedy, other] = [await instance('greedy'), await instance('other')];
    for (let sent = 0; sent < 4; sent++) await picture('greedy');
    const reader = liveClient(`ws://127.0.0.1:${port}/ws?after=0&instance=other`, {
      headers: { apikey: other },
    });
    for (let opened = 0; opened < SOCKETS; opened++) {
      const socket = await rawSocket(port, '/ws?instance=greedy&after=0', greedy);
      socket.pause();
      open.push(socket);
    }
    for (let sent = 0; sent < 4; sent++) {
      await picture('greedy');
      await picture('other');
      await call('GET', '/event/find/greedy?limit=1', undefined, { apikey: greedy });
    }
    await reader.has(8);
    expect(reader.sequences()).toEqual(upTo(8));
    expect(await peakMebibytes()).toBeLessThan(512);
    expect(await reserved()).toBeLessThanOrEqual(28 * MEBIBYTE);
    reader.close();
  },
  60_000,
);
