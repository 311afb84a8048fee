/** The bare library beside the product: linked in the same way, its keys in memory, and nothing done but counting. */
import {
  initAuthCreds,
  makeWASocket,
  type UserFacingSocketConfig,
  type WASocket,
} from '@whiskeysockets/baileys';
import { memoryStore } from '../test/doubles/whatsapp/key-store.ts';
import { type BenchWhatsApp, inParallel, textOf } from './whatsapp-server.ts';

export interface BareClient {
  /** Resolves when `count` more messages have been deciphered. */
  arrived(count: number): Promise<void>;
  /** Sends as many texts, 64 at once; resolves when the server has confirmed them all. */
  sends(count: number): Promise<void>;
  end(): void;
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

/** Linked, and with a conversation of both sides under way in each chat of `contacts`. */
export async function linkBareClient(
  whatsapp: BenchWhatsApp,
  phone: string,
  contacts: readonly string[],
): Promise<BareClient> {
  const socket = await link(whatsapp, phone);
  let count = 0;
  let wanted = 0;
  let done = () => {};
  socket.ev.on('messages.upsert', ({ messages }) => {
    count += messages.filter(({ key, message }) => !key.fromMe && message).length;
    if (count >= wanted) done();
  });
  const arrived = (more: number) =>
    new Promise<void>((resolve) => {
      wanted += more;
      done = resolve;
      if (count >= wanted) done();
    });
  await whatsapp.order({ do: 'seal', phone, count: contacts.length });
  await whatsapp.order({ do: 'release', phone });
  await arrived(contacts.length);
  for (const contact of contacts) await socket.sendMessage(contact, { text: 'hello' });
  const sends = (texts: number) => sendAll(socket, contacts, texts);
  return { arrived, sends, end: () => void socket.end(undefined) };
}

async function sendAll(
  socket: WASocket,
  contacts: readonly string[],
  count: number,
): Promise<void> {
  const { promise: all, resolve } = Promise.withResolvers<void>();
  let confirmed = 0;
  const confirm = () => {
    if (++confirmed === count) resolve();
  };
  socket.ws.on('CB:ack,class:message', confirm);
  await inParallel(count, (index) =>
    socket.sendMessage(contacts[index % contacts.length] ?? '', { text: textOf(index) }),
  );
  await all;
  socket.ws.off('CB:ack,class:message', confirm);
}

/** The second socket is the linked one: after a code was scanned the first is hung up on. */
async function link(whatsapp: BenchWhatsApp, phone: string): Promise<WASocket> {
  const { url, version } = whatsapp;
  const config: UserFacingSocketConfig = {
    waWebSocketUrl: url,
    version,
    logger,
    auth: { creds: initAuthCreds(), keys: memoryStore() },
  };
  const first = makeWASocket(config);
  first.ev.on('creds.update', (changed) => Object.assign(config.auth.creds, changed));
  await new Promise<void>((resolve, reject) => {
    first.ev.on('connection.update', ({ qr, connection }) => {
      if (qr) whatsapp.order({ do: 'link', phone, code: qr }).catch(reject);
      if (connection === 'close') resolve();
    });
  });
  const second = makeWASocket(config);
  second.ev.on('creds.update', (changed) => Object.assign(config.auth.creds, changed));
  await new Promise<void>((resolve) => {
    second.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') resolve();
    });
  });
  return second;
}
