/** The published client, as it comes, with its keys in memory: reconnects after pairing and keeps every event. */
import {
  type AuthenticationCreds,
  type BaileysEventMap,
  BufferJSON,
  initAuthCreds,
  makeWASocket,
  type SignalKeyStore,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys';
import { memoryStore } from '../../../packages/signal/test/key-store.ts';
import { Inbox } from './inbox.ts';
import type { FakeWhatsApp } from './server.ts';

const RESTART_REQUIRED = 515;

type Events = { [Name in keyof BaileysEventMap]: { name: Name; data: BaileysEventMap[Name] } };
type Event = Events[keyof BaileysEventMap];

export class PlainClient {
  readonly creds: AuthenticationCreds;
  readonly events = new Inbox<Event>('an event');
  /** Status codes of closed connections, oldest first. */
  readonly closes = new Inbox<number>('the end of a connection');
  readonly logged: string[] = [];
  socket: WASocket;
  readonly #url: string;
  readonly #config: Partial<UserFacingSocketConfig>;
  readonly #keys: SignalKeyStore;
  #opens = 0;

  /** With `twin`: the same device as another client, keys and all. */
  constructor(whatsapp: FakeWhatsApp, config: Partial<UserFacingSocketConfig>, twin?: PlainClient) {
    this.creds = twin ? copyOf(twin.creds) : initAuthCreds();
    this.#keys = twin ? twin.#keys : memoryStore();
    this.#url = whatsapp.url;
    this.#config = { version: whatsapp.version, ...config };
    this.socket = this.connect();
  }

  connect(): WASocket {
    this.socket = makeWASocket({
      waWebSocketUrl: this.#url,
      auth: { creds: this.creds, keys: this.#keys },
      logger: this.#logger(),
      ...this.#config,
    });
    this.socket.ev.process((events) => {
      for (const [name, data] of Object.entries(events)) {
        this.#took({ name, data } as Event);
      }
    });
    return this.socket;
  }

  async qr(): Promise<string> {
    const event = await this.events.first(
      ({ name, data }) => name === 'connection.update' && data.qr !== undefined,
    );
    return event.name === 'connection.update' ? (event.data.qr ?? '') : '';
  }

  /** Resolves when the connection has been open for the nth time. */
  async opened(times: number): Promise<void> {
    if (this.#opens >= times) return;
    await this.events.first(() => this.#opens >= times);
  }

  async message(fits: (message: WAMessage) => boolean): Promise<WAMessage> {
    const event = await this.event('messages.upsert', ({ messages }) => messages.some(fits));
    const found = event.messages.find(fits);
    if (!found) throw new Error('lost');
    return found;
  }

  async event<Name extends keyof BaileysEventMap>(
    name: Name,
    fits: (data: BaileysEventMap[Name]) => boolean = () => true,
  ): Promise<BaileysEventMap[Name]> {
    const found = await this.events.first(
      (event) => event.name === name && fits(event.data as BaileysEventMap[Name]),
    );
    return found.data as BaileysEventMap[Name];
  }

  /** Resolves when a connection has ended with this code for the nth time. */
  async closed(code: number, times = 1): Promise<void> {
    const count = () => this.closes.all.filter((known) => known === code).length;
    if (count() < times) await this.closes.first(() => count() >= times);
  }

  /** Resolves when an own message has come to this status: by an update, or folded into the message. */
  async settled(id: string, status: number): Promise<void> {
    await this.events.first(({ name, data }) => {
      if (name === 'messages.update') {
        return data.some(({ key, update }) => key.id === id && update.status === status);
      }
      if (name !== 'messages.upsert') return false;
      return data.messages.some(({ key, status: own }) => key.id === id && own === status);
    });
  }

  end(): void {
    this.socket.end(undefined);
  }

  #took(event: Event) {
    if (event.name === 'creds.update') Object.assign(this.creds, event.data);
    if (event.name === 'connection.update') {
      if (event.data.connection === 'open') this.#opens += 1;
      if (event.data.connection === 'close') {
        const error = event.data.lastDisconnect?.error as { output?: { statusCode: number } };
        const code = error?.output?.statusCode ?? 0;
        if (code === RESTART_REQUIRED) this.connect();
        this.closes.push(code);
      }
    }
    this.events.push(event);
  }

  #logger() {
    const keep = (data: unknown, message?: string) => {
      if (this.logged.length < 1000) this.logged.push(`${message ?? ''} ${text(data)}`);
    };
    const quiet = () => {};
    const logger = {
      level: 'warn',
      child: () => logger,
      trace: quiet,
      debug: quiet,
      info: quiet,
      warn: keep,
      error: keep,
    };
    return logger;
  }
}

export const baileys = (
  whatsapp: FakeWhatsApp,
  config: Partial<UserFacingSocketConfig> = {},
  twin?: PlainClient,
): PlainClient => new PlainClient(whatsapp, config, twin);

const copyOf = (creds: AuthenticationCreds): AuthenticationCreds =>
  JSON.parse(JSON.stringify(creds, BufferJSON.replacer), BufferJSON.reviver);

const text = (data: unknown): string => {
  try {
    return JSON.stringify(data, (_key, value) => (value instanceof Error ? value.message : value));
  } catch {
    return `${data}`;
  }
};
