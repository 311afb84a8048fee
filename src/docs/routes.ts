/** Routes of /docs, the pages of `docs/`, and of /llms.txt, which lists them for programs that read. */
import { Elysia } from 'elysia';
import { pageAnswer } from '../http/page-answer.ts';
import { isLanguage, type LanguageCode } from '../languages/choose.ts';
import { PAGE_TEXTS } from '../languages/pages.ts';
import { AppError } from '../shared/errors.ts';
import { nearest } from '../shared/nearest.ts';
import { languageOf } from '../shell/language.ts';
import { rootOf } from '../shell/root.ts';
import { createScript } from '../shell/scripts.ts';
import { createStaticPages } from '../shell/shell.ts';
import type { ApiDocument } from './api-document.ts';
import { docsStyle } from './docs-style.ts';
import { loadHighlight } from './highlight.ts';
import { type Edition, editionOf, type Group, PAGES, titleOf } from './pages.ts';
import { type RenderedPage, renderPage } from './render.ts';
import { searchRoutes, searchTools } from './search.ts';
import { docsMain } from './view.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const hidden = { detail: { hide: true } };

const docsScript = createScript('/docs/assets', 'src/docs/page/docs.ts');

/** `document` returns the API document, whose operations are searched too. */
export function docsRoutes(document: () => Promise<ApiDocument>) {
  const answer = docsAnswers();
  return new Elysia({ name: 'docs pages' })
    .use(docsStyle.routes)
    .use(docsScript.routes)
    .use(searchRoutes(document))
    .get('/docs', ({ request, redirect }) => redirect(`${rootOf(request)}docs/start`, 302), hidden)
    .get('/docs/:page', ({ request, params }) => answer(request, params.page, null), hidden)
    .get(
      '/docs/:page/:translation',
      ({ request, params: { page: language, translation: page } }) => {
        if (!isLanguage(language))
          throw new AppError('not_found', `there is no language ${language}`);
        return answer(request, page, language);
      },
      hidden,
    )
    .get('/llms.txt', () => pageAnswer({ body: listing(), type: MARKDOWN }), hidden);
}

/**
 * Returns a function that answers with a page in a language, which is the reader's if it is null; or with the Markdown
 * behind `.md`.
 */
function docsAnswers() {
  const answerStatic = createStaticPages();
  return async (
    request: Request,
    file: string,
    language: LanguageCode | null,
  ): Promise<Response> => {
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
  };
}

/** By the Markdown: there are as many as pages. */
const rendered = new Map<string, RenderedPage>();

async function renderedOf(edition: Edition): Promise<RenderedPage> {
  const highlight = await loadHighlight();
  return rendered.getOrInsertComputed(edition.markdown, () => renderPage(edition, highlight));
}

/** By the convention of llmstxt.org. */
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
  const hint = found === null ? '/docs lists every page' : `did you mean /docs/${found}?`;
  return new AppError('not_found', `there is no page ${name}`, { hint });
}
