/** Routes of /docs, the pages of `docs/`, and of /llms.txt, which lists them for programs that read. */
import { Elysia } from 'elysia';
import { pageAnswer } from '../http/page-answer.ts';
import { notFound } from '../shared/errors.ts';
import style from './docs.css' with { type: 'text' };
import { htmlOf, PAGES, titleOf } from './pages.ts';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

const hidden = { detail: { hide: true } };

export const docsRoutes = () =>
  new Elysia({ name: 'docs pages' })
    .get('/docs', ({ redirect }) => redirect('/docs/start', 302), hidden)
    .get(
      '/docs/assets/docs.css',
      () => pageAnswer({ body: style, type: 'text/css; charset=utf-8' }),
      hidden,
    )
    .get(
      '/docs/:page',
      ({ params: { page } }) => {
        const name = page.replace(/\.md$/, '');
        const markdown = PAGES.get(name);
        if (markdown === undefined) throw notFound(`there is no page ${name}`);
        if (name !== page) return pageAnswer({ body: markdown, type: MARKDOWN });
        return pageAnswer({ body: wholePage(name, markdown), type: HTML });
      },
      hidden,
    )
    .get('/llms.txt', () => pageAnswer({ body: listing(), type: MARKDOWN }), hidden);

const wholePage = (name: string, markdown: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(markdown)} · Gatehouse</title>
<link rel="icon" href="/swagger/assets/favicon.png">
<link rel="stylesheet" href="/docs/assets/docs.css">
</head>
<body>
<nav aria-label="Pages">${navigation(name)}</nav>
<main>${htmlOf(markdown)}</main>
</body>
</html>
`;

/** Links to every page, and to the API and the manager; `current` is the page that shows them. */
export function navigation(current: string): string {
  const pages = [...PAGES].map(([name, markdown]) => {
    const mark = name === current ? ' aria-current="page"' : '';
    return `<a href="/docs/${name}"${mark}>${titleOf(markdown)}</a>`;
  });
  return [...pages, '<a href="/swagger">API</a>', '<a href="/manager">Manager</a>'].join('\n');
}

/** By the convention of llmstxt.org. */
const listing = (): string => `# Gatehouse

> Messaging and CRM gateway: instances of messaging accounts, durable signed delivery of their events, CRM resources.

The API as OpenAPI 3.1: [/swagger/json](/swagger/json). Gateway operations take the header \`apikey\`, those under /api/v1 \`api_access_token\`.

## Docs

${[...PAGES].map(([name, markdown]) => `- [${titleOf(markdown)}](/docs/${name}.md)`).join('\n')}
`;
