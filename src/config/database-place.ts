/** Which file is the database when DATABASE_URL does not say it. */
import { statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { fileUrl } from '../shared/database-url.ts';

/**
 * Returns a text that two paths share exactly when they lead to one file, through links or mounts too; null when there
 * is no such file, or none that this user can see.
 */
export type Identify = (path: string) => string | null;

export const fileIdentity: Identify = (path) => {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
};

const NAME = 'gatehouse.db';
const DEFAULT_PLACE = './data/gatehouse.db';
/**
 * Where earlier versions kept the database when DATA_DIR alone was set: in `./data`, and in their image, which set
 * DATABASE_URL too, in `/data`, its working folder.
 */
const FORMER_PLACES = [DEFAULT_PLACE, './gatehouse.db'];

interface DatabasePlace {
  readonly url: string;
  /** What the operator should know and do about a database in a former place; null when there is none. */
  readonly warning: string | null;
}

/** Returns the file in `dataDir`, or the one of an earlier version as long as `dataDir` has none. */
export function databaseIn(dataDir: string, identify: Identify): DatabasePlace {
  const path = join(dataDir, NAME);
  const own = isAbsolute(path) ? path : `./${path}`;
  const identity = identify(own);
  const former =
    resolve(own) === resolve(DEFAULT_PLACE)
      ? undefined
      : FORMER_PLACES.find((place) => ![null, identity].includes(identify(place)));
  if (former === undefined) return { url: fileUrl(own), warning: null };
  // A log without its database is the rest of one that was lost: the start refuses it, and says so.
  if (identity !== null || identify(`${own}-wal`) !== null)
    return { url: fileUrl(own), warning: unusedFormer(own, former) };
  return { url: fileUrl(former), warning: usedFormer(path, former) };
}

const usedFormer = (own: string, former: string): string =>
  `DATABASE_URL is not set and ${own} is not there: ${former} is used, where earlier versions kept the database whatever DATA_DIR said; ` +
  `set DATABASE_URL=${fileUrl(former)}, or stop the service and move ${former} to ${own}, with every file beside it whose name begins with ${NAME} (-wal, -shm, .lock)`;

const unusedFormer = (own: string, former: string): string =>
  `DATABASE_URL is not set: ${own} is used; ${former}, where earlier versions kept it, is there too and is not used: ` +
  `set DATABASE_URL=${fileUrl(former)} if that is the one you want, or move it away`;
