/** `tail`: shows deliveries and their failures as they happen. */
import { EXIT, StartRefused } from '../../../core/process/refusal.ts';
import { sleep } from '../../../core/shared/clock.ts';
import { LimitedMap } from '../../../core/shared/limited-map.ts';
import type { Run } from '../command.ts';
import { type Gateway, gatewayOf, UnreachableFault } from '../gateway.ts';
import type { Terminal } from '../terminal.ts';

const LOOK_EVERY_MS = 1_000;
const PAGE = 100;
/** How many undelivered deliveries are followed, newest first, since they may be tried or sent again. */
const FOLLOWED_MAX = 200;
/** How many of them are read at each look, in turn. */
const ASKED_MAX = 20;

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly sequence: number;
  readonly destination: string;
  readonly state: 'waiting' | 'sending' | 'delivered' | 'discarded';
  readonly attemptCount: number;
  readonly nextAttemptAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly updatedAt: string;
}

/** Resolves with 0 when it is interrupted. */
export const run: Run = async (words, terminal) => {
  const gateway = await gatewayOf(words, terminal);
  const { instanceName } = await gateway.instance(words);
  const onlyFailures = words.isOn('failures');
  const show = (delivery: Delivery) =>
    onlyFailures && delivery.lastError === null ? undefined : say(delivery, terminal);
  const { now } = await gateway.call('GET', '/health');
  const signal = terminal.interruption();
  const look = createLook(gateway, instanceName, idAt(now));
  terminal.note(`deliveries of ${instanceName} as they happen; Ctrl-C ends`);
  let isAway = false;
  while (!signal.aborted) {
    const seen = await look().catch(unlessAway);
    if (seen instanceof Error && !isAway) terminal.note(`${seen.message}; trying again`);
    if (!(seen instanceof Error) && isAway) terminal.note('the service answers again');
    isAway = seen instanceof Error;
    if (!(seen instanceof Error)) for (const delivery of seen) await show(delivery);
    await sleep(terminal.clock, LOOK_EVERY_MS, signal);
  }
  return EXIT.stopped;
};

/** A service that restarts comes back soon; a key that has ended does not. */
function unlessAway(error: unknown): Error {
  if (error instanceof StartRefused || error instanceof UnreachableFault) return error;
  throw error;
}

/** Returns the least delivery id of a moment, since ids begin with their time. */
function idAt(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Each call returns what is new and what has changed since the last. */
function createLook(gateway: Gateway, instanceName: string, from: string) {
  const followed = new LimitedMap<string, Delivery>(FOLLOWED_MAX);
  let after = from;
  const follow = (delivery: Delivery) => {
    if (delivery.state === 'delivered') followed.delete(delivery.id);
    else followed.set(delivery.id, delivery);
  };
  return async (): Promise<Delivery[]> => {
    const changed: Delivery[] = [];
    for (const known of [...followed.values()].slice(0, ASKED_MAX)) {
      const { status, body } = await gateway.ask('GET', `/delivery/${known.id}`);
      const { attempts: _, ...now } = (body ?? {}) as Delivery & { attempts: unknown };
      if (status !== 200) followed.delete(known.id);
      else follow(now);
      if (status === 200 && isOther(now, known)) changed.push(now);
    }
    const query = `after=${after}&limit=${PAGE}`;
    const path = `/delivery/find/${encodeURIComponent(instanceName)}?${query}`;
    const { deliveries } = (await gateway.call('GET', path)).body as { deliveries: Delivery[] };
    after = deliveries.at(-1)?.id ?? after;
    for (const delivery of deliveries) follow(delivery);
    return [...changed, ...deliveries];
  };
}

const isOther = (now: Delivery, before: Delivery): boolean =>
  now.state !== before.state || now.attemptCount !== before.attemptCount;

const COLOURS = {
  delivered: 'green',
  discarded: 'red',
  waiting: 'yellow',
  sending: 'dim',
} as const;

function say(delivery: Delivery, terminal: Terminal): Promise<void> {
  const { state, event, sequence, destination, attemptCount, lastStatus, lastError } = delivery;
  const why = state === 'delivered' ? `${lastStatus ?? ''}` : (lastError ?? '');
  const again =
    state === 'waiting' && delivery.nextAttemptAt
      ? `, next attempt at ${delivery.nextAttemptAt}`
      : '';
  const parts = [
    delivery.updatedAt,
    terminal.paint(COLOURS[state], state.padEnd(9)),
    `${sequence} ${event} to ${destination}`,
    attemptCount > 0 ? `attempt ${attemptCount}: ${why}${again}` : '',
    delivery.id,
  ];
  return terminal.say(parts.filter((part) => part !== '').join('  '), delivery);
}
