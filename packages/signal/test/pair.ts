/** Two devices that write to each other: one with this Signal, its peer with that of Baileys. */
import { encodeWAMessage, proto, unpadRandomMax16 } from '@whiskeysockets/baileys';
import './quiet.ts';
import { decodePreKeyMessage } from '../src/wire-format.ts';
import { injected, OwnDevice } from './device.ts';
import { type EncodedMessage, SignalDevice } from './peer.ts';

export { encodeWAMessage };

export const PEER = '4915112345678@s.whatsapp.net';
export const OWN = '4915187654321@s.whatsapp.net';
export const GROUP = '120363041234567890@g.us';

export const textIn = (padded: Uint8Array) =>
  proto.Message.decode(unpadRandomMax16(padded)).conversation ?? '';

export async function pair(jid = PEER) {
  const own = new OwnDevice();
  let peer = new SignalDevice();
  const open = async () =>
    own.repository.injectE2ESession({ jid, session: injected(await peer.bundle()) });
  const send = async (text: string): Promise<EncodedMessage> => {
    const data = encodeWAMessage({ conversation: text });
    const { type, ciphertext } = await own.repository.encryptMessage({ jid, data });
    return { type, bytes: ciphertext };
  };
  const read = async ({ type, bytes }: EncodedMessage): Promise<string> => {
    if (type === 'skmsg') throw new Error('not for a group');
    const padded = await own.repository.decryptMessage({ jid, type, ciphertext: bytes });
    return textIn(padded);
  };
  const answer = (text: string) => peer.seal(OWN, { conversation: text }, () => own.bundle());
  const readByPeer = async (sealed: EncodedMessage) =>
    (await peer.unseal(OWN, sealed)).conversation;
  /** The peer reinstalls the app: another identity, and no sessions. */
  const reinstall = () => {
    peer = new SignalDevice();
  };
  return { own, peer, open, send, read, answer, readByPeer, reinstall };
}

/** One bit of what is authenticated is another. The outside of a first message has numbers that nothing vouches for. */
export const damaged = ({ type, bytes }: EncodedMessage, at: number): EncodedMessage => {
  const copy = Buffer.from(bytes);
  const part = type === 'pkmsg' ? decodePreKeyMessage(copy).message : copy;
  part.writeUInt8(part.readUInt8(at % part.length) ^ 0x40, at % part.length);
  return { type, bytes: copy };
};
