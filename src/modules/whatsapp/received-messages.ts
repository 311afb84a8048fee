/** Stores received messages first and then publishes their events, in each chat in the order of arrival. */
import type { ArrivingMessage, MessageInbox, Publication } from '../../core/messages/inbox.ts';
import {
  type FileSlot,
  HeldMessages,
  type HeldMessagesDeps,
  type PreparedEvent,
  persist,
} from '../../core/providers/held-messages.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { yieldToEventLoop } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { Addresses } from './addresses.ts';
import type { SessionContext } from './context.ts';
import type { Baileys, BinaryNode, proto, WAMessage } from './engine/surface.ts';
import type { Files } from './files.ts';
import type { MessageTimers } from './message-timers.ts';
import type { Queues } from './queues.ts';
import type { TargetChecks } from './target-checks.ts';
import { needsTarget } from './translate/content.ts';
import type { Self } from './translate/jids.ts';
import { type IncomingMessage, messageEvent, recordOf } from './translate/message.ts';
import { toUndecryptable } from './translate/undecryptable.ts';

interface ReceivedMessagesDeps
  extends Omit<HeldMessagesDeps<never>, 'read' | 'prepare' | 'publish'>,
    Pick<SessionContext, 'baileys' | 'inbox' | 'commit' | 'isIgnored'> {
  readonly inbox: MessageInbox;
  readonly host: Pick<SessionHost, 'instanceName' | 'wantsFiles'>;
  readonly queues: Pick<Queues, 'publish' | 'ignore'>;
  readonly addresses: Pick<Addresses, 'forMessage' | 'knownFor'>;
  /** Baileys reports most messages again once they have been deciphered; this prevents storing them again. */
  readonly seen: SeenMessages;
  /** Notes each message that comes, whether it is wanted or not. */
  readonly timers: Pick<MessageTimers, 'note'>;
  readonly targets: Pick<TargetChecks, 'resolve'>;
  readonly files: Pick<Files, 'fetch'>;
}

interface WaitingMessage {
  readonly chat: string;
  readonly message: WAMessage;
  readonly incoming: IncomingMessage;
  /** Whether WhatsApp has to be asked first who is behind a LID in it. */
  readonly hasUnknownPeople: boolean;
}

export class ReceivedMessages {
  readonly #deps: ReceivedMessagesDeps;
  readonly #held: HeldMessages<WaitingMessage>;

