/** The service in a process of its own. */
import { join } from 'node:path';
import { freePort } from '../test/helpers/free-port.ts';
import { until } from '../test/helpers/until.ts';
import { benchFolder, secondsOf, startChild } from './child.ts';

const KEY = 'the-key-of-this-benchmark';
/** The folder of the version that is started. */
const checkout = process.env.CHECKOUT ?? join(import.meta.dir, '..');

export interface ServiceProcess {
  readonly url: string;
  /** The global API key. */
  readonly key: string;
  /** Where its database is, unless that is a server. */
  readonly databasePath: string;
  /** The answer as JSON; throws for any status but 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: benchmarks read answers as callers do, without types.
  call(method: string, path: string, body?: unknown): Promise<any>;
  /** Seconds of a processor so far, of all its threads. */
  readonly pid: number;
  processorSeconds(): number;
  /** Resolves when the process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface NodeProcess extends ServiceProcess {
  /** Creates a sandbox instance whose events go to `receiver`, and pairs it. */
  open(name: string, receiver: string): Promise<void>;
}

const READY_MS = 30_000;

/** The service as its users start it, with `variables` beside those of every service. Resolves when it is ready. */
export async function startServiceProcess(
  variables: Record<string, string>,
  port = freePort(),
): Promise<ServiceProcess> {
  const folder = benchFolder();
  const url = `http://127.0.0.1:${port}`;
  const databasePath = join(folder, 'gatehouse.db');
  const { scripts } = await Bun.file(join(checkout, 'package.json')).json();
  // Without npm in between, whose process would be counted in place of the service's.
  const environment = {
    ...process.env,
    PATH: `${join(checkout, 'node_modules', '.bin')}:${process.env.PATH}`,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: `file:${databasePath}`,
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    RATE_LIMIT_PER_MINUTE: '0',
    INSTANCE_EVENTS_PER_SECOND: '0',
    LOG_LEVEL: 'error',
    ...variables,
  };
  const child = startChild(['sh', '-c', scripts.start], environment, checkout);
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the service is ready', isReady, READY_MS);
  return {
    url,
    key: KEY,
    databasePath,
    call: callerOf(url),
    pid: child.pid,
    processorSeconds: () => secondsOf(child.pid),
    async end(signal) {
      child.kill(signal);
      await child.exited;
    },
  };
}

/** Starts a node. `databaseUrl` is that of a server; with null the node has a file of its own. */
export async function startNode(name: string, databaseUrl: string | null): Promise<NodeProcess> {
  const port = freePort();
  const shared = databaseUrl !== null && {
    DATABASE_URL: databaseUrl,
    NODE_NAME: name,
    NODE_URL: `http://127.0.0.1:${port}`,
  };
  const service = await startServiceProcess({ ...shared }, port);
  const { call } = service;
  return {
    ...service,
    async open(instance, receiver) {
      await call('POST', '/instance/create', { instanceName: instance, provider: 'sandbox' });
      await call('POST', `/webhook/set/${instance}`, { enabled: true, url: receiver });
      await call('GET', `/instance/connect/${instance}`);
      await call('POST', `/sandbox/${instance}/scan`, {});
      await until('it is open', async () => (await stateOf(call, instance)) === 'open');
    },
  };
}

export const stateOf = async (call: ServiceProcess['call'], instance: string): Promise<string> =>
  (await call('GET', `/instance/connectionState/${instance}`)).instance.state;

const callerOf =
  (url: string): ServiceProcess['call'] =>
  async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
