/** Turning pages from the newest delivery to the oldest. */

/** A search ends early where what is wanted is rare: so many follow each other before a person is asked. */
const SEARCHES_MAX = 5;

/**
 * @typedef {{ id: string, createdAt: string }} Delivery
 * @typedef {{ deliveries: Delivery[], next: string | null }} Found newest first; `next` null: nothing is older
 * @typedef {{ before?: string, from?: string, limit: number }} Asked
 * @typedef {(asked: Asked) => Promise<Found>} Find
 */

/**
 * A place in the list: the newest page, which follows what comes unless it is held, or an older one, which stays.
 * @param {Find} find
 * @param {number} size rows per page
 */
export function createPager(find, size) {
  /** Before which id each of the pages turned so far begins; the last is the one shown. */
  let ends = [];
  /** The id that the newest page is held at; null: it follows. */
  let held = null;
  /** @type {Found | null} null: turned to and not read yet */
  let page = null;

  const turnTo = (next) => {
    ends = next;
    held = null;
    page = null;
  };
  return {
    isNewest: () => ends.length === 0,
    hasOlder: () => page !== null && page.next !== null && page.deliveries.length === size,
    /** The page is not full, and more may be found by looking further back. */
    isUnfinished: () => page !== null && page.next !== null && page.deliveries.length < size,
    newest: () => turnTo([]),
    newer: () => turnTo(ends.slice(0, -1)),
    older: () => turnTo([...ends, page.next]),
    /** Keeps the newest page as it is, so that nothing moves under a reader's hands; false: lets it follow. */
    hold(isWanted) {
      held = isWanted && ends.length === 0 ? (held ?? page?.deliveries.at(0)?.id ?? null) : null;
    },
    /** @returns {Promise<{ rows: Delivery[], newer: number } | null>} `newer`: how many a held page leaves out, up to
     *   its size; null: the page was turned meanwhile */
    async read() {
      const turned = ends;
      const before = ends.at(-1) ?? (held === null ? undefined : following(held));
      const first = await find({ before, limit: size });
      const found = page === null ? await filled(find, first, size) : joined(first, page, size);
      const newer = held === null ? 0 : await newerThan(find, found.deliveries, size);
      if (turned !== ends) return null;
      page = found;
      return { rows: found.deliveries, newer };
    },
    /** Looks further back for what an unfinished page lacks. */
    async lookFurther() {
      const known = page;
      const more = { before: known.next, limit: size - known.deliveries.length };
      const found = await filled(find, await find(more), more.limit);
      if (page !== known) return;
      page = { deliveries: [...known.deliveries, ...found.deliveries], next: found.next };
    },
  };
}

/** Goes on with a search that ended early. */
async function filled(find, first, size) {
  let { deliveries, next } = first;
  for (let searches = 1; searches < SEARCHES_MAX; searches++) {
    if (next === null || deliveries.length >= size) break;
    const more = await find({ before: next, limit: size - deliveries.length });
    deliveries = [...deliveries, ...more.deliveries];
    next = more.next;
  }
  return { deliveries, next };
}

/** A new reading, and behind where it ended early what was found there before. */
function joined(first, { deliveries: known, next }, size) {
  if (first.next === null || first.deliveries.length === size) return first;
  const further = known.filter(({ id }) => id < first.next);
  const all = [...first.deliveries, ...further];
  if (all.length < size)
    return { deliveries: all, next: next === null || next < first.next ? next : first.next };
  const deliveries = all.slice(0, size);
  return { deliveries, next: deliveries.at(-1).id };
}

async function newerThan(find, deliveries, size) {
  const [top] = deliveries;
  if (top === undefined) return 0;
  const found = await find({ from: top.createdAt, limit: size });
  return found.deliveries.filter(({ id }) => id > top.id).length;
}

/** The least id after this one. @param {string} id */
export function following(id) {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
