/** The service in a process of its own, on a disk whose syncs a preloaded library makes longer. Linux with a C compiler only. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preload } from '../test/helpers/preload.ts';

const KEY = 'the-key-of-this-benchmark';
const main = new URL('../src/main.ts', import.meta.url).pathname;

export interface SlowService {
  post(path: string, body: object): Promise<void>;
  get(path: string): Promise<void>;
  /** Creates a sandbox instance with its WebSocket on, and pairs it. */
  open(name: string): Promise<void>;
  /** A reader of one instance's events: from the first one on with `after`, else of those to come. */
  read(name: string, after?: number): WebSocket;
  /** When the last sync ended, in ms since 1970. */
  syncEnded(): number;
  stop(): Promise<void>;
}

export async function startSlowService(delayMs: number): Promise<SlowService> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const disk = preload('slow-fsync', delayMs);
  if (disk === null) throw new Error('slow syncs need Linux and a C compiler');
  const child = Bun.spawn([process.execPath, 'run', main], {
    env: {
      ...process.env,
      ...disk.environment,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: `file:${join(folder, 'gatehouse.db')}`,
      GLOBAL_API_KEY: KEY,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listening(child.stdout);
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { apikey: KEY, 'content-type': 'application/json', ...init.headers };
    const response = await fetch(url + path, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
  };
  const post = (path: string, body: object, headers = {}) =>
    call(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    post,
    get: call,
    async open(name) {
      await post('/instance/create', { instanceName: name, provider: 'sandbox' });
      await post('/instance/connect', { websocketEnable: 'enabled' }, { instanceId: name });
      await call(`/instance/connect/${name}`);
      await post(`/sandbox/${name}/scan`, {});
    },
    read(name, after) {
      const from = after === undefined ? '' : `&after=${after}`;
      const path = `/ws?instance=${name}${from}`;
      return new WebSocket(url.replace('http', 'ws') + path, ['gatehouse', `apikey.${KEY}`]);
    },
    syncEnded: disk.note,
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk);
    const [, url] = /^listening on (\S+)$/m.exec(text) ?? [];
    if (url) return url;
  }
  throw new Error(`the service did not start:\n${text}`);
}
