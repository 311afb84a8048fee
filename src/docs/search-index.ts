/** The index of the search: every section of the docs in a language, and every operation of the API. */
import type { LanguageCode } from '../languages/choose.ts';
import { type Edition, editionOf, PAGES, titleOf } from './pages.ts';
import { SEARCH_OPTIONS, type SearchEntry } from './search-entry.ts';

/** The parts of the API document that are searched. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

/** Returns the index as JSON. */
export async function searchIndexOf(language: LanguageCode, api: ApiDocument): Promise<string> {
  const { default: MiniSearch } = await import('minisearch');
  const index = new MiniSearch(SEARCH_OPTIONS);
  const sections = [...PAGES.values()].flatMap((page) => sectionsOf(editionOf(page, language)));
  index.addAll([...sections, ...operationsOf(api)]);
  return JSON.stringify(index);
}

/** Marks the beginning of a heading; no page has this character. */
const MARK = '\0';
const keep = (children: string): string => children;
const spaced = (children: string): string => `${children} `;
const PLAIN: Bun.markdown.RenderCallbacks = {
  heading: (children, { id = '' }) => `${MARK}${id}\n${children}\n`,
  html: () => '',
  image: keep,
  link: keep,
  paragraph: spaced,
  code: spaced,
  listItem: spaced,
  th: spaced,
  td: spaced,
};

export function sectionsOf({ page, markdown }: Edition): SearchEntry[] {
  const place = titleOf(markdown);
  return Bun.markdown
    .render(markdown, PLAIN, { headings: { ids: true } })
    .split(MARK)
    .slice(1)
    .map((section, at) => {
      const [id = '', title = '', ...lines] = section.split('\n');
      const hash = at === 0 ? '' : `#${id}`;
      const text = lines.join(' ').replaceAll(/\s+/g, ' ').trim();
      return { id: `/docs/${page.name}${hash}`, title, place, text };
    });
}

const operationsOf = ({ paths }: ApiDocument): SearchEntry[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, summary = '', description, tags }]) => {
      const tag = tags?.[0] ?? 'default';
      return {
        id: `/swagger#/${encodeURIComponent(tag)}/${operationId}`,
        title: `${method.toUpperCase()} ${path}`,
        place: `API: ${tag}`,
        text: [summary, description ?? ''].join('. '),
      };
    }),
  );
