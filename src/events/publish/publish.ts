/**
 * The only way in for an event. Owns: its id, its body, and that it and its deliveries are written as one.
 * Must never: send; what was committed is handed to the scheduler, which does.
 */
import type { Row, Statement } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { CatalogEvent } from '../contract/catalog.ts';
import { type Destinations, isGone } from '../contract/routing.ts';
import type { Delivery } from '../deliver/lane.ts';
import type { RetryRules } from '../deliver/retry-policy.ts';
import type { Engine, Stream } from '../engine.ts';
import { createCallOrder } from './call-order.ts';
import { type Draft, draftInstanceEvent, draftRecordEvent } from './draft.ts';
import type { GroupCommit } from './group-commit.ts';
import { EventWrite } from './publication.ts';
import type { Sequences } from './sequences.ts';

/** What publishing needs of the scheduler. */
export interface DeliveryHandoff {
  /** False: the lane is full, and the row must wait in the table. */
  admits(streamId: string, endpoint: string): boolean;
  /** Committed and leased to this process. */
  accept(delivery: Delivery): void;
  /** Committed as waiting, because the lane did not admit it. */
  overflowed(streamId: string, endpoint: string): void;
}

/** An instance's event that is on disk, its body as stored: media is still a marker. */
export interface CommittedEvent {
  readonly streamId: string;
  readonly sequence: number;
  readonly type: string;
  readonly body: string;
  readonly mediaId: string | null;
}

export interface PublishDeps {
  readonly clock: Clock;
  readonly commits: GroupCommit;
  readonly sequences: Sequences;
  readonly destinations: Destinations;
  readonly handover: DeliveryHandoff;
  readonly rules: RetryRules;
  readonly processId: string;
  readonly mediaInBodies: boolean;
  /** Called when a body with a secret is on disk, with the moment from which it must be wiped. */
  readonly secretStored: (streamId: string, until: number) => void;
  /** Told of every event once it is on disk, each stream's in order; must be quick and never throw. */
  readonly onCommitted?: (event: CommittedEvent) => void;
  /** Told of the bytes of every instance's event that is on disk; absent: nobody counts them. */
  readonly stored?: ((streamId: string, bytes: number) => void) | undefined;
}

/** Events written in one go: as many as a transaction should hold. */
const EVENTS_PER_WRITE = 200;

export function createPublish(deps: PublishDeps): Pick<Engine, 'publish' | 'publishChange'> {
  const { clock, commits, sequences } = deps;

  const submit = (streamId: string, change: readonly Statement[], drafts: readonly Draft[]) =>
    new Promise<Row[][]>((done, failed) =>
      commits.submit(new EventWrite(deps, { streamId, change, drafts }, done, failed)),
    );

  async function write(streamId: string, drafts: readonly Draft[]): Promise<unknown> {
    const parts: Promise<Row[][]>[] = [];
    for (let from = 0; from < drafts.length; from += EVENTS_PER_WRITE) {
      parts.push(submit(streamId, [], drafts.slice(from, from + EVENTS_PER_WRITE)));
    }
    // Nearly always one: all of one is three promises more.
    return parts.length === 1 ? parts[0] : Promise.all(parts);
  }

  const order = createCallOrder();
  /** Those who come while the first ones still wait for the count must not overtake them. */
  const inOrder = <T>(streamId: string, go: () => Promise<T>) =>
    order.run(streamId, sequences.ensure(streamId), go);

  return {
    async publish(stream: Stream, events: readonly CatalogEvent[]) {
      const now = clock.now();
      const drafts = events.map((event) =>
        draftInstanceEvent(stream, event, wantsMedia(deps, stream.id, event), now),
      );
      await inOrder(stream.id, () => write(stream.id, drafts));
    },
    async publishChange(accountId, change, events) {
      const now = clock.now();
      const drafts = events.map((event) => draftRecordEvent(accountId, event, now));
      return inOrder(accountId, () => submit(accountId, change, drafts));
    },
  };
}

function wantsMedia(deps: PublishDeps, streamId: string, event: CatalogEvent): boolean {
  if (deps.mediaInBodies) return true;
  return deps.destinations.of(streamId, event.type).some((endpoint) => {
    const target = deps.destinations.target(streamId, endpoint);
    return !isGone(target) && target.base64 === true;
  });
}
