/**
 * Writes `packages/client/src/generated.ts`, the types of the client, as the API document has them:
 * `npm run generate:client`. A test fails while the file is out of date.
 */
import { startService } from '../test/helpers/service.ts';

const FILE = new URL('../packages/client/src/generated.ts', import.meta.url).pathname;
const TOOLS = new URL('../packages/api-tools', import.meta.url).pathname;

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
  readonly headers?: unknown;
}

interface Operation {
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string }[];
  responses: Readonly<Record<string, Response>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, unknown>>;
}

/** The text of the file for this document. */
export async function clientTypes(document: ApiDocument): Promise<string> {
  const child = Bun.spawn([process.execPath, 'client-types.ts'], {
    cwd: TOOLS,
    stdin: new Blob([JSON.stringify(withoutFailures(document))]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [types, problems] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(problems);
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
  await Bun.write(FILE, await clientTypes(body));
}
