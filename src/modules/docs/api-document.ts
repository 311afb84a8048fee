/** The parts of the API document that the pages show. */
export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
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

/** The names and descriptions of groups in a language, by their names in the document. */
interface GroupWords {
  readonly groupNames: Readonly<Record<string, string>>;
  readonly groupTexts: Readonly<Record<string, string>>;
}

/** Returns the groups of operations in the order of the document, in the words of a language where it has them. */
export function groupsOf(
  { tags, paths }: ApiDocument,
  { groupNames, groupTexts }: GroupWords,
): OperationGroup[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, ListedOperation] => {
      const group = operation.tags?.[0] ?? '';
      const address = apiAddressOf(group, operation.operationId);
      return [group, { ...operation, method: method.toUpperCase(), path, address }];
    }),
  );
  const byGroup = Map.groupBy(operations, ([group]) => group);
  return tags.map(({ name, description = '' }) => ({
    name,
    title: groupNames[name] ?? name,
    description: groupTexts[name] ?? description,
    operations: (byGroup.get(name) ?? []).map(([, operation]) => operation),
  }));
}

/** Returns the events as a group; `title` and `description` are in the reader's language. */
export const eventsOf = (
  { webhooks }: ApiDocument,
  title: string,
  description: string,
): OperationGroup => ({
  name: WEBHOOKS,
  title,
  description,
  operations: Object.entries(webhooks).flatMap(([event, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: event,
      address: apiAddressOf(WEBHOOKS, operation.operationId),
    })),
  ),
});
