/** Stores messages before they are sent; those that come while others are being written are written together. */
import { faultOf } from '../../db/client.ts';
import type { MessageData } from '../../events/types/message-data.ts';
import type { MessageRecord } from '../../messages/rows.ts';
import type { SessionHost } from '../provider.ts';

interface UnwrittenMessage {
  readonly data: MessageData;
  readonly record: MessageRecord;
  readonly end: PromiseWithResolvers<void>;
}

/** A message with its contact and chat gives at most a few events, and 200 of them are one commit. */
const TOGETHER_MAX = 40;

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
