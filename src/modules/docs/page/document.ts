/** The API document in the browser: one group of it for Swagger UI, and what its parts refer to. */
import { WEBHOOKS } from '../api-document.ts';

export interface FullDocument {
  readonly paths: Readonly<Record<string, Methods>>;
  readonly webhooks: Readonly<Record<string, Methods>>;
  readonly components: { readonly securitySchemes: object };
  readonly [part: string]: unknown;
}
type Methods = Readonly<
  Record<string, { readonly operationId?: string; readonly tags?: readonly string[] }>
>;

/** Returns the document with the summaries that `summaryOf` has of operations and events. */
export function inWordsOf(
  { paths, webhooks, ...others }: FullDocument,
  summaryOf: (operationId: string) => string | undefined,
): FullDocument {
  const worded = (all: FullDocument['paths']) =>
    mapped(all, (methods) =>
      mapped(methods, (operation) => {
        const summary = summaryOf(operation.operationId ?? '');
        return summary === undefined ? operation : { ...operation, summary };
      }),
    );
  return { ...others, paths: worded(paths), webhooks: worded(webhooks) } as FullDocument;
}

const mapped = <T>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/**
 * Returns the document with the operations of one group. Swagger UI copies all that it is given, which takes seconds
 * for the whole. Its schemas are left out: `createResolver` finds them in the whole.
 */
export function groupOf(whole: FullDocument, group: string): object {
  const { paths, webhooks, components, tags: _, ...others } = whole;
  const isEvents = group === WEBHOOKS;
  const chosen = Object.entries(paths).flatMap(([path, methods]) => {
    const own = Object.entries(methods).filter(([, { tags }]) => tags?.[0] === group);
    return own.length === 0 ? [] : [[path, Object.fromEntries(own)]];
  });
  return {
    ...others,
    paths: isEvents ? {} : Object.fromEntries(chosen),
    ...(isEvents && { webhooks }),
    components: { securitySchemes: components.securitySchemes },
  };
}

type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [key: string]: Json };

const nameIn = (text: string): string => text.replaceAll('~1', '/').replaceAll('~0', '~');
const isObject = (part: Json): part is { readonly [key: string]: Json } =>
  typeof part === 'object' && part !== null && !Array.isArray(part);

/**
 * Returns a function that returns a part of the document by its path, with everything it refers to put in. A part that
 * refers to itself is put in once. Swagger UI would read the whole document again for every operation that is opened.
 */
export function createResolver(whole: FullDocument): (path: readonly string[]) => Json {
  const at = (path: readonly string[]): Json =>
    path.reduce<Json>(
      (part, key) => (isObject(part) ? part[key] : undefined),
      whole as unknown as Json,
    );
  const resolved = (part: Json, within: readonly string[]): Json => {
    if (Array.isArray(part)) return part.map((one: Json) => resolved(one, within));
    if (!isObject(part)) return part;
    const { $ref } = part;
    if (typeof $ref !== 'string')
      return Object.fromEntries(
        Object.entries(part).map(([key, value]) => [key, resolved(value, within)]),
      );
    if (within.includes($ref)) return part;
    const target = resolved(at($ref.slice(2).split('/').map(nameIn)), [...within, $ref]);
    // Swagger UI finds the name of the schema under this name.
    return isObject(target) ? { ...target, $$ref: $ref } : target;
  };
  return (path) => resolved(at(path), []);
}
