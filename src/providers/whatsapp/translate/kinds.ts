/** Owns: which content is news to a receiver, and what it is called. Must never: read the content. Pure. */
import type { Fields } from './reading.ts';

export interface Kind {
  /** The field the content stands in. */
  readonly field: string;
  /** `text`, `media`, `poll` or `event`, as the platform sorts messages on their way. */
  readonly type: string;
  readonly mediaType: string;
}

/** What travels beside content. */
const BESIDE: ReadonlySet<string> = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
]);

/** Among devices, about other messages, or sealed so that only phones read it: no message of its own. */
const NO_NEWS: ReadonlySet<string> = new Set([
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'encCommentMessage',
  'encEventResponseMessage',
  'secretEncryptedMessage',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'placeholderMessage',
  'stickerSyncRmrMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'call',
  'chat',
]);

/** The words the platform itself uses in `mediatype`. Voice notes are audio and video notes video to receivers. */
const MEDIA = new Map<string, string>(
  Object.entries({
    imageMessage: 'image',
    videoMessage: 'video',
    ptvMessage: 'video',
    audioMessage: 'audio',
    documentMessage: 'document',
    stickerMessage: 'sticker',
    contactMessage: 'vcard',
    contactsArrayMessage: 'contact_array',
    locationMessage: 'location',
    liveLocationMessage: 'livelocation',
    listMessage: 'list',
    listResponseMessage: 'list_response',
    buttonsResponseMessage: 'buttons_response',
    orderMessage: 'order',
    productMessage: 'product',
    interactiveResponseMessage: 'native_flow_response',
    groupInviteMessage: 'url',
  }),
);

const TEXT: ReadonlySet<string> = new Set(['conversation', 'extendedTextMessage']);

/** Null: nothing a receiver should hear of. What we know goes before what a later version may have added. */
export function kindOf(content: Fields): Kind | null {
  const fields = Object.keys(content).filter((name) => isSaid(content[name]) && !BESIDE.has(name));
  if (fields.some((name) => NO_NEWS.has(name))) return null;
  const field = fields.find((name) => TEXT.has(name) || MEDIA.has(name)) ?? fields[0];
  if (field === undefined) return null;
  const mediaType = MEDIA.get(field);
  if (mediaType !== undefined) return { field, type: 'media', mediaType };
  return { field, type: otherType(field), mediaType: '' };
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function otherType(field: string): string {
  if (field.startsWith('pollCreationMessage')) return 'poll';
  return field === 'eventMessage' ? 'event' : 'text';
}
