/** One request of every kind that the service takes, as the bytes that a client sends. */
import { createHmac } from 'node:crypto';
import { WEBHOOK_PATH } from '../../../src/modules/provider-webhook/zone.ts';
import type { Tenant } from '../hostile/attack.ts';

export interface RawRequest {
  readonly kind: string;
  /** Up to and with the blank line. */
  readonly head: Buffer;
  readonly body: Buffer;
  /** Statuses of an answer when it is sent whole. */
  readonly status: number;
  /** What is sent once the protocol was switched: part of it is an abort within a frame. */
  readonly frame?: Buffer;
}

export const APP_SECRET = 'the-secret-of-all';
const JSON_TYPE = 'content-type: application/json';
const FILE = Buffer.alloc(1 << 20, 1);

function requestOf(
  kind: string,
  status: number,
  line: string,
  headers: readonly string[],
  body: string | Buffer = '',
): RawRequest {
  const bytes = Buffer.from(body);
  const isChunked = headers.some((header) => header.startsWith('transfer-encoding'));
  const length = bytes.length === 0 || isChunked ? [] : [`content-length: ${bytes.length}`];
  const lines = [`${line} HTTP/1.1`, 'host: 127.0.0.1', ...headers, ...length];
  return { kind, status, head: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body: bytes };
}

const inChunks = (text: string): string => {
  const half = text.length >> 1;
  return [text.slice(0, half), text.slice(half), '']
    .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
    .join('');
};

const inForm = (fields: Readonly<Record<string, string>>, file: Buffer): Buffer => {
  const part = (disposition: string) => `--cut\r\ncontent-disposition: form-data; ${disposition}`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `${part(`name="${name}"`)}\r\n\r\n${value}\r\n`,
  );
  const about = 'name="file"; filename="a.bin"\r\ncontent-type: application/octet-stream';
  return Buffer.concat([
    Buffer.from(`${texts.join('')}${part(about)}\r\n\r\n`),
    file,
    Buffer.from('\r\n--cut--\r\n'),
  ]);
};

const UPGRADE = [
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version: 13',
];

/** A masked text frame of 64 bytes; the mask is zeros. */
const FRAME = Buffer.concat([Buffer.from([0x81, 0x80 | 64, 0, 0, 0, 0]), Buffer.alloc(64, 'a')]);

/** `id` is that of a message of the tenant with a file. */
export function requestsOf({ name, key }: Tenant, id: string): readonly RawRequest[] {
  const own = `apikey: ${key}`;
  const text = JSON.stringify({ number: '5511888880000', text: 'Hello' });
  const sendText = `POST /message/sendText/${name}`;
  const media = { number: '5511888880000', mediatype: 'document' };
  const signature = createHmac('sha256', APP_SECRET).update(text).digest('hex');
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const forAgents = [JSON_TYPE, 'accept: application/json, text/event-stream'];
  const stored = JSON.stringify({ message: { key: { id } } });
  return [
    requestOf('a text', 201, sendText, [own, JSON_TYPE], text),
    requestOf(
      'a body in chunks',
      201,
      sendText,
      [own, JSON_TYPE, 'transfer-encoding: chunked'],
      inChunks(text),
    ),
    requestOf('a body without a key', 401, sendText, ['apikey: wrong', JSON_TYPE], text),
    requestOf(
      'a file in JSON',
      201,
      `POST /message/sendMedia/${name}`,
      [own, JSON_TYPE],
      JSON.stringify({ ...media, media: FILE.toString('base64') }),
    ),
    requestOf(
      'an uploaded form',
      201,
      `POST /message/sendMedia/${name}`,
      [own, 'content-type: multipart/form-data; boundary=cut'],
      inForm(media, FILE),
    ),
    requestOf(
      'a webhook of a platform',
      200,
      `POST ${WEBHOOK_PATH}`,
      [JSON_TYPE, `x-hub-signature-256: sha256=${signature}`],
      text,
    ),
    requestOf('a call of an agent', 200, 'POST /mcp', [own, ...forAgents], JSON.stringify(list)),
    requestOf('a large answer', 200, 'GET /openapi.json', ['accept-encoding: identity']),
    requestOf(
      'the file of a message',
      201,
      `POST /chat/getBase64FromMediaMessage/${name}`,
      [own, JSON_TYPE],
      stored,
    ),
    requestOf('a list', 200, `GET /event/find/${name}`, [own]),
    {
      ...requestOf('a WebSocket', 101, `GET /ws?instance=${name}`, [own, ...UPGRADE]),
      frame: FRAME,
    },
    {
      ...requestOf('Socket.IO', 101, 'GET /socket.io/?EIO=4&transport=websocket', UPGRADE),
      frame: FRAME,
    },
    requestOf('Socket.IO by polling', 200, 'GET /socket.io/?EIO=4&transport=polling', []),
  ];
}
