/** The order in which a person sorts a table. */
import { useState } from 'preact/hooks';
import { readFilters, writeFilters } from '../route.ts';

export interface Sorting {
  /** The place of the column, from 1. */
  readonly column: number;
  readonly isDescending: boolean;
}

/** The field of the address that keeps the order of a list, such as `sort=-3`. */
export const SORT_FIELD = 'sort';

function sortingInAddress(): Sorting | null {
  const column = Number(readFilters()[SORT_FIELD] ?? 0);
  return column === 0 ? null : { column: Math.abs(column), isDescending: column < 0 };
}

/** Returns how the service sorts by the column in the address, such as `-waiting`; `fields` are those of the columns. */
export function sortInAddress<F extends string>(
  fields: readonly (F | undefined)[],
): F | `-${F}` | undefined {
  const sorting = sortingInAddress();
  const field = sorting === null ? undefined : fields[sorting.column - 1];
  return field && (sorting?.isDescending ? `-${field}` : field);
}

/** The order that a person has chosen; null for that of the service. */
export function useSorting(isKept: boolean): [Sorting | null, (sorting: Sorting | null) => void] {
  const [own, setOwn] = useState<Sorting | null>(null);
  if (!isKept) return [own, setOwn];
  const keep = (sorting: Sorting | null) => {
    const sort = sorting === null ? '' : `${sorting.isDescending ? '-' : ''}${sorting.column}`;
    writeFilters({ ...readFilters(), [SORT_FIELD]: sort });
  };
  return [sortingInAddress(), keep];
}
