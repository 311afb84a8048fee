/** Recognises what WhatsApp sends again because it did not get the acknowledgement. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import type { readRecentEvents } from '../../core/events/log/recent-events.ts';
import { record, timeMs } from '../../core/providers/foreign-values.ts';
import type { BinaryNode } from './engine/surface.ts';

type EventParts = Awaited<ReturnType<typeof readRecentEvents>>[number];

/** Resolves with events since this time, in ms since 1970, that a stanza other than a message may have become. */
export type ReadStanzaEvents = (sinceMs: number) => Promise<readonly EventParts[]>;

/** How far WhatsApp's clock and ours may differ. */
const SKEW_MS = 10 * 60_000;

/**
 * Recognises events that WhatsApp sends again on one connection. Only stanzas that waited at WhatsApp can be repeated.
 */
export class RepeatedEvents {
  readonly #read: ReadStanzaEvents;
  #sinceMs: number | null = null;
  #published: Promise<ReadonlySet<bigint>> | null = null;

  constructor(read: ReadStanzaEvents) {
    this.#read = read;
  }

  /**
   * Call it for each stanza in the order they come. Waiting stanzas come oldest first, so the first one tells their
   * age.
   */
  arrived({ attrs }: BinaryNode): void {
    if (attrs.offline !== undefined) this.#sinceMs ??= timeMs(attrs.t, 0) - SKEW_MS;
  }

  /** Returns the events of a stanza that were not published before. Rejects as reading does. */
  async without(
    stanza: BinaryNode,
    events: readonly CatalogEvent[],
  ): Promise<readonly CatalogEvent[]> {
    if (stanza.attrs.offline === undefined || events.length === 0) return events;
    this.#published ??= this.#readSince(this.#sinceMs ?? 0);
    const published = await this.#published;
    return events.filter((event) => !published.has(fingerprintOf(event)));
  }

  async #readSince(sinceMs: number): Promise<ReadonlySet<bigint>> {
    return new Set((await this.#read(sinceMs)).map(fingerprintOf));
  }
}

/** Publishing adds `SentIDs` to receipts. */
const fingerprintOf = ({ type, state, data }: EventParts | CatalogEvent): bigint =>
  BigInt(Bun.hash(JSON.stringify([type, state, { ...record(data), SentIDs: undefined }])));
