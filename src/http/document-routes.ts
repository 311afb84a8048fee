/** The OpenAPI document, at the address that Swagger UI gave it and at the one that programs look for it. */
import { Elysia } from 'elysia';
import { answerFile, prepareFile, type StaticFile } from './static-file.ts';

const hidden = { detail: { hide: true } };

/** `document` returns the OpenAPI document. It has 1 MB, 120 KB when compressed, and names no host of its caller. */
export function documentRoutes(document: () => object) {
  let file: StaticFile | undefined;
  const answer = ({ request }: { readonly request: Request }) => {
    file ??= prepareFile(JSON.stringify(document()), 'application/json');
    return answerFile(request, file);
  };
  return new Elysia({ name: 'API document' })
    .get('/swagger/json', answer, hidden)
    .get('/openapi.json', answer, hidden);
}
