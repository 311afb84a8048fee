/** The operations of the API document with the requests that their examples make. */
import type { JsonSchema } from '../../helpers/json-schema.ts';
import type { Replacements } from './shop.ts';

export interface Operation {
  /** `POST /message/sendText/{instanceName}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly requestBody: JsonSchema;
  readonly parameters: readonly JsonSchema[];
  /** By status, with its references resolved as far as the answer itself. */
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

const resolver = (document: JsonSchema) => {
  const resolve = (one: JsonSchema): JsonSchema =>
    one.$ref === undefined
      ? one
      : resolve(
          one.$ref
            .slice(2)
            .split('/')
            .reduce((inner: JsonSchema, name: string) => inner[name], document),
        );
  return resolve;
};

export function operationsOf(document: JsonSchema): Operation[] {
  const resolve = resolver(document);
  return Object.entries<JsonSchema>(document.paths).flatMap(([path, methods]) =>
    Object.entries<JsonSchema>(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      requestBody: operation.requestBody,
      parameters: (operation.parameters ?? []).map(resolve),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [status, resolve(one)]),
      ),
    })),
  );
}

/** The only or first form in which an operation takes its body; null: it takes none. */
export const bodyOf = ({ requestBody }: Operation): BodyForm | null => {
  const [found] = Object.entries<JsonSchema>(requestBody?.content ?? {});
  return found
    ? { isForm: found[0] === 'multipart/form-data', ...(found[1] as BodyExample) }
    : null;
};

interface BodyExample {
  readonly schema: JsonSchema;
  readonly example: unknown;
}
interface BodyForm extends BodyExample {
  readonly isForm: boolean;
}

/** The schema of an answer; null: it has no body. */
export const schemaOf = (response: JsonSchema): JsonSchema | null =>
  Object.values<JsonSchema>(response.content ?? {})[0]?.schema ?? null;

export interface ExampleRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** The request that the examples of an operation make, with the service's own ids in their place. */
export function requestOf(operation: Operation, replaced: Replacements): ExampleRequest {
  const { path, parameters } = operation;
  const { example: body, isForm = false } = bodyOf(operation) ?? {};
  const put = (text: string) =>
    Object.entries(replaced).reduce((whole, [from, to]) => whole.replaceAll(from, to), text);
  const withExample = parameters.filter(({ example }) => example !== undefined);
  const filled = withExample
    .filter((one) => one.in === 'path')
    .reduce(
      (whole, { name, example }) =>
        whole.replace(`{${name}}`, encodeURIComponent(put(`${example}`))),
      path,
    );
  const pairs = (place: string): [string, string][] =>
    withExample
      .filter((one) => one.in === place)
      .map(({ name, example }) => [name, put(`${example}`)]);
  const query = new URLSearchParams(pairs('query')).toString();
  return {
    path: query === '' ? filled : `${filled}?${query}`,
    headers: Object.fromEntries(pairs('header')),
    body: isForm ? formOf(body as object) : body && JSON.parse(put(JSON.stringify(body))),
  };
}

/** The field `file` as a part with a name. */
function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries<string>(fields as Record<string, string>))
    if (name === 'file') form.set(name, new Blob([value]), 'example');
    else form.set(name, value);
  return form;
}
