/** A list that is read page by page, from the newest to the oldest, and whose newest page follows what comes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePolledQuery } from '../polled-query.ts';

type Key = string | number;

interface PageRows<Row> {
  /** The newest first. */
  readonly rows: readonly Row[];
  /** The row before which the next page begins; null if there is no older row. */
  readonly next: Key | null;
}

/** The rows to read. */
interface PageRequest {
  readonly before: Key | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

interface Options<Row> {
  readonly find: (request: PageRequest) => Promise<PageRows<Row>>;
  readonly keyOf: (row: Row) => Key;
  readonly size: number;
  /** The list is read from its beginning when one of them changes. */
  readonly inputs: readonly unknown[];
  /** Whether the newest page keeps its rows, because somebody reads them. */
  readonly isHeld: boolean;
}

export interface PagedRows<Row> {
  /** Null until the rows are read. */
  readonly rows: readonly Row[] | null;
  readonly failure: unknown;
  /** The number of rows that are newer than the shown page, up to the size of a page. */
  readonly newer: number;
  readonly isNewest: boolean;
  readonly hasOlder: boolean;
  readonly refresh: () => void;
  readonly showOlder: () => void;
  readonly showNewer: () => void;
  readonly showNewest: () => void;
}

/**
 * The most searches in a row before the page asks the person whether to continue. A search for rare rows ends early.
 */
const SEARCHES_MAX = 5;

export function usePaged<Row>({ find, keyOf, size, inputs, isHeld }: Options<Row>): PagedRows<Row> {
  /** Before which row each page that was pageStarts to begins; the last is shown. */
  const [pageStarts, setPageStarts] = useState<readonly Key[]>([]);
  const [, showAgain] = useState(0);
  const before = pageStarts.at(-1);
  useEffect(() => setPageStarts([]), [...inputs]);
  const { value, failure, refresh } = usePolledQuery(
    (signal) => filled(find, { before, limit: size, signal }),
    [...inputs, before],
  );
  const held = useRef<PageRows<Row> | null>(null);
  if (!isHeld || before !== undefined) held.current = null;
  else held.current ??= value;
  const shown = held.current ?? value;
  const latest = new Map(value?.rows.map((row) => [keyOf(row), row]));
  const known = new Set(shown?.rows.map(keyOf));
  const showPage = (to: readonly Key[]) => {
    held.current = null;
    setPageStarts(to);
    showAgain((times) => times + 1);
  };
  return {
    rows: shown?.rows.map((row) => latest.get(keyOf(row)) ?? row) ?? null,
    failure,
    newer: held.current === null ? 0 : [...latest.keys()].filter((key) => !known.has(key)).length,
    isNewest: pageStarts.length === 0,
    hasOlder: shown !== null && shown.next !== null,
    refresh,
    showOlder: () => shown?.next != null && showPage([...pageStarts, shown.next]),
    showNewer: () => showPage(pageStarts.slice(0, -1)),
    showNewest: () => showPage([]),
  };
}

/** Goes on with a search that ended early. */
async function filled<Row>(
  find: Options<Row>['find'],
  request: PageRequest,
): Promise<PageRows<Row>> {
  let { rows, next } = await find(request);
  for (let searches = 1; searches < SEARCHES_MAX; searches++) {
    if (next === null || rows.length >= request.limit) break;
    const more = await find({ ...request, before: next, limit: request.limit - rows.length });
    rows = [...rows, ...more.rows];
    next = more.next;
  }
  return { rows, next };
}
