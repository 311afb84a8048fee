/**
 * Sends through the Cloud API: messages are on disk first, in order within each chat, and statuses settle them where an
 * answer is lost.
 */

import type { StatusChange } from '../../core/messages/status.ts';
import { WINDOW_MS } from '../../core/messages/windows.ts';
import type { FileToUpload } from '../../core/providers/at-meta.ts';
import { type Fields, record, text } from '../../core/providers/foreign-values.ts';
import { headerFiles } from '../../core/providers/interactive.ts';
import type { ContentContext } from '../../core/providers/message-content.ts';
import {
  newMessageId,
  type OutgoingContext,
  type OutgoingMedia,
  type OutgoingMessage,
  type SentMessage,
  type WaitingRoom,
} from '../../core/providers/outgoing.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { createKeyedMutex } from '../../core/shared/async/mutex.ts';
import { iso } from '../../core/shared/clock.ts';
import { AppError, failure, messageOf, platformRefusalOf } from '../../core/shared/errors.ts';
import type { CloudConnection } from './connection.ts';
import type { CloudContext, PostingContext } from './context.ts';
import { GraphFailure } from './graph-failure.ts';
import {
  fateOf,
  fileRefusalOf,
  MustWait,
  namingMessage,
  refusalOf,
  reportRefusal,
} from './graph-refusal.ts';
import {
  graphContent,
  graphContext,
  graphMedia,
  requireSendable,
  withFileSum,
} from './outgoing.ts';
import { Posting, Uploads, WAIT_MAX_MS } from './posting.ts';
import type { Recipients } from './recipients.ts';
import {
  type PreparedMessage,
  prepareMessage,
  type SentContent,
  sentContent,
  shownFile,
} from './sent-message.ts';
import { decodeContent, type StoredFile } from './stored-content.ts';

interface SendingDeps extends PostingContext, Pick<CloudContext, 'log' | 'failed' | 'ended'> {
  readonly recipients: Recipients;
  readonly host: Pick<SessionHost, 'instanceName' | 'emitAll' | 'windowOf'>;
  /** The outcome of a message is written even if the session ends before. */
  readonly outerHost: Pick<SessionHost, 'recordStatuses' | 'recordPlatformId'>;
  readonly connection: Pick<CloudConnection, 'requireOpen'>;
}

/** A message has been sent or refused within this time: it waits for others and for Meta, and is then tried twice. */
export const SEND_MS = WAIT_MAX_MS + 50_000;
/** The most messages of all chats that have not ended. */
const WAITING_MAX = 1_000;

const firstOf = (list: unknown): Fields => record(Array.isArray(list) ? list[0] : null);

/** The content, as Meta takes it and as events show it. */
interface ComposedMessage {
  readonly body: Fields;
  readonly said: SentContent;
}

type Compose = (context: ContentContext) => Promise<ComposedMessage>;

/** The message, and how to compose it; `number` is as callers name the recipient. */
interface Order {
  readonly outgoing: OutgoingContext & { readonly number: string };
  /** Whether it is not a template, and so may be sent only within 24 hours of the person's last message. */
  readonly isFree: boolean;
  readonly compose: Compose;
  readonly room: WaitingRoom | undefined;
}

/** A message that may be posted now. */
interface ReadyMessage extends PreparedMessage {
  readonly id: string;
  readonly chat: string;
  readonly body: Fields;
  readonly file: StoredFile | null;
  readonly sent: SentMessage;
}

