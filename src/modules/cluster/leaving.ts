/** How a node gives up streams: one after another while it has too many, and all of them when it ends. */

import type { Database } from '../../core/db/client.ts';
import { resultInTime } from '../../core/shared/async/deadline.ts';
import { type Clock, sleep } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import type { MovableParts } from '../../offers.ts';
import { giveBack, leave } from './beat.ts';
import { HandOver } from './hand-over.ts';
import type { Membership } from './membership.ts';
import { OWNER_KNOWN_MS } from './owners.ts';
import { Placement } from './placement.ts';

export interface Leaving {
  /** Whether the stream is being handed over, and nothing can be asked of it here any more. */
  isClosing(streamId: string): boolean;
  /** From here on what is more than its share is handed over. */
  start(parts: MovableParts): void;
  /** Takes no stream any more, and hands over what it has, for `ms` at most. Never rejects. */
  drain(ms: number): Promise<void>;
  /** Gives back what is left, once nothing is done for it any more, and takes the node off the list. Never rejects. */
  leave(): Promise<void>;
}

interface LeavingDeps {
  /** On the connection of the beats, so that none of them arrives after `leave`. */
  readonly db: Pick<Database, 'batch'>;
  readonly membership: Membership;
  /** Streams that were gained and are not open yet. */
  readonly isBeginning: (streamId: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** For how long it must have had too much before it hands any over, in ms; default: a minute. */
  readonly patienceMs?: number;
}

/** The others are told that it drains before it gives anything back, unless the database does not answer. */
const TELLING_MS = 3_000;
/** How long the last beat may take. */
const BEAT_MS = 3_000;
const GIVEN_AT_ONCE = 100;
/** For so long others may pass on requests for what it has given back: they are told that it is not there any more. */
const KNOWN_MS = OWNER_KNOWN_MS + 250;

export function createLeaving(deps: LeavingDeps): Leaving {
  const { membership, isBeginning, clock, log, patienceMs } = deps;
  let moved: MovableParts | null = null;
  const work = {
    attemptsEnded: async (id: string) => moved?.engine.attemptsEnded(id),
    async close(id: string) {
      await moved?.service.close(id);
      // A message that was being sent has left the queue by now.
      moved?.queued.forget(id);
    },
  };
  const handOver = new HandOver({ ...deps, work });
  // Who scans a code at this moment shall not have to do it again.
  const mayMove = (id: string) =>
    !isBeginning(id) && moved?.directory.byId(id)?.state !== 'connecting';
  const placement = new Placement({ membership, handOver, mayMove, clock, patienceMs });
  return {
    isClosing: (id) => handOver.isClosing(id),
    start(parts) {
      moved = parts;
      placement.start();
    },
    async drain(ms) {
      placement.stop();
      const until = clock.steady() + ms;
      const leftMs = () => Math.max(0, until - clock.steady());
      const isKnown = membership.streams.length > 0 && membership.nodes.length > 1;
      await resultInTime({ clock, ms: TELLING_MS }, membership.drain());
      await handOver.all(leftMs());
      if (isKnown) await sleep(clock, Math.min(KNOWN_MS, leftMs()));
    },
    async leave() {
      handOver.stop();
      membership.stop();
      // A beat that arrived later would put the node on the list again.
      await resultInTime({ clock, ms: BEAT_MS }, membership.beatEnded());
      // Streams that could not be given back become free when the lease ends.
      await giveBackAll(deps).catch((error) =>
        log.warn('the other nodes take over later', { error: messageOf(error) }),
      );
    },
  };
}

async function giveBackAll({ db, membership }: LeavingDeps): Promise<void> {
  const { grants, streams } = membership;
  for (const id of streams) grants.letGo(id);
  // Those too that were let go before, and that no answer of the database has confirmed.
  const { parting } = grants;
  for (let from = 0; from < parting.length; from += GIVEN_AT_ONCE) {
    const some = parting.slice(from, from + GIVEN_AT_ONCE);
    await db.batch(some.map((stream) => giveBack(membership.node, stream)));
  }
  await db.batch([leave(membership.node)]);
}
