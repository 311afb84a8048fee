/** `listen --forward-to URL`: posts the events of a remote instance to an application on this machine. */
import { createHmac } from 'node:crypto';
import { version } from '../../../../package.json';
import { createWebhookChannel } from '../../../core/channels/webhook/channel.ts';
import type { EventType } from '../../../core/events/contract/catalog.ts';
import type {
  Channel,
  Outcome,
  Target,
  UnsentOutcome,
} from '../../../core/events/contract/channel.ts';
import {
  parseSubscription,
  SUBSCRIBABLE,
  selectedTypes,
} from '../../../core/events/contract/event-names.ts';
import { createOutbound } from '../../../core/outbound/outbound.ts';
import { EXIT } from '../../../core/process/refusal.ts';
import { Backoff } from '../../../core/shared/async/repeat.ts';
import { sleep } from '../../../core/shared/clock.ts';
import { quoteUnknown } from '../../../core/shared/nearest.ts';
import { openGuard, type Run, secretIn, UsageFault, urlIn, type Words } from '../command.ts';
import { type FeedEvent, feedOf } from '../feed/feed.ts';
import { createFeedSwitch } from '../feed/feed-switch.ts';
import { type Gateway, gatewayOf } from '../gateway.ts';
import type { Terminal } from '../terminal.ts';

const TIMEOUT_MS = 30_000;
/** As many attempts as a delivery has; they follow sooner, since a person waits. */
const ATTEMPTS_MAX = 5;
const PAUSES = { firstMs: 1_000, maxMs: 8_000 };

/** Resolves with 0 when it is interrupted. */
export const run: Run = async (words, terminal) => {
  const to = words.value('forward-to');
  if (to === null) throw new UsageFault('listen: --forward-to URL is missing');
  const target = urlIn('--forward-to', to);
  const wanted = eventsIn(words);
  const after = afterIn(words);
  const ownSecret = secretIn(words);
  const gateway = await gatewayOf(words, terminal);
  const { instanceName: instance } = await gateway.instance(words);
  const secret = ownSecret ?? stableSecret(gateway.key, instance);
  terminal.note(`events of ${instance} go to ${target.href}, signed with ${secret}`);
  const { clock } = terminal;
  const signal = terminal.interruption();
  const forward = createForward(target, secret, terminal, signal);
  const { note } = terminal;
  let last = after;
  await noteUnpublished(gateway, instance, wanted, terminal);
  const { turnOn, restore } = createFeedSwitch({ gateway, instance, note });
  try {
    for await (const event of feedOf({ gateway, instance, after, clock, signal, turnOn, note })) {
      if (wanted.has(event.event) && !(await forward(event))) break;
      last = event.sequence;
    }
  } finally {
    await restore();
  }
  if (last !== null) note(`to continue from here, use --after ${last}`);
  return EXIT.stopped;
};

/**
 * Returns the same secret for the same key and instance, so that the application is set up once; the key cannot be
 * computed from it.
 */
const stableSecret = (key: string, instance: string): string =>
  `whsec_${createHmac('sha256', key).update(`gatehouse listen ${instance}`).digest('base64')}`;

function eventsIn(words: Words): ReadonlySet<string> {
  const names = (words.value('events') ?? 'ALL').split(',').map((name) => name.trim());
  const parsed = parseSubscription(names);
  if ('subscription' in parsed) return selectedTypes(parsed.subscription);
  throw new UsageFault(`unknown events: ${quoteUnknown(parsed.unknown, SUBSCRIBABLE)}`);
}

/** A WebSocket gets the events of the instance's list, which is not changed: its webhook has the same one. */
async function noteUnpublished(
  gateway: Gateway,
  instance: string,
  wanted: ReadonlySet<string>,
  { note }: Terminal,
): Promise<void> {
  const path = `/websocket/find/${encodeURIComponent(instance)}`;
  const { events } = { ...((await gateway.ask('GET', path)).body as { events?: unknown } | null) };
  const parsed = parseSubscription(Array.isArray(events) ? events : ['ALL']);
  if (!('subscription' in parsed)) return;
  const published = selectedTypes(parsed.subscription);
  const missing = [...wanted].filter((type) => !published.has(type as EventType));
  if (missing.length === 0) return;
  const [first] = missing;
  const all = missing.length === 1 ? first : `${first} and ${missing.length - 1} other events`;
  note(
    `${instance} does not publish ${all}: \`events\` of POST /webhook/set/${instance} says which it does`,
  );
}

function afterIn(words: Words): number | null {
  const text = words.value('after');
  if (text === null) return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageFault(
    `--after ${JSON.stringify(text)} is not a sequence: use a whole number from 0`,
  );
}

/** Posts an event until it is accepted or all attempts are used; resolves with false when it was interrupted. */
function createForward(to: URL, secret: string, terminal: Terminal, signal: AbortSignal) {
  const { clock } = terminal;
  const userAgent = `gatehouse/${version}`;
  const outbound = createOutbound({ clock, userAgent, guard: openGuard });
  const channel = createWebhookChannel({ clock, outbound, userAgent, timeoutMs: TIMEOUT_MS });
  const target: Target = {
    channel: 'webhook',
    host: to.host,
    address: to.href,
    maskedAddress: to.href,
    headers: {},
    secrets: [secret],
    base64: null,
  };
  return async (event: FeedEvent): Promise<boolean> => {
    const backoff = new Backoff(PAUSES);
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const outcome = await attemptOf(channel, target, event, attempt, signal);
      if (signal.aborted && outcome.kind !== 'delivered') return false;
      await tell(terminal, event, attempt, outcome);
      if (outcome.kind === 'delivered') return true;
      if (attempt < ATTEMPTS_MAX) await sleep(clock, backoff.next(), signal);
    }
    terminal.note(
      `event ${event.sequence} was not accepted in ${ATTEMPTS_MAX} attempts; continuing`,
    );
    return !signal.aborted;
  };
}

const attemptOf = (
  channel: Channel,
  target: Target,
  { id, event, body }: FeedEvent,
  attempt: number,
  signal: AbortSignal,
): Promise<Outcome | UnsentOutcome> =>
  channel.send({ eventId: id, type: event, attempt, body }, target, signal);

function tell(
  terminal: Terminal,
  { id, event, sequence }: FeedEvent,
  attempt: number,
  outcome: Outcome | UnsentOutcome,
): Promise<void> {
  const isTaken = outcome.kind === 'delivered';
  const status = outcome.kind === 'unsent' ? null : outcome.status;
  const error =
    outcome.kind === 'delivered'
      ? null
      : outcome.kind === 'failed'
        ? outcome.error
        : outcome.reason;
  const said = isTaken ? terminal.paint('green', `${status}`) : terminal.paint('red', `${error}`);
  const text = `${sequence} ${event} ${attempt > 1 ? `(attempt ${attempt}) ` : ''}${said}`;
  return terminal.say(text, { sequence, event, id, attempt, delivered: isTaken, status, error });
}
