/** Runs the node that n8n users connect with, in its own code: n8n itself is stood in for by what the node calls. */
import { EvolutionApi } from 'n8n-nodes-evolution-api/dist/nodes/EvolutionApi/EvolutionApi.node.js';

type Parameters = Readonly<Record<string, unknown>>;

interface Field {
  readonly name: string;
  readonly default?: unknown;
  readonly displayOptions?: { readonly show?: { readonly operation?: readonly string[] } };
}

/** A request as the node asks n8n to make it. */
interface NodeRequest {
  readonly method: string;
  readonly uri: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** What the node gave out, and what it sent for it, last first. */
export interface NodeRun {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
  readonly output: any;
  readonly sent: readonly NodeRequest[];
  /** Status and body of the answer to the last one, where that was a failure. */
  readonly failure: string | null;
}

interface Connection {
  readonly url: string;
  readonly apikey: string;
}

/** One operation of the node, with what its user filled in; what is left out has the default that the form shows. */
export async function runNode(
  { url, apikey }: Connection,
  operation: string,
  filled: Parameters,
): Promise<NodeRun> {
  const node = new EvolutionApi();
  const [resource, name] = operation.split(' ') as [string, string];
  const parameters = { ...filled, resource, operation: name };
  const sent: NodeRequest[] = [];
  let failure: string | null = null;
  const context = {
    getNodeParameter: (path: string, _item: number, fallback?: unknown) =>
      parameter(node.description.properties, parameters, path, fallback),
    getCredentials: async () => ({ 'server-url': url, apikey }),
    getInputData: () => [{ json: {} }],
    getNode: () => ({ name: 'Evolution API' }),
    continueOnFail: () => true,
    helpers: {
      async request(request: NodeRequest) {
        sent.unshift(request);
        const { isSuccess, status, text } = await answerOf(request);
        failure = isSuccess ? null : `${status} - ${text}`;
        if (failure !== null) throw new Error(failure);
        return text === '' ? undefined : JSON.parse(text);
      },
      returnJsonArray: (items: unknown) => (Array.isArray(items) ? items : [items]),
    },
  };
  const [items] = await node.execute.call(context);
  const output = items?.[0];
  // Some operations give out the answer as it is.
  return {
    output: 'json' in output ? output.json : { success: true, data: output },
    sent,
    failure,
  };
}

function parameter(
  form: readonly Field[],
  parameters: Parameters & { readonly operation: string },
  path: string,
  fallback: unknown,
): unknown {
  const [name = '', ...inner] = path.split('.');
  const field = form.find((one) => {
    const operations = one.displayOptions?.show?.operation;
    return one.name === name && (operations?.includes(parameters.operation) ?? true);
  });
  let value = name in parameters ? parameters[name] : field?.default;
  for (const key of inner) value = (value as Parameters | undefined)?.[key];
  if (value === undefined && fallback === undefined)
    throw new Error(`Could not get parameter "${path}"`);
  return value ?? fallback;
}

async function answerOf({ method, uri, headers, body }: NodeRequest) {
  const all = new Headers({ accept: 'application/json' });
  if (body !== undefined) all.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const sent = body === undefined ? null : JSON.stringify(body);
  const response = await fetch(uri, { method, headers: all, body: sent });
  return { isSuccess: response.ok, status: response.status, text: await response.text() };
}
