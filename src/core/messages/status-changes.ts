/** Writes changes of status, each with its event; what is sent in place of a refused form is queued with it. */
import type { Statement } from '../db/client.ts';
import type { CatalogEvent, Stream } from '../events/contract/catalog.ts';
import type { Publisher } from '../events/publish/publish.ts';
import { createKeyedMutex } from '../shared/async/mutex.ts';
import { iso } from '../shared/clock.ts';
import { AppError } from '../shared/errors.ts';
import { type Fallbacks, isFormRefused } from './fallbacks.ts';
import type { Fates } from './fates.ts';
import type { NewQueuedMessage, ReservedPlace } from './queued-message.ts';
import type { QueuedMessages } from './queued-messages.ts';
import { updateFate, withdrawMessage } from './rows.ts';
import {
  callbackOf,
  type Fate,
  formOf,
  isProgress,
  type MessageForm,
  pricingOf,
  type StatusAt,
  type StatusChange,
} from './status.ts';

interface StatusChangesDeps {
  readonly publisher: Pick<Publisher, 'publish'>;
  readonly fates: Fates;
  readonly fallbacks: Fallbacks;
  readonly queue: Pick<QueuedMessages, 'reserve' | 'find'> | null;
  readonly jidOf: (instanceId: string) => (address: string) => string;
}

/** The result of a batch of changes. */
interface Outcome {
  readonly events: CatalogEvent[];
  readonly changed: Map<string, Fate>;
  /** The platform's ids by ours. */
  readonly names: Map<string, string>;
  readonly places: FallbackPlace[];
}

interface FallbackPlace extends ReservedPlace {
  readonly form: MessageForm;
}

export class StatusChanges {
  readonly #deps: StatusChangesDeps;
  /** Runs an instance's changes one after the other, because each is compared with the fate before it. */
  readonly #changing = createKeyedMutex();

  constructor(deps: StatusChangesDeps) {
    this.#deps = deps;
  }

  /** As `recordStatuses` in `MessageLog`; `also` is written in the same commit. */
  write(
    stream: Stream,
    changes: readonly StatusChange[],
    also: readonly Statement[] = [],
  ): Promise<void> {
    return this.#changing.run(stream.id, () => this.#write(stream, changes, also));
  }

