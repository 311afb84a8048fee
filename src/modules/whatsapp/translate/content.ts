/**
 * Finds the content of a message inside its envelopes, and the other message that it is about: of reactions, comments,
 * deletions, edits, votes and answers to events. Pure.
 */
import { type MessageFlags, NO_FLAGS } from '../../../core/events/types/message-data.ts';
import { isGroup } from '../../../core/providers/chats.ts';
import { type Fields, isRecord, record, text } from '../../../core/providers/foreign-values.ts';
import { EDIT, type MessageKey, REVOKE } from '../../../core/providers/message-content.ts';
import type { WAMessage } from '../engine/surface.ts';
import { bareJid, isBroadcast, isMe, person, type Self } from './jids.ts';

interface UnwrappedContent {
  readonly content: Fields;
  readonly flags: MessageFlags;
}

/** A message to be seen once stays one in every later form. */
const FLAGS: Readonly<Record<string, readonly (keyof MessageFlags)[]>> = {
  ephemeralMessage: ['IsEphemeral'],
  viewOnceMessage: ['IsViewOnce'],
  viewOnceMessageV2: ['IsViewOnce', 'IsViewOnceV2'],
  viewOnceMessageV2Extension: ['IsViewOnce', 'IsViewOnceV2', 'IsViewOnceV2Extension'],
  documentWithCaptionMessage: ['IsDocumentWithCaption'],
  lottieStickerMessage: ['IsLottieSticker'],
  editedMessage: ['IsEdit'],
  // A copy of a message that another device of the account sent.
  deviceSentMessage: [],
  associatedChildMessage: [],
  botInvokeMessage: [],
  botForwardedMessage: [],
  groupMentionedMessage: [],
  groupStatusMessage: [],
  groupStatusMessageV2: [],
  groupStatusMentionMessage: [],
  statusMentionMessage: [],
  statusAddYours: [],
  limitSharingMessage: [],
  questionMessage: [],
  questionReplyMessage: [],
  pollCreationMessageV4: [],
};
/** The flags of envelopes, by name; most messages have no envelope. */
const ENVELOPES = new Map(Object.entries(FLAGS));

/** Enumerated values are numbers; some paths of Baileys give their names. */
const isOneOf = (...values: readonly unknown[]) => {
  return (value: unknown): boolean => values.includes(value);
};
const isMessageEdit = isOneOf(EDIT, 'MESSAGE_EDIT');

/** Phones nest two or three envelopes; deeper nesting is ignored. */
const MOST_ENVELOPES = 8;

/** `outer` are the flags of the envelope around it. */
export function unwrap(message: unknown, outer: MessageFlags = NO_FLAGS): UnwrappedContent {
  const flags = { ...outer };
  let content = record(message);
  let context = content.messageContextInfo;
  for (let layer = 0; layer < MOST_ENVELOPES; layer++) {
    const inner = innerOf(content, flags);
    if (inner === null) break;
    content = inner;
    context = content.messageContextInfo ?? context;
  }
  return {
    content: isRecord(context) ? { ...content, messageContextInfo: context } : content,
    flags,
  };
}

function innerOf(content: Fields, flags: MessageFlags): Fields | null {
  for (const name of Object.keys(content)) {
    const meaning = ENVELOPES.get(name);
    const { message } = record(content[name]);
    if (meaning === undefined || !isRecord(message)) continue;
    for (const flag of meaning) flags[flag] = true;
    return message;
  }
  return null;
}

interface Edit extends UnwrappedContent {
  /** Names the changed message and the time of the change, by which a receiver finds it. */
  readonly protocolMessage: Fields;
}

/** Returns the complete new content of an edit, or null for content that is not an edit. */
export function editOf({ content, flags }: UnwrappedContent): Edit | null {
  const { type, key, timestampMs, editedMessage } = record(content.protocolMessage);
  if (!isMessageEdit(type) || !isRecord(editedMessage)) return null;
  const edited = unwrap(editedMessage, { ...flags, IsEdit: true });
  return { ...edited, protocolMessage: { key: record(key), type, timestampMs } };
}

/** Content that is sealed with the secret of the message that it is about; `sealed` is of an unknown kind. */
type SealedType =
  | 'poll_vote'
  | 'event_response'
  | 'sealed_edit'
  | 'sealed_event_edit'
  | 'sealed_reaction'
  | 'sealed_comment'
  | 'sealed';

