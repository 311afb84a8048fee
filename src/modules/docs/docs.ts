/** Adds the pages at /docs and /swagger to the service. */
import type { ModuleParts } from '../../module.ts';
import type { ApiDocument } from './api-document.ts';
import { apiPage } from './api-page.ts';
import { docsRoutes } from './routes.ts';

export const DOCS_PARTS: ModuleParts = {
  pages: ['docs', 'api'],
  routes({ server, pages }) {
    const document = async () => {
      const answer = await server.handle(new Request('http://localhost/openapi.json'));
      // The cast is safe: the type names a part of what is answered.
      return (await answer.json()) as ApiDocument;
    };
    return [apiPage(document, pages), docsRoutes(document, pages)];
  },
};
