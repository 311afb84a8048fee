/** Serves the OpenAPI document at the address that Swagger UI gave it and at the one that programs look for. */
import { Elysia } from 'elysia';
import { originOf } from './client-address.ts';
import { answerFile, prepareFile, type StaticFile } from './static-file.ts';

const hidden = { detail: { hide: true } };
/** It takes 60 ms to compress, so callers that make up addresses get it as it is. */
const COMPRESSED_MAX = 4;

/**
 * `document` returns the OpenAPI document without its servers, 1 MB of JSON and 120 KB when compressed. They are
 * `publicUrl` or else the address that was asked, because some programs cannot follow a path alone.
 */
export function documentRoutes(document: () => object, publicUrl: string | null = null) {
  const files = new Map<string, StaticFile>();
  let text: string | undefined;
  const fileAt = (address: string): StaticFile => {
    text ??= JSON.stringify(document());
    const servers = JSON.stringify([{ url: address }]);
    const file = prepareFile(`${text.slice(0, -1)},"servers":${servers}}`, 'application/json');
    if (files.size >= COMPRESSED_MAX) return { ...file, compressed: null };
    files.set(address, file);
    return file;
  };
  const answer = ({ request }: { readonly request: Request }) => {
    const address = publicUrl ?? originOf(request);
    return answerFile(request, files.get(address) ?? fileAt(address));
  };
  return new Elysia({ name: 'API document' })
    .get('/swagger/json', answer, hidden)
    .get('/openapi.json', answer, hidden);
}
