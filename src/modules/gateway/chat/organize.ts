/** Putting chats in order, on the account's phone and all its devices: archive, unread, pin, mute. */
import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { NUMBER, RECEIVED_KEY } from '../../../core/http/example-values.ts';
import { Choice, Flag } from '../../../core/http/field-types.ts';
import { optional, parsedIfPresent } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import type { ChatChange } from '../../../core/providers/chat-actions.ts';
import { readRecipient } from '../../../core/sending/recipient.ts';
import { iso } from '../../../core/shared/clock.ts';
import { invalid } from '../../../core/shared/errors.ts';
import { findByKey, Key } from '../message/message-key.ts';
import { type ChatContext, chatOperation, UNAUDITED_EVERYDAY } from './operation.ts';

const KEYS_NEEDED =
  'The change applies to all devices of the account. Answers 409 until the phone has shared the keys that this is sealed with, some time after pairing.';

const chatText = (description: string, example: string) =>
  parsedIfPresent(Type.String({ minLength: 1, description, examples: [example] }), readRecipient);

/** The fields that name the chat; older clients use three names. */
const whichChat = {
  number: chatText(
    'A phone number with its country code, or the JID of a person or a group',
    '5511888880000',
  ),
  chat: chatText(
    'Another name of `number`, for clients that call it so; `number` takes precedence',
    '5511888880000',
  ),
};

const LastMessage = Type.Optional(
  Type.Object(
    { key: Key },
    {
      additionalProperties: true,
      description:
        'Newest message of the chat, up to which the change applies; defaults to everything up to now',
    },
  ),
);

const lenient = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: true });

const chatId = Type.String({ description: 'The JID of the chat' });

const ArchiveBody = lenient({
  ...whichChat,
  lastMessage: LastMessage,
  archive: Flag({
    description: 'Whether to archive the chat; false takes it out of the archive',
  }),
});

/** 400 when no field names a chat, 404 when `lastMessage` is not stored or in another chat. */
async function changed(
  fields: Partial<Static<typeof ArchiveBody>>,
  { chats, find }: ChatContext,
  change: ChatChange,
): Promise<string> {
  const { number: named = fields.chat, lastMessage } = fields;
  const key = lastMessage && { ...lastMessage.key, ...(named && { remoteJid: named }) };
  const last = key === undefined ? null : await findByKey(key, find);
  const number = named ?? last?.chat;
  if (number === undefined) throw invalid('number or chat is required');
  return chats.change(number, change, last);
}

export const archiveChat = chatOperation('POST /chat/archiveChat/:instanceName', {
  scope: 'send',
  audit: UNAUDITED_EVERYDAY,
  summary: 'Archive or unarchive a chat',
  description: KEYS_NEEDED,
  body: ArchiveBody,
  status: 201,
  answer: Type.Object({ chatId, archived: Type.Boolean() }),
  example: { body: { number: NUMBER, lastMessage: { key: RECEIVED_KEY }, archive: true } },
  async act(fields, acting) {
    const { archive: isArchived } = fields;
    const jid = await changed(fields, acting, { kind: 'archive', isArchived });
    return { chatId: jid, archived: isArchived };
  },
});

export const markChatUnread = chatOperation('POST /chat/markChatUnread/:instanceName', {
  scope: 'send',
  audit: UNAUDITED_EVERYDAY,
  summary: 'Mark a chat as unread',
  description: `Marks a chat as unread, which nobody else sees. ${KEYS_NEEDED}`,
  body: lenient({ ...whichChat, lastMessage: LastMessage }),
  status: 201,
  answer: Type.Object({ chatId, markedChatUnread: Type.Literal(true) }),
  example: { body: { number: NUMBER, lastMessage: { key: RECEIVED_KEY } } },
  async act(fields, acting) {
    const jid = await changed(fields, acting, { kind: 'unread' });
    return { chatId: jid, markedChatUnread: true as const };
  },
});

export const pinChat = chatOperation('POST /chat/pinChat/:instanceName', {
  scope: 'send',
  audit: UNAUDITED_EVERYDAY,
  summary: 'Pin or unpin a chat',
  description: `Pins a chat above the others, or unpins it; phones show three pinned chats at most. ${KEYS_NEEDED}`,
  body: lenient({
    ...whichChat,
    pin: Flag({
      description: 'Whether to pin the chat above the others; false unpins it',
    }),
  }),
  status: 201,
  answer: Type.Object({ chatId, pinned: Type.Boolean() }),
  example: { body: { number: NUMBER, pin: true } },
  async act(fields, acting) {
    const { pin: isPinned } = fields;
    const jid = await changed(fields, acting, { kind: 'pin', isPinned });
    return { chatId: jid, pinned: isPinned };
  },
});

const HOUR_MS = 3_600_000;
/** The durations that phones offer; null lasts until it is ended. */
const DURATIONS = { '8h': 8 * HOUR_MS, '1w': 7 * 24 * HOUR_MS, always: null } as const;
type Duration = keyof typeof DURATIONS;
const DURATION_NAMES = Object.keys(DURATIONS) as Duration[];

export const muteChat = chatOperation('POST /chat/muteChat/:instanceName', {
  scope: 'send',
  audit: UNAUDITED_EVERYDAY,
  summary: 'Mute or unmute a chat',
  description: `Mutes a chat, so that the phone makes no sound for its messages, or unmutes it. ${KEYS_NEEDED}`,
  body: lenient({
    ...whichChat,
    mute: Flag({
      description: 'Whether to mute the chat; false unmutes it',
    }),
    duration: optional(
      Choice(DURATION_NAMES, {
        description: 'How long the chat is muted: 8 hours, a week, or always, which is the default',
      }),
    ),
  }),
  status: 201,
  answer: Type.Object({
    chatId,
    muted: Type.Boolean(),
    until: Type.Union([Time(), Type.Null()], {
      description: 'When the mute ends; null if the chat is not muted, or always',
    }),
  }),
  example: { body: { number: NUMBER, mute: true, duration: '8h' } },
  async act(fields, acting) {
    const { mute: isMuted, duration = 'always' } = fields;
    const ms = isMuted ? DURATIONS[duration] : null;
    const until = ms === null ? null : acting.clock.now() + ms;
    const jid = await changed(fields, acting, { kind: 'mute', isMuted, until });
    return { chatId: jid, muted: isMuted, until: until === null ? null : iso(until) };
  },
});