  constructor(deps: ReceivedMessagesDeps) {
    this.#deps = deps;
    this.#held = new HeldMessages<WaitingMessage>({
      ...deps,
      read: async (body) => {
        const message = waitingMessage(deps.baileys, body);
        const incoming = await this.#translated(message);
        // It may not be wanted any more: the settings for ignored chats may have changed since.
        if (incoming === null) return null;
        const { Chat: chat } = incoming.data.Info;
        return { chat, message, incoming, hasUnknownPeople: false };
      },
      prepare: (message, before, slot) => this.#toEvent(message, before, slot),
      publish: ({ event, record }, mark) => deps.queues.publish(event, record, mark),
    });
  }

  /**
   * Resolves once the message is on disk, or when it is one that is not published. Storing is tried
   * again until it succeeds: until then the message is not acknowledged, and WhatsApp still has it.
   */
  async store(message: WAMessage): Promise<void> {
    if (this.#deps.seen.has(keyOf(message))) return;
    await this.room();
    const arriving = await this.arriving(message, false);
    if (arriving === null) return;
    const store = () => this.#deps.commit([arriving], []);
    try {
      await persist(this.#deps, 'a message could not be stored', store);
    } catch (error) {
      arriving.dropped();
      throw error;
    }
  }

  /** Resolves when less than 200 messages are in hand, so that no more are acknowledged. */
  room(): Promise<void> {
    return this.#held.room();
  }

  /**
   * Returns the message for a commit, or null when it gives no event; with `isWhole` only its key is stored then, so
   * that it is recognised when it comes again. It counts as stored at once, but nobody may be told so before the
   * commit. The commit publishes its event unless the event has to wait. It is called while its sender's keys are locked:
   * wait for `room` before, and what has to be asked of WhatsApp is asked later.
   */
  async arriving(message: WAMessage, isWhole: boolean): Promise<ArrivingMessage | null> {
    this.#deps.timers.note(message);
    const { self, isComplete } = await this.#deps.addresses.knownFor(message);
    const incoming = this.#translatedAs(message, self);
    if (incoming === null && !isWhole) return null;
    const { baileys, inbox, seen } = this.#deps;
    const key = keyOf(message);
    const publication = incoming && isComplete ? this.#publicationNow(message, incoming) : null;
    const isHeld = incoming !== null && publication === null;
    const chat = isHeld ? incoming.data.Info.Chat : null;
    const arrival = inbox.arrival(key, isHeld ? waitingBody(baileys, message) : null);
    const { id } = arrival;
    seen.add(key);
    this.#held.announce(id, chat);
    return {
      ...arrival,
      publication,
      written: (isNew) => {
        if (isNew && chat !== null && incoming !== null)
          this.#held.add(id, { chat, message, incoming, hasUnknownPeople: !isComplete });
        else this.#held.withdraw(id);
      },
      dropped: () => {
        // It may be called more than once.
        if (this.#held.withdraw(id)) seen.forget(key);
      },
    };
  }

  /**
   * Publishes from now on what is stored, beginning with what waited from before. Call it on every
   * connection. Resolves when all that is there once `deciphered` has resolved was published, or
   * could not be. `isHandedOver` tells whether WhatsApp has sent all that waited.
   */
  async begin(deciphered: () => Promise<void>, isHandedOver: boolean): Promise<void> {
    this.#held.begin();
    await deciphered();
    await this.#held.idle();
    // It is not pruned earlier: what waited may have been stored long ago and not been acknowledged.
    if (isHandedOver) await this.#deps.inbox.prune();
  }

  async #translated(message: WAMessage): Promise<IncomingMessage | null> {
    return this.#translatedAs(message, await this.#deps.addresses.forMessage(message));
  }

  #translatedAs(message: WAMessage, self: Self): IncomingMessage | null {
    const { baileys, clock, seen, isIgnored, queues } = this.#deps;
    const incoming = messageEvent(message, self, clock.now());
    if (incoming === null || !isIgnored(incoming.data.Info.Chat)) return incoming;
    const key = keyOf(message);
    if (!seen.has(key)) queues.ignore(recordOf(baileys, message, incoming.data));
    seen.add(key);
    return null;
  }

  /** Returns null when the event has to wait for a file, another message or its turn. */
  #publicationNow(message: WAMessage, incoming: IncomingMessage): Publication | null {
    const { baileys, host } = this.#deps;
    const { data, media } = incoming;
    if (this.#held.isWaiting(data.Info.Chat) || needsTarget(incoming.target)) return null;
    if (media !== null && host.wantsFiles()) return null;
    return { event: { type: 'Message', data }, record: recordOf(baileys, message, data) };
  }

  async #toEvent(
    { message, incoming: arrived, hasUnknownPeople }: WaitingMessage,
    before: Promise<void>,
    slot: FileSlot,
  ): Promise<PreparedEvent | null> {
    const { baileys, files, host, targets } = this.#deps;
    const incoming = hasUnknownPeople ? await this.#translated(message) : arrived;
    if (incoming === null) return null;
    if (incoming.target) await before;
    const resolved = await targets.resolve(message, incoming);
    if (resolved === null) return null;
    if ('reason' in resolved) return { event: toUndecryptable(incoming.data.Info, resolved) };
    const { data, media: reference, vote = null } = resolved;
    const record = { ...recordOf(baileys, resolved.message, data), vote };
    if (reference === null || !host.wantsFiles())
      return { event: { type: 'Message', data }, record };
    await slot.take();
    const failed = (error: unknown) => ({ error: messageOf(error) });
    const fetching = files.fetch(reference, resolved.message, slot.aside);
    const media = await fetching.catch(failed);
    return { event: { type: 'Message', data, media }, record };
  }
}