  /** As `requeue` in `MessageLog`. */
  requeue(stream: Stream, message: NewQueuedMessage): Promise<void> {
    const { publisher, fates, queue } = this.#deps;
    return this.#changing.run(stream.id, async () => {
      const place = queue?.reserve(message);
      if (place === undefined) return;
      const withdrawal = withdrawMessage(stream.id, message.id);
      await publisher.publish(stream, [], [place.statement, withdrawal]).catch((error) => {
        place.failed();
        throw error;
      });
      fates.drop(stream.id, message.id);
      place.written();
    });
  }

  async #write(
    stream: Stream,
    changes: readonly StatusChange[],
    also: readonly Statement[],
  ): Promise<void> {
    const { publisher, fates, fallbacks } = this.#deps;
    const about = await fates.about(stream.id, changes);
    const outcome: Outcome = { events: [], changed: new Map(), names: new Map(), places: [] };
    for (const reported of changes) {
      const change = { ...reported, id: about.ownIds.get(reported.id) ?? reported.id };
      const before = outcome.changed.get(change.id) ?? about.fates.get(change.id);
      if (before !== undefined) this.#apply(stream, change, before, outcome);
    }
    const { events, changed, names, places } = outcome;
    const updates = [...changed].map(([id, fate]) =>
      updateFate(stream.id, id, fate, names.get(id)),
    );
    try {
      const queued = places.map(({ statement }) => statement);
      await publisher.publish(stream, events, [...updates, ...queued, ...also]);
    } catch (error) {
      for (const place of places) place.failed();
      throw error;
    }
    for (const place of places) place.written();
    for (const [id, fate] of changed) {
      fates.remember(stream.id, id, fate);
      // After `Unknown` a refusal may still come.
      if (fate.status !== 'Unknown') fallbacks.settled(stream.id, id);
    }
  }

  #apply(stream: Stream, change: StatusChange, before: Fate, outcome: Outcome): void {
    const { id, platformId } = change;
    if (this.#isRepeated(stream, change)) return;
    if (!isProgress(before.status, change.status)) {
      const priced = withPricing(before, change);
      if (priced !== null) outcome.changed.set(id, priced);
      return;
    }
    const place = this.#placeFor(stream, change, before);
    if (place !== null) {
      outcome.places.push(place);
      outcome.changed.set(id, afterFormRefusal(before, change, place.form));
      return;
    }
    const fate = afterChange(before, change);
    outcome.changed.set(id, fate);
    if (platformId !== undefined) outcome.names.set(id, platformId);
    const chat = this.#deps.jidOf(stream.id)(before.chat);
    const named = fate.platformId !== undefined && { platformId: fate.platformId };
    outcome.events.push(statusEvent(chat, { ...change, ...named }, before.history));
  }

  /** While what takes its place has not been sent, a refusal is about the refused form again. */
  #isRepeated(stream: Stream, { id, code }: StatusChange): boolean {
    return code !== null && this.#deps.queue?.find(stream.id, id)?.replaces === true;
  }

  /**
   * Reserves a place in the queue for what is sent instead, before later messages of the chat. Returns null when the
   * message has no fallback, has had it already, or finds the queue full: it is refused then.
   */
  #placeFor(stream: Stream, change: StatusChange, before: Fate): FallbackPlace | null {
    const { fallbacks, queue } = this.#deps;
    const { id, at } = change;
    const fallback = isFormRefused(change) ? fallbacks.of(stream.id, id) : null;
    if (fallback === null || queue === null || formOf(before.history) !== 'interactive')
      return null;
    const entersAt = before.history.find(({ status }) => status === 'Pending')?.at ?? at;
    const times = { entersAt, delayMs: 0, createdAt: at };
    try {
      const place = queue.reserve({
        ...fallback,
        ...times,
        instanceId: stream.id,
        id,
        replaces: true,
      });
      return { ...place, form: fallback.kind };
    } catch (error) {
      if (error instanceof AppError && error.reason === 'rate_limited') return null;
      throw error;
    }
  }
}

const afterChange = (before: Fate, change: StatusChange): Fate => {
  const { status, code, reason, at, pricing } = change;
  const latest = { status, at, ...(pricing && { pricing }) };
  const { chat, platformId = change.platformId } = before;
  const named = platformId !== undefined && { platformId };
  return { chat, status, code, reason, history: [...before.history, latest], ...named };
};

/** Adds what is charged, which came with a status that changes nothing; null when it is known. */
function withPricing(fate: Fate, { pricing }: StatusChange): Fate | null {
  const latest = fate.history.at(-1);
  if (pricing === undefined || latest === undefined || pricingOf(fate)) return null;
  return { ...fate, history: [...fate.history.slice(0, -1), { ...latest, pricing }] };
}

/** The platform refused the form; the message goes on as `form`, so its status stays. */
const afterFormRefusal = (before: Fate, { code, at }: StatusChange, form: MessageForm): Fate => ({
  ...before,
  history: [...before.history, { status: before.status, at, form, ...(code !== null && { code }) }],
});

/** `change` has our id of the message, and `history` the statuses before. */
export function statusEvent(
  chat: string,
  change: StatusChange,
  history: readonly StatusAt[],
): CatalogEvent {
  const [form, callback] = [formOf(history), callbackOf(history)];
  return {
    type: 'MessageStatus',
    data: {
      ID: change.id,
      ...(change.platformId !== undefined && { PlatformID: change.platformId }),
      Chat: chat,
      Status: change.status,
      Code: change.code,
      Reason: change.reason,
      ...(form !== undefined && { Form: form }),
      Timestamp: iso(change.at),
      ...(change.pricing && { Pricing: change.pricing }),
      ...(change.failure && { Failure: change.failure }),
      ...(callback !== undefined && { CallbackData: callback }),
    },
  };
}
