/** Attacks on live connections: joins that nobody reads, places that are given back twice, one name in many spellings. */
import { connect } from 'node:net';
import { until } from '../../helpers/until.ts';
import { readState, sendText } from './asks.ts';
import {
  type Ask,
  type Attack,
  attackerOf,
  lanes,
  paused,
  type Target,
  type UnderWay,
} from './attack.ts';
import type { Stage } from './stage.ts';

/** Switches Socket.IO on. */
const WITH_SOCKET_IO = { WEBHOOK_FORMAT: 'evolution-api', WEBSOCKETS_PER_KEY: '10' };
const PER_KEY = 10;
const POLLING = '/socket.io/?EIO=4&transport=polling';
const SEPARATOR = '\x1e';

interface Session {
  readonly status: number;
  say(packets: string): Promise<number>;
}

/** Begins a session by polling, with a key or without one. */
async function begin(port: number, apikey: string | null): Promise<Session> {
  const base = `http://127.0.0.1:${port}${POLLING}`;
  const headers = { 'content-type': 'text/plain', ...(apikey !== null && { apikey }) };
  const answer = await fetch(base, { headers });
  const sid = /"sid":"([^"]+)"/.exec(await answer.text())?.[1] ?? '';
  return {
    status: answer.status,
    async say(body) {
      const said = await fetch(`${base}&sid=${sid}`, { headers, method: 'POST', body });
      await said.text();
      return said.status;
    },
  };
}

const opensLive: Ask = {
  what: 'opens a live connection with its key',
  async send({ port, other }) {
    const session = await begin(port, other.key);
    if (session.status === 200) await session.say('1');
    return session.status;
  },
};

const enableWebSocket = async ({ call }: Stage, name: string, key: string) => {
  const body = { websocketEnable: 'enabled' };
  const { status, text } = await call('POST', '/instance/connect', { key, body });
  if (status !== 200) throw new Error(`${name} has no WebSocket: ${text}`);
};

const frameOf = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

/** 50,000 joins, or what is read of them before the connection is cut; the answers are never read. */
const JOINS = Buffer.concat(
  Array.from({ length: 50_000 }, (_, at) => frameOf(`40/${at.toString(36)}`)),
);
const BODY_OF_JOINS = Array.from({ length: 2_000 }, (_, at) => `40/${at.toString(36)}`).join(
  SEPARATOR,
);
/** As many as may be open without a key come from each of them. */
const ADDRESSES = 4;

/** Resolves once the service has ended the connection. */
const floodSocket = (port: number, lane: number, signal: AbortSignal): Promise<number> =>
  new Promise((resolve) => {
    const localAddress = `127.0.5.${1 + (lane % ADDRESSES)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const leave = () => void socket.destroy();
    socket.once('data', (chunk: Buffer) => {
      socket.pause();
      if (chunk.toString('latin1', 9, 12) === '101') socket.write(JOINS);
      else leave();
    });
    socket.on('error', leave);
    socket.on('close', () => {
      signal.removeEventListener('abort', leave);
      resolve(0);
    });
    signal.addEventListener('abort', leave);
    socket.write(
      [
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
        'Host: localhost',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    );
  });

async function floodSession(port: number, signal: AbortSignal): Promise<number> {
  const session = await begin(port, null);
  if (session.status !== 200) return session.status;
  let status = 200;
  while (status === 200 && !signal.aborted) status = await session.say(BODY_OF_JOINS);
  return status;
}

const PEAK_MIB = 320;

/** Without a key. */
export const unreadJoins: Attack = {
  name: 'unread joins',
  promise:
    'whoever has no key and asks for joins without reading the answers fills no memory, and keeps nobody waiting',
  environment: WITH_SOCKET_IO,
  begin: ({ port }) =>
    lanes(24, (lane, _, signal) =>
      lane % 2 === 0 ? floodSocket(port, lane, signal) : floodSession(port, signal),
    ),
  asks: [readState, sendText, opensLive],
  limits: { reservedBytes: 0 },
  async enough({ answers }: UnderWay) {
    const count = () => [...answers.values()].reduce((sum, times) => sum + times, 0);
    await until('each came several times', () => count() > 100);
  },
  async afterwards({ peakMebibytes }) {
    const peak = await peakMebibytes();
    if (peak > PEAK_MIB) throw new Error(`the process came to ${Math.round(peak)} MiB`);
  },
};

/** How many sessions can be open at a time; they are closed again. */
async function roomFor(port: number, key: string | null): Promise<number> {
  const open: Session[] = [];
  for (;;) {
    const session = await begin(port, key);
    if (session.status !== 200) break;
    open.push(session);
  }
  await Promise.all(open.map((session) => session.say('1')));
  return open.length;
}

export const placesTwice: Attack = {
  name: 'places twice',
  promise:
    'connections that end while their key is looked at keep no place of that key, and lift no limit of their address',
  environment: WITH_SOCKET_IO,
  begin: (target: Target) =>
    lanes(4, async () => {
      const session = await begin(target.port, null);
      if (session.status !== 200) return session.status;
      const { key } = attackerOf(target);
      return session.say(`40{"apikey":"${key}"}${SEPARATOR}1`);
    }),
  asks: [opensLive, readState],
  limits: { reservedBytes: 0 },
  async enough(underWay) {
    const count = () => underWay.answers.get(200) ?? 0;
    await until('it was tried often enough', () => count() > 4 * PER_KEY);
  },
  async afterwards({ port, attackers, other }) {
    for (const key of [null, other.key, ...attackers.map((one) => one.key)])
      await until('each has its places, and no more', async () => {
        return (await roomFor(port, key)) === PER_KEY;
      });
  },
};

/** The ways to write a name by escaping some of its letters. */
const spellings = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    [...name]
      .map((letter, bit) => ((at >> bit) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter))
      .join(''),
  );

const readersAreFew: Ask = {
  what: `sees no more than ${PER_KEY} readers of the attacker`,
  async send({ call }, signal) {
    const { text } = await call('GET', '/channels', { key: 'global', signal });
    const { channels } = JSON.parse(text);
    const { readers } = channels.find(
      ({ channel }: { channel: string }) => channel === 'websocket',
    );
    return readers <= PER_KEY ? 200 : 400;
  },
};

export const manySpellings: Attack = {
  name: 'many spellings',
  promise:
    'a tenant that joins its instance under a hundred spellings of the name reads it once in each connection',
  environment: WITH_SOCKET_IO,
  async prepare(stage) {
    for (const { name, key } of stage.attackers) await enableWebSocket(stage, name, key);
  },
  begin(target) {
    const { name, key } = attackerOf(target);
    const joins = spellings(name, 100).map((spelling) => `40/${spelling}`);
    return lanes(PER_KEY, async (_, __, signal) => {
      const session = await begin(target.port, key);
      if (session.status !== 200) return session.status;
      const status = await session.say(joins.join(SEPARATOR));
      // It reads on, and says so, until it is sent away.
      while (status === 200 && !signal.aborted && (await session.say('3')) === 200)
        await paused(500, signal);
      await session.say('1');
      return status;
    });
  },
  asks: [readersAreFew, sendText, readState],
  limits: {},
};
