/** Runs a service for a demonstration: a child process with a free port and a folder that is removed with it. */
import { join } from 'node:path';
import { resultInTime } from '../../../core/shared/async/deadline.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { fileUrl } from '../../../core/shared/database-url.ts';
import { ownCommand } from '../../../core/shared/own-files.ts';

export interface OwnService {
  readonly url: URL;
  /** Resolves when no process is left. */
  stop(): Promise<void>;
}

interface ServiceOptions {
  readonly folder: string;
  readonly key: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** Variables that the system needs to start a program; none of them configures the service. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SYSTEMROOT', 'NODE_EXTRA_CA_CERTS'];
/** Retries come soon, since a person is watching. */
const RETRY_DELAY_MS = 1_000;
const STOP_MS = 10_000;
const LISTENING = /^listening on (http:\/\/\S+)$/m;
/** More than a start ever prints. */
const OUTPUT_CHARACTERS_MAX = 64 * 1024;

/** Rejects, with its output, when it ends before it listens. */
export async function startOwnService(options: ServiceOptions): Promise<OwnService> {
  const child = Bun.spawn(ownCommand(['start']), {
    env: variablesOf(options),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await resultInTime({ clock: options.clock, ms: STOP_MS }, child.exited);
    if (code === null) child.kill('SIGKILL');
    await child.exited;
  };
  try {
    const found = await addressIn(child.stdout);
    if (found !== null) return { url: new URL(found), stop };
    const said = await new Response(child.stderr).text();
    throw new Error(`the service did not start: ${said.trim()}`);
  } catch (error) {
    await stop();
    throw error;
  }
}

function variablesOf({ folder, key, environment }: ServiceOptions): Record<string, string> {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(passedOn),
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: fileUrl(join(folder, 'gatehouse.db')),
    GLOBAL_API_KEY: key,
    WEBHOOK_RETRY_DELAY_MS: String(RETRY_DELAY_MS),
    LOG_LEVEL: 'warn',
  };
}

/** Returns the address at which it says it listens; null when it ends before. Later output is read and ignored. */
async function addressIn(stdout: ReadableStream<Uint8Array>): Promise<string | null> {
  const reader = stdout.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < OUTPUT_CHARACTERS_MAX) {
    const { value, done } = await reader.read();
    if (done) return null;
    text += decoder.decode(value, { stream: true });
    const [, address] = LISTENING.exec(text) ?? [];
    if (address === undefined) continue;
    void drain(reader);
    return address;
  }
  return null;
}

/** An unread pipe would block the service. */
async function drain(reader: { read(): Promise<{ readonly done: boolean }> }): Promise<void> {
  while (!(await reader.read()).done);
}
