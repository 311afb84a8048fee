/** The page at /swagger and what it loads, all served from here. */
import { readFileSync } from 'node:fs';
import { Elysia } from 'elysia';
import { PAGE_TEXTS } from '../../core/languages/pages.ts';
import { packageFile } from '../../core/shared/own-files.ts';
import { createAsset, createScript } from '../../core/shell/assets.ts';
import { languageOf } from '../../core/shell/language.ts';
import { createStaticPages, type Pages } from '../../core/shell/shell.ts';
import style from './api.css' with { type: 'text' };
import type { ApiDocument } from './api-document.ts';
import { docsStyle } from './docs-style.ts';
import { searchTools } from './search.ts';
import swagger from './swagger.css' with { type: 'text' };

const library = createAsset({
  path: '/swagger/assets/swagger-ui.js',
  type: 'text/javascript; charset=utf-8',
  read: () => readFileSync(packageFile('swagger-ui-dist/swagger-ui-bundle.js')),
});
const apiStyle = createAsset({
  path: '/swagger/assets/api.css',
  type: 'text/css; charset=utf-8',
  read: () => `${style}\n${swagger}`,
});
const script = createScript('/swagger/assets', 'src/modules/docs/page/api.ts');

/** GET /swagger, with everything that it loads. `document` returns the API document. */
export function apiPage(document: () => Promise<ApiDocument>, pages?: Pages) {
  const answer = createStaticPages(pages);
  return new Elysia({ name: 'API page' })
    .use([library.routes, docsStyle.routes, apiStyle.routes, script.routes])
    .get(
      '/swagger',
      async ({ request }) => {
        const language = languageOf(request);
        const { apiMain } = await import('./api-view.ts');
        return answer(request, language, async () => ({
          language,
          title: PAGE_TEXTS[language].api.title,
          current: 'api',
          kind: 'api',
          hasOwnMain: true,
          styles: [docsStyle.address(), apiStyle.address()],
          scripts: [await script.address()],
          plainScripts: [library.address()],
          tools: searchTools(language),
          main: apiMain(await document(), language),
        }));
      },
      { detail: { hide: true } },
    );
}
