/**
 * One attack by one tenant, or by somebody without a key, beside a second tenant that works: declared once, decided by
 * facts in `hostile-tenants.test.ts`, measured in `bench/hostile.ts`.
 */
import type { Stage } from './stage.ts';

/** An instance and what its owner knows of it. */
export interface Tenant {
  readonly name: string;
  readonly id: string;
  readonly key: string;
  /** Of an instance of the official API: where Meta's webhooks for it go, and what they are signed with. */
  readonly cloud: CloudTenant | null;
}

interface CloudTenant {
  readonly phoneNumberId: string;
  readonly businessAccountId: string;
  readonly appSecret: string;
}

/** What an attacker knows; it can be handed to another process as JSON. */
export interface Target {
  readonly port: number;
  /** The attacking tenants; what attacks without a key makes no use of them. */
  readonly attackers: readonly Tenant[];
}

export interface UnderWay {
  /** True once all of it has begun. */
  isInSwing(): boolean;
  /** Answers so far by status; 0 counts connections that were cut, or could not be made. */
  readonly answers: ReadonlyMap<number, number>;
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

/** Something that the second tenant wants, as its clients do it: resolves with a status, which should be 2xx. */
export interface Ask {
  readonly what: string;
  send(stage: Stage, signal: AbortSignal): Promise<number>;
}

type Environment = Readonly<Record<string, string>>;

export interface Attack {
  readonly name: string;
  /** What the second tenant is promised, as the name of a test. */
  readonly promise: string;
  /** Beside MEMORY_LIMIT=512m; a function first starts what the service is to find. */
  readonly environment?: Environment | (() => Promise<Environment>);
  /** Who has a number of the official API; default: nobody, both tenants are on the sandbox. */
  readonly onCloud?: 'attacker' | 'both';
  /** How many tenants attack together; default 1. */
  readonly attackers?: number;
  /** Makes what has to be there before. */
  prepare?(stage: Stage): Promise<void>;
  /** Goes on until it is stopped: whoever was answered comes again. */
  begin(target: Target): UnderWay;
  readonly asks: readonly Ask[];
  /** What has to be true while the attack is under way. */
  readonly limits: Limits;
  /** Resolves when there was enough of it; default: as soon as the second tenant has all it asked for. */
  enough?(underWay: UnderWay): Promise<void>;
  /** What has to become true once the attack is over, besides that nothing is held any more. */
  afterwards?(stage: Stage): Promise<void>;
}

interface Limits {
  /** The most that bodies and unread answers may take meanwhile, in bytes; default: the share of one tenant. */
  readonly reservedBytes?: number;
  /**
   * How many requests of the attacker may be served from when the second tenant asks until it is answered, when both
   * wait for the same places. In the order of asking it would be all that the attacker has under way.
   */
  readonly served?: number;
  /** How much the event loop of the service may work in that time, in ms of CPU; default 500. */
  readonly loopMs?: number;
}

/** Does one request of a lane; resolves with its status, 0 when the connection was cut. */
export type Request = (lane: number, round: number, signal: AbortSignal) => Promise<number>;

/** Whoever is refused comes again so much later: a flood of refusals is another attack. */
const REFUSED_PAUSE_MS = 100;

/** `width` lanes, each with one request at a time. */
export function lanes(
  width: number,
  request: Request,
  refusedPauseMs = REFUSED_PAUSE_MS,
): UnderWay {
  const controller = new AbortController();
  const { signal } = controller;
  const answers = new Map<number, number>();
  let begun = 0;
  const run = async (lane: number) => {
    for (let round = 0; !signal.aborted; round++) {
      if (round === 0) begun++;
      const status = await request(lane, round, signal).catch(() => 0);
      if (signal.aborted) return;
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status < 200 || status > 299) await paused(refusedPauseMs, signal);
    }
  };
  const all = Promise.all(Array.from({ length: width }, (_, lane) => run(lane)));
  return {
    isInSwing: () => begun === width,
    answers,
    async stop() {
      controller.abort();
      await all;
    },
  };
}

/** Resolves after the time, or when the signal aborts. */
export function paused(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

export const served = ({ answers }: Pick<UnderWay, 'answers'>): number =>
  [...answers].reduce(
    (sum, [status, times]) => sum + (status >= 200 && status < 300 ? times : 0),
    0,
  );

/** The one tenant that attacks. */
export function attackerOf({ attackers: [attacker] }: Pick<Target, 'attackers'>): Tenant {
  if (attacker === undefined) throw new Error('nobody attacks');
  return attacker;
}

/** Posts JSON with the attacker's key; the answer is read to its end. */
export async function post(
  target: Target,
  path: string,
  body: string | Uint8Array<ArrayBuffer> | FormData,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${target.port}${path}`, {
    method: 'POST',
    headers: {
      apikey: attackerOf(target).key,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    body,
    signal,
  });
  // Nothing of it is kept: an attacker that runs out of memory itself attacks nobody.
  for await (const _ of response.body ?? []);
  return response.status;
}
