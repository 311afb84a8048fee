/** Paths of /message, /chat, /polls and /call, as Evolution Go has them. */

import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { JID, MESSAGE_ID, NUMBER, TIME } from '../../core/http/example-values.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import { type Fields, isFields } from '../../core/http/read-fields.ts';
import { isPhone } from '../../core/shared/addresses/chat-address.ts';
import { iso } from '../../core/shared/clock.ts';
import { invalid } from '../../core/shared/errors.ts';
import { GATEWAY_RECORDS, type MessageSent, type Route } from '../gateway/api.ts';
import {
  AnyValue,
  chat,
  doneAnswer,
  flag,
  GoDone,
  integer,
  messageId,
  optional,
  SENT_ROW,
  text,
  texts,
} from './fields.ts';
import { type GoCall, type GoRows, read, send } from './operation.ts';

const About = NamedObject('EvolutionGoMessage', {
  messageId: Type.String(),
  timestamp: Type.String(),
});
const ABOUT = { messageId: MESSAGE_ID, timestamp: TIME };
const toAbout = ({ key, messageTimestamp }: Static<typeof MessageSent>) => ({
  messageId: key.id,
  timestamp: iso(messageTimestamp * 1_000),
});

const confirming = (summary: string, operation: Route, keys: string) =>
  send(summary, {
    body: {
      number: text(
        'Chat of the messages: a phone number or a JID; `chat` is another name of this field',
        '5511888880000',
      ),
      id: texts('Ids of the messages, `Info.ID` of their events; a single one may be a text', [
        '3EB0FE89262EDD05D2819D',
      ]),
    },
    operation,
    names: { id: keys, number: null },
    mapBody({ number, chat = number, id }) {
      const ids = typeof id === 'string' ? [id] : id;
      return { id: Array.isArray(ids) ? ids.map((one) => ({ id: one, remoteJid: chat })) : ids };
    },
    data: GoDone,
    answer: doneAnswer,
  });

const ordering = (summary: string, verb: string, isOn: boolean, body?: TProperties) =>
  send(summary, {
    body: { chat, ...body },
    operation: `POST /chat/${verb}Chat/:instanceName`,
    defaults: { [verb]: isOn },
    refusals: { number: 'chat' },
    data: GoDone,
    answer: doneAnswer,
  });

interface Votes {
  readonly chat: string;
  readonly votes: readonly { readonly name: string; readonly voters: readonly string[] }[];
}

function toPollResults({ chat, votes }: Votes, _: GoCall, { messageId }: Fields) {
  const chosen = new Map<string, string[]>();
  for (const { name, voters } of votes)
    for (const jid of voters) chosen.set(jid, [...(chosen.get(jid) ?? []), name]);
  const voters = [...chosen].map(([jid, selectedOptions]) => ({
    jid,
    phone: isPhone(jid) ? jid.replace(/[:@].*/, '') : '',
    selectedOptions,
  }));
  return {
    pollMessageId: messageId,
    pollChatJid: chat,
    totalVotes: voters.length,
    optionCounts: Object.fromEntries(votes.map(({ name, voters }) => [name, voters.length])),
    voters,
  };
}

