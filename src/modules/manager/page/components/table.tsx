/**
 * The table of every list. A view says what its columns hold. The table sets each value by the type of its column,
 * sorts, selects and opens rows, and shows a row in two lines on a phone. An example:
 *
 *     <Table
 *       label={groups.title}
 *       rows={found}
 *       keyOf={({ id }) => id}
 *       linkOf={({ id }) => linkTo(name, 'groups', id)}
 *       columns={[
 *         { title: common.name, value: ({ subject }) => subject },
 *         { title: groups.members, type: 'number', value: ({ size }) => size },
 *       ]}
 *     />
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { Menu } from './layout.tsx';
import { SelectAll, type Selection, SelectionBar, SelectRow } from './selection.tsx';
import { type Sorting, useSorting } from './sorting.ts';
import { Empty, Time } from './text.tsx';

type Value = string | number | null | undefined;

/** Words never break; addresses may. Numbers and sizes are aligned at their ends. */
type ColumnType = 'text' | 'state' | 'number' | 'size' | 'time' | 'person' | 'address';

interface ColumnBase {
  readonly title: string;
  /** The default is `text`. */
  readonly type?: ColumnType;
  /** Whether phones, which have two lines for a row, leave it out; elsewhere it is optional. */
  readonly isMinor?: boolean;
  /** Whether it is left out while no row has something in it. */
  readonly isOptional?: boolean;
  /** The field of the API by which the service sorts the list. */
  readonly field?: string;
}

/** `value` is shown by the type of the column and sorts the rows; `cell` shows it in another way. */
export type Column<Row> = ColumnBase &
  (
    | { readonly value: (row: Row) => Value; readonly cell?: undefined }
    | { readonly value?: (row: Row) => Value; readonly cell: (row: Row) => ComponentChildren }
  );

export interface TableProps<Row> {
  /** The name of the list. */
  readonly label: string;
  /** Nothing is shown while they are not known. */
  readonly rows: readonly Row[] | null | undefined;
  /** The text of an empty table. */
  readonly empty?: string;
  readonly keyOf: (row: Row) => string;
  /** The first names the row, and opens it. */
  readonly columns: readonly Column<Row>[];
  /** The address of the view of a row. */
  readonly linkOf?: (row: Row) => string | undefined;
  /** The key of the row that is shown in a side panel. */
  readonly opened?: string | null;
  /** Whether `rows` is the whole list, which people may sort by each column. */
  readonly isSortable?: boolean;
  /**
   * The fields by which the service sorts the list, at the places of their columns. The address then keeps the order, as
   * filters: for the first table of a view.
   */
  readonly sortFields?: readonly (string | undefined)[];
  /** Returns whether a row needs attention; such rows are marked. */
  readonly needsAttention?: (row: Row) => boolean;
  readonly selection?: Selection<Row>;
  /** The buttons and links of a row beside opening it. */
  readonly menu?: (row: Row) => ComponentChildren;
}

/** So many rows are drawn, and as many again at each press of a button. */
const ROWS_AT_ONCE = 200;

export function Table<Row>(props: TableProps<Row>) {
  const { label, rows: all, empty, keyOf, selection, menu, isSortable = false, sortFields } = props;
  const [sorting, setSorting] = useSorting(sortFields !== undefined);
  const [most, setMost] = useState(ROWS_AT_ONCE);
  if (!all) return null;
  if (all.length === 0 && empty !== undefined) return <Empty text={empty} />;
  const columns = props.columns.filter(
    (one) => !(one.isOptional || one.isMinor) || all.some((row) => contentOf(one, row)),
  );
  const rows = (isSortable ? sorted(all, props.columns, sorting) : all).slice(0, most);
  const left = all.length - rows.length;
  return (
    <>
      {selection && <SelectionBar {...selection} />}
      <div class="table-place">
        <table class="dense" aria-label={label}>
          <thead>
            <tr>
              {selection && <SelectAll rows={rows} keyOf={keyOf} {...selection} />}
              {columns.map((column) => {
                const place = props.columns.indexOf(column);
                return (
                  <Head
                    key={column.title}
                    {...{ column, sorting, setSorting }}
                    place={place + 1}
                    isSortable={isSortable || sortFields?.[place] !== undefined}
                  />
                );
              })}
              {menu && <td />}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TableRow key={keyOf(row)} {...props} {...{ row, columns }} />
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && (
        <button type="button" class="quiet" onClick={() => setMost(most + ROWS_AT_ONCE)}>
          {texts().common.moreRows(left)}
        </button>
      )}
    </>
  );
}

