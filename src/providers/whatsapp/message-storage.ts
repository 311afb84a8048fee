/**
 * Turns messages of WhatsApp into the form in which they are stored, and writes them with their events: received ones
 * with their keys, those that are sent before they leave.
 */
import { type Database, faultOf, type Statement } from '../../db/client.ts';
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { MessageData } from '../../events/types/message-data.ts';
import type { Arrival, MessageInbox } from '../../messages/inbox.ts';
import type { MessageRecord } from '../../messages/rows.ts';
import { pollIn } from '../poll.ts';
import type { SessionHost } from '../provider.ts';
import type { Baileys, proto, WAMessage } from './engine/surface.ts';
import { unwrap } from './translate/content.ts';
import { bareJid } from './translate/jids.ts';

/**
 * `data` is the same message as its event shows it. A message of another device of the account has
 * reached the server; one of this device is Pending.
 */
export function recordOf(
  { proto }: Baileys,
  { key, message }: WAMessage,
  { Info }: MessageData,
  status: 'Pending' | 'ServerAck' = 'ServerAck',
): MessageRecord & { readonly content: Uint8Array } {
  return {
    id: Info.ID,
    isFromMe: Info.IsFromMe,
    chat: Info.Chat,
    sender: Info.Sender,
    chatAddress: bareJid(key.remoteJid),
    authorAddress: bareJid(key.participant),
    kind: Info.MediaType || Info.Type,
    content: proto.Message.encode(message ?? {}).finish(),
    sentAt: Date.parse(Info.Timestamp),
    status: Info.IsFromMe ? status : null,
    poll: pollIn(unwrap(message).content),
  };
}

/**
 * Returns a message as JSON, to be published later. Only its content is a structure of Baileys; the rest is plain.
 */
export function waitingBody({ proto }: Baileys, { message, ...rest }: WAMessage): string {
  const content = Buffer.from(proto.Message.encode(message ?? {}).finish()).toString('base64');
  return JSON.stringify({ ...rest, message: content });
}

export function waitingMessage({ proto }: Baileys, body: string): WAMessage {
  // Only `waitingBody` writes this.
  const { message, ...rest } = JSON.parse(body) as Omit<WAMessage, 'message'> & { message: string };
  const content: proto.IMessage = proto.Message.decode(Buffer.from(message, 'base64'));
  return { ...rest, message: content };
}

export interface Publication {
  readonly event: CatalogEvent;
  readonly record: MessageRecord;
}

/** A message that is about to be written. */
export interface ArrivingMessage extends Arrival {
  /** Written with the message. Null when the message waits in the inbox or gives no event. */
  readonly publication: Publication | null;
  /** Called when the message is on disk. `isNew` is false when it was there before. */
  written(isNew: boolean): void;
  /** Called when neither the message nor its keys will be written; perhaps more than once. */
  dropped(): void;
}

/** Resolves once everything is on disk. Rejects with a DatabaseError; then nothing is, unless the answer was lost. */
export type MessageCommit = (
  messages: readonly ArrivingMessage[],
  keys: readonly Statement[],
) => Promise<void>;

export function createMessageCommit(
  db: Pick<Database, 'batch'>,
  inbox: Pick<MessageInbox, 'store'>,
  host: Pick<SessionHost, 'emitAll'>,
): MessageCommit {
  return async (messages, keys) => {
    const written = await inbox.store(messages, async (some) => {
      const published = some.flatMap(({ publication }) => publication ?? []);
      const change = [...some.map(({ statement }) => statement), ...keys];
      const [events, records] = [
        published.map((one) => one.event),
        published.map((one) => one.record),
      ];
      if (events.length > 0) await host.emitAll(events, records, change);
      else if (change.length > 0) await db.batch(change);
    });
    const news = new Set(written);
    for (const message of messages) message.written(news.has(message));
  };
}

interface UnwrittenMessage {
  readonly data: MessageData;
  readonly record: MessageRecord;
  readonly end: PromiseWithResolvers<void>;
}

/** A message with its contact and chat gives at most a few events, and 200 of them are one commit. */
const TOGETHER_MAX = 40;

/** Stores messages before they are sent; those that come while others are being written are written together. */
export class OutgoingRecords {
  readonly #host: Pick<SessionHost, 'emitAll'>;
  readonly #waiting: UnwrittenMessage[] = [];
  #isRunning = false;

  constructor(host: Pick<SessionHost, 'emitAll'>) {
    this.#host = host;
  }

  /** Resolves when the message is on disk with its SendMessage event, and rejects when it is not. */
  store(data: MessageData, record: MessageRecord): Promise<void> {
    const end = Promise.withResolvers<void>();
    this.#waiting.push({ data, record, end });
    if (!this.#isRunning) void this.#run();
    return end.promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, TOGETHER_MAX));
    this.#isRunning = false;
  }

  async #write(messages: readonly UnwrittenMessage[]): Promise<void> {
    const events = messages.map(({ data }) => ({ type: 'SendMessage', data }) as const);
    const records = messages.map(({ record }) => record);
    try {
      await this.#host.emitAll(events, records);
      for (const { end } of messages) end.resolve();
    } catch (error) {
      // One that the database refuses must not keep the others from being sent.
      if (messages.length > 1 && faultOf(error) === 'constraint')
        for (const message of messages) await this.#write([message]);
      else for (const { end } of messages) end.reject(error);
    }
  }
}
