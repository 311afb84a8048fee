/** The panel that shows one row of a table, beside it or over it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { texts } from '../texts.ts';
import { useRecordTitle } from './layout.tsx';

interface SidePanelProps {
  /** Also the title of the window while the panel is open. */
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * Shows one row beside its table on very wide screens, else over it. It takes the focus when it opens or shows another
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
  useRecordTitle(title);
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
