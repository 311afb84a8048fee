/**
 * Writes `packages/client/src/generated.ts`, the types of the client, as the API document has them:
 * `npm run generate:client`, which `npm run check` and `npm run build:client` do first. The file is in no commit:
 * `api.lock` says in one line an operation what changed.
 */
import { existsSync, renameSync } from 'node:fs';
import { runTool } from './api-tools.ts';
import { type ApiDocument, apiDocument, hashOf } from './document.ts';

const CLIENT_TYPES = new URL('../packages/client/src/generated.ts', import.meta.url).pathname;

/** Writes the file unless it was made of the same document by the same tool. */
export async function writeClientTypes(): Promise<void> {
  const document = JSON.stringify(withoutFailures(await apiDocument()));
  const tool = await Bun.file(
    new URL('../packages/api-tools/client-types.ts', import.meta.url),
  ).text();
  const head = `/** The operations and events of the API document, made of ${hashOf(document + tool)}. */\n`;
  if (existsSync(CLIENT_TYPES) && (await Bun.file(CLIENT_TYPES).text()).startsWith(head)) return;
  const types = await runTool(['client-types.ts'], document);
  // Tests that run side by side may write it at the same time.
  const unfinished = `${CLIENT_TYPES}.${process.pid}`;
  await Bun.write(unfinished, `${head}\n${types}`);
  renameSync(unfinished, CLIENT_TYPES);
}

/**
 * Returns the same document without examples and failures: failures are the same everywhere, and the client has one
 * type for them.
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

/** Fields under `properties` may be called `example` too: those stay. */
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

if (import.meta.main) await writeClientTypes();
