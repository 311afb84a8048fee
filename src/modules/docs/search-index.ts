/** The index of the search: every section of the docs in a language, and every operation of the API. */
import type { LanguageCode } from '../../core/languages/choose.ts';
import { PAGE_TEXTS } from '../../core/languages/pages.ts';
import { SEARCH_OPTIONS, type SearchEntry } from '../../core/shell/page/docs-index.ts';
import { type ApiDocument, groupsOf } from './api-document.ts';
import { type Edition, editionOf, idOf, PAGES, titleOf } from './pages.ts';
import { synonymsOf } from './synonyms.ts';

/** Returns the index as JSON. */
export async function searchIndexOf(language: LanguageCode, api: ApiDocument): Promise<string> {
  const { default: MiniSearch } = await import('minisearch');
  const index = new MiniSearch(SEARCH_OPTIONS);
  const sections = [...PAGES.values()].flatMap((page) => sectionsOf(editionOf(page, language)));
  index.addAll([...sections, ...operationsOf(api, language)]);
  return JSON.stringify({ index, synonyms: synonymsOf(language) });
}

/** Marks the beginning of a heading; no page has this character. */
const MARK = '\0';
const keep = (children: string): string => children;
const spaced = (children: string): string => `${children} `;
const PLAIN: Bun.markdown.RenderCallbacks = {
  heading: (children) => `${MARK}${idOf(children)}\n${children}\n`,
  html: () => '',
  image: keep,
  link: keep,
  paragraph: spaced,
  code: spaced,
  listItem: spaced,
  th: spaced,
  td: spaced,
};

export function sectionsOf({ page, language, markdown }: Edition): SearchEntry[] {
  const place = titleOf(markdown);
  const translation = language === 'en' ? {} : { isTranslated: true };
  return Bun.markdown
    .render(markdown, PLAIN)
    .split(MARK)
    .slice(1)
    .map((section, at) => {
      const [id = '', title = '', ...lines] = section.split('\n');
      const hash = at === 0 ? '' : `#${id}`;
      const text = lines.join(' ').replaceAll(/\s+/g, ' ').trim();
      return { id: `/docs/${page.name}${hash}`, title, place, text, ...translation };
    });
}

/** An operation is found by its English words, as most pages are, and its text begins in the reader's language. */
const operationsOf = (api: ApiDocument, language: LanguageCode): SearchEntry[] => {
  const { summaries, ...texts } = PAGE_TEXTS[language];
  return groupsOf(api, { ...texts, summaries: {} }).flatMap(({ title: group, operations }) =>
    operations.map(({ method, path, address, summary, description = '' }) => ({
      id: address,
      title: `${method} ${path}`,
      place: `API: ${group}`,
      also: `${summary} ${wordsIn(path)}`,
      text: `${summaries[summary] ?? summary}. ${description}`,
    })),
  );
};

/** Returns the words of a path in camel case: `mark Message As Read` of `/chat/markMessageAsRead/{instanceName}`. */
const wordsIn = (path: string): string =>
  path.replaceAll(/\{\w+\}/g, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
