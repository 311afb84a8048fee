/** Seals one message for many devices. */
import { randomBytes } from 'node:crypto';
import type { AuthenticationCreds, WASocket } from '@whiskeysockets/baileys';
import type { Client } from '../client.ts';
import { EncodedNode, type Stanza } from './stanza-encoder.ts';

interface SealedContent {
  readonly data: Uint8Array;
  /** Attributes of each ciphertext. */
  readonly attrs: Record<string, string>;
}

/** The server is asked for the keys of this many devices at once; their sessions begin in slices. */
const ASKED_AT_ONCE = 125;
const OPENING = 'pkmsg';

/** Adds 1 to 16 bytes, each of which says how many they are, so that the length tells less about the message. */
export function padded(data: Uint8Array): Buffer {
  const [random = 0] = randomBytes(1);
  const more = (random & 15) + 1;
  const all = Buffer.alloc(data.length + more, more);
  all.set(data);
  return all;
}

/** A message sealed for one device. */
export interface SealedMessage {
  readonly jid: string;
  readonly opensSession: boolean;
  /** It is encoded at once, since sealing many is spread over turns of the event loop. */
  readonly node: EncodedNode;
}

/**
 * Resolves with what is sent to each device. Sessions are begun where there is none; a device with which that fails is left
 * out. Rejects when all are.
 */
export async function sealForEach(
  socket: WASocket,
  jids: readonly string[],
  content: SealedContent,
): Promise<SealedMessage[]> {
  const all = new Map<string, SealedMessage>();
  const failures = new Map<string, unknown>();
  const sealFor = async (jid: string) => {
    try {
      all.set(jid, await sealed(socket, jid, content));
      failures.delete(jid);
    } catch (error) {
      failures.set(jid, error);
    }
  };
  await Promise.all(jids.map(sealFor));
  const closed = [...failures.keys()];
  for (let from = 0; from < closed.length; from += ASKED_AT_ONCE) {
    const some = closed.slice(from, from + ASKED_AT_ONCE);
    await socket.assertSessions(some);
    await Promise.all(some.map(sealFor));
  }
  const [failure] = failures.values();
  if (jids.length > 0 && all.size === 0) throw failure;
  return jids.flatMap((jid) => all.get(jid) ?? []);
}

async function sealed(
  { signalRepository }: WASocket,
  jid: string,
  { data, attrs }: SealedContent,
): Promise<SealedMessage> {
  const { type, ciphertext } = await signalRepository.encryptMessage({ jid, data });
  const enc = { tag: 'enc', attrs: { v: '2', type, ...attrs }, content: ciphertext };
  const node = new EncodedNode({ tag: 'to', attrs: { jid }, content: [enc] });
  return { jid, opensSession: type === OPENING, node };
}

/** Returns the node that proves whose device opens a session. */
export const deviceIdentity = (client: Client, { account }: AuthenticationCreds): Stanza[] =>
  account
    ? [
        {
          tag: 'device-identity',
          attrs: {},
          content: client.encodeSignedDeviceIdentity(account, true),
        },
      ]
    : [];
