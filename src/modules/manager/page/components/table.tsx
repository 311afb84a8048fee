/** Dense tables, and the panel beside one that shows a row. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { texts } from '../texts.ts';
import { Empty } from './text.tsx';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Whether figures are aligned at the right. */
  readonly isNumber?: boolean;
  /** Addresses and the like have no blanks, and may be broken anywhere. */
  readonly isLong?: boolean;
}

const classOf = ({ isNumber, isLong }: Pick<Column<never>, 'isNumber' | 'isLong'>) =>
  isNumber ? 'number' : isLong ? 'long' : undefined;

interface TableProps<Row> {
  /** The name of the list. */
  readonly label: string;
  /** Nothing is shown while they are not known. */
  readonly rows: readonly Row[] | null | undefined;
  /** The text of an empty table. */
  readonly empty?: string;
  readonly keyOf: (row: Row) => string;
  /** The first names the row; with `onOpen` it is the button that opens it. */
  readonly columns: readonly Column<Row>[];
  readonly onOpen?: (row: Row) => void;
  /** The key of the row that is shown in a side panel. */
  readonly opened?: string | null;
  /** Returns whether a row needs attention; such rows are marked. */
  readonly needsAttention?: (row: Row) => boolean;
}

/** A table. On narrow screens each row is a block, with the titles of the columns beside the values. */
export function Table<Row>({
  label,
  rows,
  empty,
  keyOf,
  columns,
  onOpen,
  opened,
  needsAttention,
}: TableProps<Row>) {
  if (!rows) return null;
  if (rows.length === 0 && empty !== undefined) return <Empty text={empty} />;
  return (
    <div class="table-place">
      <table class="dense" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              aria-current={opened === keyOf(row) ? 'true' : undefined}
              data-attention={needsAttention?.(row) || undefined}
            >
              {columns.map(({ title, cell, ...kind }, index) =>
                index === 0 ? (
                  <th key={title} scope="row">
                    {onOpen === undefined ? (
                      cell(row)
                    ) : (
                      <button type="button" class="row-opener" onClick={() => onOpen(row)}>
                        {cell(row)}
                      </button>
                    )}
                  </th>
                ) : (
                  <td key={title} data-title={title} class={classOf(kind)}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * Shows one row beside its table, and above all on narrow screens. It takes the focus when it opens or shows another
 * row, and gives it back when it closes; Escape closes it. Put it after the table in a `div.with-panel`.
 */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { common } = texts();
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => heading.current?.focus(), [title]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <aside class="side-panel" aria-labelledby={id} onKeyDown={onKey}>
      <div class="card-line">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="quiet" aria-label={common.close} onClick={onClose}>
          ✕
        </button>
      </div>
      {children}
    </aside>
  );
}
