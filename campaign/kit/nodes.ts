/** Several nodes of the service on one libSQL server, each a process of its own with a proxy before the server. */
import { freePort } from '../../test/helpers/free-port.ts';
import { type Gateway, newDataDir, startGateway } from './gateway.ts';
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts';
import type { Random } from './random.ts';

export interface NodesOptions {
  readonly names: readonly string[];
  /** The address of the libSQL server, `127.0.0.1:port`. */
  readonly database: string;
  readonly random: Random;
  readonly environment?: Readonly<Record<string, string>>;
  /** Another entry point. */
  readonly main?: string;
}

export interface ServiceNode {
  readonly name: string;
  readonly proxy: LossyProxy;
  readonly gateway: Gateway;
  /** Starts it again under its name and at its address; it listens when this resolves. */
  start(): Promise<void>;
  /** Kills it like kill -9. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number>;
  /** SIGSTOP, and SIGCONT. */
  freeze(): void;
  thaw(): void;
}

export interface Nodes {
  readonly all: readonly ServiceNode[];
  /** The nodes in turn, without those that a load balancer has taken out. */
  next(): Gateway;
  /** Each call goes to the next of them. */
  readonly call: Gateway['call'];
  /** Takes a node that is away out of the load balancer. */
  takeOut(node: ServiceNode): void;
  takeIn(node: ServiceNode): void;
  /** SIGTERM to all at once; resolves with their exit codes. */
  stop(): Promise<number[]>;
}

export async function startNodes(options: NodesOptions): Promise<Nodes> {
  const all = await Promise.all(options.names.map((name) => startNode(name, options)));
  const out = new Set<ServiceNode>();
  let turn = 0;
  const next = () => {
    const there = all.filter((node) => !out.has(node));
    return (there[turn++ % there.length] ?? all[0])!.gateway;
  };
  return {
    all,
    next,
    call: (...asked) => next().call(...asked),
    takeOut: (node) => void out.add(node),
    takeIn: (node) => void out.delete(node),
    async stop() {
      const codes = await Promise.all(all.map((node) => node.stop()));
      for (const { proxy } of all) proxy.stop();
      return codes;
    },
  };
}

async function startNode(name: string, options: NodesOptions): Promise<ServiceNode> {
  const { database, random, environment, main } = options;
  const proxy = await startLossyProxy(database, random);
  const port = freePort();
  const launch = () =>
    startGateway({
      dataDir: newDataDir(),
      environment: {
        ...environment,
        PORT: String(port),
        DATABASE_URL: `http://${proxy.address}`,
        NODE_NAME: name,
        NODE_URL: `http://127.0.0.1:${port}`,
      },
      ...(main !== undefined && { main }),
    });
  let gateway = await launch();
  return {
    name,
    proxy,
    get gateway() {
      return gateway;
    },
    async start() {
      gateway = await untilStarted(launch);
    },
    kill: () => gateway.kill(),
    stop: () => gateway.stop(),
    freeze: () => gateway.process.signal('SIGSTOP'),
    thaw: () => gateway.process.signal('SIGCONT'),
  };
}

const STARTS_MAX = 5;

/**
 * Starts a service like a supervisor: a process that ends with 75, because the database is not usable yet, is started
 * again.
 */
async function untilStarted(launch: () => Promise<Gateway>, tries = 1): Promise<Gateway> {
  try {
    return await launch();
  } catch (error) {
    const mayPass = error instanceof Error && error.message.startsWith('ended with 75 ');
    if (!mayPass || tries === STARTS_MAX) throw error;
    return untilStarted(launch, tries + 1);
  }
}
