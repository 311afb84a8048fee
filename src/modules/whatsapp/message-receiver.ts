/**
 * Stores messages before they are acknowledged. Baileys acknowledges a message once it is deciphered and reports it
 * afterwards, so a crash between the two would lose it. Here it is on disk before, in the same commit as its keys.
 */

import { databaseErrorIn } from '../../core/db/client.ts';
import type { ArrivingMessage } from '../../core/messages/inbox.ts';
import { messageOf as messageTextOf } from '../../core/shared/errors.ts';
import type { SessionContext } from './context.ts';
import {
  assistantEnvelope,
  type Envelope,
  envelopeOf,
  groupKeyIn,
  type Me,
  messageOf,
  openMessageOf,
} from './engine/message-envelope.ts';
import { Backlog, takeInTurn } from './engine/reading-order.ts';
import type { SignalRepository } from './engine/signal.ts';
import type {
  AuthenticationCreds,
  BinaryNode,
  SignalKeyStoreWithTransaction,
  WAMessage,
  WASocket,
} from './engine/surface.ts';
import { keyOfMessage } from './key-memory.ts';
import { keyOf, type ReceivedMessages, type SeenMessages } from './received-messages.ts';
import { bareJid, isNewsletter } from './translate/jids.ts';
import {
  undecryptableFor,
  undecryptableMessage,
  undecryptableStanza,
} from './translate/undecryptable.ts';
import type { UndecryptableMessages } from './undecryptable-messages.ts';

interface ReceiverDeps extends SessionContext {
  readonly received: ReceivedMessages;
  readonly seen: SeenMessages;
  readonly undecryptable: UndecryptableMessages;
}

/** Empty content, including its padding of one byte. */
const NOTHING = new Uint8Array([1]);
/** Receives the messages of an instance, from their stanzas on, over all its connections. */
export class MessageReceiver {
  readonly #deps: ReceiverDeps;
  /** The message that each ciphertext came in. */
  readonly #envelopes = new WeakMap<Uint8Array, ReceivedEnvelope>();
  readonly #backlog: Backlog;
  #end: (reason: string) => void = () => {};
  #gone = new AbortController();
  #arrivedRead: ReturnType<typeof takeInTurn> = async () => {};

  constructor(deps: ReceiverDeps) {
    this.#deps = deps;
    this.#backlog = new Backlog(deps.clock);
  }

