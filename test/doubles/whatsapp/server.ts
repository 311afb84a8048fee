/** A WhatsApp of one's own on 127.0.0.1: the chat server, its phones and contacts, and every fault a test can order. */
import type { Server } from 'bun';
import { Connection } from './connection.ts';
import { Contact, type ContactOptions } from './contact.ts';
import { Phone, type PhoneOptions } from './phone.ts';
import { makePki } from './pki.ts';
import { Session } from './session.ts';
import { World } from './world.ts';

export type { Contact, ContactOptions } from './contact.ts';
export type { Phone, PhoneOptions } from './phone.ts';
export type { Received } from './reading.ts';

export interface FakeWhatsAppOptions {
  /** A free one when absent. */
  readonly port?: number;
}

const HOST = '127.0.0.1';
const PATH = '/ws/chat';
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/** Seconds; the longest that the server allows. */
const IDLE_LIMIT_S = 960;

interface Visit {
  connection: Connection | null;
}

export async function startFakeWhatsApp(options: FakeWhatsAppOptions = {}): Promise<FakeWhatsApp> {
  const whatsapp = new FakeWhatsApp();
  await whatsapp.start(options.port ?? 0);
  return whatsapp;
}

export class FakeWhatsApp {
  /** A client version that this server takes, for tests that must name one. */
  readonly version: [number, number, number] = [2, 3000, 1043857760];
  readonly #world = new World();
  readonly #pki = makePki();
  readonly #session = new Session(this.#world);
  #server: Server<Visit> | null = null;
  #port = 0;
  #upgradeStatus: number | null = null;

  /** Where clients connect. */
  get url(): string {
    return `ws://${HOST}:${this.#port}${PATH}`;
  }

  /** 32 bytes in hexadecimal: what the client must take for WhatsApp's root key. */
  get rootPublicKey(): string {
    return Buffer.from(this.#pki.rootPublicKey).toString('hex');
  }

  /** Queries that had no answer here; a test can demand that it is empty. */
  get unanswered(): readonly string[] {
    return this.#world.unanswered;
  }

  /** What clients did against the protocol; a test can demand that it is empty. */
  get complaints(): readonly string[] {
    return this.#world.complaints;
  }

  /** An account's phone. The same number again is the same account. */
  phone(options: PhoneOptions): Phone {
    return new Phone(this.#world, options);
  }

  contact(options: ContactOptions): Contact {
    return new Contact(this.#world, options);
  }

  /** Cuts the connections of the account's devices, without a word. The client sees 428. */
  drop(phone: Phone): void {
    for (const { connection } of phone.devices) connection?.drop();
  }

  async start(port = this.#port): Promise<void> {
    this.#server = Bun.serve<Visit>({
      hostname: HOST,
      port,
      fetch: (request, server) => this.#enter(request, server),
      websocket: {
        maxPayloadLength: MAX_MESSAGE_BYTES,
        idleTimeout: IDLE_LIMIT_S,
        open: (socket) => {
          const connection = new Connection(socket, this.#pki, this.#session);
          socket.data.connection = connection;
          this.#world.connections.add(connection);
        },
        message: (socket, data) => socket.data.connection?.receive(Buffer.from(data)),
        close: (socket) => socket.data.connection?.ended(),
      },
    });
    this.#port = this.#server.port ?? 0;
  }

  /** Cuts everyone and listens no more. Accounts stay, and so does the port for another `start`. */
  async stop(): Promise<void> {
    await this.#server?.stop(true);
    this.#server = null;
    for (const person of this.#world.directory.all()) person.close();
  }

  #enter(request: Request, server: Server<Visit>): Response | undefined {
    if (this.#upgradeStatus !== null) return new Response(null, { status: this.#upgradeStatus });
    if (new URL(request.url).pathname !== PATH) return new Response(null, { status: 404 });
    if (server.upgrade(request, { data: { connection: null } })) return undefined;
    return new Response('a WebSocket is spoken here', { status: 426 });
  }
}
