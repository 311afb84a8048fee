/** The parts of the API document that the pages show. */
export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

export interface ListedOperation extends Operation {
  /** The method in capitals. */
  readonly method: string;
  readonly path: string;
  /** The address on the page of the API. */
  readonly address: string;
}

export interface OperationGroup {
  /** The name in the document, which its address has. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly ListedOperation[];
}

/** Swagger UI has this name for what is sent by webhook. */
export const WEBHOOKS = 'webhooks';

/** Returns the address of an operation in its group, or of the group. */
export const apiAddressOf = (group: string, operationId?: string): string =>
  ['/swagger#', group, operationId]
    .filter((part) => part !== undefined)
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
    .join('/');

type Words = Readonly<Record<string, string>>;

/** The words of a language, by those of the document. */
interface ApiWords {
  readonly api: { readonly groupNames: Words; readonly groupTexts: Words };
  readonly summaries: Words;
}

/** Returns the groups of operations in the order of the document, in the words of a language where it has them. */
export function groupsOf(
  { tags, paths }: ApiDocument,
  { api: { groupNames, groupTexts }, summaries }: ApiWords,
): OperationGroup[] {
  const groupName = ({ tags: [name = ''] = [] }: Operation) => name;
  const operations = listed(paths, groupName, summaries);
  const byGroup = Map.groupBy(operations, groupName);
  return tags.map(({ name, description = '' }) => ({
    name,
    title: groupNames[name] ?? name,
    description: groupTexts[name] ?? description,
    operations: byGroup.get(name) ?? [],
  }));
}

/** Returns the events as a group, in the words of a language. */
export const eventsOf = (
  { webhooks }: ApiDocument,
  { api, summaries }: ApiWords & { api: { readonly events: string; readonly eventsText: string } },
): OperationGroup => ({
  name: WEBHOOKS,
  title: api.events,
  description: api.eventsText,
  operations: listed(webhooks, () => WEBHOOKS, summaries),
});

const listed = (
  paths: ApiDocument['paths'],
  groupName: (operation: Operation) => string,
  summaries: Words,
): ListedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      summary: summaries[operation.summary] ?? operation.summary,
      method: method.toUpperCase(),
      path,
      address: apiAddressOf(groupName(operation), operation.operationId),
    })),
  );
