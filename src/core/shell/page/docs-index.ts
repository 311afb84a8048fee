/** A result of the docs search. The service makes the index, and the page reads it by the same rules. */
import type MiniSearch from 'minisearch';
import type { Options, QueryCombination, SearchResult } from 'minisearch';
import { comparableText } from '../../shared/characters.ts';

export interface SearchEntry {
  /** The address. */
  readonly id: string;
  readonly title: string;
  /** The page or the group that it is in. */
  readonly place: string;
  readonly text: string;
  /** Other words for the title. */
  readonly also?: string;
  /** Whether it is in the language of a reader who does not read English. */
  readonly isTranslated?: boolean;
}

/** Keyed by a term: the English terms that are searched with it. */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

export interface SearchIndex {
  readonly index: MiniSearch<SearchEntry>;
  readonly synonyms: Synonyms;
}

/** Words that nearly every section has. */
const STOP = /^(an?|as|at|by|d[aeo]s?|e[lm]?|for|how|i[ns]?|o[fns]?|os|para|the|to|uma?|with|y)$/;
const SUFFIX = /(?<=^.{3,})(ions?|ings?|ies|ied|ers?|e[ds]|[esy])$/;

/** Returns the beginning that the forms of a word share, such as `deliver` of `deliveries`; null for a stop word. */
export function termOf(word: string): string | null {
  const term = comparableText(word);
  return STOP.test(term) ? null : term.replace(SUFFIX, '').replace(/([^ls])\1$/, '$1');
}

export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'also', 'place', 'text'],
  storeFields: ['title', 'place', 'text', 'isTranslated'],
  processTerm: termOf,
  searchOptions: {
    boost: { title: 8, also: 6, place: 2 },
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    prefix: true,
  },
};

/** A page in the reader's language comes before one that is only in English. */
const TRANSLATED = 1.3;

/** Returns what has every word of the query, or if nothing has, what has any of them; the best first. */
export function searchIn({ index, synonyms }: SearchIndex, query: string): SearchResult[] {
  const queries = query.split(/[\s\p{P}]+/u).flatMap((word): QueryCombination[] => {
    const term = termOf(word);
    return term ? [{ combineWith: 'OR', queries: [word, ...(synonyms[term] ?? [])] }] : [];
  });
  const boostDocument = (_id: unknown, _term: string, stored?: Record<string, unknown>) =>
    weightOf(`${stored?.place}`, queries.length === 1) * (stored?.isTranslated ? TRANSLATED : 1);
  const search = (combineWith: 'AND' | 'OR') =>
    index.search({ combineWith, queries, boostDocument });
  const found = search('AND');
  return found.length > 0 ? found : search('OR');
}

/** One word is a subject, which pages explain. The paths of other systems are aliases of ours. */
const weightOf = (place: string, isSubject: boolean): number =>
  /^API.*(Go|Graph)$/.test(place) ? 0.2 : isSubject && place.startsWith('API') ? 0.4 : 1;
