/** A result of the docs search. The service makes the index, and the page reads it by the same rules. */
import type { Options } from 'minisearch';

export interface SearchEntry {
  /** The address. */
  readonly id: string;
  readonly title: string;
  /** The page or the group that it is in. */
  readonly place: string;
  readonly text: string;
}

/** Accents and capitals do not matter: `instância` is found by `instancia`. */
const plain = (term: string): string =>
  term
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();

export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'place', 'text'],
  storeFields: ['title', 'place', 'text'],
  processTerm: plain,
  searchOptions: {
    boost: { title: 4, place: 2 },
    combineWith: 'AND',
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    prefix: true,
  },
};