/** Content that is about another message. */
export interface Target {
  /** The field that holds it, and the field inside that names the other message. */
  readonly field: string;
  readonly keyField: string;
  readonly type: 'reaction' | 'comment' | 'revoke' | 'edit' | SealedType;
  /** The key as the content has it. */
  readonly key: Fields;
}

const isRevoke = isOneOf(REVOKE, 'REVOKE');
const isSealedMessageEdit = isOneOf(2, 'MESSAGE_EDIT');
const isSealedEventEdit = isOneOf(1, 'EVENT_EDIT');
const always = () => true;

interface Form extends Omit<Target, 'key'> {
  readonly fits: (said: Fields) => boolean;
}

const FORMS: readonly Form[] = [
  { field: 'reactionMessage', keyField: 'key', type: 'reaction', fits: always },
  { field: 'commentMessage', keyField: 'targetMessageKey', type: 'comment', fits: always },
  { field: 'protocolMessage', keyField: 'key', type: 'revoke', fits: ({ type }) => isRevoke(type) },
  {
    field: 'protocolMessage',
    keyField: 'key',
    type: 'edit',
    fits: ({ type, editedMessage }) => isMessageEdit(type) && isRecord(editedMessage),
  },
  {
    field: 'secretEncryptedMessage',
    keyField: 'targetMessageKey',
    type: 'sealed_edit',
    fits: ({ secretEncType }) => isSealedMessageEdit(secretEncType),
  },
  {
    field: 'secretEncryptedMessage',
    keyField: 'targetMessageKey',
    type: 'sealed_event_edit',
    fits: ({ secretEncType }) => isSealedEventEdit(secretEncType),
  },
  { field: 'secretEncryptedMessage', keyField: 'targetMessageKey', type: 'sealed', fits: always },
  {
    field: 'encReactionMessage',
    keyField: 'targetMessageKey',
    type: 'sealed_reaction',
    fits: always,
  },
  {
    field: 'encCommentMessage',
    keyField: 'targetMessageKey',
    type: 'sealed_comment',
    fits: always,
  },
  {
    field: 'encEventResponseMessage',
    keyField: 'eventCreationMessageKey',
    type: 'event_response',
    fits: always,
  },
  {
    field: 'pollUpdateMessage',
    keyField: 'pollCreationMessageKey',
    type: 'poll_vote',
    fits: ({ vote }) => isRecord(vote),
  },
];

/** Returns null for content that is not about another message, or does not name it. */
export function targetOf(content: Fields): Target | null {
  for (const { field, keyField, type, fits } of FORMS) {
    const said = content[field];
    const key = record(record(said)[keyField]);
    if (isRecord(said) && text(key.id) !== '' && fits(said)) return { field, keyField, type, key };
  }
  return null;
}

/** Returns `key` for receivers, with `chat` and author as they know them. */
export function keyForReceivers(key: Fields, chat: string, self: Self): MessageKey {
  const fromMe = key.fromMe === true;
  const author = person(self, key.participant).jid;
  const isNamed = isGroup(chat) && !fromMe && author !== '';
  return { remoteJid: chat, fromMe, id: text(key.id), ...(isNamed && { participant: author }) };
}

/** These need nothing that is stored of the other message. */
const OPEN_TO_ALL: ReadonlySet<Target['type']> = new Set(['reaction', 'comment']);

/** Tells whether the meaning of content depends on its target as it is stored. */
export const needsTarget = (target: Target | undefined): target is Target =>
  target !== undefined && !OPEN_TO_ALL.has(target.type);

/**
 * Rewrites the key of the message that `message` is about from the sender's view to the account's.
 * Call it once, with what was just deciphered.
 */
export function keyFromOurSide(
  { key: own, message }: WAMessage,
  self: Pick<Self, 'jid' | 'lid'>,
): void {
  // Another device of the account has the same view.
  if (own.fromMe) return;
  const target = targetOf(unwrap(message).content);
  if (target === null) return;
  const { fromMe, participant } = target.key;
  const chat = bareJid(own.remoteJid);
  const isShared = isGroup(chat) || isBroadcast(chat);
  const isTheirs = fromMe === true;
  const isOurs = !isTheirs && (!isShared || isMe(bareJid(participant), self));
  const author = isTheirs ? own.participant : participant;
  Object.assign(target.key, {
    remoteJid: own.remoteJid,
    fromMe: isOurs,
    participant: isShared && !isOurs ? author : undefined,
  });
}
