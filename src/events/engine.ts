/**
 * The engine's face: everything the zones and providers may ask of it.
 * Owns: nothing; engine parts are behind it and are wired in app.ts.
 */
import type { Row, Statement } from '../db/client.ts';
import type { CatalogEvent } from './contract/catalog.ts';

export interface Stream {
  /** Instance id. */
  readonly id: string;
  /** Instance name, as it stands in the body. */
  readonly name: string;
}

/** A change of an account's record, told by the commit that makes it. */
export interface RecordEvent {
  /** `<record>.<what happened>`. */
  readonly type: string;
  /** First attempts of events with the same order run one after another. */
  readonly order: string;
  /** The record before, as its answers show it; null: it did not exist. */
  readonly previous: object | null;
  /** Likewise afterwards. A Statement is an SQL expression for its JSON, asked when the change is made. */
  readonly current: object | Statement | null;
}

/** Which deliveries to send again; at least one field is set. Times are ms since 1970, of `createdAt`. */
export interface Redelivery {
  readonly ids?: readonly string[];
  readonly state?: 'waiting' | 'delivered' | 'discarded';
  readonly from?: number;
  readonly to?: number;
  /** Only of this endpoint of the stream; no selection by itself. */
  readonly endpoint?: string;
}

export interface Engine {
  /**
   * The only way in: resolves once the events and their deliveries are on disk, in the order given.
   * Rejects with a DatabaseError when they could not be written; then nothing of them was.
   */
  publish(stream: Stream, events: readonly CatalogEvent[]): Promise<void>;
  /**
   * A change and the events that tell of it, written as one: both are on disk when it resolves, with the rows
   * that each statement of the change returned. Rejects with a DatabaseError when any of it could not be
   * written; then nothing was. The stream is the account's.
   */
  publishChange(
    accountId: string,
    change: readonly Statement[],
    events: readonly RecordEvent[],
  ): Promise<Row[][]>;
  /** Replaces the codes in a stream's QRCode events by empty texts. */
  wipeCodes(streamId: string): Promise<void>;
  /**
   * To be called after an endpoint's settings changed, before the change is acknowledged: attempts under way
   * to the old target are broken off, and waiting deliveries go to the new one, or are discarded when it is gone.
   */
  retarget(streamId: string, endpoint: string): Promise<void>;
  /** Makes finished or waiting deliveries due at once, with a new round of attempts; how many. */
  redeliver(streamId: string, selection: Redelivery): Promise<number>;
}
