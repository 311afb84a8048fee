/** The texts of the Socket.IO protocol, version 5, and of Engine.IO, version 4, below it. Pure. */
import { fieldsIn } from '../../core/http/read-fields.ts';

export const PING_EVERY_MS = 25_000;
const PING_TIMEOUT_MS = 20_000;
/** Clients have little to say. */
export const PACKET_BYTES_MAX = 1024;

/** The first character of an Engine.IO packet. */
export const ENGINE = {
  close: '1',
  ping: '2',
  pong: '3',
  message: '4',
  upgrade: '5',
  noop: '6',
} as const;
export const PROBE = `${ENGINE.ping}probe`;
export const PROBE_ANSWER = `${ENGINE.pong}probe`;

/** Between the packets of one body. */
const SEPARATOR = '\x1e';
export const joinPackets = (packets: readonly string[]): string => packets.join(SEPARATOR);
export const splitPackets = (body: string, limit: number): string[] => body.split(SEPARATOR, limit);

/** The packet that opens a session; `canUpgrade` is false where it begins as a WebSocket. */
export const openPacket = (sid: string, canUpgrade: boolean): string =>
  `0${JSON.stringify({
    sid,
    upgrades: canUpgrade ? ['websocket'] : [],
    pingInterval: PING_EVERY_MS,
    pingTimeout: PING_TIMEOUT_MS,
    maxPayload: PACKET_BYTES_MAX,
  })}`;

/** A packet of Socket.IO, inside a message of Engine.IO. */
export interface ClientPacket {
  readonly type: 'connect' | 'disconnect' | 'event';
  /** `/`, or `/` and the name of an instance. */
  readonly namespace: string;
  /** The key in the `auth` of a `connect` packet, or null. */
  readonly key: string | null;
}

const TYPES = { 0: 'connect', 1: 'disconnect', 2: 'event', 3: 'event' } as const;
const PACKET = /^([0-3])(?:(\/[^,]*),?)?(.*)$/s;

/** Reads a packet, such as `0/shop,{"apikey":"…"}`; returns null if it is malformed. */
export function clientPacket(text: string): ClientPacket | null {
  const [, digit, named, rest = ''] = PACKET.exec(text) ?? [];
  if (digit === undefined) return null;
  const type = TYPES[Number(digit) as keyof typeof TYPES];
  return {
    type,
    namespace: named?.split('?', 1)[0] ?? '/',
    key: type === 'connect' ? keyIn(rest) : null,
  };
}

function keyIn(json: string): string | null {
  try {
    const auth: unknown = JSON.parse(json);
    const { apikey = null } = fieldsIn(auth);
    return typeof apikey === 'string' && apikey !== '' ? apikey : null;
  } catch {
    return null;
  }
}

/** `/shop,` before what is for a namespace; nothing for the one that all have. */
const prefix = (namespace: string): string => (namespace === '/' ? '' : `${namespace},`);

export const connectedPacket = (namespace: string, sid: string): string =>
  `40${prefix(namespace)}${JSON.stringify({ sid })}`;
export const disconnectedPacket = (namespace: string): string => `41${prefix(namespace)}`;
export const refusedPacket = (namespace: string, message: string): string =>
  `44${prefix(namespace)}${JSON.stringify({ message })}`;

const EVENT_NAME = /^\{"event":("(?:[^"\\]|\\.)*")/;

/** `body`: JSON that begins with the name of its event. */
export const eventPacket = (namespace: string, body: string): string =>
  `42${prefix(namespace)}[${EVENT_NAME.exec(body)?.[1] ?? '"message"'},${body}]`;
