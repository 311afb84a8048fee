/** Callers who write to sandbox instances over HTTP, one message after the other, and remember what was acknowledged. */
import { until } from '../../test/helpers/until.ts';
import type { Gateway } from './gateway.ts';
import type { Ledger } from './ledger.ts';
import { pause } from './pause.ts';

/** Between two messages of a caller in the short form of a case: enough of a load, and not all of a processor. */
export const SHORT_PAUSE_MS = 50;

/** After an answer that is no success; short enough to meet every moment of a fault. */
const AGAIN_MS = 25;

export interface PublishersOptions {
  /** The service of this moment; it may be another after a restart. */
  readonly gateway: () => Gateway;
  readonly instances: readonly string[];
  /** Callers of each instance; each writes in a chat of its own. */
  readonly chats: number;
  /** They end by themselves after so many acknowledged messages. */
  readonly most: number;
  /** Between two messages of a caller. */
  readonly pauseMs?: number;
}

export interface Publishers {
  /** Ids of the messages answered 201, in the order of their answers. */
  readonly acknowledged: string[];
  /** The number of answers by status; 0 means no answer. */
  readonly statuses: Map<number, number>;
  /** The ms of each answer, whatever its status; calls without an answer are missing. */
  readonly answerMs: number[];
  /** The longest that any instance had nothing acknowledged since it was asked for last, in ms. */
  longestPause(): number;
  /** Ends them and waits until all have. */
  stop(): Promise<void>;
}

export function startPublishers(options: PublishersOptions): Publishers {
  const { gateway, instances, chats, most, pauseMs = 0 } = options;
  const acknowledged: string[] = [];
  const statuses = new Map<number, number>();
  const answerMs: number[] = [];
  const pauses = createPauses(instances);
  let isStopped = false;
  const write = async (instance: string, chat: number) => {
    const from = `55110${String(chat).padStart(6, '0')}`;
    const message = { kind: 'text', from, text: 'x'.repeat(200) };
    while (!isStopped && acknowledged.length < most) {
      const asked = performance.now();
      const { status, body } = await gateway().call(
        'POST',
        `/sandbox/${instance}/message`,
        message,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 0) answerMs.push(performance.now() - asked);
      if (status === 201) {
        acknowledged.push(String(body.messageId));
        pauses.heard(instance);
      }
      const wait = status === 201 ? pauseMs : AGAIN_MS;
      if (wait > 0) await pause(wait);
    }
  };
  const writers = instances.flatMap((instance) =>
    Array.from({ length: chats }, (_, chat) => write(instance, chat)),
  );
  return {
    acknowledged,
    statuses,
    answerMs,
    longestPause: pauses.longest,
    async stop() {
      isStopped = true;
      await Promise.all(writers);
    },
  };
}

/** Chooses how long each instance is silent. */
function createPauses(instances: readonly string[]) {
  const last = new Map(instances.map((one) => [one, performance.now()]));
  let longest = 0;
  const heard = (instance: string) => {
    const now = performance.now();
    longest = Math.max(longest, now - (last.get(instance) ?? now));
    last.set(instance, now);
  };
  return {
    heard,
    longest() {
      const now = performance.now();
      const found = Math.max(longest, ...[...last.values()].map((at) => now - at));
      longest = 0;
      for (const instance of instances) last.set(instance, now);
      return found;
    },
  };
}

/** Answers the calls of a service. */
export type Caller = Pick<Gateway, 'call'>;

/** Creates an instance whose webhook and `further` endpoints are set before its first event, and connects it. */
export async function openInstance(
  gateway: Caller,
  name: string,
  url: string,
  further: readonly string[] = [],
): Promise<void> {
  const asked = async (path: string, body: unknown) => {
    const { status, body: answer } = await gateway.call('POST', path, body);
    if (status >= 300 || status === 0)
      throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
  };
  await asked('/instance/create', { instanceName: name, provider: 'sandbox' });
  await asked(`/webhook/set/${name}`, { enabled: true, url, events: ['ALL'] });
  for (const [index, other] of further.entries())
    await asked(`/webhook/endpoints/${name}`, { name: `other ${index}`, url: other });
  await gateway.call('GET', `/instance/connect/${name}`);
  await asked(`/sandbox/${name}/scan`, {});
  await isOpen(gateway, name);
}

export const isOpen = (gateway: Caller, name: string, limitMs = 60_000): Promise<void> =>
  until(
    `${name} is open`,
    async () => {
      const { body } = await gateway.call('GET', `/instance/connectionState/${name}`);
      return body?.instance?.state === 'open';
    },
    limitMs,
  );

/** Waits until the ledger has every message, or the time is over; returns how many it lacks. */
export async function lost(
  ledger: Ledger,
  acknowledged: readonly string[],
  limitMs: number,
): Promise<number> {
  const end = performance.now() + limitMs;
  let missing = await ledger.missing(acknowledged);
  while (missing.length > 0 && performance.now() < end) {
    await pause(100);
    missing = await ledger.missing(missing);
  }
  return missing.length;
}
