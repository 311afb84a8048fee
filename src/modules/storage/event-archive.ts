/**
 * Keeps events in a bucket: gzipped, one JSON a line, in objects named by stream, hour and the sequences that they have.
 * The keys of a stream sort by these, so a reader goes through them in the order of the events.
 */

import { promisify } from 'node:util';
import { gunzip as unzip, gzip as zip } from 'node:zlib';
import type {
  ArchivedEvent,
  ArchiveReader,
  WatchedArchive,
} from '../../core/events/contract/archive.ts';
import { type Clock, iso } from '../../core/shared/clock.ts';
import { ConditionRecord } from '../../core/shared/condition.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { AskStore } from './store-requests.ts';
import { valuesIn } from './xml-values.ts';

const gzip = promisify(zip);
const gunzip = promisify(unzip);

/** The largest object that is read, before and after it is unzipped: what is written is much smaller. */
const OBJECT_BYTES_MAX = 64 * 1024 ** 2;
const UNZIPPED_BYTES_MAX = 256 * 1024 ** 2;
const READ_MAX = 200;
const DIGITS = 16;
const HOUR_MS = 3_600_000;
/** Each request has a time limit of its own. */
const ENDLESS = new AbortController().signal;
const BODY = ',"body":';

interface StoreDeps {
  readonly ask: AskStore;
  /** The beginning of all keys: '' or a path that ends with `/`. */
  readonly prefix: string;
}

interface EventArchiveDeps extends StoreDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
}

const watch =
  (ask: AskStore, record: ConditionRecord, recordFailure: () => void): AskStore =>
  async (request, signal) => {
    try {
      const answer = await ask(request, signal);
      record.up();
      return answer;
    } catch (error) {
      record.down(messageOf(error));
      recordFailure();
      throw error;
    }
  };

export function createEventArchive({ clock, ...storeDeps }: EventArchiveDeps): WatchedArchive {
  const record = new ConditionRecord(clock, null);
  const counts = {
    events: 0,
    bytes: 0,
    failures: 0,
    lost: { retention: 0, storage_limit: 0 },
    lastWriteAt: null as number | null,
  };
  const recordFailure = () => {
    counts.failures++;
  };
  const deps: StoreDeps = { ...storeDeps, ask: watch(storeDeps.ask, record, recordFailure) };
  const { ask, prefix } = deps;
  return {
    problem() {
      const { since, error } = record.current;
      if (error === null) return null;
      return `EVENT_ARCHIVE_URL cannot be used since ${iso(since)}, so events are kept: ${error}`;
    },
    counts: () => ({ ...counts, countLost: { ...counts.lost }, isUp: record.isUp }),
    lost(count, reason) {
      counts.lost[reason] += count;
    },
    async write(events) {
      for (const run of runsOf(events)) {
        const body = await gzip(run.map(lineOf).join(''));
        const headers = { 'content-type': 'application/gzip' };
        const key = keyOf(prefix, run);
        await ask(
          { method: 'PUT', key, headers, body, bodyHash: sha256(body), isLong: true },
          ENDLESS,
        );
        counts.events += run.length;
        counts.bytes += body.length;
        counts.lastWriteAt = clock.now();
      }
    },
    async firstFrom(streamId, time) {
      const [key] = await keysAfter(deps, streamId, hourPath(time), 1);
      return key === undefined ? null : spanOf(key).first;
    },
    open: (streamId, time) => new Reader(deps, streamId, hourPath(time)),
  };
}

