/** Attacks by way of Meta's webhooks: bodies that nobody signed, and signed ones that are made to cost. */
import { connect } from 'node:net';
import { WEBHOOK_PATH } from '../../../src/modules/provider-webhook/zone.ts';
import { change, ofNumber, signatureOf } from '../../doubles/graph/webhooks.ts';
import { until } from '../../helpers/until.ts';
import { readAll, readState, sendFile, sendText } from './asks.ts';
import {
  type Attack,
  attackerOf,
  lanes,
  paused,
  post,
  type Target,
  type Tenant,
  type UnderWay,
} from './attack.ts';
import { startSlowHost } from './slow-host.ts';
import { SMALL_PNG, type Stage } from './stage.ts';

const MIB = 1024 * 1024;
/** Those from few addresses want the room of files, those from many the room of texts. */
const LARGE = { connections: 60, addresses: 4, bytes: 3 * MIB };
const SMALL = { connections: 1_020, addresses: 18, bytes: 64 * 1024 };
/** As `retry-after` says. */
const COME_AGAIN_MS = 5_000;
/** A sixteenth of what callers may reserve: what all bodies share whose signature is not checked yet. */
const UNSIGNED_BYTES = 8 * MIB;

/**
 * Announces a body, sends its first byte or, one in four, all but the last one, and waits. `onSent` is called once the
 * service has taken what was sent, or the connection has ended.
 */
const slowBody = (
  port: number,
  lane: number,
  signal: AbortSignal,
  onSent: () => void,
): Promise<number> => {
  const isLarge = lane < LARGE.connections;
  const { addresses, bytes } = isLarge ? LARGE : SMALL;
  const localAddress = `127.0.${isLarge ? 1 : 2}.${1 + (lane % addresses)}`;
  return new Promise((resolve) => {
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
    const head = [
      `POST ${WEBHOOK_PATH} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${bytes}`,
      `X-Hub-Signature-256: sha256=${'a'.repeat(64)}`,
    ];
    const sent = lane % 4 === 0 ? bytes - 1 : 1;
    socket.write(`${head.join('\r\n')}\r\n\r\n${'['.repeat(sent)}`, onSent);
  });
};

function slowBodies({ port }: Target): UnderWay {
  const width = LARGE.connections + SMALL.connections;
  const sent = new Set<number>();
  const underWay = lanes(
    width,
    (lane, _, signal) => slowBody(port, lane, signal, () => sent.add(lane)),
    COME_AGAIN_MS,
  );
  // How much work it is to accept them all depends on the machine.
  return { ...underWay, isInSwing: () => sent.size === width };
}

const unsigned = {
  begin: slowBodies,
  asks: [sendText, sendFile(10), readAll, readState],
} satisfies Partial<Attack>;

export const unsignedWebhooks: Attack = {
  ...unsigned,
  name: 'webhooks without a key',
  promise:
    'a tenant sends texts and files while 1 080 connections from 22 addresses never finish a webhook that nobody signed',
  environment: { META_APP_SECRET: 'the-secret-of-all' },
  limits: { reservedBytes: UNSIGNED_BYTES, served: 0 },
};

export const webhooksForNobody: Attack = {
  ...unsigned,
  name: 'webhooks without a key, and no app secret',
  promise:
    'where no app secret is known nothing of a webhook is read, however many connections send one',
  limits: { reservedBytes: 0, served: 0 },
};

const signed = (target: Target, body: string, signal: AbortSignal): Promise<number> => {
  const { name, cloud } = attackerOf(target);
  return post(target, `${WEBHOOK_PATH}/${name}`, body, signal, {
    'x-hub-signature-256': signatureOf(cloud?.appSecret ?? '', body),
  });
};

const numberAt = (index: number): string => `5511${String(900_000_000 + index)}`;

/** About `bytes` of JSON: people, and statuses of messages to others, so that nobody is found early. */
function crossedBody({ cloud }: Tenant, bytes: number, round: number): string {
  const count = Math.floor(bytes / 88);
  const each = <T>(make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const text = { timestamp, type: 'text', text: { body: 'Hi' } };
  return changeOf(cloud, {
    contacts: each((index) => ({ wa_id: numberAt(index) })),
    messages: [{ from: numberAt(3 * count), id: `wamid.crossed.${round}`, ...text }],
    statuses: each((index) => ({
      id: `${round}.${index}`,
      status: 'read',
      recipient_id: numberAt(count + index),
    })),
  });
}

const changeOf = (cloud: Tenant['cloud'], rest: object): string =>
  JSON.stringify(
    change('messages', ofNumber({ ...rest }, cloud?.phoneNumberId), cloud?.businessAccountId),
  );

export const signedWebhooks: Attack = {
  name: 'signed webhooks with many contacts',
  promise: 'a tenant is answered at once while another signs webhooks with thousands of contacts',
  onCloud: 'attacker',
  begin: (target) =>
    lanes(2, (lane, round, signal) =>
      signed(
        target,
        crossedBody(attackerOf(target), (lane === 0 ? 0.5 : 2.8) * MIB, round),
        signal,
      ),
    ),
  asks: [readState, sendText],
  limits: {},
};

/** A picture from the person with that number: Meta says where the file is. */
const pictureBody = ({ cloud }: Tenant, fileId: string, from: string): string =>
  changeOf(cloud, {
    contacts: [{ wa_id: from, profile: { name: 'Ana' } }],
    messages: [
      {
        from,
        id: `wamid.${fileId}`,
        timestamp: String(Math.floor(Date.now() / 1_000)),
        type: 'image',
        image: { id: fileId, mime_type: 'image/png' },
      },
    ],
  });

const SLOW_ID = '1000000000';
let pictures = 0;

export const slowReceivedFiles: Attack = {
  name: 'received files that come slowly',
  promise: 'a tenant receives a picture while eight files of another come and come',
  onCloud: 'both',
  async prepare({ graph, files }) {
    const slow = startSlowHost();
    graph?.add(({ parts: [id = ''] }) => {
      if (!/^[12]0{9}/.test(id)) return null;
      const url = id.startsWith(SLOW_ID) ? slow : files;
      const body = { id, url, mime_type: 'image/png', file_size: SMALL_PNG.byteLength };
      return { status: 200, body };
    });
  },
  begin(target) {
    let taken = 0;
    const under = lanes(8, async (lane, _, signal) => {
      const status = await signed(
        target,
        pictureBody(attackerOf(target), SLOW_ID + lane, numberAt(lane)),
        signal,
      );
      taken++;
      // The file itself is what is under way from here on.
      await paused(3_600_000, signal);
      return status;
    });
    return { ...under, isInSwing: () => taken === 8 };
  },
  asks: [
    {
      what: 'receives a picture',
      async send(stage, signal) {
        const fileId = `2000000000${pictures++}`;
        const { other } = stage;
        const status = await signed(
          { port: stage.port, attackers: [other] },
          pictureBody(other, fileId, numberAt(0)),
          signal,
        );
        await until('the picture is an event', () => hasPicture(stage, fileId, signal), 60_000);
        return status;
      },
    },
  ],
  limits: {},
};

/** The last event that was read of the second tenant. */
const readTo = new WeakMap<Stage, number>();

async function hasPicture(stage: Stage, fileId: string, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  const query = `event=Message&after=${readTo.get(stage) ?? 0}`;
  const path = `/event/find/${stage.other.name}?${query}`;
  const { text } = await stage.call('GET', path, { signal });
  const isThere = text.includes(`wamid.${fileId}`) && text.includes(SMALL_PNG.toString('base64'));
  if (isThere) readTo.set(stage, JSON.parse(text).next);
  return isThere;
}