export const MESSAGES: GoRows = {
  'POST /message/react': send('React to a message', {
    description:
      'Adds a reaction to a message, or takes it back. A message that is not stored needs `fromMe`, and in a group `participant` if somebody else wrote it.',
    body: {
      number: chat,
      id: messageId,
      reaction: text('One emoji, such as 👍; `remove` takes the reaction back', '👍'),
      fromMe: flag('Whether the account itself wrote the message; absent uses the stored value'),
      participant: optional(
        'Author of the message in a group: a JID; used if the message is not stored',
        '5511888880000@s.whatsapp.net',
      ),
    },
    example: { number: NUMBER, id: MESSAGE_ID, reaction: '👍', fromMe: false },
    operation: 'POST /message/sendReaction/:instanceName',
    names: {
      id: 'key.id',
      number: 'key.remoteJid',
      fromMe: 'key.fromMe',
      participant: 'key.participant',
    },
    mapBody: (fields) => ({ ...fields, ...(fields.reaction === 'remove' && { reaction: '' }) }),
    ...SENT_ROW,
  }),
  'POST /message/presence': send('Show the account as typing or recording', {
    body: {
      number: chat,
      state: text('Presence to show: `composing` or `paused`', 'composing'),
      isAudio: flag('Whether to show the account as recording a voice note; default false'),
    },
    operation: 'POST /chat/sendPresence/:instanceName',
    names: { state: 'presence', isAudio: null },
    mapBody: ({ number, state, isAudio }) => ({
      number,
      state: state === 'composing' && isAudio === true ? 'recording' : state,
    }),
    data: GoDone,
    answer: doneAnswer,
  }),
  'POST /message/markread': confirming(
    'Mark messages as read',
    'POST /chat/markMessageAsRead/:instanceName',
    'readMessages',
  ),
  'POST /message/markplayed': confirming(
    'Mark voice notes as played',
    'POST /chat/markMessageAsPlayed/:instanceName',
    'playedMessages',
  ),
  'POST /message/downloadmedia': read('Download the file of a message', {
    description:
      'Returns the file of a message, by the `id` of the message. The content of the message alone, which Evolution Go takes, is answered 400.',
    body: {
      id: messageId,
      message: Type.Optional(
        Type.Unknown({
          description: 'Not supported: files are found by the `id` of their message',
          examples: [{}],
        }),
      ),
    },
    exampleData: { base64: 'data:image/png;base64,iVBORw0KGgo=', timestamp: TIME },
    operation: 'POST /chat/getBase64FromMediaMessage/:instanceName',
    names: { id: 'message.key.id', message: null },
    mapBody(fields) {
      if (typeof fields.id === 'string') return fields;
      throw invalid(
        'id is required: the id of the message whose file is meant, `Info.ID` of its event',
      );
    },
    data: Type.Object({
      base64: text('A data: URL'),
      timestamp: Type.String(),
    }),
    answer: ({ mimetype, base64 }: { mimetype: string; base64: string }, call) => ({
      base64: `data:${mimetype};base64,${base64}`,
      ...doneAnswer(null, call),
    }),
  }),
  'POST /message/status': read('Get the status of a sent message', {
    body: { id: messageId },
    exampleData: {
      result: { ...GATEWAY_RECORDS.MessageFate, message_id: MESSAGE_ID },
      timestamp: TIME,
    },
    operation: 'GET /message/status/:instanceName/:id',
    data: Type.Object({ result: AnyValue, timestamp: Type.String() }),
    answer: (fate: Fields, call, { id }) => ({
      result: { ...fate, message_id: id },
      ...doneAnswer(null, call),
    }),
  }),
  'POST /message/delete': send('Remove a message for everyone', {
    body: { chat, messageId },
    exampleData: ABOUT,
    operation: 'DELETE /chat/deleteMessageForEveryone/:instanceName',
    names: { messageId: 'id', chat: 'remoteJid' },
    data: About,
    answer: toAbout,
  }),
  'POST /message/edit': send('Edit a text or a caption', {
    body: { chat, messageId, message: text('New text, or new caption of a file', 'Hello again') },
    exampleData: ABOUT,
    operation: 'POST /chat/updateMessage/:instanceName',
    names: { messageId: 'key.id', chat: 'key.remoteJid', message: 'text' },
    data: About,
    answer: toAbout,
  }),
  'POST /chat/pin': ordering('Pin a chat', 'pin', true),
  'POST /chat/unpin': ordering('Unpin a chat', 'pin', false),
  'POST /chat/archive': ordering('Archive a chat', 'archive', true),
  'POST /chat/unarchive': ordering('Unarchive a chat', 'archive', false),
  'POST /chat/mute': {
    ...ordering('Mute a chat', 'mute', true, {
      duration: optional(
        'How long the chat is muted: `8h`, `1w`, or `always`, which is the default',
        '8h',
      ),
    }),
  },
  'POST /chat/unmute': ordering('Unmute a chat', 'mute', false),
  'POST /chat/history-sync': read('Fetch older messages of a chat', {
    description:
      'Asks the phone of the account for the messages before the one in `messageInfo` and returns them; they cause no events.',
    body: {
      messageInfo: Type.Object(
        {
          Chat: chat,
          ID: optional(
            'Id of the message before which to begin; defaults to the oldest stored one of the chat',
            '3EB0FE89262EDD05D2819D',
          ),
        },
        {
          additionalProperties: true,
          description: 'Chat, and the message in it before which to begin',
        },
      ),
      count: integer('Number of messages to ask for, 1-50; default 50', 50),
    },
    operation: 'POST /chat/history/:instanceName',
    names: { 'messageInfo.Chat': 'number', 'messageInfo.ID': 'before.id' },
    mapBody(fields) {
      if (isFields(fields.messageInfo)) return fields;
      throw invalid('messageInfo must be an object with Chat and ID');
    },
    data: Type.Object({
      chat: text('A JID'),
      messages: Type.Array(AnyValue, {
        description: 'Messages, oldest first, in the form of `data` of their events',
      }),
      isBeginning: Type.Boolean({ description: 'Whether the phone has no older messages' }),
      timestamp: Type.String({ format: 'date-time' }),
    }),
    answer: (page: Fields, call) => ({ ...page, ...doneAnswer(page, call) }),
  }),
  'GET /polls/:messageId/results': read('Get the votes of a poll', {
    description: 'Returns the votes of a poll, with options named by their texts, not by hashes.',
    params: { messageId: text('Id of the message that is the poll') },
    exampleData: {
      pollMessageId: MESSAGE_ID,
      pollChatJid: JID,
      totalVotes: 1,
      optionCounts: { Monday: 1, Tuesday: 0 },
      voters: [{ jid: JID, phone: NUMBER, selectedOptions: ['Monday'] }],
    },
    operation: 'POST /chat/getPollVote/:instanceName',
    names: { messageId: 'message.key.id' },
    data: Type.Object({
      pollMessageId: Type.String(),
      pollChatJid: Type.String(),
      totalVotes: Type.Integer({ description: 'Number of people who have voted' }),
      optionCounts: Type.Record(Type.String(), Type.Integer()),
      voters: Type.Array(
        Type.Object({ jid: Type.String(), phone: Type.String(), selectedOptions: texts('Texts') }),
      ),
    }),
    answer: toPollResults,
  }),
  'POST /call/reject': send('Reject a ringing call', {
    body: {
      callId: text('Id of the call, `CallID` of its CallOffer event', 'C0FFEE0123456789'),
      callCreator: optional(
        'Caller: a phone number or a JID; absent rejects the call of any caller',
        '5511888880000@s.whatsapp.net',
      ),
    },
    operation: 'POST /call/reject/:instanceName',
    names: { callCreator: 'callFrom' },
  }),
};
