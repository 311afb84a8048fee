/** Says which kind of message a stanza has, as WhatsApp's servers want to know it. Pure. */
import type { proto } from '@whiskeysockets/baileys';

type Field = keyof proto.IMessage;

/** The kinds of files, and of what phones show like files. */
const MEDIA: readonly (readonly [Field, string])[] = [
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['audioMessage', 'audio'],
  ['contactMessage', 'vcard'],
  ['documentMessage', 'document'],
  ['contactsArrayMessage', 'contact_array'],
  ['liveLocationMessage', 'livelocation'],
  ['stickerMessage', 'sticker'],
  ['listMessage', 'list'],
  ['listResponseMessage', 'list_response'],
  ['buttonsResponseMessage', 'buttons_response'],
  ['orderMessage', 'order'],
  ['productMessage', 'product'],
  ['interactiveResponseMessage', 'native_flow_response'],
  ['groupInviteMessage', 'url'],
];

const TYPES: readonly (readonly [Field, string])[] = [
  ['reactionMessage', 'reaction'],
  ['encReactionMessage', 'reaction'],
  ['pollCreationMessage', 'poll'],
  ['pollCreationMessageV2', 'poll'],
  ['pollCreationMessageV3', 'poll'],
  ['pollUpdateMessage', 'poll'],
  ['eventMessage', 'event'],
];

/** Returns the kind of file, or null when the message is none. */
function mediaTypeOf(message: proto.IMessage): string | null {
  if (message.videoMessage?.gifPlayback) return 'gif';
  if (message.audioMessage?.ptt) return 'ptt';
  return MEDIA.find(([field]) => message[field])?.[1] ?? null;
}

/** `content` is the message without its envelopes. */
export const stanzaType = (content: proto.IMessage): string =>
  TYPES.find(([field]) => content[field])?.[1] ??
  (mediaTypeOf(content) === null ? 'text' : 'media');

/** Returns attributes of each ciphertext. `content` is the message without its envelopes. */
export function ciphertextAttributes(
  message: proto.IMessage,
  content: proto.IMessage,
): Record<string, string> {
  const mediatype = mediaTypeOf(message);
  const isHidden = content.pinInChatMessage || content.reactionMessage;
  return { ...(mediatype && { mediatype }), ...(isHidden && { 'decrypt-fail': 'hide' }) };
}
