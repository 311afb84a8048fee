/** Answers with the pages of `docs/`, whose texts are loaded with this file. */
import { pageAnswer } from '../../core/http/static-file.ts';
import type { LanguageCode } from '../../core/languages/choose.ts';
import { PAGE_TEXTS, type PageTexts } from '../../core/languages/pages.ts';
import { type AppError, failure } from '../../core/shared/errors.ts';
import { nearest, question } from '../../core/shared/nearest.ts';
import { Html, html } from '../../core/shell/html.ts';
import { languageOf } from '../../core/shell/language.ts';
import type { createStaticPages } from '../../core/shell/shell.ts';
import { docsScript, docsStyle } from './docs-style.ts';
import { loadHighlight } from './highlight.ts';
import {
  type DocsPage,
  type Edition,
  editionOf,
  type Group,
  PAGES,
  PROGRAMS,
  titleOf,
} from './pages.ts';
import { type RenderedPage, renderPage } from './render.ts';
import { searchTools } from './search.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';

type StaticPages = ReturnType<typeof createStaticPages>;

/** The requested page: the file is the name of a page, followed by `.md` for its Markdown. */
interface DocsRequest {
  readonly request: Request;
  readonly file: string;
  /** Null for the reader's language. */
  readonly language: LanguageCode | null;
}

/** Answers with a page in a language, or with its Markdown. */
export async function answerDocs(
  answerStatic: StaticPages,
  { request, file, language }: DocsRequest,
): Promise<Response> {
  const name = file.replace(/\.md$/, '');
  const page = PAGES.get(name);
  if (page === undefined) throw unknownPage(name);
  if (name !== file) {
    const { markdown } = editionOf(page, language ?? 'en');
    return pageAnswer({ body: markdown, type: MARKDOWN });
  }
  const reader = languageOf(request);
  const edition = editionOf(page, language ?? reader);
  return answerStatic(request, `${reader} ${edition.language} ${name}`, async () => ({
    language: reader,
    title: titleOf(edition.markdown),
    current: 'docs',
    hasOwnMain: true,
    styles: [docsStyle.address()],
    scripts: [await docsScript.address()],
    tools: searchTools(reader),
    main: docsMain(edition, await renderedOf(edition), reader),
  }));
}

/** Answers with a program that a page leads to; throws NOT_FOUND for any other file. */
export function answerProgram(path: string): Response {
  const body = PROGRAMS.get(path);
  if (body === undefined) throw unknownPage(path);
  return pageAnswer({ body, type: 'text/plain; charset=utf-8' });
}

/** Rendered pages by their Markdown, so there are as many as pages. */
const rendered = new Map<string, RenderedPage>();

async function renderedOf(edition: Edition): Promise<RenderedPage> {
  const highlight = await loadHighlight();
  return rendered.getOrInsertComputed(edition.markdown, () => renderPage(edition, highlight));
}

/** Answers /llms.txt, by the convention of llmstxt.org. */
export const answerListing = (): Response => pageAnswer({ body: listing(), type: MARKDOWN });

function listing(): string {
  const lines = (group: Group) =>
    [...PAGES.values()]
      .filter((page) => page.group === group)
      .map(({ name, texts }) => `- [${titleOf(texts.en)}](docs/${name}.md)`);
  const { docs } = PAGE_TEXTS.en;
  const groups = new Set([...PAGES.values()].map(({ group }) => group));
  return `# Gatehouse

> Messaging and CRM gateway: instances of messaging accounts, durable signed delivery of their events, CRM resources.

The API as OpenAPI 3.1: [/openapi.json](openapi.json). Gateway operations take the header \`apikey\`, those under /api/v1 \`api_access_token\`.
${[...groups].map((group) => `\n## ${docs[group]}\n\n${lines(group).join('\n')}\n`).join('')}`;
}

function unknownPage(name: string): AppError {
  const found = nearest(name, [...PAGES.keys()]);
  const hint = found === null ? '/docs lists every page' : question(`/docs/${found}`);
  return failure('page_unknown', { name }, { hint });
}

type DocsTexts = PageTexts['docs'];

/** Returns what stands between header and footer, for a reader of `language`. */
function docsMain(edition: Edition, rendered: RenderedPage, language: LanguageCode): Html {
  const { docs } = PAGE_TEXTS[language];
  return html`<div class="docs">
${pageList(edition.page, language)}
${contentsOf(rendered, docs, edition.language)}
<main id="main" tabindex="-1">
${languageNote(edition, language)}
<article lang="${edition.language}">${new Html(rendered.html)}</article>
${neighboursOf(edition.page, language)}
</main>
</div>`;
}

function pageList(current: DocsPage, language: LanguageCode): Html {
  const { docs } = PAGE_TEXTS[language];
  const groups = Map.groupBy(PAGES.values(), ({ group }) => group);
  const list = ([group, pages]: [
    Group,
    DocsPage[],
  ]) => html`<h2 id="group-${group}">${docs[group]}</h2>
<ul aria-labelledby="group-${group}">${pages.map((page) => {
    const mark = page.name === current.name && new Html(' aria-current="page"');
    return html`<li><a href="/docs/${page.name}"${mark}>${titleIn(page, language)}</a></li>`;
  })}</ul>`;
  return html`<details class="pages"><summary>${docs.pages}</summary>
<nav aria-label="${docs.pages}">${[...groups].map(list)}</nav></details>`;
}

/** A title in another language says so. */
function titleIn(page: DocsPage, wanted: LanguageCode): Html {
  const { markdown, language } = editionOf(page, wanted);
  const title = titleOf(markdown);
  return language === wanted ? html`${title}` : html`<span lang="${language}">${title}</span>`;
}

function contentsOf({ headings }: RenderedPage, docs: DocsTexts, lang: LanguageCode): Html | null {
  const shown = headings.filter(({ level }) => level <= 3);
  if (shown.length < 2) return null;
  return html`<details class="contents"><summary>${docs.contents}</summary>
<nav aria-label="${docs.contents}"><p aria-hidden="true">${docs.contents}</p><ul lang="${lang}">${shown.map(
    ({ level, id, title }) =>
      html`<li class="level-${level}"><a href="#${id}">${new Html(title)}</a></li>`,
  )}</ul></nav></details>`;
}

function languageNote({ page, language: shown }: Edition, wanted: LanguageCode): Html | null {
  const { docs } = PAGE_TEXTS[wanted];
  if (shown !== 'en')
    return html`<p class="hint"><a href="/docs/en/${page.name}" hreflang="en">${docs.inEnglish}</a></p>`;
  return wanted === 'en' ? null : html`<p class="hint">${docs.onlyEnglish}</p>`;
}

function neighboursOf(page: DocsPage, language: LanguageCode): Html {
  const { docs } = PAGE_TEXTS[language];
  const all = [...PAGES.values()];
  const at = all.indexOf(page);
  const link = (rel: 'prev' | 'next', text: string, to: DocsPage | undefined) =>
    to &&
    html`<a href="/docs/${to.name}" rel="${rel}"><small>${text}</small> ${titleIn(to, language)}</a>`;
  return html`<nav class="neighbours" aria-label="${docs.neighbours}">
${at > 0 && link('prev', docs.previous, all[at - 1])}
${link('next', docs.next, all[at + 1])}
</nav>`;
}
