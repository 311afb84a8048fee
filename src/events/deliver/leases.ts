/**
 * Which deliveries this process owns: leasing waiting ones of a lane, and reconciling memory and table. They differ
 * after an answer was lost: what the table alone knows of is released there, and claimed again like any other.
 */
import { DatabaseError, type Row, type Statement } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Delivery } from '../contract/delivery.ts';
import type { GroupCommit } from '../publish/group-commit.ts';

export interface Leases {
  /** To be called in the turn in which the commit is known that made the delivery this process's own. */
  begin(deliveryId: string): void;
  /** Likewise for the commit that released it. */
  end(deliveryId: string): void;
  /**
   * Makes what the table alone knows of wait again; how many. Looks at the rows only when the table holds more than
   * memory, or `thoroughly`.
   */
  release(thoroughly: boolean): Promise<number>;
}

interface LeasesDeps {
  readonly commits: GroupCommit;
  readonly clock: Pick<Clock, 'steady'>;
  readonly owner: string;
}

/** Rows released by one statement. */
const SLICE = 500;

const OURS = "stream_id in (select id from streams) and state = 'sending' and owner = ?";
const LIST = `select id from deliveries where ${OURS} and (select count(*) from deliveries where ${OURS}) > ?`;
const RELEASE = `update deliveries set state = 'waiting', owner = null, next_attempt_at = ?
  where id in (select value from json_each(?)) and state = 'sending' and owner = ?`;

export function createLeases({ commits, clock, owner }: LeasesDeps): Leases {
  const held = new Set<string>();

  /** In a commit's turn, where memory is what the table was after the commit before. */
  const ask = (statement: () => Statement): Promise<Row[]> =>
    new Promise((resolve, reject) =>
      commits.submit({
        mustSucceed: false,
        rows: 1,
        bytes: 256,
        statements: () => [statement()],
        committed: ([rows = []]) => resolve(rows.filter(([id]) => !held.has(String(id)))),
        found: () => resolve([]),
        failed: reject,
      }),
    );

  return {
    begin: (deliveryId) => void held.add(deliveryId),
    end: (deliveryId) => void held.delete(deliveryId),
    async release(thoroughly) {
      const unheld = await ask(() => ({
        sql: LIST,
        params: [owner, owner, thoroughly ? -1 : held.size],
      }));
      const ids = unheld.map(([id]) => String(id));
      for (let from = 0; from < ids.length; from += SLICE) {
        await ask(() => {
          const still = ids.slice(from, from + SLICE).filter((id) => !held.has(id));
          return { sql: RELEASE, params: [clock.steady(), JSON.stringify(still), owner] };
        });
      }
      return ids.length;
    },
  };
}

// Each claim is one UPDATE over a limited sub-select on an index made for it: a long table costs no more than a short one.
const OF_EVENT =
  'from events e where e.stream_id = deliveries.stream_id and e.sequence = deliveries.sequence';
/** Order depends on the chat, and how many may be sent at once on the sizes; the body is read when it is sent. */
const RETURNING = `returning id, event_id, type, sequence, attempt_count, attempt_limit,
  (select chat ${OF_EVENT}), (select octet_length(body) ${OF_EVENT}),
  (select length(bytes) from media where id = (select media_id ${OF_EVENT}))`;

const lease = (where: string, order: string) => `update deliveries
  set state = 'sending', owner = ?, next_attempt_at = null where id in (
    select id from deliveries where stream_id = ? and endpoint = ? and ${where} order by ${order} limit ?
  ) ${RETURNING}`;

const FRESH = lease("state = 'waiting' and attempt_count = 0", 'sequence');
const RETRIES = lease(
  "state = 'waiting' and attempt_count > 0 and next_attempt_at <= ?",
  // Due at the same moment: as they came in.
  'next_attempt_at, rowid',
);
/** How many retries of a lane are brought forward at once; the rest come when they are due. */
const FORWARD_MAX = 5_000;
const FORWARD = `update deliveries set next_attempt_at = ? where id in (
    select id from deliveries where stream_id = ? and endpoint = ? and state = 'waiting'
      and attempt_count > 0 order by next_attempt_at limit ${FORWARD_MAX}
  )`;
