/** Reads the health of endpoints from its table, which only the engine writes. */
import type { Database, Row, Statement } from '../../db/client.ts';
import type { Health, HealthState, Percent } from '../contract/health.ts';

export interface StoredHealth {
  readonly streamId: string;
  readonly endpoint: string;
  readonly health: Health;
  /** The last announced step: see the column. */
  readonly announced: number;
}

type ReadableDatabase = Pick<Database, 'query'>;

const READ =
  'select stream_id, endpoint, state, since, failures, failing_since, reason, percent, announced from endpoint_health';
const OPEN = `${READ} where (state <> 'healthy' or announced > 0)`;
const OPEN_OF = `${OPEN} and stream_id in (select value from json_each(?))`;
const OF_STREAM = `${READ} where stream_id = ?`;

/**
 * Selects the health of endpoints of these streams (null: of all) that is not good, or whose recovery is not announced;
 * `toHealth` reads its rows.
 */
export const openHealthOf = (streamIds: readonly string[] | null): Statement =>
  streamIds === null
    ? { sql: OPEN, params: [] }
    : { sql: OPEN_OF, params: [JSON.stringify(streamIds)] };

/** Returns the health of endpoints that `openHealthOf` selects. */
export async function readOpenHealth(
  db: ReadableDatabase,
  streamIds: readonly string[] | null,
): Promise<StoredHealth[]> {
  const { sql, params } = openHealthOf(streamIds);
  return (await db.query(sql, params)).map(toHealth);
}

/** Returns the health of each endpoint of a stream that has ever failed, by its text. Any node may ask. */
export async function readHealth(
  db: ReadableDatabase,
  streamId: string,
): Promise<ReadonlyMap<string, Health>> {
  const rows = (await db.query(OF_STREAM, [streamId])).map(toHealth);
  return new Map(rows.map(({ endpoint, health }) => [endpoint, health]));
}

export function toHealth(row: Row): StoredHealth {
  const [streamId, endpoint, state, since, failures, failingSince, reason, percent, announced] =
    row;
  return {
    streamId: String(streamId),
    endpoint: String(endpoint),
    announced: Number(announced),
    health: {
      state: state as HealthState,
      since: Number(since),
      failures: Number(failures),
      failingSince: failingSince == null ? null : Number(failingSince),
      reason: reason == null ? null : String(reason),
      percent: Number(percent) as Percent,
    },
  };
}
