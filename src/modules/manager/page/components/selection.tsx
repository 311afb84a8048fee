/** Selecting rows of a table, and the bar that acts on all of them. */
import type { ComponentChildren } from 'preact';
import { texts } from '../texts.ts';

/** Rows that are selected, by their keys, and what can be done with all of them. */
export interface Selection<Row> {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** The name of a row for screen readers. */
  readonly nameOf: (row: Row) => string;
  readonly maySelect: (row: Row) => boolean;
  /** Buttons in the bar that shows how many are selected. */
  readonly actions: ComponentChildren;
}

export function SelectionBar<Row>({ selected, onChange, actions }: Selection<Row>) {
  const { common } = texts();
  return (
    <div class="selection-bar" hidden={selected.size === 0}>
      <span role="status">{selected.size > 0 && common.selectedCount(selected.size)}</span>
      {actions}
      <button type="button" class="quiet" onClick={() => onChange(new Set())}>
        {common.clearSelection}
      </button>
    </div>
  );
}

interface SelectAllProps<Row> extends Selection<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

export function SelectAll<Row>({
  rows,
  keyOf,
  selected,
  onChange,
  maySelect,
}: SelectAllProps<Row>) {
  const keys = rows.filter(maySelect).map(keyOf);
  const isAll = keys.length > 0 && keys.every((key) => selected.has(key));
  return (
    <td class="select">
      <label>
        <input
          type="checkbox"
          checked={isAll}
          disabled={keys.length === 0}
          onChange={() => onChange(new Set(isAll ? [] : keys))}
        />
        <span>{texts().common.selectAll}</span>
      </label>
    </td>
  );
}

interface SelectRowProps<Row> extends Selection<Row> {
  readonly rowKey: string;
  readonly row: Row;
}

export function SelectRow<Row>(props: SelectRowProps<Row>) {
  const { rowKey, row, selected, onChange, nameOf, maySelect } = props;
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(rowKey)) next.add(rowKey);
    onChange(next);
  };
  return (
    <td class="select">
      <input
        type="checkbox"
        aria-label={texts().common.selectRow(nameOf(row))}
        checked={selected.has(rowKey)}
        disabled={!maySelect(row)}
        onChange={toggle}
      />
    </td>
  );
}