const NEXT_RETRY = `select min(next_attempt_at) from deliveries
  where stream_id = ? and endpoint = ? and state = 'waiting' and attempt_count > 0`;

/** A lane as far as a claim reads it, and what the lane then knows of the table. */
interface ClaimedLane {
  readonly streamId: string;
  readonly endpoint: string;
  /** The table holds first attempts that are not in memory. */
  overflowing: boolean;
  /** Steady ms at which the earliest retry in the table is due; null when there is none. */
  retryDueAt: number | null;
}

export interface Claims {
  /** Up to `limit` first attempts, in sequence order; fewer means the table holds no more. */
  fresh(lane: ClaimedLane, limit: number): Promise<Delivery[]>;
  /** Up to `limit` retries due at `now` (steady ms); the lane then knows when its next one is. */
  retries(lane: ClaimedLane, limit: number, now: number): Promise<Delivery[]>;
  /** Makes the lane's retries due at `now` (steady ms), all at the same moment. */
  bringForward(lane: ClaimedLane, now: number): Promise<void>;
}

export function createClaims(commits: GroupCommit, owner: string, leases: Leases): Claims {
  const run = (statements: Statement[], use: (rows: Row[][]) => void) =>
    inOwnTurn(commits, statements, use);
  const taken = (lane: ClaimedLane, rows: readonly Row[]): Delivery[] => {
    const deliveries = rows.map((row) => toDelivery(lane, row));
    for (const { id } of deliveries) leases.begin(id);
    return deliveries.sort((a, b) => a.sequence - b.sequence);
  };
  return {
    async fresh(lane, limit) {
      let claimed: Delivery[] = [];
      const params = [owner, lane.streamId, lane.endpoint, limit];
      await run([{ sql: FRESH, params }], ([rows]) => {
        claimed = taken(lane, rows ?? []);
        lane.overflowing = claimed.length === limit;
      });
      return claimed;
    },
    async retries(lane, limit, now) {
      let due: Delivery[] = [];
      const of = [lane.streamId, lane.endpoint];
      await run(
        [
          { sql: RETRIES, params: [owner, ...of, now, limit] },
          { sql: NEXT_RETRY, params: of },
        ],
        ([rows, next]) => {
          due = taken(lane, rows ?? []);
          const earliest = next?.[0]?.[0];
          lane.retryDueAt = earliest == null ? null : Number(earliest);
        },
      );
      return due;
    },
    bringForward: (lane, now) =>
      run([{ sql: FORWARD, params: [now, lane.streamId, lane.endpoint] }], () => {}),
  };
}

/** `use` runs inside the commit's own turn: a publish right after it must see what changed. */
const inOwnTurn = (commits: GroupCommit, statements: Statement[], use: (rows: Row[][]) => void) =>
  new Promise<void>((resolve, reject) =>
    commits.submit({
      mustSucceed: false,
      rows: 1,
      bytes: 256,
      statements: () => statements,
      committed: (rows) => {
        use(rows);
        resolve();
      },
      // Whose rows these are is only in the answer: they are released, and claimed again.
      found: () => reject(new DatabaseError('unreachable', 'the answer to a claim was lost')),
      failed: reject,
    }),
  );

function toDelivery(lane: ClaimedLane, row: Row): Delivery {
  const [id, eventId, type, sequence, attemptCount, attemptLimit, chat, bodyBytes, mediaBytes] =
    row;
  return {
    id: String(id),
    streamId: lane.streamId,
    endpoint: lane.endpoint,
    eventId: String(eventId),
    type: String(type),
    sequence: Number(sequence),
    chat: chat == null ? null : String(chat),
    attemptCount: Number(attemptCount),
    attemptLimit: attemptLimit == null ? null : Number(attemptLimit),
    body: null,
    bodyBytes: Number(bodyBytes),
    mediaBytes: Number(mediaBytes),
  };
}
