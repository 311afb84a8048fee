/**
 * Leases waiting deliveries of a lane to this process, and reconciles memory with the table. They differ after a lost
 * answer: leases that only the table knows are released there and claimed again like any other.
 */
import { DatabaseError, type Row, type Statement, type Value } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Delivery } from '../contract/delivery.ts';
import { replayOfLane } from '../contract/endpoint.ts';
import type { GroupCommit } from '../publish/group-commit.ts';
import type { Grant, Ownership } from '../publish/ownership.ts';

export interface Leases {
  /** Must be called in the same turn of the event loop in which the commit is known that leased the delivery. */
  begin(delivery: Delivery): void;
  /** Must be called likewise for the commit that released it, or when another process has it. */
  end(delivery: Delivery): void;
  /**
   * Releases the leases that only the table knows. Returns how many. Reads the rows only when the table has more leases
   * than memory, or `thoroughly`.
   */
  release(thoroughly: boolean): Promise<number>;
}

interface LeasesDeps {
  readonly commits: GroupCommit;
  readonly clock: Pick<Clock, 'steady'>;
  readonly ownership: Pick<Ownership, 'holderPrefix'>;
}

/** How many rows one statement releases. */
const SLICE = 500;

/** The leases that the table has of a process. Its parameters are those of `holdersOf`. */
export const OURS =
  "stream_id in (select id from streams) and state = 'sending' and holder >= ? and holder < ?";
const LIST = `select id, holder from deliveries where ${OURS} and (select count(*) from deliveries where ${OURS}) > ?`;
const RELEASE = `update deliveries set state = 'waiting', holder = null, next_attempt_at = ?
  where state = 'sending' and (id, holder) in (select value ->> 0, value ->> 1 from json_each(?))`;

export function createLeases({ commits, clock, ownership }: LeasesDeps): Leases {
  /** The holder of each delivery; a stream that was lost and came back has another one. */
  const held = new Map<string, string>();
  const isHeld = ([id, holder]: Row): boolean => held.get(String(id)) === holder;

  /** Builds the statement within the commit, when memory is as the table was after the previous commit. */
  const ask = (statement: () => Statement): Promise<Row[]> =>
    new Promise((resolve, reject) =>
      commits.submit({
        mustSucceed: false,
        rows: 1,
        bytes: 256,
        statements: () => [statement()],
        onCommitted: ([rows = []]) => resolve(rows.filter((row) => !isHeld(row))),
        onCommittedWithoutRows: () => resolve([]),
        onFailed: reject,
      }),
    );

  return {
    begin: ({ id, holder }) => void held.set(id, holder),
    end({ id, holder }) {
      if (held.get(id) === holder) held.delete(id);
    },
    async release(thoroughly) {
      const ours = holdersOf(ownership.holderPrefix);
      const unheld = await ask(() => ({
        sql: LIST,
        params: [...ours, ...ours, thoroughly ? -1 : held.size],
      }));
      for (let from = 0; from < unheld.length; from += SLICE) {
        await ask(() => {
          const still = unheld.slice(from, from + SLICE).filter((row) => !isHeld(row));
          return { sql: RELEASE, params: [clock.steady(), JSON.stringify(still)] };
        });
      }
      return unheld.length;
    },
  };
}

/** Returns the first holder with `prefix`, and a text that sorts after all of them. */
export const holdersOf = (prefix: string): [from: string, before: string] => [
  prefix,
  `${prefix}\u{10ffff}`,
];

// Each claim is one UPDATE over a limited sub-select on an index made for it, so a long table costs no more than a
// short one.
const OF_EVENT =
  'from events e where e.stream_id = deliveries.stream_id and e.sequence = deliveries.sequence';
/** A longer body is read when it is sent, as is one that has a file or a secret that is wiped in time. */
const BODY_CLAIMED_MAX = 4 * 1024;
/** The order depends on the chat, and the number of concurrent attempts on the sizes. */
const RETURNING = `returning id, event_id, type, created_at, sequence, attempt_count, round_from,
  attempt_count > round_from and coalesce(last_attempt ->> 'isMediaRefused', 0), (select chat ${OF_EVENT}), (select traceparent ${OF_EVENT}), (select octet_length(body) ${OF_EVENT}),
  (select length(bytes) from media where id = (select media_id ${OF_EVENT})),
  (select body ${OF_EVENT} and octet_length(body) <= ${BODY_CLAIMED_MAX} and media_id is null and secret_until is null)`;

