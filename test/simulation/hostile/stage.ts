/** A service of its own process with two tenants, as the kernel and its metrics show it from outside. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import {
  copyStopped,
  freshDataDir,
  isolated,
  listening,
  type SpawnedProcess,
  spawnService,
} from '../../core/process/spawned-process.ts';
import { type GraphDouble, startGraph } from '../../doubles/graph/server.ts';
import { load } from '../../helpers/load.ts';
import { until } from '../../helpers/until.ts';
import type { Attack, Target, Tenant } from './attack.ts';

const GLOBAL_KEY = 'the-global-key-of-this-test-has-40-chars';
export const MEMORY_LIMIT_MIB = 512;
/** Two by two pixels. */
export const SMALL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGNgZGJmYWVjgFAAAREAK3j9WJEAAAAASUVORK5CYII=',
  'base64',
);

export interface Stage extends Target {
  /** The second tenant. */
  readonly other: Tenant;
  readonly service: SpawnedProcess;
  /** The database of the service. */
  readonly file: string;
  /** What Meta answers; null where both tenants are on the sandbox. */
  readonly graph: GraphDouble | null;
  /** Calls with the second tenant's key, or with another one. Resolves with the answer and its body as it came. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** `http://127.0.0.1:PORT/`, where the second tenant has a small PNG. */
  readonly files: string;
  /** Bytes that bodies and unread answers hold. */
  reserved(): Promise<number>;
  /** The faults that the service has left unhandled, as `/ready` shows them, or null. */
  faults(): Promise<unknown>;
  /** The most memory the process ever had. */
  peakMebibytes(): Promise<number>;
  /** CPU that the event loop has used since the start, in ms. */
  loopMs(): Promise<number>;
  stop(): Promise<void>;
}

interface CallOptions {
  readonly body?: unknown;
  readonly key?: string | 'global';
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What an attack says about its stage. */
type StageNeeds = Partial<Pick<Attack, 'environment' | 'onCloud' | 'attackers' | 'prepare'>>;

export async function startStage(attack: StageNeeds): Promise<Stage> {
  const dataDir = await freshDataDir();
  await copyStopped(dataDir);
  const { onCloud = 'nobody', environment } = attack;
  const graph = onCloud === 'nobody' ? null : await startGraph();
  const files = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response(SMALL_PNG, { headers: { 'content-type': 'image/png' } }),
  });
  const service = spawnService({
    ...isolated(dataDir),
    GLOBAL_API_KEY: GLOBAL_KEY,
    MEMORY_LIMIT: `${MEMORY_LIMIT_MIB}m`,
    LOG_LEVEL: 'warn',
    ...(graph && { META_GRAPH_URL: graph.url }),
    ...(typeof environment === 'function' ? await environment() : environment),
  });
  const port = await listening(service);
  const call = callsOf(port);
  const tenant = (name: string, isOnCloud: boolean) =>
    graph && isOnCloud ? cloudTenant(call, graph, name) : sandbox(call, name);
  const attackers: Tenant[] = [];
  for (let index = 1; index <= (attack.attackers ?? 1); index++)
    attackers.push(await tenant(`attacker-${index}`, onCloud !== 'nobody'));
  const other = await tenant('other', onCloud === 'both');
  const ofProcess = (name: string) => Bun.file(`/proc/${service.pid}/${name}`).text();
  const stage: Stage = {
    port,
    attackers,
    other,
    service,
    graph,
    files: files.url.href,
    file: join(dataDir, 'gatehouse.db'),
    call: (method, path, options) => call(method, path, { key: other.key, ...options }),
    async reserved() {
      const { text } = await call('GET', '/metrics', { key: 'global' });
      return Number(/gatehouse_memory_reserved_bytes (\d+)/.exec(text)?.[1]);
    },
    faults: async () => JSON.parse((await call('GET', '/ready')).text).faults ?? null,
    peakMebibytes: async () => Number(/VmHWM:\s+(\d+)/.exec(await ofProcess('status'))?.[1]) / 1024,
    // The thread that a process begins with is the one of its event loop.
    loopMs: async () =>
      Number.parseInt(await ofProcess(`task/${service.pid}/schedstat`), 10) / 1_000_000,
    async stop() {
      await graph?.stop();
      await files.stop(true);
      service.signal('SIGKILL');
      await service.ended();
    },
  };
  await attack.prepare?.(stage);
  return stage;
}

/** Whoever waits longer is not served. */
export const ANSWER_MS = 60_000;
export const answerLimit = (): AbortSignal => AbortSignal.timeout(ANSWER_MS);

type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

const callsOf =
  (port: number): Call =>
  async (method, path, { body, key = 'global', headers, signal = answerLimit() } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        apikey: key === 'global' ? GLOBAL_KEY : key,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal,
    });
    return { status: response.status, text: await response.text() };
  };

async function created(call: Call, fields: object) {
  const { status, text } = await call('POST', '/instance/create', { body: fields });
  if (status !== 201) throw new Error(`no instance: ${status} ${text}`);
  const { apikey, instance } = JSON.parse(text);
  return { key: String(apikey), id: String(instance.instanceId) };
}

async function sandbox(call: Call, name: string): Promise<Tenant> {
  const made = await created(call, { instanceName: name, provider: 'sandbox' });
  await call('GET', `/instance/connect/${name}`);
  await call('POST', `/sandbox/${name}/scan`, { body: {} });
  return { name, ...made, cloud: null };
}

async function cloudTenant(call: Call, { world }: GraphDouble, name: string): Promise<Tenant> {
  const { number: _, ...account } = world.addAccount();
  const cloud = { ...account, appSecret: `the-secret-of-${name}` };
  const made = await created(call, { instanceName: name, provider: 'whatsapp-cloud', ...cloud });
  await until(`${name} is open`, async () => {
    const { text } = await call('GET', `/instance/connectionState/${name}`);
    return JSON.parse(text).instance.state === 'open';
  });
  return { name, ...made, cloud };
}

/** Bytes in the database's file that hold something. */
export function usedBytes({ file }: Pick<Stage, 'file'>): number {
  const db = new Database(file, { readonly: true });
  try {
    const of = (name: string) =>
      Number(Object.values(db.query<Record<string, number>, []>(`pragma ${name}`).get() ?? {})[0]);
    return (of('page_count') - of('freelist_count')) * of('page_size');
  } finally {
    db.close();
  }
}

/** Lets so many texts arrive at the tenant's instance; resolves when all are on disk. */
export const loadOf = (stage: Stage, { name, key }: Tenant, messages: number): Promise<void> =>
  load((body) => stage.call('POST', `/sandbox/${name}/message`, { key, body }), { messages });
