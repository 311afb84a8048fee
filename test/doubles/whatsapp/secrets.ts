/** What phones seal with the secret of a message, for what they say about it later. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';

export interface Sealing {
  /** Of the message that the sealed content is about. */
  readonly secret: Uint8Array;
  /** As the phone that seals names who wrote that message, and itself. */
  readonly author: string;
  readonly writer: string;
}

interface SealedContent {
  readonly encPayload: Uint8Array;
  readonly encIv: Uint8Array;
}

export const newSecret = (): Uint8Array => new Uint8Array(randomBytes(32));

/** Of `ProtocolMessage.Type`. */
export const MESSAGE_EDIT = 14;
/** Of `SecretEncryptedMessage.SecretEncType`. */
const SEALED_EVENT_EDIT = 1;
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

/** The options that a vote chooses, as a phone that knows the poll opens it; throws when it is sealed otherwise. */
export function votedFor(
  { pollUpdateMessage }: proto.IMessage,
  options: readonly string[],
  { secret, author, writer }: Sealing,
): string[] {
  const { pollCreationMessageKey, vote } = pollUpdateMessage ?? {};
  const id = pollCreationMessageKey?.id ?? '';
  const info = `${id}${author}${writer}Poll Vote`;
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), info, 32));
  const payload = vote?.encPayload ?? new Uint8Array();
  const decipher = createDecipheriv('aes-256-gcm', key, vote?.encIv ?? new Uint8Array());
  decipher.setAAD(Buffer.from(`${id}\0${writer}`));
  decipher.setAuthTag(payload.subarray(-16));
  const content = Buffer.concat([decipher.update(payload.subarray(0, -16)), decipher.final()]);
  const { selectedOptions } = proto.Message.PollVoteMessage.decode(content);
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const chosen = new Set(selectedOptions?.map(hex));
  return options.filter((name) => chosen.has(createHash('sha256').update(name).digest('hex')));
}

/** A reaction as it is sealed in the announcement groups of communities; '' takes it back. */
export function sealedReaction(
  key: proto.IMessageKey,
  text: string,
  seal: Sealing,
): proto.IMessage {
  const content = proto.Message.ReactionMessage.encode({ text, senderTimestampMs: Date.now() });
  const parts = sealed(content.finish(), key.id ?? '', 'Enc Reaction', seal);
  return { encReactionMessage: { targetMessageKey: key, ...parts } };
}

/** A comment likewise. */
export function sealedComment(key: proto.IMessageKey, text: string, seal: Sealing): proto.IMessage {
  const content = proto.Message.encode({ conversation: text }).finish();
  const parts = sealed(content, key.id ?? '', 'Enc Comment', seal);
  return { encCommentMessage: { targetMessageKey: key, ...parts } };
}

/** An event in place of the one of `key`. */
export function sealedEventEdit(key: proto.IMessageKey, name: string, seal: Sealing) {
  const content = proto.Message.encode({ eventMessage: { name } }).finish();
  const parts = sealed(content, key.id ?? '', 'Event Edit', seal);
  const secretEncType = SEALED_EVENT_EDIT;
  return { secretEncryptedMessage: { targetMessageKey: key, ...parts, secretEncType } };
}

/** An answer to the event of `key`, by the numbers of `EventResponseType`. */
export function answerToEvent(
  key: proto.IMessageKey,
  response: number,
  seal: Sealing,
): proto.IMessage {
  const id = key.id ?? '';
  const content = proto.Message.EventResponseMessage.encode({ response, timestampMs: 1_000 });
  const bound = `${id}\0${seal.writer}`;
  const parts = sealed(content.finish(), id, 'Event Response', seal, bound);
  return { encEventResponseMessage: { eventCreationMessageKey: key, ...parts } };
}

function sealed(
  content: Uint8Array,
  id: string,
  use: string,
  { secret, author, writer }: Sealing,
  bound = '',
): SealedContent {
  const info = `${id}${author}${writer}${use}`;
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), info, 32));
  const encIv = new Uint8Array(randomBytes(12));
  const cipher = createCipheriv('aes-256-gcm', key, encIv);
  if (bound !== '') cipher.setAAD(Buffer.from(bound));
  const parts = [cipher.update(content), cipher.final(), cipher.getAuthTag()];
  return { encPayload: new Uint8Array(Buffer.concat(parts)), encIv };
}