/** The same for the lane of a replay, whose events may be restored from the archive. */
const RESTORED = 'from restored_events where replay_id = ? and sequence = deliveries.sequence';
const RETURNING_REPLAY = RETURNING.replace(
  `(select chat ${OF_EVENT})`,
  `coalesce((select chat ${OF_EVENT}), (select chat ${RESTORED}))`,
).replace(
  `(select octet_length(body) ${OF_EVENT})`,
  `coalesce((select octet_length(body) ${OF_EVENT}), (select octet_length(body) ${RESTORED}))`,
);

const lease = (where: string, order: string) => `update deliveries
  set state = 'sending', holder = ?, next_attempt_at = null where id in (
    select id from deliveries where stream_id = ? and endpoint = ? and ${where} order by ${order} limit ?
  ) `;

const FRESH = lease("state = 'waiting' and attempt_count = 0", 'sequence');
const RETRIES = lease(
  "state = 'waiting' and attempt_count > 0 and next_attempt_at <= ?",
  // Retries due at the same moment keep the order in which they came.
  'next_attempt_at, rowid',
);
/** Where other processes write too, the stream must still belong to this one. */
const BY_OWNER = 'and exists (select 1 from streams where id = ? and owner = ? and term = ?) ';
/** How many retries of a lane are brought forward at once; the others come when they are due. */
const FORWARD_MAX = 5_000;
const FORWARD = `update deliveries set next_attempt_at = ? where id in (
    select id from deliveries where stream_id = ? and endpoint = ? and state = 'waiting'
      and attempt_count > 0 order by next_attempt_at limit ${FORWARD_MAX}
  )`;
const NEXT_RETRY = `select min(next_attempt_at) from deliveries
  where stream_id = ? and endpoint = ? and state = 'waiting' and attempt_count > 0`;

/** The part of a lane that a claim reads and updates. */
interface ClaimedLane {
  readonly streamId: string;
  readonly endpoint: string;
  /** Whether the table has first attempts that are not in memory. */
  hasMoreInTable: boolean;
  /** When the earliest retry in the table is due, in ms of the steady clock; null without a retry in the table. */
  retryDueAt: number | null;
  /** Grows when the table gets waiting deliveries; a change during a claim makes its result outdated. */
  readonly tableVersion: number;
}

export interface Claims {
  /**
   * Claims up to `limit` first attempts in the order of sequences; fewer mean that the table has no more. Claims none,
   * and the lane still has more in the table, while the leases in the table are not known.
   */
  fresh(lane: ClaimedLane, limit: number): Promise<Delivery[]>;
  /** Claims up to `limit` retries due at `now` (steady ms), and sets when the lane's next one is due. */
  retries(lane: ClaimedLane, limit: number, now: number): Promise<Delivery[]>;
  /** Makes the lane's retries due at `now` (steady ms), all at the same time. */
  bringForward(lane: ClaimedLane, now: number): Promise<void>;
}

interface ClaimsDeps {
  readonly commits: GroupCommit;
  readonly ownership: Ownership;
  readonly leases: Pick<Leases, 'begin'>;
  /** Whether memory knows every lease that the table has: see `Reconciler`. */
  readonly reconciler: { readonly areLeasesKnown: boolean };
}

