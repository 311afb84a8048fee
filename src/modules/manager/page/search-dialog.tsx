/** The search of the manager: what is chosen is an address. */
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { ApiFailure } from './api.ts';
import { FailureLine } from './components/status.tsx';
import { type FoundPlace, searchSources } from './search-sources.ts';
import { texts } from './texts.ts';

/** The pause after a letter, so that not every letter starts a search. */
const PAUSE_MS = 150;

/** A field whose list is moved through by arrow keys, while the focus stays in the field. */
export function Search({ close }: { close: () => void }) {
  const id = useId();
  const { search } = texts();
  const [text, setText] = useState('');
  const { found, failure, isDone } = useFound(text.trim());
  const [at, setAt] = useState(0);
  useEffect(() => setAt(0), [text]);
  const current = Math.min(at, found.length - 1);
  const optionAt = (index: number) => document.getElementById(`${id}-${index}`);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') optionAt(current)?.click();
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    const next = (current + step + found.length) % found.length;
    setAt(next);
    optionAt(next)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div class="palette">
      <input
        type="text"
        role="combobox"
        aria-label={search.field}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        maxLength={100}
        placeholder={search.hint}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKey}
      />
      <FailureLine failure={failure} />
      <p class="hint" role="status">
        {isDone && (found.length === 0 ? search.nothing : search.found(found.length))}
      </p>
      {/* The field has the focus, and moves through the options. */}
      <div role="listbox" id={id} aria-label={search.title} tabIndex={-1}>
        {found.map((one, index) => (
          <a
            key={`${one.kind} ${one.href} ${one.title}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            href={one.href}
            aria-selected={index === current}
            onClick={close}
          >
            <span>
              <strong dir="auto">{one.title}</strong>{' '}
              <small class="address" dir="auto">
                {one.about}
              </small>
            </span>
            <small>{one.kind}</small>
          </a>
        ))}
      </div>
      <p class="hint">{search.keys}</p>
    </div>
  );
}

interface SearchResult {
  readonly found: readonly FoundPlace[];
  /** Why a source could not be read; null if all could. */
  readonly failure: unknown;
  /** Whether every source has answered for the text. */
  readonly isDone: boolean;
}

/** It finds nothing that the key may not read or the service does not store. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiFailure && [403, 404, 409].includes(error.status);

const NOTHING: SearchResult = { found: [], failure: null, isDone: false };

/** Asks every source for the text, and shows what each has found as it comes, in the order of the sources. */
function useFound(text: string): SearchResult {
  const sources = useMemo(searchSources, []);
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (text === '') return setFound(NOTHING);
    const ending = new AbortController();
    const { signal } = ending;
    const ask = async () => {
      const each: (readonly FoundPlace[])[] = sources.map(() => []);
      let failure: unknown = null;
      let left = sources.length;
      await Promise.all(
        sources.map(async (source, index) => {
          try {
            each[index] = await source(text, signal);
          } catch (error) {
            if (!isRefused(error)) failure = error;
          }
          left -= 1;
          if (!signal.aborted) setFound({ found: each.flat(), failure, isDone: left === 0 });
        }),
      );
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text, sources]);
  return found;
}
