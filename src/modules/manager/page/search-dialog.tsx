/** The search of the manager: what is chosen is an address. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiFailure } from './api.ts';
import { afterPause, useCombobox } from './components/combobox.ts';
import { FailureLine } from './components/status.tsx';
import { type FoundPlace, searchSources } from './search-sources.ts';
import { texts } from './texts.ts';

/** A field whose list is moved through by arrow keys, while the focus stays in the field. */
export function Search({ close }: { close: () => void }) {
  const { search } = texts();
  const [text, setText] = useState('');
  const { found, failure, isDone } = useFound(text.trim());
  const box = useCombobox({ count: found.length, text });
  return (
    <div class="palette">
      <input
        type="text"
        {...box.field}
        aria-label={search.field}
        placeholder={search.hint}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <FailureLine failure={failure} />
      <p class="hint" role="status">
        {isDone && (found.length === 0 ? search.nothing : search.found(found.length))}
      </p>
      {/* The field has the focus, and moves through the options. */}
      <div role="listbox" {...box.list} aria-label={search.title}>
        {found.map((one, index) => (
          <a
            key={`${one.kind} ${one.href} ${one.title}`}
            {...box.option(index)}
            href={one.href}
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
    return afterPause(async (signal) => {
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
    });
  }, [text, sources]);
  return found;
}