/** The inbox itself recognises older messages that come again. */
const LATELY_MAX = 500;
/** The most keys in one query. */
const TOGETHER_MAX = 100;

export class SeenMessages {
  readonly #inbox: Pick<MessageInbox, 'findStored'>;
  /** Keys of the messages that were stored last. */
  readonly #lately = new LimitedMap<string, true>(LATELY_MAX);
  /** Keys of messages that had waited at WhatsApp and were not looked up yet, in the order they came. */
  readonly #waiting = new Map<BinaryNode, string>();
  /** Whether a stanza brings what was stored before. One stanza may have several ciphertexts. */
  readonly #answers = new WeakMap<BinaryNode, boolean>();

  constructor(inbox: Pick<MessageInbox, 'findStored'>) {
    this.#inbox = inbox;
  }

  /** Tells whether the message is among those stored last. */
  has(key: string): boolean {
    return this.#lately.has(key);
  }

  add(key: string): void {
    this.#lately.set(key, true);
  }

  /** Forgets a message that was not stored after all. */
  forget(key: string): void {
    this.#lately.delete(key);
  }

  /** Prepares for another connection, on which messages of the last one come again. */
  clear(): void {
    this.#waiting.clear();
  }

  /** Call it with each stanza that had waited at WhatsApp, so that many are looked up together. */
  arrived(stanza: BinaryNode, key: string): void {
    this.#waiting.set(stanza, key);
  }

  /** Tells whether the message of the stanza is stored already. Rejects with a DatabaseError. */
  async isStored(stanza: BinaryNode, key: string): Promise<boolean> {
    const answer = this.#answers.get(stanza) ?? (this.has(key) || (await this.#found(stanza)));
    this.#answers.set(stanza, answer);
    if (answer) this.add(key);
    return answer;
  }

  /** Tells whether the message is stored, however long ago. Rejects with a DatabaseError. */
  async isOnDisk(key: string): Promise<boolean> {
    return this.has(key) || (await this.#inbox.findStored([key])).has(key);
  }

  async #found(stanza: BinaryNode): Promise<boolean> {
    if (!this.#waiting.has(stanza)) return false;
    for (const earlier of this.#waiting.keys()) {
      if (earlier === stanza) break;
      // Baileys reads these stanzas in order, so those before this one will not be read any more.
      this.#waiting.delete(earlier);
    }
    // Stanzas that arrive meanwhile are looked up together with this one.
    await yieldToEventLoop();
    const page = [...this.#waiting.entries().take(TOGETHER_MAX)];
    const known = await this.#inbox.findStored(page.map(([, key]) => key));
    for (const [one, key] of page) {
      this.#waiting.delete(one);
      // The others are looked up when they are read, since one of these may bring the same message.
      if (known.has(key)) this.#answers.set(one, true);
    }
    return this.#answers.get(stanza) ?? false;
  }
}

/** Returns the same key for a message however often it comes. */
export const keyOf = ({ key }: Pick<WAMessage, 'key'>): string =>
  `${key.remoteJid ?? ''}/${key.participant ?? ''}/${key.fromMe ? 'me' : ''}/${key.id ?? ''}`;

/**
 * Returns a message as JSON, to be published later. Only its content is a structure of Baileys; the rest is plain.
 */
function waitingBody({ proto }: Baileys, { message, ...rest }: WAMessage): string {
  const content = Buffer.from(proto.Message.encode(message ?? {}).finish()).toString('base64');
  return JSON.stringify({ ...rest, message: content });
}

function waitingMessage({ proto }: Baileys, body: string): WAMessage {
  // Only `waitingBody` writes this.
  const { message, ...rest } = JSON.parse(body) as Omit<WAMessage, 'message'> & { message: string };
  const content: proto.IMessage = proto.Message.decode(Buffer.from(message, 'base64'));
  return { ...rest, message: content };
}
