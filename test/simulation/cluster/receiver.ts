/** What receives the events that one node sends: it answers after a while, at times with a failure. */

import type { AttemptInput, Channel, Outcome } from '../../../src/core/events/contract/channel.ts';
import type { Membership } from '../../../src/modules/cluster/membership.ts';
import { OK, refusal } from '../../doubles/scripted-channel.ts';
import type { Checks } from './checks.ts';
import { ACCOUNT } from './database.ts';
import type { Process, World } from './world.ts';

interface ReceiverDeps {
  readonly world: World;
  readonly process: Process;
  readonly checks: Checks;
  readonly membership: Pick<Membership, 'node' | 'grantOf'>;
  /** World ms from which on nothing fails. */
  readonly quietFrom: number;
}

/** How long the slowest answer takes: shorter than attempts get to end when their stream is handed over. */
const SLOWEST_MS = 8_000;

export class Receiver implements Channel {
  readonly #deps: ReceiverDeps;
  /** Attempts under way: when each began, in world ms. */
  readonly #open = new Map<symbol, { readonly streamId: string; readonly since: number }>();

  constructor(deps: ReceiverDeps) {
    this.#deps = deps;
  }

  /** Whether an attempt of the stream is under way that would end by itself if it was waited for. */
  isAnswering(streamId: string): boolean {
    const { now } = this.#deps.world;
    return [...this.#open.values()].some(
      (attempt) => attempt.streamId === streamId && now - attempt.since < SLOWEST_MS,
    );
  }

  readonly send: Channel['send'] = (outgoing, { address }, signal) => {
    const { world, process, quietFrom } = this.#deps;
    const streamId = this.#began(outgoing, address);
    const attempt = Symbol();
    this.#open.set(attempt, { streamId, since: world.now });
    const isQuiet = world.now > quietFrom;
    const isGood = isQuiet || !world.isChance(0.1);
    const outcome: Outcome = isGood ? OK : refusal(500, 'http_status: 500');
    const lasts = 5 + world.below(!isQuiet && world.isChance(0.05) ? SLOWEST_MS : 300);
    return new Promise((resolve) => {
      const end = (result: Outcome) => {
        this.#open.delete(attempt);
        resolve(result);
      };
      process.at(world.now + lasts, () => end(outcome));
      signal.addEventListener('abort', () => end(refusal(null, 'aborted')));
    });
  };

  /** The stream of the event. */
  #began({ body, eventId, attempt }: AttemptInput, address: string): string {
    const { checks, membership } = this.#deps;
    const { accountId, instanceId: streamId = accountId, sequence, event, data } = JSON.parse(body);
    const { node } = membership;
    const holder = membership.grantOf(streamId)?.holder ?? null;
    const recordChat = streamId === ACCOUNT ? 'sales' : null;
    const chat = event === 'Message' ? data.Info.Chat : recordChat;
    checks.started({ eventId, streamId, sequence, attempt, chat, holder, node, address });
    return streamId;
  }
}