export function createClaims({ commits, ownership, leases, reconciler }: ClaimsDeps): Claims {
  const run = (statements: () => Statement[], use: (rows: Row[][]) => void) =>
    inOwnTurn(commits, statements, use);
  const claim = (sql: string, lane: ClaimedLane, grant: Grant, others: readonly Value[]) => {
    const params = [grant.holder, lane.streamId, lane.endpoint, ...others];
    const replay = replayOfLane(lane.endpoint);
    const returning = replay === null ? RETURNING : RETURNING_REPLAY;
    const restored = replay === null ? [] : [replay, replay];
    if (!ownership.isShared) return { sql: `${sql}${returning}`, params: [...params, ...restored] };
    const owned = [lane.streamId, grant.node, grant.term];
    return { sql: `${sql}${BY_OWNER}${returning}`, params: [...params, ...owned, ...restored] };
  };
  const toDeliveries = (lane: ClaimedLane, { holder }: Grant, rows: readonly Row[]): Delivery[] => {
    const deliveries = rows.map((row) => toDelivery(lane, holder, row));
    for (const delivery of deliveries) leases.begin(delivery);
    return deliveries.sort((a, b) => a.sequence - b.sequence);
  };
  return {
    async fresh(lane, limit) {
      const grant = ownership.grantToSend(lane.streamId);
      if (grant === null) return noneOf(lane);
      let claimed: Delivery[] = [];
      const { tableVersion } = lane;
      const statements = () =>
        reconciler.areLeasesKnown ? [claim(FRESH, lane, grant, [limit])] : [];
      await run(statements, ([rows]) => {
        if (rows === undefined) return;
        claimed = toDeliveries(lane, grant, rows);
        // Another process may have added deliveries after this claim.
        lane.hasMoreInTable = claimed.length === limit || lane.tableVersion !== tableVersion;
      });
      return claimed;
    },
    async retries(lane, limit, now) {
      const grant = ownership.grantToSend(lane.streamId);
      if (grant === null) return noneOf(lane);
      let due: Delivery[] = [];
      const { tableVersion } = lane;
      const next = { sql: NEXT_RETRY, params: [lane.streamId, lane.endpoint] };
      const statements = () => [claim(RETRIES, lane, grant, [now, limit]), next];
      await run(statements, ([rows, earliest]) => {
        due = toDeliveries(lane, grant, rows ?? []);
        const at = earliest?.[0]?.[0];
        const known = lane.tableVersion === tableVersion ? null : lane.retryDueAt;
        lane.retryDueAt = earliestOf(at == null ? null : Number(at), known);
      });
      return due;
    },
    bringForward: (lane, now) =>
      run(
        () => [{ sql: FORWARD, params: [now, lane.streamId, lane.endpoint] }],
        () => {},
      ),
  };
}

const earliestOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Claims nothing, because the stream's owner claims them. */
function noneOf(lane: ClaimedLane): Delivery[] {
  lane.hasMoreInTable = false;
  lane.retryDueAt = null;
  return [];
}

/** `use` runs in the same turn as the commit's end, so that a publish right after it sees the change. */
const inOwnTurn = (
  commits: GroupCommit,
  statements: () => Statement[],
  use: (rows: Row[][]) => void,
) =>
  new Promise<void>((resolve, reject) =>
    commits.submit({
      mustSucceed: false,
      rows: 1,
      bytes: 256,
      statements,
      onCommitted: (rows) => {
        use(rows);
        resolve();
      },
      // Only the lost answer said which rows these are, so they are released and claimed again.
      onCommittedWithoutRows: () =>
        reject(new DatabaseError('unreachable', 'the answer to a claim was lost')),
      onFailed: reject,
    }),
  );

function toDelivery(lane: ClaimedLane, holder: string, row: Row): Delivery {
  const [id, eventId, type, createdAt, sequence, attemptCount, roundFrom, ...others] = row;
  const [isMediaRefused, chat, traceparent, bodyBytes, mediaBytes, body] = others;
  return {
    id: String(id),
    streamId: lane.streamId,
    endpoint: lane.endpoint,
    eventId: String(eventId),
    type: String(type),
    createdAt: Number(createdAt),
    sequence: Number(sequence),
    chat: chat == null ? null : String(chat),
    attemptCount: Number(attemptCount),
    roundFrom: Number(roundFrom),
    body: body == null ? null : String(body),
    bodyBytes: Number(bodyBytes),
    mediaBytes: Number(mediaBytes),
    isMediaRefused: Number(isMediaRefused) === 1,
    traceparent: traceparent == null ? null : String(traceparent),
    holder,
  };
}