  /**
   * Listens to a new connection. Returns a function that ends it through `end` and reads nothing more on it: what comes
   * after a message that could not be stored would otherwise be published before it.
   */
  attach(socket: WASocket, end: (reason: string) => void): (reason: string) => void {
    const { received, seen, undecryptable, host, ended } = this.#deps;
    this.#backlog.begin();
    seen.clear();
    this.#gone.abort();
    const gone = new AbortController();
    this.#gone = gone;
    this.#end = (reason) => {
      gone.abort();
      end(reason);
    };
    const signal = AbortSignal.any([gone.signal, ended]);
    this.#arrivedRead = takeInTurn(socket, {
      backlog: this.#backlog,
      arrived: (stanza) => this.#arrived(stanza, socket.authState.creds),
      // Baileys queues what had waited by itself; what comes now follows it.
      ready: async (stanza) => {
        if (stanza.attrs.offline === undefined && !this.#backlog.isEmpty) await this.idle(signal);
        if (signal.aborted) return false;
        // A message that waits here is not acknowledged, so WhatsApp still has it.
        return (await host.pace.wait(1, signal)) && this.#isKept(stanza, socket.authState.creds);
      },
    });
    // These came another way: never enciphered, or sent again by the account's phone.
    socket.ev.on('messages.upsert', ({ messages }) => {
      for (const message of messages) {
        // Messages of channels were stored before Baileys read them.
        if (!isNewsletter(bareJid(message.key.remoteJid)))
          void received.store(message).catch(() => {});
        const why = undecryptableMessage(message);
        // A part of a message that is not needed to read it may be damaged.
        if (why !== null && !gone.signal.aborted)
          undecryptable.report(message, why).catch(() => {});
      }
    });
    return this.#end;
  }

  /**
   * Resolves when deciphering has been tried with everything that had waited at WhatsApp and has
   * arrived, and the results are on disk; also when nothing has been read for 30 s, or `signal`
   * aborts (by default when the session ends).
   */
  async idle(signal: AbortSignal = this.#deps.ended): Promise<void> {
    await this.#backlog.idle(signal);
    await this.#deps.keys.settled();
  }

  /** Resolves when the whole backlog and what has arrived since were read; rejects when the connection ends before. */
  async arrivedRead(): Promise<void> {
    const { ended, keys } = this.#deps;
    await this.#arrivedRead(ended);
    await keys.settled();
  }

  /** Returns the same repository, except that what it deciphers is stored before it is handed on. */
  storingDecrypted(
    repository: SignalRepository,
    keys: SignalKeyStoreWithTransaction,
  ): SignalRepository {
    const keep = async (message: ArrivingMessage) => keys.set(keyOfMessage(message));
    return {
      ...repository,
      decryptMessage: (encrypted) =>
        this.#read({
          keep,
          within: (step) => repository.persons.run(encrypted.jid, step),
          ciphertext: encrypted.ciphertext,
          decipher: () => this.#decipherWithGroupKey(repository, encrypted),
        }),
      decryptGroupMessage: (encrypted) =>
        this.#read({
          keep,
          within: (step) => keys.transaction(step, encrypted.group),
          ciphertext: encrypted.msg,
          decipher: () => repository.decryptGroupMessage(encrypted),
        }),
    };
  }

  /**
   * Baileys takes a group's key out of a deciphered message in another commit. If that were lost, what follows in
   * the group could not be read: the message comes again, but cannot be deciphered twice.
   */
  async #decipherWithGroupKey(
    repository: SignalRepository,
    encrypted: Parameters<SignalRepository['decryptMessage']>[0],
  ): Promise<Uint8Array> {
    const padded = await repository.decryptMessage(encrypted);
    const { participant: authorJid } =
      this.#envelopes.get(encrypted.ciphertext)?.stanza.attrs ?? {};
    if (authorJid === undefined) return padded;
    const item = groupKeyIn(this.#deps.baileys, padded);
    if (item !== null)
      await repository.processSenderKeyDistributionMessage({ item, authorJid }).catch((error) => {
        // A malformed key affects only its author.
        if (databaseErrorIn(error) !== null) throw error;
      });
    return padded;
  }

  /**
   * Stores a message that was never enciphered, and reports one that brings nothing to read. Resolves with false when
   * that failed and it must not be acknowledged.
   */
  async #isKept(stanza: BinaryNode, creds: AuthenticationCreds): Promise<boolean> {
    const { baileys, received } = this.#deps;
    const message = openMessageOf(baileys, stanza, creds);
    const keeping = message === null ? this.#reported(stanza, creds) : received.store(message);
    return keeping.then(
      () => true,
      () => false,
    );
  }

  #arrived(stanza: BinaryNode, { me }: AuthenticationCreds): void {
    const ciphertexts = ciphertextsOf(stanza);
    if (me === undefined || ciphertexts.length === 0) return;
    const message = this.#envelopeOf(stanza, me);
    if (message === null) return;
    const isBacklog = stanza.attrs.offline !== undefined;
    if (isBacklog) this.#deps.seen.arrived(stanza, keyOf(message));
    for (const content of ciphertexts) {
      const isLast = content === ciphertexts.at(-1);
      this.#envelopes.set(content, { stanza, message, me, isLast, gone: this.#gone.signal });
      if (isBacklog) this.#backlog.add(content);
    }
  }

  /** Returns null for a malformed stanza, which Baileys does not read either. */
  #envelopeOf(stanza: BinaryNode, me: Me): WAMessage | null {
    try {
      return envelopeOf(this.#deps.baileys, stanza, me);
    } catch {
      return null;
    }
  }

  /** Reports a message of which the stanza says why it cannot be read, and does nothing for any other. */
  async #reported(stanza: BinaryNode, { me }: AuthenticationCreds): Promise<void> {
    const { clock, undecryptable } = this.#deps;
    const why = undecryptableStanza(stanza, clock.now());
    if (why === null || me === undefined) return;
    const envelope = this.#envelopeOf(stanza, me) ?? assistantEnvelope(stanza);
    if (envelope !== null) await undecryptable.report(envelope, why);
  }

  async #read(deciphering: DecipherRequest): Promise<Uint8Array> {
    if (this.#envelopes.get(deciphering.ciphertext)?.gone.aborted)
      throw new Error('its connection has ended: the message comes again');
    return this.#backlog.reading(deciphering.ciphertext, () => this.#inOneStep(deciphering));
  }

  /**
   * Changed keys are written with the message or not at all; in that case it comes again and can be read. A failed
   * write never answers WhatsApp: Baileys would refuse the message, which WhatsApp treats as final.
   */
  async #inOneStep({ within, ciphertext, decipher, keep }: DecipherRequest): Promise<Uint8Array> {
    const { baileys, received, seen } = this.#deps;
    const envelope = this.#envelopes.get(ciphertext);
    let arriving = null as ArrivingMessage | null;
    const step = async () => {
      const padded = await decipher();
      const message = envelope ? messageOf(baileys, envelope, padded) : null;
      arriving = message && (await received.arriving(message, envelope?.isLast === true));
      if (arriving !== null) await keep(arriving);
      return padded;
    };
    try {
      // Baileys acknowledges it like any other and finds it empty.
      if (envelope && (await seen.isStored(envelope.stanza, keyOf(envelope.message))))
        return NOTHING;
      // Nobody's keys are locked during this wait, so messages to the same person or group can be sent.
      await received.room();
      return await within(step);
    } catch (error) {
      arriving?.dropped();
      if (await this.#isNeeded(ciphertext, error)) throw error;
      return NOTHING;
    }
  }

  /**
   * Tells whether an unread ciphertext means that something is lost. If so, the event that says it
   * is on disk when this resolves: the sender is asked for the message next, and from then on the
   * platform has no copy that would come again after a crash.
   */
  async #isNeeded(ciphertext: Uint8Array, error: unknown): Promise<boolean> {
    const { seen, undecryptable } = this.#deps;
    const envelope = this.#envelopes.get(ciphertext);
    try {
      const fault = databaseErrorIn(error);
      if (fault !== null) throw fault;
      // Its keys could not be read, so it is not known.
      if (envelope === undefined || envelope.gone.aborted) return true;
      // Keys may come before the message in the same stanza. It can be read without them if they were there before.
      if (!envelope.isLast) return false;
      const { message } = envelope;
      // The message's own key tells that it was read before; a damaged one may have the counter of another.
      if (await seen.isOnDisk(keyOf(message))) return false;
      if (message.category !== 'peer')
        await undecryptable.report(message, undecryptableFor(messageTextOf(error)));
    } catch (fault) {
      this.#end(`a message cannot be kept: ${messageTextOf(fault)}`);
    }
    return true;
  }
}

interface ReceivedEnvelope extends Envelope {
  /** No further part of its message follows. */
  readonly isLast: boolean;
  /** Aborts when its connection has ended; then the message comes again. */
  readonly gone: AbortSignal;
}

interface DecipherRequest {
  /** Has the message written together with the keys that change in the step in which it is called. */
  readonly keep: (message: ArrivingMessage) => Promise<void>;
  /** Runs steps that change the keys of the same people one after another. */
  readonly within: (step: () => Promise<Uint8Array>) => Promise<Uint8Array>;
  readonly ciphertext: Uint8Array;
  readonly decipher: () => Promise<Uint8Array>;
}

/** The kinds that Baileys deciphers; it ignores every other. */
const DECIPHERED: ReadonlySet<string | undefined> = new Set(['pkmsg', 'msg', 'skmsg']);

function ciphertextsOf({ content }: BinaryNode): Uint8Array[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap(({ tag, attrs, content: inner }) =>
    tag === 'enc' && DECIPHERED.has(attrs.type) && inner instanceof Uint8Array ? [inner] : [],
  );
}