export class CloudSending {
  readonly #deps: SendingDeps;
  readonly #posting: Posting;
  readonly #uploads: Uploads;
  readonly #inOrder = createKeyedMutex();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(deps: SendingDeps) {
    this.#deps = deps;
    this.#posting = new Posting(deps);
    this.#uploads = new Uploads(deps);
  }

  /**
   * Sends a message, after the file above its choices. Throws `invalid` for content that the platform cannot express,
   * and `conflict` outside the 24 hours of the chat and while not connected. Throws `upstream` when Meta has not said
   * whether it took the message, and `rate_limited` if Meta asks for a long wait and the message cannot go to `room`.
   */
  async say(message: OutgoingMessage, room?: WaitingRoom): Promise<SentMessage> {
    const { content } = message;
    const [header] = headerFiles(content);
    if (header !== undefined) requireSendable(header);
    const body = { ...graphContent(content), ...graphContext(message) };
    const compose: Compose = async (context) => {
      if (header === undefined) return { body, said: sentContent(content, context) };
      const file = await this.#handedOver(header);
      const said = sentContent(withFileSum(content, file), context);
      return { body: { ...body, ...graphContent(content, file.id) }, said: { ...said, file } };
    };
    return this.#inChat({ outgoing: message, isFree: content.kind !== 'template', compose, room });
  }

  /** Sends a file, with the same errors. It is uploaded before, unless Meta has it already. */
  async media(media: OutgoingMedia, room?: WaitingRoom): Promise<SentMessage> {
    requireSendable(media);
    const quoted = graphContext(media);
    const compose: Compose = async (context) => {
      const file = await this.#handedOver(media);
      const body = { ...graphMedia(media, file.id), ...quoted };
      return { body, said: shownFile(media, file, context) };
    };
    return this.#inChat({ outgoing: media, isFree: true, compose, room });
  }

  /** Resolves with Meta's id of a file, which is uploaded unless Meta has it already. Throws as `media` does. */
  async handOver(file: FileToUpload): Promise<string> {
    this.#deps.connection.requireOpen();
    return (await this.#handedOver(file)).id;
  }

  /** Resolves when everything that was begun has ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** Sends in the order of the calls. Other chats do not wait. */
  async #inChat(order: Order): Promise<SentMessage> {
    const { clock, recipients } = this.#deps;
    // The queue tries again by itself.
    const until = clock.steady() + (order.room?.isInside ? 0 : WAIT_MAX_MS);
    const key = recipients.keyOf(order.outgoing.number);
    if (this.#underWay.size >= WAITING_MAX)
      throw new MustWait(WAIT_MAX_MS, 'too many messages wait');
    const sent = this.#inOrder.run(key, () => this.#inTurn(order, until));
    this.#underWay.add(sent);
    try {
      return await sent;
    } finally {
      this.#underWay.delete(sent);
    }
  }

  /** Sends it, or lets it wait behind others of its chat; does not post it after `until`, in steady ms. */
  async #inTurn(order: Order, until: number): Promise<SentMessage> {
    const { room, outgoing } = order;
    const mayEnter = room !== undefined && !room.isInside;
    if (mayEnter && room.isAhead()) return room.enter(null);
    let ready: ReadyMessage;
    try {
      const isLate = !room?.isInside && this.#deps.clock.steady() > until;
      if (isLate) throw new MustWait(WAIT_MAX_MS, 'earlier messages of the chat are held up');
      ready = await this.#prepare(order, until);
    } catch (error) {
      if (mayEnter && isHeldUp(error)) return room.enter(null);
      throw error;
    }
    const { data, record } = ready;
    const event = { type: 'SendMessage', data } as const;
    // It is on disk before it is sent: its status may arrive before the call has ended.
    await this.#deps.host.emitAll(outgoing.isAnnounced ? [] : [event], [record]);
    return this.#deliver(ready, until, room);
  }

  async #prepare({ outgoing, isFree, compose }: Order, until: number): Promise<ReadyMessage> {
    const { clock, connection } = this.#deps;
    const self = connection.requireOpen();
    const { chat, fields } = await this.#deps.recipients.find(outgoing.number);
    if (isFree) await this.#requireWindow(chat);
    await this.#posting.turn(chat, until);
    const nowMs = clock.now();
    const decode = (message: Parameters<typeof decodeContent>[0]) => decodeContent(message).content;
    const composed = await compose({ ...outgoing, self: self.jid, chat, decode, nowMs });
    const { id = newMessageId() } = outgoing;
    const { data, record } = prepareMessage(composed.said, { id, chat, account: self, nowMs });
    const body = { ...fields, ...composed.body, biz_opaque_callback_data: id };
    const timestamp = Math.floor(nowMs / 1_000);
    const { pushName } = self;
    const sent = { id, remoteJid: chat, timestamp, message: data.Message, pushName };
    return { id, chat, data, record, body, file: composed.said.file, sent };
  }

  /** Where the window is not known, Meta decides. */
  async #requireWindow(chat: string): Promise<void> {
    const window = await this.#deps.host.windowOf(chat);
    if (window === null) return;
    const expiresAt = window.openedAt + WINDOW_MS;
    if (this.#deps.clock.now() < expiresAt) return;
    throw failure(
      'window_closed',
      { time: iso(expiresAt), operation: 'POST /message/sendTemplate/{instanceName}' },
      { kind: 'window_closed' },
    );
  }

  async #handedOver(media: FileToUpload): Promise<StoredFile> {
    try {
      return await this.#uploads.fileOf(media);
    } catch (error) {
      throw reportRefusal(error, this.#deps.failed, fileRefusalOf);
    }
  }

  /** Posts a stored message, and writes what became of it unless it goes back into the queue. */
  async #deliver(
    ready: ReadyMessage,
    until: number,
    room: WaitingRoom | undefined,
  ): Promise<SentMessage> {
    const { id, chat, body, file, sent } = ready;
    try {
      const answer = await this.#posting.post(chat, body, until);
      const platformId = await this.#accepted(id, chat, answer);
      return platformId === '' ? sent : { ...sent, platformId };
    } catch (error) {
      const at = this.#deps.clock.now();
      if (error instanceof GraphFailure) {
        if (file !== null) this.#uploads.forget(file);
        this.#deps.failed(error);
        await this.#noted('status', (host) => host.recordStatuses([fateOf(id, error, at)]));
        throw namingMessage(refusalOf(error), id);
      }
      const fault = room && isHeldUp(error) ? await entered(room, id) : { error };
      if (!('error' in fault)) return fault;
      const change = unsentChange(id, error, at);
      await this.#noted('status', (host) => host.recordStatuses([change]));
      throw namingMessage(fault.error, id);
    }
  }

  /** Stores Meta's own id of a message that it has taken, and returns it; '' when Meta has not named it. */
  async #accepted(id: string, chat: string, answer: Fields): Promise<string> {
    const message = firstOf(answer.messages);
    const platformId = text(message.id);
    if (platformId !== '') await this.#noted('id', (host) => host.recordPlatformId(id, platformId));
    const number = text(firstOf(answer.contacts).wa_id);
    await this.#noted('number', () => this.#deps.recipients.learned(chat, number));
    const held = text(message.message_status);
    if (held === '' || held === 'accepted') return platformId;
    const reason = `Meta took the message and holds it back (${held}): it may never go out.`;
    const change = {
      id,
      status: 'Unknown',
      code: null,
      reason,
      at: this.#deps.clock.now(),
    } as const;
    await this.#noted('status', (host) => host.recordStatuses([change]));
    return platformId;
  }

  /** The outcome is settled already: if it cannot be written now, Meta's statuses tell it again. */
  async #noted(
    what: string,
    write: (host: SendingDeps['outerHost']) => Promise<void>,
  ): Promise<void> {
    const { host, outerHost, log } = this.#deps;
    await write(outerHost).catch((error) => {
      const fields = { instanceName: host.instanceName, what, reason: messageOf(error) };
      log.warn('the outcome of a message could not be written', fields);
    });
  }
}

const isHeldUp = (error: unknown): boolean =>
  error instanceof AppError && error.reason === 'rate_limited';

/** Resolves with the error when the message cannot enter. */
const entered = (room: WaitingRoom, id: string): Promise<SentMessage | { error: unknown }> =>
  room.enter(id).catch((error) => ({ error }));

/** Returns the status of a message that was never posted. */
function unsentChange(id: string, error: unknown, at: number): StatusChange {
  const why = error instanceof MustWait ? error.why : messageOf(error);
  const reason = `It was not sent: ${/[.!?]$/.test(why) ? why : `${why}.`} Send it again.`;
  return { id, status: 'Error', code: platformRefusalOf(error)?.code ?? null, reason, at };
}
