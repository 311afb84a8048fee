/** What phones seal with the secret of a message, for what they say about it later. */
import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';

export interface Sealing {
  /** Of the message that the sealed content is about. */
  readonly secret: Uint8Array;
  /** As the phone that seals names who wrote that message, and itself. */
  readonly author: string;
  readonly writer: string;
}

interface Sealed {
  readonly encPayload: Uint8Array;
  readonly encIv: Uint8Array;
}

export const newSecret = (): Uint8Array => new Uint8Array(randomBytes(32));

/** Of `ProtocolMessage.Type`. */
export const MESSAGE_EDIT = 14;
/** Of `SecretEncryptedMessage.SecretEncType`. */
const SEALED_EDIT = 2;

/** The message that changes another one's text; `key` is that one's. */
export function sealedEdit(key: proto.IMessageKey, text: string, seal: Sealing): proto.IMessage {
  const protocolMessage = { key, type: MESSAGE_EDIT, editedMessage: { conversation: text } };
  const content = proto.Message.encode({ protocolMessage }).finish();
  const parts = sealed(content, key.id ?? '', 'Message Edit', seal);
  return {
    secretEncryptedMessage: { targetMessageKey: key, ...parts, secretEncType: SEALED_EDIT },
  };
}

/** The message that votes on the poll of `key`: SHA-256 of each chosen option; none takes the vote back. */
export function voteOn(
  key: proto.IMessageKey,
  options: readonly string[],
  seal: Sealing,
): proto.IMessage {
  const id = key.id ?? '';
  const selectedOptions = options.map((name) => createHash('sha256').update(name).digest());
  const content = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish();
  const vote = sealed(content, id, 'Poll Vote', seal, `${id}\0${seal.writer}`);
  return {
    pollUpdateMessage: { pollCreationMessageKey: key, vote, senderTimestampMs: Date.now() },
  };
}

function sealed(
  content: Uint8Array,
  id: string,
  use: string,
  { secret, author, writer }: Sealing,
  bound = '',
): Sealed {
  const info = `${id}${author}${writer}${use}`;
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), info, 32));
  const encIv = new Uint8Array(randomBytes(12));
  const cipher = createCipheriv('aes-256-gcm', key, encIv);
  if (bound !== '') cipher.setAAD(Buffer.from(bound));
  const parts = [cipher.update(content), cipher.final(), cipher.getAuthTag()];
  return { encPayload: new Uint8Array(Buffer.concat(parts)), encIv };
}
