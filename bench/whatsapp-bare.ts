/**
 * The bare library beside the product, in a process of its own: linked in the same way, its keys in memory, and nothing
 * done but counting. Started by `startBareClients`.
 */
import {
  initAuthCreds,
  makeWASocket,
  type UserFacingSocketConfig,
  type WASocket,
} from '@whiskeysockets/baileys';
import { memoryStore } from '../packages/signal/test/key-store.ts';
import { secondsOf } from './child.ts';
import { obeyOrders, startOrderProcess } from './order-process.ts';
import { inParallel, textOf, type WhatsAppAddress } from './whatsapp-server.ts';

type BareOrder =
  /** Answers with the text inside the QR code. */
  | { readonly do: 'code'; readonly phone: string; readonly address: WhatsAppAddress }
  /** Answers once the phone that has scanned the code is connected. */
  | { readonly do: 'opened'; readonly phone: string }
  /** Answers once each of these has deciphered `count` more messages. */
  | { readonly do: 'arrived'; readonly phones: readonly string[]; readonly count: number }
  | { readonly do: 'greet'; readonly phone: string; readonly contacts: readonly string[] }
  /** `count` texts in all, 64 at once; answers once the server has confirmed them. */
  | {
      readonly do: 'send';
      readonly phones: readonly string[];
      readonly count: number;
      readonly contacts: readonly string[];
    };

export interface BareClients {
  order(order: BareOrder): Promise<unknown>;
  processorSeconds(): number;
  stop(): void;
}

export function startBareClients(): BareClients {
  const { child, order } = startOrderProcess<BareOrder>(import.meta.path);
  return {
    order,
    processorSeconds: () => secondsOf(child.pid),
    stop: () => child.kill(),
  };
}

const silent = () => {};
const logger = {
  level: 'silent',
  child: () => logger,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
};

/** A socket that counts. */
class BareClient {
  readonly socket: WASocket;
  #count = 0;
  #wanted = 0;
  #done = () => {};

  constructor(socket: WASocket) {
    this.socket = socket;
    socket.ev.on('messages.upsert', ({ messages }) => {
      this.#count += messages.filter(({ key, message }) => !key.fromMe && message).length;
      if (this.#count >= this.#wanted) this.#done();
    });
  }

  /** Resolves when `count` more messages have been deciphered. */
  arrived(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wanted += count;
      this.#done = resolve;
      if (this.#count >= this.#wanted) resolve();
    });
  }
}

const opening = new Map<string, Promise<WASocket>>();
const clients = new Map<string, BareClient>();

async function obey(order: BareOrder): Promise<unknown> {
  switch (order.do) {
    case 'code':
      return link(order.phone, order.address);
    case 'opened': {
      const socket = await opening.get(order.phone);
      if (socket) clients.set(order.phone, new BareClient(socket));
      return;
    }
    case 'arrived':
      return Promise.all(those(order.phones).map((baileys) => baileys.arrived(order.count)));
    case 'greet':
      for (const { socket } of those([order.phone]))
        for (const contact of order.contacts) await socket.sendMessage(contact, { text: 'hello' });
      return;
    case 'send':
      return send(those(order.phones), order.contacts, order.count);
  }
}

const those = (phones: readonly string[]) => phones.flatMap((phone) => clients.get(phone) ?? []);

async function send(
  all: readonly BareClient[],
  contacts: readonly string[],
  count: number,
): Promise<void> {
  const { promise: confirmed, resolve } = Promise.withResolvers<void>();
  let left = count;
  const confirm = () => {
    if (--left === 0) resolve();
  };
  for (const { socket } of all) socket.ws.on('CB:ack,class:message', confirm);
  await inParallel(count, async (index) => {
    const contact = contacts[Math.floor(index / all.length) % contacts.length] ?? '';
    await all[index % all.length]?.socket.sendMessage(contact, { text: textOf(index) });
  });
  await confirmed;
  for (const { socket } of all) socket.ws.off('CB:ack,class:message', confirm);
}

/** The text inside the QR code. The second socket is the linked one: after a scan the first is hung up on. */
function link(phone: string, { url, version }: WhatsAppAddress): Promise<string> {
  const config: UserFacingSocketConfig = {
    waWebSocketUrl: url,
    version,
    logger,
    auth: { creds: initAuthCreds(), keys: memoryStore() },
  };
  const first = makeWASocket(config);
  first.ev.on('creds.update', (changed) => Object.assign(config.auth.creds, changed));
  const { promise: code, resolve: show } = Promise.withResolvers<string>();
  const { promise: opened, resolve: open } = Promise.withResolvers<WASocket>();
  first.ev.on('connection.update', ({ qr, connection }) => {
    if (qr) show(qr);
    if (connection !== 'close') return;
    const second = makeWASocket(config);
    second.ev.on('creds.update', (changed) => Object.assign(config.auth.creds, changed));
    second.ev.on('connection.update', ({ connection: state }) => {
      if (state === 'open') open(second);
    });
  });
  opening.set(phone, opened);
  return code;
}

if (import.meta.main) {
  // The library's own cipher prints each session that it replaces.
  console.info = silent;
  obeyOrders(obey);
}
