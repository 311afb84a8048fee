/**
 * From a received message to its event: kept first, then told, chat by chat in the order of arrival.
 * Owns: what waits between the two, and its bound. Must never: tell of a message twice, or before it is kept.
 */
import type { proto, WAMessage } from '@whiskeysockets/baileys';
import type { CatalogEvent, MediaContent } from '../../events/catalog.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { Slots } from '../../shared/slots.ts';
import type { Client } from './client.ts';
import type { Aside } from './files.ts';
import type { Inbox } from './inbox.ts';
import type { Outlet } from './outlet.ts';
import type { Self } from './translate/jids.ts';
import type { MediaReference } from './translate/media-reference.ts';
import { type IncomingMessage, messageEvent } from './translate/message.ts';

export interface ArrivalsDeps {
  readonly client: Client;
  readonly inbox: Inbox;
  readonly outlet: Outlet;
  readonly log: Log;
  readonly now: () => number;
  /** Who we are, once every address in `message` that can be resolved is. */
  readonly selfFor: (message: WAMessage) => Promise<Self>;
  readonly isIgnored: (chat: string) => boolean;
  /** Whether anybody gets files. */
  readonly wantsFiles: () => boolean;
  /** `aside` is given what takes long without a file in memory. */
  readonly fetchMedia: (
    reference: MediaReference,
    message: WAMessage,
    aside: Aside,
  ) => Promise<MediaContent>;
  /** Files in memory, of all sessions: each from its fetching until its event is on disk. */
  readonly fileSlots: Slots;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/** Above this whoever brings another message waits, and with them its acknowledgement. */
const IN_HAND_MAX = 200;

export class Arrivals {
  readonly #deps: ArrivalsDeps;
  /** Until the last of each chat is ready to be told. */
  readonly #chats = new Map<string, Promise<CatalogEvent>>();
  /** From kept to told, by id. */
  readonly #inHand = new Map<string, Promise<void>>();
  #told: string[] = [];
  #isTelling = false;

  constructor(deps: ArrivalsDeps) {
    this.#deps = deps;
  }

  /** Resolves once the message is on disk, or is none that anybody waits for. */
  async keep(message: WAMessage): Promise<void> {
    const incoming = await this.#translated(message);
    if (incoming === null) return;
    await this.#untilRoom();
    const kept = await this.#deps.inbox.take(keyOf(message), encode(this.#deps.client, message));
    if (kept && this.#isTelling) this.#tell(kept.id, message, incoming);
  }

  /** From now on what is kept is told, what waited from before first. To be called on every connection. */
  async begin(): Promise<void> {
    const last = await this.#tellWaiting(null);
    if (!this.#isTelling) {
      this.#isTelling = true;
      // What was kept while the last page was on its way.
      await this.#tellWaiting(last);
    }
    await this.#deps.inbox.prune();
  }

  /** Resolves when all that is in hand at this moment has been told, or could not be. */
  async settled(): Promise<void> {
    await Promise.all(this.#inHand.values());
  }

  async #tellWaiting(after: string | null): Promise<string | null> {
    let last = after;
    for (;;) {
      const page = await this.#deps.inbox.waiting(last);
      if (page.length === 0) return last;
      for (const { id, body } of page) {
        last = id;
        if (this.#inHand.has(id)) continue;
        await this.#untilRoom();
        const message = decode(this.#deps.client, body);
        const incoming = await this.#translated(message);
        if (incoming !== null) this.#tell(id, message, incoming);
        // Nobody wants it any more: what is ignored may have been set otherwise since.
        else await this.#deps.inbox.done([id]);
      }
    }
  }

  async #translated(message: WAMessage): Promise<IncomingMessage | null> {
    const { selfFor, now, isIgnored } = this.#deps;
    const incoming = messageEvent(message, await selfFor(message), now());
    return incoming === null || isIgnored(incoming.data.Info.Chat) ? null : incoming;
  }

  #tell(id: string, message: WAMessage, { data, media }: IncomingMessage): void {
    const { outlet, fetchMedia, fileSlots, ended, wantsFiles } = this.#deps;
    const chat = data.Info.Chat;
    let hasSlot = false;
    const aside: Aside = async (wait) => {
      if (hasSlot) fileSlots.give();
      hasSlot = false;
      const result = await wait();
      hasSlot = await fileSlots.take(ended);
      return result;
    };
    const toEvent = async (): Promise<CatalogEvent> => {
      if (media === null || !wantsFiles()) return { type: 'Message', data };
      hasSlot = await fileSlots.take(ended);
      return { type: 'Message', data, media: await fetchMedia(media, message, aside) };
    };
    // A file on its way holds back its own chat alone.
    const ready = (this.#chats.get(chat) ?? Promise.resolve()).then(toEvent);
    this.#chats.set(chat, ready);
    const told = ready.then(async (event) => {
      if (this.#chats.get(chat) === ready) this.#chats.delete(chat);
      const isTold = await outlet.tell(event);
      if (hasSlot) fileSlots.give();
      if (isTold) await this.#done(id);
      this.#inHand.delete(id);
    });
    this.#inHand.set(id, told);
  }

  /** Those told together are marked together. Where that fails they are told once more after the next start. */
  async #done(id: string): Promise<void> {
    this.#told.push(id);
    if (this.#told.length > 1) return;
    await Promise.resolve();
    try {
      await this.#deps.inbox.done(this.#told.splice(0));
    } catch (error) {
      this.#deps.log.warn('told messages could not be marked', { reason: messageOf(error) });
    }
  }

  async #untilRoom(): Promise<void> {
    while (this.#inHand.size >= IN_HAND_MAX) await Promise.race(this.#inHand.values());
  }
}

/** The same message, however often it comes. */
const keyOf = ({ key }: WAMessage): string =>
  [key.remoteJid, key.participant ?? '', key.fromMe ? 'me' : '', key.id].join('/');

/** Only its content is a vendor's structure; all else is plain. */
function encode({ proto }: Client, { message, ...rest }: WAMessage): string {
  const content = Buffer.from(proto.Message.encode(message ?? {}).finish()).toString('base64');
  return JSON.stringify({ ...rest, message: content });
}

function decode({ proto }: Client, body: string): WAMessage {
  // Written above and by nobody else.
  const { message, ...rest } = JSON.parse(body) as Omit<WAMessage, 'message'> & { message: string };
  const content: proto.IMessage = proto.Message.decode(Buffer.from(message, 'base64'));
  return { ...rest, message: content };
}
