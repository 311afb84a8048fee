/** An AMQP 0-9-1 broker that answers each queue as the test says: at once, never, or with a refusal. */
import { createServer, type Socket } from 'node:net';

/** What a broker does with a queue; each is true of no queue unless it is set. */
export interface Answers {
  /** Never answers a declaration. */
  hangs: (queue: string) => boolean;
  /** Refuses a declaration with 406. */
  refuses: (queue: string) => boolean;
  /** Never confirms a message. */
  isSilent: (queue: string) => boolean;
}

export interface AmqpDouble {
  readonly url: string;
  readonly answers: Answers;
  readonly declared: string[];
  /** The queue of each message, in order. */
  readonly published: string[];
  /** How many channels are open. */
  readonly open: number;
  /** The most channels that were open at once. */
  readonly mostOpen: number;
  /** Confirms what it was silent about. */
  confirmLate(): void;
  stop(): void;
}

type Send = (channel: number, kind: number, method: number, args?: Buffer) => void;

const NO = () => false;
const REFUSAL = "PRECONDITION_FAILED - inequivalent arg 'x-queue-type'";

const short = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
function long(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
}
const word = (value: number) => Buffer.from([value >> 8, value & 255]);
function tagged(tag: number): Buffer {
  const confirm = Buffer.alloc(9);
  confirm.writeUInt32BE(tag, 4);
  return confirm;
}

function sender(socket: Socket): Send {
  return (channel, kind, method, args = Buffer.alloc(0)) => {
    const payload = Buffer.concat([word(kind), word(method), args]);
    const head = Buffer.alloc(7);
    head[0] = 1;
    head.writeUInt16BE(channel, 1);
    head.writeUInt32BE(payload.length, 3);
    socket.write(Buffer.concat([head, payload, Buffer.from([0xce])]));
  };
}

export async function amqpDouble(): Promise<AmqpDouble> {
  const answers: Answers = { hangs: NO, refuses: NO, isSilent: NO };
  const declared: string[] = [];
  const published: string[] = [];
  const unconfirmed: (() => void)[] = [];
  const sockets = new Set<Socket>();
  /** The number of messages on each open channel. */
  const channels = new Map<string, number>();
  let mostOpen = 0;

  function onMethod(key: string, channel: number, send: Send, payload: Buffer): void {
    const name = `${payload.readUInt16BE(0)}.${payload.readUInt16BE(2)}`;
    if (name === '10.11') send(0, 10, 30, Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    else if (name === '10.40') send(0, 10, 41, Buffer.from([0]));
    else if (name === '10.50') send(0, 10, 51);
    else if (name === '20.10') {
      channels.set(key, 0);
      mostOpen = Math.max(mostOpen, channels.size);
      send(channel, 20, 11, long(''));
    } else if (name === '20.40') {
      channels.delete(key);
      send(channel, 20, 41);
    } else if (name === '85.10') send(channel, 85, 11);
    else if (name === '50.10') declare(key, channel, send, payload);
    else if (name === '60.40') publish(key, channel, send, payload);
  }

  function declare(key: string, channel: number, send: Send, payload: Buffer): void {
    const queue = payload.subarray(7, 7 + payload.readUInt8(6)).toString();
    declared.push(queue);
    if (answers.hangs(queue)) return;
    if (answers.refuses(queue)) {
      channels.delete(key);
      send(channel, 20, 40, Buffer.concat([word(406), short(REFUSAL), word(50), word(10)]));
    } else send(channel, 50, 11, Buffer.concat([short(queue), Buffer.alloc(8)]));
  }

  function publish(key: string, channel: number, send: Send, payload: Buffer): void {
    const from = 7 + payload.readUInt8(6);
    const queue = payload.subarray(from + 1, from + 1 + payload.readUInt8(from)).toString();
    published.push(queue);
    const tag = (channels.get(key) ?? 0) + 1;
    channels.set(key, tag);
    const confirm = () => {
      if (channels.has(key)) send(channel, 60, 80, tagged(tag));
    };
    if (answers.isSilent(queue)) unconfirmed.push(confirm);
    else setImmediate(confirm);
  }

  let connections = 0;
  const server = createServer((socket) => {
    const connection = ++connections;
    const send = sender(socket);
    let waiting = Buffer.alloc(0);
    let isGreeted = false;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      waiting = Buffer.concat([waiting, Buffer.from(bytes)]);
      if (!isGreeted) {
        if (waiting.length < 8) return;
        waiting = waiting.subarray(8);
        isGreeted = true;
        send(
          0,
          10,
          10,
          Buffer.concat([Buffer.from([0, 9]), long(''), long('PLAIN'), long('en_US')]),
        );
      }
      while (waiting.length >= 7 && waiting.length >= waiting.readUInt32BE(3) + 8) {
        const size = waiting.readUInt32BE(3);
        const type = waiting.readUInt8(0);
        const channel = waiting.readUInt16BE(1);
        const payload = waiting.subarray(7, 7 + size);
        waiting = waiting.subarray(8 + size);
        if (type === 1) onMethod(`${connection} ${channel}`, channel, send, payload);
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    answers,
    declared,
    published,
    get open() {
      return channels.size;
    },
    get mostOpen() {
      return mostOpen;
    },
    confirmLate() {
      for (const confirm of unconfirmed.splice(0)) confirm();
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
