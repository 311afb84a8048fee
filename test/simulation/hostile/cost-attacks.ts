/** Attacks by what one caller makes everybody pay for: filters, texts that are made for each, places that are not used. */
import { connect } from 'node:net';
import { readAll, readState, sendText } from './asks.ts';
import { type Attack, attackerOf, lanes, post, type Target, type UnderWay } from './attack.ts';
import type { Stage } from './stage.ts';

/** The longest text of a message. */
const TEXT = 'a'.repeat(65_536);
/** What takes longest to look for in it: each comparison reads all of it. */
const FILTER = { data: { Message: { conversation: { $contains: `ab${'a'.repeat(254)}` } } } };
const ENDPOINTS = 20;
const KEPT = 40;

async function call(stage: Stage, path: string, body: object): Promise<void> {
  const { key } = attackerOf(stage);
  const { status, text } = await stage.call('POST', path, { body, key });
  if (status > 299) throw new Error(`${path}: ${status} ${text}`);
}

const message = (target: Pick<Target, 'attackers'>) => ({
  path: `/sandbox/${attackerOf(target).name}/message`,
  body: { kind: 'text', from: '5511999990001', text: TEXT },
});

export const costlyFilters: Attack = {
  name: 'filters that cost as much as they can',
  promise:
    'a tenant is answered while messages of another meet twenty filters that never find anything',
  async prepare(stage) {
    const { name } = attackerOf(stage);
    for (let count = 0; count < ENDPOINTS; count++)
      await call(stage, `/webhook/endpoints/${name}`, {
        name: `e${count}`,
        url: `${stage.files}${count}`,
        events: ['MESSAGE'],
        filter: FILTER,
      });
  },
  begin: (target) =>
    lanes(4, (_, __, signal) => {
      const { path, body } = message(target);
      return post(target, path, JSON.stringify(body), signal);
    }),
  asks: [readState, sendText],
  limits: { loopMs: 200 },
};

export const filterTrials: Attack = {
  name: 'trials of such filters',
  promise:
    'a tenant is answered while another tries a costly filter on kept events, eight times at once',
  async prepare(stage) {
    const { path, body } = message(stage);
    for (let count = 0; count < KEPT; count++) await call(stage, path, body);
  },
  begin: (target) =>
    lanes(8, (_, __, signal) => {
      const path = `/webhook/endpoints/${attackerOf(target).name}/filter/test`;
      return post(target, path, JSON.stringify({ filter: FILTER }), signal);
    }),
  asks: [readState, sendText],
  limits: {},
};

export const documentReaders: Attack = {
  name: 'readers of the API document',
  promise: 'a tenant is answered while eight strangers read the whole API document again and again',
  // Once, the document is put together.
  prepare: async ({ call }) => void (await call('GET', '/openapi.json')),
  begin: ({ port }) =>
    lanes(8, async (_, __, signal) => {
      const { status, body } = await fetch(`http://127.0.0.1:${port}/openapi.json`, {
        headers: { 'accept-encoding': 'identity' },
        signal,
      });
      for await (const _chunk of body ?? []);
      return status;
    }),
  asks: [readState, readAll],
  limits: { reservedBytes: 0, loopMs: 40 },
};

const LISTED = '106540352242922';
const SILENT = { addresses: 4, ofEach: 16 };

/** Announces a body and sends none of it. */
const silentBody = (port: number, lane: number, signal: AbortSignal, onSent: () => void) =>
  new Promise<number>((resolve) => {
    const localAddress = `127.0.3.${1 + (lane % SILENT.addresses)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const leave = () => void socket.destroy();
    socket.on('data', (chunk: Buffer) => {
      resolve(Number(chunk.toString('latin1', 9, 12)));
      leave();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      signal.removeEventListener('abort', leave);
      resolve(0);
    });
    signal.addEventListener('abort', leave);
    const type = lane % 2 === 0 ? 'application/json' : 'multipart/form-data; boundary=x';
    const head = [
      `POST /graph/v25.0/${LISTED}/messages HTTP/1.1`,
      ...['Host: localhost', 'Authorization: Bearer EAAANY', `Content-Type: ${type}`],
      'Content-Length: 1000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`, onSent);
  });

function silentBodies({ port }: Target): UnderWay {
  const width = SILENT.addresses * SILENT.ofEach;
  const sent = new Set<number>();
  const underWay = lanes(width, (lane, _, signal) =>
    silentBody(port, lane, signal, () => sent.add(lane)),
  );
  return { ...underWay, isInSwing: () => sent.size === width };
}

const passedOn = (what: string, method: 'GET' | 'POST') => ({
  what,
  async send({ port }: Stage, signal: AbortSignal): Promise<number> {
    const { status, body } = await fetch(
      `http://127.0.0.1:${port}/graph/v25.0/${LISTED}/messages`,
      {
        method,
        headers: { authorization: 'Bearer EAAOTHER', 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{"messaging_product":"whatsapp"}' }),
        signal,
      },
    );
    for await (const _chunk of body ?? []);
    return status;
  },
});

/** Answers everything. It ends with this process. */
function startMeta(): string {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => Response.json({ bytes: (await request.bytes()).byteLength }),
  });
  server.unref();
  return server.url.origin;
}

export const silentPassing: Attack = {
  name: 'requests for Meta whose body does not come',
  promise:
    'requests are passed on to Meta while 64 others from four addresses never send the body that they announce',
  get environment() {
    return { GRAPH_PASS_THROUGH: LISTED, META_GRAPH_URL: startMeta() };
  },
  begin: silentBodies,
  asks: [passedOn('reads at Meta', 'GET'), passedOn('sends by Meta', 'POST'), readState],
  limits: { reservedBytes: 0 },
};

export const COST_ATTACKS: readonly Attack[] = [
  costlyFilters,
  filterTrials,
  documentReaders,
  silentPassing,
];
