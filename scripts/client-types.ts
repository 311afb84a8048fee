/**
 * Writes `packages/client/src/generated.ts`, the types of the client, as the API document has them, and has other tools
 * check the document: `npm run generate:client`. A test fails while either was done with another document.
 */
import { startService } from '../test/helpers/service.ts';
import { CHECKED_FILE, checkByTools, checkedOf, runTool } from './api-tools.ts';

/** The servers of a document that may come from any port. */
export const ANYWHERE = [{ url: '/' }];

export const CLIENT_TYPES = new URL('../packages/client/src/generated.ts', import.meta.url)
  .pathname;

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
  readonly headers?: unknown;
}

interface Operation {
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string }[];
  responses: Readonly<Record<string, Response>>;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, unknown>>;
}

/** The text of the file for this document. */
async function clientTypes(document: ApiDocument): Promise<string> {
  const types = await runTool(['client-types.ts'], JSON.stringify(withoutFailures(document)));
  return `${HEAD}${types}\n${onceOf(document)}`;
}

const HEAD = `/** The operations and events of the API document. Written by \`npm run generate:client\`: do not edit. */

`;

/**
 * The same document without examples, and with the answers that are successes: failures are the same everywhere, and
 * of one type.
 */
function withoutFailures(document: ApiDocument): ApiDocument {
  const copy: ApiDocument = structuredClone(document);
  dropExamples(copy);
  for (const operations of Object.values(copy.paths)) {
    for (const operation of Object.values(operations)) {
      const successes = Object.entries(operation.responses).filter(([status]) => status < '4');
      operation.responses = Object.fromEntries(
        successes.map(([status, { headers: _, ...response }]) => [status, response]),
      );
    }
  }
  const { responses: _, headers: __, ...components } = copy.components;
  return { ...copy, components };
}

/** Names of fields stand under `properties`, and may be these words too. */
function dropExamples(value: unknown, isFields = false): void {
  if (typeof value !== 'object' || value === null) return;
  const part = value as Record<string, unknown>;
  if (!isFields) {
    delete part.example;
    delete part.examples;
  }
  for (const [name, inner] of Object.entries(part))
    dropExamples(inner, !isFields && name === 'properties');
}

/** As a set that the client asks while it runs. */
function onceOf({ paths }: ApiDocument): string {
  const names = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters = [] }]) => parameters.some(isIdempotencyKey))
      .map(([method]) => `  '${method.toUpperCase()} ${path}',\n`),
  );
  return `/** The operations that are done once for one \`Idempotency-Key\`, however often they are asked. */
export const DONE_ONCE: ReadonlySet<string> = new Set([
${names.join('')}]);
`;
}

const isIdempotencyKey = ({ $ref = '', name }: { $ref?: string; name?: string }): boolean =>
  name === 'idempotency-key' || $ref.endsWith('/IdempotencyKeyHeader');

if (import.meta.main) {
  const service = await startService({});
  const { body } = await service.call('GET', '/swagger/json');
  await service.app.stop(1_000);
  const types = await clientTypes(body);
  await Bun.write(CLIENT_TYPES, types);
  const document = JSON.stringify({ ...body, servers: ANYWHERE });
  await checkByTools(document);
  await Bun.write(CHECKED_FILE, `${JSON.stringify(await checkedOf(document, types), null, 2)}\n`);
}
