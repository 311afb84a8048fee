/** The OpenAPI document, at the address that Swagger UI gave it and at the one that programs look for it. */
import { Elysia } from 'elysia';
import { takesGzip } from './page-answer.ts';

const hidden = { detail: { hide: true } };

/** `document` returns the OpenAPI document. */
export function documentRoutes(document: () => object) {
  const answer = documentAnswers(document);
  return new Elysia({ name: 'API document' })
    .get('/swagger/json', ({ request }) => answer(request), hidden)
    .get('/openapi.json', ({ request }) => answer(request), hidden);
}

/** It is compressed once for everybody: it has 770 KB, and 78 KB when compressed. */
function documentAnswers(document: () => object): (request: Request) => Response {
  let compressed: Uint8Array<ArrayBuffer> | undefined;
  return (request) => {
    const headers = { 'content-type': 'application/json', vary: 'accept-encoding' };
    if (!takesGzip(request)) return Response.json(document(), { headers });
    compressed ??= Bun.gzipSync(JSON.stringify(document()));
    return new Response(compressed, { headers: { ...headers, 'content-encoding': 'gzip' } });
  };
}
