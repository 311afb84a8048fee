/** Asks the account's phone for messages that came without their content, or that their senders did not send again. */

import type { Cancel, Clock } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { Log } from '../../core/shared/log.ts';
import type { Baileys, CacheStore, WAMessage, WASocket } from './engine/surface.ts';
import { askPhone } from './relay/phone-questions.ts';
import { undecryptableMessage } from './translate/undecryptable.ts';

/** The message may come meanwhile; a sender that is asked first has a little more time. */
const WITHOUT_CONTENT_MS = 2_000;
const UNREADABLE_MS = 5_000;
const WAITING_MAX = 1_000;
/** How often the phone is asked for a message, and for how many messages that is remembered. */
const TIMES_MAX = 2;
const ASKED_MAX = 1_000;

interface WaitingQuestion {
  readonly message: WAMessage;
  /** Keeps the phone from being asked on this connection. */
  readonly cancel: Cancel;
}

export class PhoneCopies {
  readonly #baileys: Baileys;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #instanceName: string;
  /** The messages that the phone is going to be asked for, on the next connection if this one ends, by message id. */
  readonly #waiting = new Map<string, WaitingQuestion>();
  readonly #asked = new LimitedMap<string, number>(ASKED_MAX);

  constructor(baileys: Baileys, clock: Clock, log: Log, instanceName: string) {
    this.#baileys = baileys;
    this.#clock = clock;
    this.#log = log;
    this.#instanceName = instanceName;
  }

  listenTo(socket: WASocket): void {
    socket.ev.on('messages.upsert', ({ messages }) => {
      for (const message of messages) this.#arrived(message, socket);
    });
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'close') for (const { cancel } of this.#waiting.values()) cancel();
      // The messages are acknowledged, so they do not come again.
      if (connection === 'open')
        for (const [id, { message }] of [...this.#waiting]) {
          this.#forget(id);
          this.#arrived(message, socket);
        }
    });
  }

  #arrived(message: WAMessage, socket: WASocket): void {
    const { id } = message.key;
    const why = undecryptableMessage(message);
    if (!id) return;
    if (why === null) {
      if (message.message) this.#forget(id);
      return;
    }
    const isAsked = this.#waiting.has(id) || (this.#asked.get(id) ?? 0) >= TIMES_MAX;
    if (isAsked || this.#waiting.size >= WAITING_MAX) return;
    const ms = why.unavailable === '' ? UNREADABLE_MS : WITHOUT_CONTENT_MS;
    const ask = () => {
      this.#waiting.delete(id);
      void this.#ask(id, message, socket);
    };
    this.#waiting.set(id, { message, cancel: this.#clock.after(ms, ask) });
  }

  #forget(id: string): void {
    this.#waiting.get(id)?.cancel();
    this.#waiting.delete(id);
  }

  async #ask(id: string, { message: _, ...envelope }: WAMessage, socket: WASocket): Promise<void> {
    const baileys = this.#baileys;
    this.#asked.set(id, (this.#asked.get(id) ?? 0) + 1);
    const { remoteJid, fromMe, participant } = envelope.key;
    const { PLACEHOLDER_MESSAGE_RESEND } = baileys.proto.Message.PeerDataOperationRequestType;
    try {
      await socket.placeholderResendCache.set(id, envelopeOf(envelope));
      await askPhone(socket, baileys, {
        peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
        placeholderMessageResendRequest: [
          { messageKey: { id, remoteJid, fromMe, participant } as WAMessage['key'] },
        ],
      });
    } catch (error) {
      if (this.#waiting.size < WAITING_MAX)
        this.#waiting.set(id, { message: envelope, cancel: () => {} });
      const reason = messageOf(error);
      this.#log.debug('the phone could not be asked for a message', {
        instanceName: this.#instanceName,
        messageId: id,
        reason,
      });
    }
  }
}

/** Returns the fields that Baileys adds to the phone's copy, which may lack them. */
const envelopeOf = ({
  key,
  messageTimestamp,
  pushName,
  participant,
  verifiedBizName,
}: Omit<WAMessage, 'message'>) => ({
  key,
  messageTimestamp,
  pushName,
  participant,
  verifiedBizName,
});

/** Returns a cache by which Baileys takes the phone to have been asked for every message, so that it never asks itself. */
export function askedForEach(): CacheStore {
  const envelopes = new LimitedMap<string, unknown>(ASKED_MAX);
  return {
    // The cast: Baileys gets back what was set, and else only needs something.
    get: <T>(id: string) => (envelopes.get(id) ?? true) as T,
    set(id, envelope) {
      envelopes.set(id, envelope);
    },
    del(id) {
      envelopes.delete(id);
    },
    flushAll: () => envelopes.clear(),
  };
}
