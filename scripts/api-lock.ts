/**
 * Writes `api.lock` after a change of the API: `npm run lock:api`. It has one line an operation, so that a diff shows
 * what changed: method, path, credential with what it must be allowed, effect if agents may call it, `once` if an
 * `Idempotency-Key` is taken, the statuses of its answers, and a hash of the shape of its parameters, body and successful
 * answers, which no wording changes. The two lines above them are the document and the tools that found nothing wrong in
 * it.
 */
import { checkByTools, toolsHash } from './api-tools.ts';
import { type ApiDocument, type ApiOperation, apiDocument, hashOf } from './document.ts';

export const LOCK_FILE = new URL('../api.lock', import.meta.url).pathname;
export const DONE_ONCE_FILE = new URL('../packages/client/src/done-once.ts', import.meta.url)
  .pathname;

/** An operation as its line in `api.lock` has it. */
export interface LockedOperation {
  readonly method: string;
  readonly path: string;
  /** A credential such as `apikey send`, `bearer read`, `api_access_token pipelines.create`, or `open`. */
  readonly credential: string;
  /** `reads`, `adds` or `changes`; null for an operation that is no tool of agents. */
  readonly effect: string | null;
  readonly once: boolean;
  readonly statuses: readonly number[];
  /** The first 12 digits of a SHA-256 in hex. */
  readonly shape: string;
}

/** Returns the text of `api.lock` for a document that these tools have checked. */
export async function apiLock(document: ApiDocument): Promise<string> {
  const lines = operationsOf(document).map(
    ({ method, path, credential, effect, once, statuses, shape }) =>
      [
        method,
        path,
        credential,
        effect ?? '-',
        once ? 'once' : '-',
        statuses.join(' '),
        shape,
      ].join(' | '),
  );
  const checked = [`document ${hashOf(JSON.stringify(document))}`, `tools ${await toolsHash()}`];
  return [...checked, ...lines, ''].join('\n');
}

/** Returns the operations of a text that `apiLock` made. */
export function lockedOperations(text: string): LockedOperation[] {
  return text
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => {
      const [method = '', path = '', credential = '', effect = '-', ...rest] = line.split(' | ');
      const [once, statuses = '', shape = ''] = rest;
      return {
        ...{ method, path, credential, shape },
        effect: effect === '-' ? null : effect,
        once: once === 'once',
        statuses: statuses.split(' ').map(Number),
      };
    });
}

/** Returns the source of the list by which the client decides what it may repeat. */
export function doneOnce(document: ApiDocument): string {
  const names = operationsOf(document)
    .filter(({ once }) => once)
    .map(({ method, path }) => `  '${method} ${path}',\n`);
  return `/** The operations that are done once for one \`Idempotency-Key\`. Written by \`npm run lock:api\`: do not edit. */
export const DONE_ONCE: ReadonlySet<string> = new Set([
${names.join('')}]);
`;
}

function operationsOf(document: ApiDocument): LockedOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      credential: credentialOf(operation),
      effect: operation['x-effect'] ?? null,
      once: (operation.parameters ?? []).some(isIdempotencyKey),
      statuses: Object.keys(operation.responses).map(Number),
      shape: hashOf(JSON.stringify(shapeOf(operation, document))).slice(0, 12),
    })),
  );
}

/** A customer page may use what names `page`, within what its link allows. */
function credentialOf(operation: ApiOperation): string {
  const names = (operation.security ?? []).flatMap((one) => Object.keys(one));
  const { 'x-scopes': scopes = [], 'x-permission': permission, 'x-page-scope': page } = operation;
  const needs = [...scopes, ...(permission ? [permission] : []), ...(page ? [`page:${page}`] : [])];
  return [...names, ...needs].join(' ') || 'open';
}

const isIdempotencyKey = ({ $ref = '', name }: { $ref?: string; name?: string }): boolean =>
  name === 'idempotency-key' || $ref.endsWith('/IdempotencyKeyHeader');

function shapeOf({ parameters, requestBody, responses }: ApiOperation, document: ApiDocument) {
  const successes = Object.entries(responses).filter(([status]) => status < '4');
  return resolved({ parameters, requestBody, successes }, document, []);
}

const WORDING = ['description', 'summary', 'title', 'example', 'examples'];

/** Returns the value without wording, with what its references lead to; one that leads back to itself stays. */
function resolved(
  value: unknown,
  document: ApiDocument,
  within: readonly string[],
  isFields = false,
): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, document, within));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') {
    if (within.includes($ref)) return $ref;
    return resolved(target($ref, document), document, [...within, $ref]);
  }
  const kept = Object.entries(value).filter(([name]) => isFields || !WORDING.includes(name));
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      name,
      resolved(inner, document, within, !isFields && name === 'properties'),
    ]),
  );
}

function target(reference: string, document: ApiDocument): unknown {
  let found: unknown = document;
  for (const part of reference.split('/').slice(1))
    found = (found as Readonly<Record<string, unknown>>)[part];
  return found;
}

if (import.meta.main) {
  const document = await apiDocument();
  const lock = await apiLock(document);
  const checked = lock.split('\n', 2).join('\n');
  const isChecked = (await Bun.file(LOCK_FILE).text()).startsWith(checked);
  if (!isChecked) await checkByTools(JSON.stringify(document));
  await Bun.write(LOCK_FILE, lock);
  await Bun.write(DONE_ONCE_FILE, doneOnce(document));
}
