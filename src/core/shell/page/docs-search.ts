/** Reads the index of the docs and the API, and the keys that open its search and move through what it found. */
import MiniSearch, { type SearchResult } from 'minisearch';
import { SEARCH_OPTIONS, type SearchEntry, type SearchIndex, searchIn } from './docs-index.ts';

export type FoundInDocs = SearchResult & SearchEntry;

/** `address` is the URL of the index of a language. Resolves with a function that returns what a query finds. */
export async function loadDocsSearch(
  address: string,
): Promise<(query: string) => readonly FoundInDocs[]> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is ${answer.status}`);
  const { index, synonyms } = await answer.json();
  const known: SearchIndex = { index: MiniSearch.loadJS(index, SEARCH_OPTIONS), synonyms };
  // The entries have the stored fields.
  return (query) => searchIn(known, query) as FoundInDocs[];
}

/** `/` where nothing is typed, or the keys that other pages use. */
export function isSearchKey({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return true;
  const isTyping = target instanceof Element && target.matches('input, textarea, select');
  return key === '/' && !isTyping && !ctrlKey && !metaKey;
}
