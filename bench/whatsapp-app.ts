/** The whole product over a database file of its own, in this process or another, for benchmarks of its providers. */
import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app.ts';
import { readSettings } from '../src/core/config/config.ts';
import { systemClock } from '../src/core/shared/clock.ts';
import { createLog } from '../src/core/shared/log.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import type { WhatsAppAddress } from './whatsapp-server.ts';

export const KEY = 'bench-key';
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

/** The answer's body; throws for a failure. */
type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

export interface WhatsAppCalls {
  readonly url: string;
  readonly call: Call;
  /** A new instance whose messages go to `webhook`. */
  create(name: string, webhook: string): Promise<void>;
  /** Asks for a connection; the text inside the QR code. */
  code(name: string): Promise<string>;
  /** Resolves once the platform has confirmed all that was sent. */
  confirmed(): Promise<void>;
  /** Resolves once the instance is open. */
  opened(name: string): Promise<void>;
}

export interface WhatsAppApp extends WhatsAppCalls {
  stop(): Promise<void>;
}

const variablesFor = (whatsapp: WhatsAppAddress) => ({
  DEFAULT_PROVIDER: 'whatsapp',
  WHATSAPP_SOCKET_URL: whatsapp.url,
  WHATSAPP_ROOT_PUBLIC_KEY: whatsapp.rootPublicKey,
  WHATSAPP_WEB_VERSION: whatsapp.version.join('.'),
  ...(process.env.WHATSAPP_WORKERS && { WHATSAPP_WORKERS: process.env.WHATSAPP_WORKERS }),
});

export const startApp = (whatsapp: WhatsAppAddress): Promise<WhatsAppApp> =>
  startService(variablesFor(whatsapp));

/** The same in a process of its own, as its users start it. */
export async function startAppProcess(
  whatsapp: WhatsAppAddress,
): Promise<WhatsAppCalls & Pick<ServiceProcess, 'processorSeconds' | 'pid' | 'end'>> {
  const service = await startServiceProcess(variablesFor(whatsapp));
  return { ...service, ...callsOf(service.url, service.call, service.databasePath) };
}

/** `variables` beside those of every service. */
export async function startService(variables: Record<string, string>): Promise<WhatsAppApp> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: `file:${join(folder, 'bench.db')}`,
    GLOBAL_API_KEY: KEY,
    ENCRYPTION_KEY,
    ...variables,
  };
  const reading = readSettings(environment, () => null);
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  const clock = systemClock();
  const config = {
    ...reading.settings,
    globalApiKeys: [KEY] as const,
    encryptionKeys: [ENCRYPTION_KEY] as const,
  };
  const app = await createApp(config, { clock, log: createLog('error', clock.now) });
  await app.start();

  const url = `http://127.0.0.1:${app.server.port}`;
  const call: Call = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { apikey: KEY, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    ...callsOf(url, call, join(folder, 'bench.db')),
    async stop() {
      await app.stop(1_000);
      rmSync(folder, { recursive: true });
    },
  };
}

function callsOf(url: string, call: Call, databasePath: string): WhatsAppCalls {
  const database = new Database(databasePath, { readonly: true });
  const pending = database.query("select 1 from messages where status = 'Pending' limit 1");
  return {
    url,
    call,
    async create(instanceName, receiver) {
      await call('POST', '/instance/create', { instanceName });
      const webhook = { enabled: true, url: receiver, events: ['Message'] };
      await call('POST', `/webhook/set/${instanceName}`, webhook);
    },
    async code(name) {
      const { code } = await call('GET', `/instance/connect/${name}`);
      return String(code);
    },
    async opened(name) {
      for (;;) {
        const { instance } = await call('GET', `/instance/connectionState/${name}`);
        if ((instance as { state: string }).state === 'open') return;
        await Bun.sleep(5);
      }
    },
    async confirmed() {
      while (pending.get()) await Bun.sleep(2);
    },
  };
}
