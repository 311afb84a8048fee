/** A field with a list of what it finds. Arrow keys move through the list while the focus stays in the field. */
import { useEffect, useId, useState } from 'preact/hooks';

/** The pause after a letter, so that not every letter starts a search. */
const PAUSE_MS = 150;

/** Calls `ask` after a pause. The function that it returns ends the pause, and aborts what was asked. */
export function afterPause(ask: (signal: AbortSignal) => unknown): () => void {
  const ending = new AbortController();
  const timer = setTimeout(() => void ask(ending.signal), PAUSE_MS);
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}

interface Options {
  readonly count: number;
  /** The index of the option that Enter takes before a key moves on; -1 if Enter takes no option. */
  readonly first?: number;
  /** The typed text. After a change, `first` is the current option again. */
  readonly text: string;
}

/** Returns the attributes of the field, its list and each option, for the roles that screen readers know. */
export function useCombobox({ count, first = 0, text }: Options) {
  const id = useId();
  const [moved, setMoved] = useState<number | null>(null);
  useEffect(() => setMoved(null), [text, count > 0]);
  const current = Math.min(moved ?? first, count - 1);
  const optionAt = (index: number) => document.getElementById(`${id}-${index}`);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (count === 0 || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) return optionAt(current)?.click();
    const next = current < 0 && step < 0 ? count - 1 : (current + step + count) % count;
    setMoved(next);
    optionAt(next)?.scrollIntoView({ block: 'nearest' });
  };
  return {
    field: {
      role: 'combobox',
      'aria-expanded': count > 0,
      'aria-controls': id,
      'aria-activedescendant': current < 0 ? undefined : `${id}-${current}`,
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: false,
      maxLength: 100,
      onKeyDown,
    },
    list: { id, tabIndex: -1 },
    option: (index: number) =>
      ({
        role: 'option',
        id: `${id}-${index}`,
        tabIndex: -1,
        'aria-selected': index === current,
      }) as const,
  } as const;
}
