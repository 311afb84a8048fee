/**
 * Turning pages from the newest delivery to the oldest, over a list that the service reads oldest first.
 * Ids are UUIDs of version 7, which begin with their time.
 */

/** How many the service gives at once. */
export const FETCHED_AT_ONCE = 500;
/** How far back to look for a full page before looking at everything. */
const REACHES_MS = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
/** Against reading on for ever behind a service that writes faster. */
const FETCHES_MAX = 50;

/** @typedef {{ id: string }} Delivery */
/** @typedef {(after: string, limit: number) => Promise<Delivery[]>} Find oldest first, after an id */
/** @typedef {{ from: string, rows: Delivery[] }} Page `rows` oldest first; `from` lies before all of them */

/**
 * A place in the list: the newest page, which follows what comes, or an older one, which stays.
 * @param {Find} find
 * @param {number} size rows per page
 */
export function createPager(find, size) {
  /** Where the pages turned so far end; the last is the one shown. */
  let ends = [];
  /** @type {Page | null} null: turned to and not read yet */
  let page = null;

  const turnTo = (next) => {
    ends = next;
    page = null;
  };
  return {
    isNewest: () => ends.length === 0,
    hasOlder: () => page?.rows.length === size,
    newest: () => turnTo([]),
    newer: () => turnTo(ends.slice(0, -1)),
    older: () => turnTo([...ends, page.rows[0].id]),
    /**
     * The rows of the page as they are now, the newest first; null when it was turned meanwhile.
     * @param {number} now ms since 1970
     */
    async read(now) {
      const turned = ends;
      const end = ends.at(-1) ?? null;
      const again = page && (await pageFrom(find, { from: page.from, end, size }));
      // Rows leave a page when their state changes: then older ones may take their place.
      const isWhole = again && (again.rows.length === size || again.from === BEGINNING);
      const found = isWhole ? again : await pageBefore(find, { end, size, now });
      if (turned !== ends) return null;
      page = found;
      return page.rows.toReversed();
    },
  };
}

/** The lowest id of that millisecond. @param {number} ms */
export function idAt(ms) {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const BEGINNING = idAt(0);

/** Ms since 1970. @param {string} id */
export const timeOf = (id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/**
 * The last `size` before `end`.
 * @param {Find} find
 * @param {{ end: string | null, size: number, now: number }} wanted `end` null: the newest of all
 * @returns {Promise<Page>}
 */
export async function pageBefore(find, { end, size, now }) {
  const endMs = end === null ? now : timeOf(end);
  for (const reachMs of REACHES_MS) {
    const page = await pageFrom(find, { from: idAt(endMs - reachMs), end, size });
    if (page.rows.length === size) return page;
  }
  return pageFrom(find, { from: BEGINNING, end, size });
}

/**
 * The last `size` between `from` and `end`: an earlier page again, or what has followed it.
 * @param {Find} find
 * @param {{ from: string, end: string | null, size: number }} wanted
 * @returns {Promise<Page>}
 */
export async function pageFrom(find, { from, end, size }) {
  let rows = [];
  let after = from;
  for (let fetches = 0; fetches < FETCHES_MAX; fetches++) {
    const found = await find(after, FETCHED_AT_ONCE);
    const before = end === null ? found : found.filter(({ id }) => id < end);
    rows = [...rows, ...before].slice(-size);
    if (before.length < FETCHED_AT_ONCE) break;
    after = before.at(-1).id;
  }
  return { from: rows.length === size ? idAt(timeOf(rows[0].id)) : from, rows };
}
