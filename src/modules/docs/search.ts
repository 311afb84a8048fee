/** The search: its place in the header, and GET of the index that the page's script reads. */
import { Elysia } from 'elysia';
import { answerFile, prepareFile, type StaticFile } from '../../core/http/static-file.ts';
import { isLanguage, type LanguageCode } from '../../core/languages/choose.ts';
import { PAGE_TEXTS } from '../../core/languages/pages.ts';
import { failure } from '../../core/shared/errors.ts';
import { type Html, html } from '../../core/shell/html.ts';
import type { ApiDocument } from './api-document.ts';

/** Returns the button that opens the search, and what it opens; the script of the page shows it. */
export function searchTools(language: LanguageCode): Html {
  const { docs } = PAGE_TEXTS[language];
  return html`<button type="button" class="search-button" aria-haspopup="dialog" hidden>${docs.search} <kbd>/</kbd></button>
<dialog class="search" aria-label="${docs.search}" data-index="/docs/search/${language}.json" data-nothing="${docs.nothingFound}" data-failed="${docs.searchFailed}">
<div><input type="search" placeholder="${docs.searchFor}" aria-label="${docs.searchFor}" autocomplete="off" spellcheck="false">
<button type="button" class="quiet">${docs.closeSearch}</button></div>
<p class="hint" role="status"></p>
<ul class="results"></ul>
<p class="hint keys">${docs.searchKeys}</p>
</dialog>`;
}

/** `document` returns the API document. An index is made when it is first asked for. */
export function searchRoutes(document: () => Promise<ApiDocument>) {
  const made = new Map<LanguageCode, Promise<StaticFile>>();
  const make = async (language: LanguageCode): Promise<StaticFile> => {
    const { searchIndexOf } = await import('./search-index.ts');
    return prepareFile(await searchIndexOf(language, await document()), 'application/json');
  };
  const indexOf = (language: LanguageCode) => {
    const index = made.getOrInsertComputed(language, make);
    index.catch(() => made.delete(language));
    return index;
  };
  return new Elysia({ name: 'search' }).get(
    '/docs/search/:file',
    async ({ request, params: { file } }) => {
      const language = file.replace(/\.json$/, '');
      if (!isLanguage(language)) throw failure('path_unknown');
      return answerFile(request, await indexOf(language));
    },
    { detail: { hide: true } },
  );
}
