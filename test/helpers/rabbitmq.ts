/**
 * A real RabbitMQ for a test: the machine's own server on free loopback ports and in a folder of its own,
 * or the one that TEST_AMQP_URL names, which can be used but not killed.
 */
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { temporaryFolder } from './database.ts';
import { freePort } from './free-port.ts';
import { spawnGroup } from './process-group.ts';
import { until } from './until.ts';

export interface RabbitMq {
  readonly url: string;
  /** Present when it is ours to kill. */
  readonly process?: {
    /** Resolves when a queue that was declared lately would outlive a kill. */
    settled(queue: string): Promise<void>;
    /** Dies at once, as with kill -9; the data stays. */
    kill(): Promise<void>;
    /** Comes back on the same port with the same data. */
    start(): Promise<void>;
    /** Keeps its connections and does nothing, until `thaw`. */
    freeze(): Promise<void>;
    thaw(): void;
    /** Runs an administrator's command, such as `set_vm_memory_high_watermark 0`. */
    control(...words: string[]): Promise<void>;
  };
}

export interface RabbitMqOptions {
  /** Lines of `rabbitmq.conf`. */
  readonly lines?: readonly string[];
}

const SCRIPTS = ['/usr/lib/rabbitmq/bin', '/usr/local/lib/rabbitmq/sbin', '/opt/rabbitmq/sbin'];

/** Where the server's scripts are; the wrapper on the PATH insists on a user of its own. */
export const rabbitMqScripts = (): string | null =>
  SCRIPTS.find((folder) => existsSync(join(folder, 'rabbitmq-server'))) ?? null;

export async function startRabbitMq({ lines = [] }: RabbitMqOptions = {}): Promise<RabbitMq> {
  const shared = process.env.TEST_AMQP_URL;
  if (shared !== undefined && lines.length === 0) return { url: shared };
  const scripts = rabbitMqScripts();
  if (scripts === null) throw new Error('no RabbitMQ on this machine');
  const port = freePort();
  const environment = await environmentOf(port, lines, await ownParts(scripts));
  const epmd = Bun.which('epmd') ?? 'epmd';
  // In the foreground: the one the server would start by itself outlives it.
  const epmdPort = environment.ERL_EPMD_PORT;
  spawnGroup([epmd, '-address', '127.0.0.1', '-port', epmdPort], environment);
  await until('epmd listens', () => listens(Number(epmdPort)));
  const launch = async () => {
    const server = spawnGroup([join(scripts, 'rabbitmq-server')], environment);
    await until('RabbitMQ answers', () => answers(port, server.exitCode), 40_000);
    return server;
  };
  let server = await launch();
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    process: {
      settled: (queue) =>
        until(`${queue} is on disk`, () => isRegistered(environment.RABBITMQ_MNESIA_BASE, queue)),
      kill: () => server.kill(),
      async start() {
        server = await launch();
      },
      freeze: () => server.freeze(),
      thaw: () => server.thaw(),
      async control(...words) {
        const command = [join(scripts, 'rabbitmqctl'), ...words];
        const code = await Bun.spawn(command, {
          env: environment,
          stdio: ['ignore', 'ignore', 'ignore'],
        }).exited;
        if (code !== 0) throw new Error(`rabbitmqctl ${words.join(' ')} ended with ${code}`);
      },
    },
  };
}

async function environmentOf(port: number, lines: readonly string[], plugins: object) {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  await mkdir(at('home'));
  await writeFile(at('enabled_plugins'), '[].');
  await writeFile(at('rabbitmq.conf'), ['loopback_users = none', ...lines, ''].join('\n'));
  return {
    ...plugins,
    PATH: process.env.PATH,
    HOME: at('home'),
    ERL_CRASH_DUMP: at('erl_crash.dump'),
    RABBITMQ_NODENAME: `gatehouse-${port}@localhost`,
    RABBITMQ_MNESIA_BASE: at('data'),
    RABBITMQ_LOG_BASE: at('log'),
    RABBITMQ_CONFIG_FILE: at('rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: at('none'),
    RABBITMQ_ENABLED_PLUGINS_FILE: at('enabled_plugins'),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(freePort()),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(freePort()),
  };
}

/**
 * Names a folder with what the server consists of, and no more: beside it lie its fifty plugins, which every start
 * looks through although none is enabled. Names none where they lie in another way than usual.
 */
async function ownParts(scripts: string): Promise<{ RABBITMQ_PLUGINS_DIR?: string }> {
  const all = new Map<string, string>();
  for (const path of globSync(join(scripts, '../{.,lib/*}/plugins/*/ebin/*.app'))) {
    all.set(basename(path, '.app'), path);
  }
  if (!all.has('rabbit')) return {};
  const folder = temporaryFolder();
  const needed = new Set(['rabbit']);
  for (const name of needed) {
    const path = all.get(name);
    // What is not there is part of the runtime.
    if (path === undefined) continue;
    const part = join(path, '../..');
    await symlink(part, join(folder, basename(part)));
    const [, list = ''] = /\{applications,\s*\[([^\]]*)\]/.exec(await readFile(path, 'utf8')) ?? [];
    for (const [word] of list.matchAll(/\w+/g)) needed.add(word);
  }
  return { RABBITMQ_PLUGINS_DIR: folder };
}

/** A new quorum queue is registered on disk a second later; killed before, the server serves that queue never again. */
async function isRegistered(folder: string, queue: string): Promise<boolean> {
  for await (const path of new Bun.Glob('*/quorum/*/names.dets').scan(folder)) {
    const register = await readFile(join(folder, path));
    // Its ninth to twelfth byte say whether it was written out whole.
    if (register.includes(queue) && register.readUInt32BE(8) === 1) return true;
  }
  return false;
}

/** It greets nobody: whoever sends the protocol's header is asked to log in. */
async function answers(port: number, exitCode: () => number | null): Promise<boolean> {
  if (exitCode() !== null) throw new Error(`RabbitMQ ended with ${exitCode()}`);
  return listens(port, new Uint8Array([65, 77, 81, 80, 0, 0, 9, 1]));
}

/** Whether something accepts a connection and, when `hello` is given, answers it. */
function listens(port: number, hello?: Uint8Array): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = {
    open(socket: Bun.Socket) {
      if (hello === undefined) resolve(true);
      else socket.write(hello);
    },
    data: () => resolve(true),
    close: () => resolve(false),
  };
  const connected = Bun.connect({ hostname: '127.0.0.1', port, socket });
  connected.catch(() => resolve(false));
  return promise.finally(() => connected.then((open) => open.end()).catch(() => {}));
}