/** `2026/01/05/10/` of a time, in UTC. */
const hourPath = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 13).replaceAll(/[-T]/g, '/')}/`;

/** Splits events into those of one hour of one stream without a gap: then the objects of an hour follow each other. */
function runsOf(events: readonly ArchivedEvent[]): ArchivedEvent[][] {
  const runs: ArchivedEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const isNext =
      before?.streamId === event.streamId &&
      before.sequence + 1 === event.sequence &&
      Math.floor(before.createdAt / HOUR_MS) === Math.floor(event.createdAt / HOUR_MS);
    if (run && isNext) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

function keyOf(prefix: string, run: readonly ArchivedEvent[]): string {
  const [first, last] = [run[0], run.at(-1)];
  const digits = (event: ArchivedEvent | undefined) =>
    String(event?.sequence ?? 0).padStart(DIGITS, '0');
  const hour = hourPath(first?.createdAt ?? 0);
  return `${prefix}${first?.streamId}/${hour}${digits(first)}-${digits(last)}.ndjson.gz`;
}

function spanOf(key: string): { readonly first: number; readonly last: number } {
  const [, first, last] = /(\d+)-(\d+)\.ndjson\.gz$/.exec(key) ?? [];
  return { first: Number(first ?? 0), last: Number(last ?? 0) };
}

/** The body is JSON, and stays the text that it is. */
const lineOf = ({ body, ...event }: ArchivedEvent): string =>
  `${JSON.stringify(event).slice(0, -1)}${BODY}${body}}\n`;

/** Only `lineOf` writes them; a quote before the name of the field is never one within a text. */
function eventIn(line: string): ArchivedEvent {
  const at = line.indexOf(BODY);
  const event = JSON.parse(`${line.slice(0, at)}}`) as Omit<ArchivedEvent, 'body'>;
  return { ...event, body: line.slice(at + BODY.length, -1) };
}

/** Returns up to `limit` keys of a stream that come after `after`, which is a key or the beginning of one. */
async function keysAfter(
  { ask, prefix }: StoreDeps,
  streamId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const own = `${prefix}${streamId}/`;
  const query = {
    'list-type': '2',
    'max-keys': String(limit),
    prefix: own,
    'start-after': after.startsWith(own) ? after : `${own}${after}`,
  };
  const { bytes } = await ask({ method: 'GET', key: '', query }, ENDLESS);
  return valuesIn(bytes, 'Key').filter((key) => key.endsWith('.ndjson.gz'));
}

const KEYS_AT_ONCE = 1_000;

class Reader implements ArchiveReader {
  readonly #deps: StoreDeps;
  readonly #streamId: string;
  /** The last key that was listed. */
  #after: string;
  #keys: string[] = [];
  /** The events of the present object that were not returned yet. */
  #events: ArchivedEvent[] = [];

  constructor(deps: StoreDeps, streamId: string, after: string) {
    this.#deps = deps;
    this.#streamId = streamId;
    this.#after = after;
  }

  async read(after: number, before: number): Promise<readonly ArchivedEvent[]> {
    for (;;) {
      const from = this.#events.findIndex(({ sequence }) => sequence > after);
      if (from >= 0) {
        this.#events.splice(0, from);
        return this.#events.slice(0, READ_MAX).filter(({ sequence }) => sequence < before);
      }
      this.#events = [];
      const key = await this.#nextKey(after, before);
      if (key === null) return [];
      this.#events = await this.#load(key);
      this.#keys.shift();
    }
  }

  /** Returns the first key with sequences above `after`, or null if no such key begins below `before`. */
  async #nextKey(after: number, before: number): Promise<string | null> {
    for (;;) {
      for (let key = this.#keys[0]; key !== undefined; key = this.#keys[0]) {
        const { first, last } = spanOf(key);
        if (last > after) return first < before ? key : null;
        this.#keys.shift();
      }
      this.#keys = await keysAfter(this.#deps, this.#streamId, this.#after, KEYS_AT_ONCE);
      const last = this.#keys.at(-1);
      if (last === undefined) return null;
      this.#after = last;
    }
  }

  async #load(key: string): Promise<ArchivedEvent[]> {
    const { ask } = this.#deps;
    const request = { method: 'GET', key, bytesMax: OBJECT_BYTES_MAX, isLong: true } as const;
    const { bytes } = await ask(request, ENDLESS);
    const text = (await gunzip(bytes, { maxOutputLength: UNZIPPED_BYTES_MAX })).toString();
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map(eventIn);
  }
}
