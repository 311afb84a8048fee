/** Turning pages of a list that the service searches, from the newest to the oldest. */

/** A search ends early where what is wanted is rare: so many follow each other before a person is asked. */
const SEARCHES_MAX = 5;

/**
 * @typedef {{ key: string | number }} Row keys are in the order of time
 * @typedef {{ rows: Row[], next: string | number | null }} Found newest first; `next` null: nothing is older
 * @typedef {{ before?: string | number, since?: Row, limit: number }} Asked `since`: that row and what came after it
 * @typedef {(asked: Asked) => Promise<Found>} Find
 */

/**
 * A place in the list: the newest page, which follows what comes unless it is held, or an older one, which stays.
 * @param {Find} find
 * @param {{ size: number, lowest: string | number, following: (key: string | number) => string | number }} options
 *   `size`: rows per page; `lowest`: a key before every row's; `following`: the least key after this one
 */
export function createPager(find, { size, lowest, following }) {
  /** Before which key each of the pages turned so far begins; the last is the one shown. */
  let ends = [];
  /** The key that the newest page is held at; null: it follows. */
  let held = null;
  /** @type {Found | null} null: turned to and not read yet */
  let page = null;

  const turnTo = (next) => {
    ends = next;
    held = null;
    page = null;
  };
  return {
    size,
    isNewest: () => ends.length === 0,
    hasOlder: () => page !== null && page.next !== null && page.rows.length === size,
    /** The page is not full, and more may be found by looking further back. */
    isUnfinished: () => page !== null && page.next !== null && page.rows.length < size,
    newest: () => turnTo([]),
    newer: () => turnTo(ends.slice(0, -1)),
    older: () => turnTo([...ends, page.next]),
    /** Keeps the newest page as it is, so that nothing moves under a reader's hands; false: lets it follow. */
    hold(isWanted) {
      if (!isWanted || ends.length > 0) held = null;
      else if (page !== null) held ??= page.rows.at(0)?.key ?? lowest;
    },
    /** @returns {Promise<{ rows: Row[], newer: number } | null>} `newer`: how many a held page leaves out, up to
     *   its size; null: the page was turned meanwhile */
    async read() {
      const turned = ends;
      const before = ends.at(-1) ?? (held === null ? undefined : following(held));
      const first = await find({ before, limit: size });
      const found = page === null ? await filled(find, first, size) : joined(first, page, size);
      const newer =
        held === null ? 0 : await newerThan(find, found.rows.at(0) ?? { key: lowest }, size);
      if (turned !== ends) return null;
      page = found;
      return { rows: found.rows, newer };
    },
    /** Looks further back for what an unfinished page lacks. */
    async lookFurther() {
      const known = page;
      const more = { before: known.next, limit: size - known.rows.length };
      const found = await filled(find, await find(more), more.limit);
      if (page !== known) return;
      page = { rows: [...known.rows, ...found.rows], next: found.next };
    },
  };
}

/** Goes on with a search that ended early. */
async function filled(find, first, size) {
  let { rows, next } = first;
  for (let searches = 1; searches < SEARCHES_MAX; searches++) {
    if (next === null || rows.length >= size) break;
    const more = await find({ before: next, limit: size - rows.length });
    rows = [...rows, ...more.rows];
    next = more.next;
  }
  return { rows, next };
}

/** A new reading, and behind where it ended early what was found there before. */
function joined(first, known, size) {
  if (first.next === null || first.rows.length === size) return first;
  const further = known.rows.filter(({ key }) => key < first.next);
  const rows = [...first.rows, ...further];
  const isFurther = known.next === null || known.next < first.next;
  if (rows.length < size) return { rows, next: isFurther ? known.next : first.next };
  return { rows: rows.slice(0, size), next: rows[size - 1].key };
}

async function newerThan(find, top, size) {
  const { rows } = await find({ since: top, limit: size });
  return rows.filter(({ key }) => key > top.key).length;
}

/** Somebody reads, ticks or has opened something of a list, or has turned to it by keys: nothing in it may move. */
export const isInUse = (list) =>
  list.matches(':focus-within') ||
  list.querySelector('details[open], input:checked') !== null ||
  (list.childElementCount > 0 && list.getBoundingClientRect().top < 0);