function TableRow<Row>({ row, ...props }: TableProps<Row> & { readonly row: Row }) {
  const { keyOf, columns, opened, needsAttention, selection, menu } = props;
  const link = props.linkOf?.(row);
  return (
    <tr
      aria-current={opened === keyOf(row) ? 'true' : undefined}
      data-attention={needsAttention?.(row) || undefined}
      {...(link !== undefined && { onClick: openOnPress(link) })}
    >
      {selection && <SelectRow rowKey={keyOf(row)} row={row} {...selection} />}
      {columns.map((column, index) => (
        <Cell key={column.title} {...{ column, row, link }} isName={index === 0} />
      ))}
      {menu && <td class="row-menu">{menuOf(menu(row), columns[0]?.value?.(row))}</td>}
    </tr>
  );
}

const menuOf = (content: ComponentChildren, name: Value) =>
  content ? <Menu label={`${texts().common.actions} ${name ?? ''}`.trim()}>{content}</Menu> : null;

/** A press anywhere in a row opens it, besides the link of its name. A press that ends a selection of text does not. */
const openOnPress =
  (link: string) =>
  ({ target }: MouseEvent): void => {
    const isControl =
      target instanceof Element && target.closest('a, button, input, label, summary') !== null;
    if (!isControl && getSelection()?.type !== 'Range') location.hash = link;
  };

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isName: boolean;
  readonly link: string | undefined;
}

function Cell<Row>({ column, row, isName, link }: CellProps<Row>) {
  const { title, type = 'text', isMinor } = column;
  const content = contentOf(column, row);
  const kind = isMinor ? `${type} minor` : type;
  if (!isName)
    return (
      <td class={kind} data-title={title}>
        {content}
      </td>
    );
  return (
    <th scope="row" class={kind}>
      {link === undefined ? content : <a href={link}>{content}</a>}
    </th>
  );
}

/** Returns what a column shows of a row. */
export const contentOf = <Row,>(column: Column<Row>, row: Row): ComponentChildren =>
  column.cell ? column.cell(row) : shownBy(column.type ?? 'text', column.value(row));

function shownBy(type: ColumnType, value: Value): ComponentChildren {
  const { formats } = texts();
  if (value === null || value === undefined || value === '') return null;
  if (type === 'time') return <Time iso={String(value)} isAgo />;
  // A name that is written from right to left changes the order of nothing else.
  if (typeof value === 'string') return <bdi>{value}</bdi>;
  return type === 'size' ? formats.bytes(value) : formats.number(value);
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly isSortable: boolean;
  /** Its place among all columns, from 1. */
  readonly place: number;
  readonly sorting: Sorting | null;
  readonly setSorting: (sorting: Sorting | null) => void;
}

/** Sorts by its column: up, then down, then as the rows came. */
function Head<Row>({ column, place, isSortable, sorting, setSorting }: HeadProps<Row>) {
  const { title, type, value } = column;
  if (!isSortable || value === undefined)
    return (
      <th scope="col" class={type}>
        {title}
      </th>
    );
  const isSorted = sorting?.column === place;
  const direction = !isSorted ? 'none' : sorting.isDescending ? 'descending' : 'ascending';
  const next = !isSorted
    ? { column: place, isDescending: false }
    : sorting.isDescending
      ? null
      : { column: place, isDescending: true };
  return (
    <th scope="col" class={type} aria-sort={direction}>
      <button type="button" class="sorter" onClick={() => setSorting(next)}>
        {title}
      </button>
    </th>
  );
}

function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const value = sorting === null ? undefined : columns[sorting.column - 1]?.value;
  if (sorting === null || value === undefined) return rows;
  const sign = sorting.isDescending ? -1 : 1;
  const { compare } = new Intl.Collator(texts().formats.locale, { numeric: true });
  return rows.toSorted((one, other) => sign * difference(value(one), value(other), compare));
}

/** Missing values come first. */
function difference(one: Value, other: Value, compare: Intl.Collator['compare']): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compare(String(one ?? ''), String(other ?? ''));
}
