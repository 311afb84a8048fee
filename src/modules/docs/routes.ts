/** Routes of /docs, the pages of `docs/`, and of /llms.txt, which lists them for programs that read. */
import { Elysia } from 'elysia';
import { isLanguage, type LanguageCode } from '../../core/languages/choose.ts';
import { failure } from '../../core/shared/errors.ts';
import { rootOf } from '../../core/shell/html.ts';
import { createStaticPages, type Pages } from '../../core/shell/shell.ts';
import type { ApiDocument } from './api-document.ts';
import { docsScript, docsStyle } from './docs-style.ts';
import { searchRoutes } from './search.ts';

const hidden = { detail: { hide: true } };

/** The texts are large, and few services are asked for them. */
const loadAnswers = () => import('./answers.ts');

/** `document` returns the API document, whose operations are searched too; the navigation leads to the pages `there`. */
export function docsRoutes(document: () => Promise<ApiDocument>, there?: Pages) {
  const pages = createStaticPages(there);
  const answer = async (request: Request, file: string, language: LanguageCode | null) => {
    const { answerDocs } = await loadAnswers();
    return answerDocs(pages, { request, file, language });
  };
  const program = async (path: string) => (await loadAnswers()).answerProgram(path);
  return new Elysia({ name: 'docs pages' })
    .use(docsStyle.routes)
    .use(docsScript.routes)
    .use(searchRoutes(document))
    .get('/docs', ({ request, redirect }) => redirect(`${rootOf(request)}docs/start`, 302), hidden)
    .get('/docs/crm.sh', () => program('crm.sh'), hidden)
    .get('/docs/receivers/:file', ({ params }) => program(`receivers/${params.file}`), hidden)
    .get('/docs/:page', ({ request, params }) => answer(request, params.page, null), hidden)
    .get(
      '/docs/:page/:translation',
      ({ request, params: { page: language, translation: page } }) => {
        if (!isLanguage(language)) throw failure('language_unknown', { language });
        return answer(request, page, language);
      },
      hidden,
    )
    .get('/llms.txt', async () => (await loadAnswers()).answerListing(), hidden);
}
