/** Reads the index of the docs and the API, which the service makes. */
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
