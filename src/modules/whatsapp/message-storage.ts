/** Turns messages of WhatsApp into the form in which they are stored, and writes those that are sent before they leave. */
import { faultOf } from '../../core/db/client.ts';
import type { MessageData } from '../../core/events/types/message-data.ts';
import type { MessageRecord } from '../../core/messages/rows.ts';
import { pollIn } from '../../core/providers/poll.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
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
