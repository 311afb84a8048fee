/** A node of the service in a process of its own. */
import { join } from 'node:path';
import { freePort } from '../test/helpers/free-port.ts';
import { until } from '../test/helpers/until.ts';
import { benchFolder, secondsOf, startChild } from './child.ts';

const KEY = 'the-key-of-this-benchmark';
const main = new URL('../src/main.ts', import.meta.url).pathname;

export interface NodeProcess {
  readonly url: string;
  /** The answer as JSON; throws for any status but 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: benchmarks read answers as callers do, without types.
  call(method: string, path: string, body?: object): Promise<any>;
  /** Creates a sandbox instance whose events go to `receiver`, and pairs it. */
  open(name: string, receiver: string): Promise<void>;
  /** Seconds of a processor so far. */
  processorSeconds(): number;
  /** Resolves when the process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const READY_MS = 30_000;

/** `databaseUrl`: of a server; null: a file of its own. Resolves when it is ready. */
export async function startNode(name: string, databaseUrl: string | null): Promise<NodeProcess> {
  const folder = benchFolder();
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const node = databaseUrl !== null && { NODE_NAME: name, NODE_URL: url };
  const child = startChild([process.execPath, 'run', main], {
    ...process.env,
    ...node,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl ?? `file:${join(folder, 'gatehouse.db')}`,
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    RATE_LIMIT_PER_MINUTE: '0',
    INSTANCE_EVENTS_PER_SECOND: '0',
    LOG_LEVEL: 'error',
  });
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the node is ready', isReady, READY_MS);
  const call = callerOf(url);
  return {
    url,
    call,
    async open(instance, receiver) {
      await call('POST', '/instance/create', { instanceName: instance, provider: 'sandbox' });
      await call('POST', `/webhook/set/${instance}`, { enabled: true, url: receiver });
      await call('GET', `/instance/connect/${instance}`);
      await call('POST', `/sandbox/${instance}/scan`, {});
      await until('it is open', async () => (await stateOf(call, instance)) === 'open');
    },
    processorSeconds: () => secondsOf(child.pid),
    async end(signal) {
      child.kill(signal);
      await child.exited;
    },
  };
}

export const stateOf = async (call: NodeProcess['call'], instance: string): Promise<string> =>
  (await call('GET', `/instance/connectionState/${instance}`)).instance.state;

const callerOf =
  (url: string): NodeProcess['call'] =>
  async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
