/** A libSQL server of which a test decides what it answers, by HTTP and WebSocket (Hrana 2, in JSON). */
import type { ServerWebSocket } from 'bun';

interface Failure {
  readonly message: string;
  readonly code?: string;
}

type Condition =
  | { readonly type: 'ok'; readonly step: number }
  | { readonly type: 'not'; readonly cond: Condition }
  | { readonly type: 'and'; readonly conds: readonly Condition[] };

interface Step {
  readonly stmt: { readonly sql: string };
  readonly condition?: Condition | null;
}

interface StreamRequest {
  readonly type: string;
  readonly batch?: { readonly steps: readonly Step[] };
  readonly stmt?: Step['stmt'];
}

interface Script {
  /** Why a statement fails, by its text and the number of its batch, from 1; null: it does not. */
  readonly fails?: (sql: string, batch: number) => Failure | null;
  /** What takes the place of an answer by HTTP to a request with this number, from 1; null: nothing does. */
  readonly answers?: (
    request: number,
    baton: string | null,
  ) => Response | null | Promise<Response | null>;
}

const text = (status: number, words: string) => new Response(words, { status });
/** What servers answer to a baton that they do not know. */
export const FORGETTING: Readonly<Record<string, () => Response>> = {
  'is not one of its own': () => text(400, 'Received an invalid baton'),
  'has expired': () =>
    Response.json({ message: 'The stream has expired', code: 'STREAM_EXPIRED' }, { status: 400 }),
  'cannot be found': () => Response.json({ error: 'stream not found: 1' }, { status: 404 }),
};

export interface HranaServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** What was asked in order: `open`, `read`, `commit` and `close` with the number of the stream. */
  readonly seen: readonly string[];
  /** The statements that were executed, batch by batch. */
  readonly executed: readonly (readonly string[])[];
  [Symbol.dispose](): void;
}

export function hranaServer({
  fails = () => null,
  answers = () => null,
}: Script = {}): HranaServer {
  const seen: string[] = [];
  const executed: string[][] = [];
  let streams = 0;
  let requests = 0;

  const open = () => {
    seen.push(`open ${++streams}`);
    return streams;
  };
  const answer = (stream: number, { type, batch, stmt }: StreamRequest): Answer => {
    if (type === 'close' || type === 'close_stream') seen.push(`close ${stream}`);
    const steps = batch?.steps ?? (stmt ? [{ stmt }] : null);
    if (steps === null) return { response: { type } };
    seen.push(`${steps[0]?.stmt.sql === 'BEGIN IMMEDIATE' ? 'commit' : 'read'} ${stream}`);
    executed.push([]);
    const result = execute(steps, executed, fails);
    if (batch) return { response: { type, result } };
    const [error] = result.step_errors;
    return error ? { error } : { response: { type, result: result.step_results[0] } };
  };
  const pipeline = async (request: Request) => {
    const { baton, requests: list } = (await request.json()) as Pipeline;
    const refusal = await answers(++requests, baton ?? null);
    if (refusal !== null) return refusal;
    const stream = Number(baton?.split('.')[0] ?? open());
    const results = list.map((one) => {
      const made = answer(stream, one);
      return { type: 'error' in made ? 'error' : 'ok', ...made };
    });
    const isClosed = list.some(({ type }) => type === 'close');
    return Response.json({ baton: isClosed ? null : `${stream}.${requests}`, results });
  };

  const server = Bun.serve<{ streams: Map<number, number> }>({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, self) {
      const headers = { 'sec-websocket-protocol': 'hrana2' };
      if (self.upgrade(request, { headers, data: { streams: new Map() } })) return undefined;
      return new URL(request.url).pathname === '/v2/pipeline'
        ? pipeline(request)
        : new Response('', { status: 404 });
    },
    websocket: {
      message(socket, text) {
        const message = JSON.parse(String(text)) as Message;
        if (message.type === 'hello') return void say(socket, { type: 'hello_ok' });
        const { request_id, request } = message;
        const { streams: own } = socket.data;
        if (request.type === 'open_stream') own.set(request.stream_id, open());
        const made = answer(own.get(request.stream_id) ?? 0, request);
        const type = 'error' in made ? 'response_error' : 'response_ok';
        say(socket, { type, request_id, ...made });
      },
      close: ({ data }) => void [...data.streams.values()].map((one) => seen.push(`close ${one}`)),
    },
  });
  return {
    address: `127.0.0.1:${server.port}`,
    seen,
    executed,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

type Answer = { readonly response: object } | { readonly error: Failure };

interface Pipeline {
  readonly baton?: string | null;
  readonly requests: readonly StreamRequest[];
}

type Message =
  | { readonly type: 'hello' }
  | {
      readonly type: 'request';
      readonly request_id: number;
      readonly request: StreamRequest & { readonly stream_id: number };
    };

const say = (socket: ServerWebSocket<unknown>, message: object) =>
  void socket.send(JSON.stringify(message));

const MADE = { cols: [], rows: [], affected_row_count: 0, last_insert_rowid: null };

/** Executes those whose condition holds. */
function execute(
  steps: readonly Step[],
  executed: string[][],
  fails: NonNullable<Script['fails']>,
) {
  const results: (object | null)[] = [];
  const errors: (Failure | null)[] = [];
  const holds = (condition: Condition): boolean => {
    if (condition.type === 'ok') return results[condition.step] !== null;
    if (condition.type === 'not') return !holds(condition.cond);
    return condition.conds.every(holds);
  };
  for (const { stmt, condition } of steps) {
    const isAsked = !condition || holds(condition);
    if (isAsked) executed.at(-1)?.push(stmt.sql);
    const error = isAsked ? fails(stmt.sql, executed.length) : null;
    results.push(isAsked && error === null ? MADE : null);
    errors.push(error);
  }
  return { step_results: results, step_errors: errors };
}
