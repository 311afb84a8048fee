/** A list that people put in order, with a pointer or with the arrow keys on the handle of a row. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface SortableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The purpose of a row's handle, for screen readers; `index` is its place, from 0. */
  readonly handleOf: (row: Row, index: number) => string;
  /** Gives the row at an index another place; undefined if the reader may not. */
  readonly move: ((from: number, to: number) => void) | undefined;
  readonly children: (row: Row) => ComponentChildren;
}

/** A row that a pointer holds, and the place over which it is. */
interface DraggedRow {
  readonly from: number;
  readonly to: number;
}

export function Sortable<Row>(props: SortableProps<Row>) {
  const { label, rows, keyOf, handleOf, move, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const [held, setHeld] = useState<DraggedRow | null>(null);
  const focused = useRef('');
  // Moving an element takes the focus from it.
  useLayoutEffect(() => {
    const row = list.current?.querySelector(`[data-key="${focused.current}"]`);
    if (document.activeElement === document.body)
      row?.querySelector<HTMLElement>('.handle')?.focus();
  }, [rows.map(keyOf).join(' ')]);
  const give = (from: number, wanted: number) => {
    const to = Math.max(0, Math.min(wanted, rows.length - 1));
    setHeld(null);
    if (from !== to) move?.(from, to);
  };
  return (
    <ol class="sortable" aria-label={label} ref={list}>
      {rows.map((row, index) => (
        <li
          key={keyOf(row)}
          data-key={keyOf(row)}
          data-over={held ? sideOf(held, index) : undefined}
        >
          {move && (
            <Handle
              label={handleOf(row, index)}
              onFocus={() => {
                focused.current = keyOf(row);
              }}
              onStep={(step) => give(index, index + step)}
              onHold={(y) => setHeld({ from: index, to: placeAt(list.current, y) })}
              onDrop={(y) => give(index, placeAt(list.current, y))}
              onCancel={() => setHeld(null)}
            />
          )}
          {children(row)}
        </li>
      ))}
    </ol>
  );
}

interface HandleProps {
  readonly label: string;
  readonly onFocus: () => void;
  /** A key asks for so many places up or down. */
  readonly onStep: (step: number) => void;
  /** A pointer holds it at this height of the window. */
  readonly onHold: (y: number) => void;
  readonly onDrop: (y: number) => void;
  readonly onCancel: () => void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
};

function Handle({ label, onFocus, onStep, onHold, onDrop, onCancel }: HandleProps) {
  const isHeld = useRef(false);
  return (
    <button
      type="button"
      class="quiet handle"
      aria-label={label}
      title={label}
      onFocus={onFocus}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        onStep(step);
      }}
      onPointerDown={({ currentTarget, pointerId, clientY }) => {
        currentTarget.setPointerCapture(pointerId);
        isHeld.current = true;
        onHold(clientY);
      }}
      onPointerMove={({ clientY }) => isHeld.current && onHold(clientY)}
      onPointerUp={({ clientY }) => {
        if (isHeld.current) onDrop(clientY);
      }}
      onLostPointerCapture={() => {
        isHeld.current = false;
        onCancel();
      }}
    >
      ⠿
    </button>
  );
}

/** Where the row that a pointer holds would be put, seen from the row at `index`. */
function sideOf({ from, to }: DraggedRow, index: number) {
  if (to !== index) return undefined;
  return from === index ? 'here' : from < index ? 'after' : 'before';
}

/** Returns the index of the row that is at a height of the window. */
function placeAt(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.children ?? [])].map((one) => one.getBoundingClientRect());
  const index = rows.findIndex(({ bottom }) => y < bottom);
  return index < 0 ? rows.length - 1 : index;
}
