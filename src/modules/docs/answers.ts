/** Answers with the pages of `docs/`, whose texts are loaded with this file. */
import { pageAnswer } from '../../core/http/static-file.ts';
import type { LanguageCode } from '../../core/languages/choose.ts';
import { PAGE_TEXTS } from '../../core/languages/pages.ts';
import { AppError } from '../../core/shared/errors.ts';
import { nearest, question } from '../../core/shared/nearest.ts';
import { languageOf } from '../../core/shell/language.ts';
import type { createStaticPages } from '../../core/shell/shell.ts';
import { docsScript, docsStyle } from './docs-style.ts';
import { loadHighlight } from './highlight.ts';
import { type Edition, editionOf, type Group, PAGES, titleOf } from './pages.ts';
import { type RenderedPage, renderPage } from './render.ts';
import { searchTools } from './search.ts';
import { docsMain } from './view.ts';

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
  return new AppError('not_found', `there is no page ${name}`, { hint });
}
