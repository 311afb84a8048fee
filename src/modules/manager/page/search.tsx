/** The button and the keys that open the search, which is loaded with what it needs at its first use. */
import { useEffect } from 'preact/hooks';
import { isSearchKey } from '../../../core/shell/page/docs-search.ts';
import { openDialog } from './components/dialog.tsx';
import { FailureLine } from './components/status.tsx';
import { texts } from './texts.ts';

async function openSearch(): Promise<void> {
  const body = await import('./search-dialog.tsx').then(
    ({ Search }) =>
      (close: () => void) => <Search close={close} />,
    (failure: unknown) => () => <FailureLine failure={failure} />,
  );
  if (!isDialogOpen()) await openDialog({ title: texts().search.title, body });
}

const isDialogOpen = (): boolean => document.querySelector('dialog') !== null;

export function SearchButton() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || isDialogOpen()) return;
      event.preventDefault();
      void openSearch();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const { search } = texts();
  return (
    <button
      type="button"
      class="search-button"
      aria-label={search.title}
      aria-haspopup="dialog"
      aria-keyshortcuts="/ Control+K Meta+K"
      onClick={() => void openSearch()}
    >
      <span>{search.title}</span> <kbd>/</kbd>
    </button>
  );
}
