/**
 * Where messages come in. The library acknowledges a message once it is deciphered and tells of it afterwards, so
 * a crash between the two would lose it.
 * Owns: that a deciphered message is kept before the library can acknowledge it, in the same step as its keys.
 */
import type {
  AuthenticationCreds,
  BinaryNode,
  SignalKeyStore,
  SignalKeyStoreWithTransaction,
  SignalRepositoryWithLIDStore,
  WAMessage,
  WASocket,
} from '@whiskeysockets/baileys';
import type { Arrivals } from './arrivals.ts';
import type { Client } from './client.ts';
import { board, inOneCommit } from './one-commit.ts';

export interface Intake {
  /** Listens to a new connection. */
  attach(socket: WASocket): void;
  /** The same repository, deaf to nothing: what it deciphers is kept before it is handed on. */
  guarding(
    repository: SignalRepositoryWithLIDStore,
    keys: SignalKeyStore | SignalKeyStoreWithTransaction,
    creds: AuthenticationCreds,
  ): SignalRepositoryWithLIDStore;
}

export function createIntake(
  client: Client,
  arrivals: Pick<Arrivals, 'keep' | 'arriving'>,
): Intake {
  /** The stanza a ciphertext came in. */
  const stanzas = new WeakMap<Uint8Array, BinaryNode>();

  const deciphered = (ciphertext: Uint8Array, padded: Uint8Array, creds: AuthenticationCreds) => {
    const stanza = stanzas.get(ciphertext);
    return stanza === undefined ? null : messageOf(client, stanza, padded, creds);
  };

  return {
    attach(socket) {
      // Before the library's own listener, which deciphers.
      socket.ws.prependListener('CB:message', (stanza: BinaryNode) => {
        for (const content of ciphertextsOf(stanza)) stanzas.set(content, stanza);
      });
      // What came another way: never enciphered, or sent again by the account's phone.
      socket.ev.on('messages.upsert', ({ messages }) => {
        for (const message of messages) void arrivals.keep(message).catch(() => {});
      });
    },
    guarding(repository, keys, creds) {
      /** Keys that moved on are written with the message, or not at all: then it comes again and can be read. */
      const inOneStep = async (
        name: string,
        ciphertext: Uint8Array,
        decipher: () => Promise<Uint8Array>,
      ) => {
        const step = async () => {
          const padded = await decipher();
          const message = deciphered(ciphertext, padded, creds);
          const passenger = message && (await arrivals.arriving(message));
          if (passenger) board(passenger);
          return { padded, message };
        };
        const { padded, message } = await inOneCommit(() =>
          'transaction' in keys ? keys.transaction(step, name) : step(),
        );
        // No key had changed, so nothing was written that it could go along with.
        if (message) await arrivals.keep(message);
        return padded;
      };
      return {
        ...repository,
        decryptMessage: (given) =>
          inOneStep(given.jid, given.ciphertext, () => repository.decryptMessage(given)),
        decryptGroupMessage: (given) =>
          inOneStep(given.group, given.msg, () => repository.decryptGroupMessage(given)),
      };
    },
  };
}

function ciphertextsOf({ content }: BinaryNode): Uint8Array[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap(({ tag, content: inner }) =>
    tag === 'enc' && inner instanceof Uint8Array ? [inner] : [],
  );
}

/** The message as the library will tell it, from the same parts; null when they are not one. */
function messageOf(
  { decodeMessageNode, unpadRandomMax16, proto, cleanMessage }: Client,
  stanza: BinaryNode,
  padded: Uint8Array,
  { me }: AuthenticationCreds,
): WAMessage | null {
  if (me === undefined) return null;
  const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid ?? '');
  const content = proto.Message.decode(unpadRandomMax16(padded));
  const message: WAMessage = {
    ...fullMessage,
    message: content.deviceSentMessage?.message ?? content,
  };
  cleanMessage(message, me.id, me.lid ?? '');
  return message;
}
