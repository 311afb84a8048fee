/**
 * A Graph API on 127.0.0.1: numbers and accounts behind bearer tokens, errors as Meta words them, and faults on order.
 * Other files add parts of it: a part is asked for each request until one has an answer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountsPart } from './accounts.ts';
import { type GraphAnswer, graphError, unknownId, wrongToken } from './answers.ts';
import { type Fault, serveFault } from './faults.ts';
import { createWorld, type GraphWorld } from './world.ts';

export interface GraphRequest {
  readonly method: string;
  /** Without the version: `/1555000111/messages`. */
  readonly path: string;
  /** The parts of the path: `['1555000111', 'messages']`. */
  readonly parts: readonly string[];
  readonly version: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** What came as JSON; `{}` for none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What came as a form; null for none. */
  readonly form: FormData | null;
  /** Of the header, without `Bearer`. */
  readonly token: string;
}

/** Answers a request that is its own to answer; null leaves it to the next part. */
export type GraphPart = (
  request: GraphRequest,
  world: GraphWorld,
) => GraphAnswer | null | Promise<GraphAnswer | null>;

export interface GraphDouble {
  /** `http://127.0.0.1:PORT`, without a version. */
  readonly url: string;
  readonly world: GraphWorld;
  /** Everything that was asked, in order, the refused too. */
  readonly requests: readonly GraphRequest[];
  /** The next `times` requests of that method whose path ends so are answered by the fault instead; they are logged. */
  order(method: string, pathEnd: string, fault: Fault, times?: number): void;
  /** Adds a part, asked before those that are there. */
  add(part: GraphPart): void;
  stop(): Promise<void>;
}

interface Order {
  readonly method: string;
  readonly pathEnd: string;
  readonly fault: Fault;
  left: number;
}

export async function startGraph(...added: GraphPart[]): Promise<GraphDouble> {
  const world = createWorld();
  const parts: GraphPart[] = [...added, accountsPart];
  const requests: GraphRequest[] = [];
  const orders: Order[] = [];

  const ordered = ({ method, path }: GraphRequest): Fault | null => {
    const order = orders.find(
      (one) => one.left > 0 && one.method === method && path.endsWith(one.pathEnd),
    );
    if (order === undefined) return null;
    order.left--;
    return order.fault;
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await requestOf(incoming);
    requests.push(request);
    const fault = ordered(request);
    if (fault !== null) return serveFault(fault, response);
    const { status, headers, body } = await answer(request, world, parts);
    const bytes = body instanceof Uint8Array ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    response.end(bytes);
  };

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error) => {
      response.writeHead(500).end(`the double failed: ${error}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    world,
    requests,
    order: (method, pathEnd, fault, times = 1) =>
      void orders.push({ method, pathEnd, fault, left: times }),
    add: (part) => void parts.unshift(part),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: GraphRequest,
  world: GraphWorld,
  parts: readonly GraphPart[],
): Promise<GraphAnswer> {
  if (!/^v\d+\.0$/.test(request.version))
    return graphError(2500, { message: `Unknown path components: ${request.path}` });
  if (!world.tokens.has(request.token)) return wrongToken(request.token);
  for (const part of parts) {
    const found = await part(request, world);
    if (found !== null) return found;
  }
  return unknownId(request);
}

async function requestOf(incoming: IncomingMessage): Promise<GraphRequest> {
  const { method = '', url = '/' } = incoming;
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { pathname, searchParams } = new URL(url, 'http://graph');
  const [version = '', ...parts] = pathname.split('/').slice(1).map(decodeURIComponent);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const type = headers['content-type'] ?? '';
  return {
    method,
    path: `/${parts.join('/')}`,
    parts,
    version,
    query: searchParams,
    headers,
    body: type.includes('json') && bytes.length > 0 ? JSON.parse(bytes.toString()) : {},
    form: type.startsWith('multipart/form-data') ? await formOf(bytes, type) : null,
    token: (headers.authorization ?? '').replace(/^Bearer /, ''),
  };
}

const formOf = (bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> =>
  new Response(bytes, { headers: { 'content-type': type } }).formData() as Promise<FormData>;
