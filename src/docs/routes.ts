/** Routes of /docs, the pages of `docs/`, and of /llms.txt, which lists them for programs that read. */
import { Elysia } from 'elysia';
import { pageAnswer } from '../http/page-answer.ts';
import { notFound } from '../shared/errors.ts';
import { createAsset } from '../shell/assets.ts';
import { Html, html } from '../shell/html.ts';
import { languageOf } from '../shell/language.ts';
import { answerPage } from '../shell/shell.ts';
import style from './docs.css' with { type: 'text' };
import { htmlOf, PAGES, titleOf } from './pages.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';

const docsStyle = createAsset({
  path: '/docs/assets/docs.css',
  type: 'text/css; charset=utf-8',
  read: () => style,
});
const hidden = { detail: { hide: true } };

export const docsRoutes = () =>
  new Elysia({ name: 'docs pages' })
    .get('/docs', ({ redirect }) => redirect('/docs/start', 302), hidden)
    .use(docsStyle.routes)
    .get(
      '/docs/:page',
      ({ request, params }) => {
        const name = params.page.replace(/\.md$/, '');
        const markdown = PAGES.get(name);
        if (markdown === undefined) throw notFound(`there is no page ${name}`);
        if (name !== params.page) return pageAnswer({ body: markdown, type: MARKDOWN });
        return page(request, name, markdown);
      },
      hidden,
    )
    .get('/llms.txt', () => pageAnswer({ body: listing(), type: MARKDOWN }), hidden);

const page = (request: Request, name: string, markdown: string): Response =>
  answerPage(request, {
    language: languageOf(request),
    title: titleOf(markdown),
    current: 'docs',
    kind: 'docs',
    styles: [docsStyle.address()],
    main: html`<nav aria-label="Pages">${new Html(navigation(name))}</nav>
<article lang="en">${new Html(htmlOf(markdown))}</article>`,
  });

/** Links to every page; `current` is the page that shows them. */
function navigation(current: string): string {
  const pages = [...PAGES].map(([name, markdown]) => {
    const mark = name === current ? ' aria-current="page"' : '';
    return `<a href="/docs/${name}"${mark}>${titleOf(markdown)}</a>`;
  });
  return pages.join('\n');
}

/** By the convention of llmstxt.org. */
const listing = (): string => `# Gatehouse

> Messaging and CRM gateway: instances of messaging accounts, durable signed delivery of their events, CRM resources.

The API as OpenAPI 3.1: [/openapi.json](/openapi.json). Gateway operations take the header \`apikey\`, those under /api/v1 \`api_access_token\`.

## Docs

${[...PAGES].map(([name, markdown]) => `- [${titleOf(markdown)}](/docs/${name}.md)`).join('\n')}
`;
