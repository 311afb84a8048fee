/** Attacks by receivers that do not answer, on the deliveries of others. */
import { until } from '../../helpers/until.ts';
import type { Ask, Attack, Target, Tenant, UnderWay } from './attack.ts';
import { loadOf, type Stage } from './stage.ts';

/** Short, because the second tenant asks after the first attempts have timed out. */
const TIMEOUT_MS = 1_000;
const ATTACKERS = 16;
const EVENTS_EACH = 40;

/** A receiver at which the attackers' paths hang and the second tenant's path answers. */
interface SharedHost {
  readonly url: string;
  readonly hanging: Set<() => void>;
  /** How many attempts of the attackers have ended. */
  ended: number;
  /** The bodies that the second tenant got. */
  readonly arrived: string[];
  stop(): Promise<void>;
}

function startSharedHost(): SharedHost {
  const hanging = new Set<() => void>();
  const arrived: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const body = await request.text();
      if (!new URL(request.url).pathname.startsWith('/hang')) {
        arrived.push(body);
        return new Response('ok');
      }
      await new Promise<void>((resolve) => {
        hanging.add(resolve);
        request.signal.addEventListener('abort', () => resolve());
      }).finally(() => host.ended++);
      return new Response('late');
    },
  });
  const host: SharedHost = {
    url: server.url.origin,
    hanging,
    ended: 0,
    arrived,
    stop: () => server.stop(true),
  };
  return host;
}

const hosts = new WeakMap<Target, SharedHost>();

function hostOf(target: Target): SharedHost {
  const host = hosts.get(target);
  if (host === undefined) throw new Error('the receiver was not started');
  return host;
}

async function receiveAt(stage: Stage, { name, key }: Tenant, url: string): Promise<void> {
  const retry = { attempts: 20, delaysMs: [1_000] };
  const body = { name: 'hook', url, events: ['Message'], ordering: 'none', retry };
  const { status, text } = await stage.call('POST', `/webhook/endpoints/${name}`, { key, body });
  if (status !== 201) throw new Error(`no endpoint: ${status} ${text}`);
}

/** What the attackers do is done by their receivers: each attempt of theirs that ends counts as served. */
function hangingUntilStopped(target: Target, isInSwing: (host: SharedHost) => boolean): UnderWay {
  const host = hostOf(target);
  return {
    isInSwing: () => isInSwing(host),
    get answers() {
      return new Map([[200, host.ended]]);
    },
    async stop() {
      for (const end of host.hanging) end();
      await host.stop();
    },
  };
}

let messages = 0;
const receivesAtSharedHost: Ask = {
  what: 'receives an event at a host that hangs for others',
  async send(stage, signal) {
    const { name } = stage.other;
    const text = `message ${messages++}`;
    const body = { kind: 'text', from: '5511999990000', text };
    const { status } = await stage.call('POST', `/sandbox/${name}/message`, { body, signal });
    await until('the event has arrived', () => {
      signal.throwIfAborted();
      return hostOf(stage).arrived.some((one) => one.includes(text));
    });
    return status;
  },
};

export const sharedHost: Attack = {
  name: 'sixteen tenants whose paths hang at a shared host',
  promise:
    'a tenant receives events at a host at once while the paths of sixteen others hang there',
  environment: { WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS), WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32' },
  attackers: ATTACKERS,
  async prepare(stage) {
    const host = startSharedHost();
    hosts.set(stage, host);
    await receiveAt(stage, stage.other, `${host.url}/ok`);
    for (const attacker of stage.attackers) {
      await receiveAt(stage, attacker, `${host.url}/hang`);
      await loadOf(stage, attacker, EVENTS_EACH);
    }
  },
  // By then it is known of every attacker.
  begin: (target) => hangingUntilStopped(target, ({ ended }) => ended >= ATTACKERS),
  asks: [receivesAtSharedHost],
  limits: { served: 8 },
};
