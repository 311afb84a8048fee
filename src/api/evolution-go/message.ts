/** Paths of /message, /chat, /polls and /call, as Evolution Go has them. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';
import type { Fields } from '../../http/read-fields.ts';
import { needs } from '../../instances/scopes.ts';
import { iso } from '../../shared/clock.ts';
import { invalid } from '../../shared/errors.ts';
import type { MessageSent } from '../gateway/message/model.ts';
import { Anything, body, chat, Done, flag, messageId, optional, text, texts } from './fields.ts';
import { historySync } from './history.ts';
import type { Calling, GoOperation } from './operation.ts';
import { SentData, toSentData, withoutAbsent } from './sent.ts';

type Sent = Static<typeof MessageSent>;

const done = ({ now }: Calling) => ({ timestamp: iso(now()) });

const About = NamedObject('EvolutionGoMessage', {
  messageId: Type.String(),
  timestamp: Type.String(),
});
const about = ({ key, messageTimestamp }: Sent) => ({
  messageId: key.id,
  timestamp: iso(messageTimestamp * 1_000),
});
const KEY_NAMES = {
  'key.id': 'messageId',
  'key.remoteJid': 'chat',
  id: 'messageId',
  remoteJid: 'chat',
};

const react: GoOperation = {
  path: '/message/react',
  security: needs('send'),
  summary: 'React to a message',
  description: 'The message must have been sent or received through the instance.',
  body: body({
    number: chat,
    id: messageId,
    reaction: text('One emoji; `remove` takes the reaction back'),
    fromMe: flag('Whether the account itself wrote the message; absent: it does not matter'),
  }),
  data: SentData,
  names: { 'key.id': 'id', 'key.remoteJid': 'number', 'key.fromMe': 'fromMe' },
  async run({ number, id, reaction, fromMe }, { ask, instance }) {
    const key = withoutAbsent({ id, remoteJid: number, fromMe });
    const given = reaction === 'remove' ? '' : reaction;
    const answer = { body: withoutAbsent({ key, reaction: given }) };
    return toSentData(await ask<Sent>('POST', '/message/sendReaction', answer), instance);
  },
};

const presence: GoOperation = {
  path: '/message/presence',
  security: needs('send'),
  summary: 'Show that the account writes or records',
  body: body({
    number: chat,
    state: text('What the account is shown doing: `composing` or `paused`'),
    isAudio: flag('Whether it records a voice note instead of writing; default false'),
  }),
  data: Done,
  names: { presence: 'state' },
  async run({ number, state, isAudio }, calling) {
    const shown = state === 'composing' && isAudio === true ? 'recording' : state;
    const given = withoutAbsent({ number, presence: shown });
    await calling.ask('POST', '/chat/sendPresence', { body: given });
    return done(calling);
  },
};

/** Path after /message/, the operation that is asked, its field, and what is done. */
const CONFIRMATIONS = [
  ['markread', 'markMessageAsRead', 'readMessages', 'Mark messages as read'],
  ['markplayed', 'markMessageAsPlayed', 'playedMessages', 'Mark voice notes as played'],
] as const;

const confirmations = CONFIRMATIONS.map(
  ([verb, asked, field, summary]): GoOperation => ({
    path: `/message/${verb}`,
    security: needs('send'),
    summary,
    body: body({
      number: text('The chat of the messages: a phone number or a JID; `chat` says it too'),
      id: texts('Ids of the messages, `Info.ID` of their events; one may be given as a text alone'),
    }),
    data: Done,
    names: { [field]: 'id' },
    async run({ number, chat = number, id }, calling) {
      const ids = typeof id === 'string' ? [id] : id;
      const keys = Array.isArray(ids)
        ? ids.map((one) => withoutAbsent({ id: one, remoteJid: chat }))
        : ids;
      const given = withoutAbsent({ [field]: keys });
      await calling.ask('POST', `/chat/${asked}`, { body: given });
      return done(calling);
    },
  }),
);

const download: GoOperation = {
  path: '/message/downloadmedia',
  security: needs('read'),
  summary: 'The file of a message',
  description:
    'By the `id` of the message. Its content alone, as Evolution Go takes it, is a bad request: files are found by their message here.',
  body: body({
    id: messageId,
    message: Type.Optional(
      Type.Unknown({ description: 'Not supported: files are found by the `id` of their message' }),
    ),
  }),
  data: Type.Object({
    base64: Type.String({ description: 'A data: URL' }),
    timestamp: Type.String(),
  }),
  async run({ id }, calling) {
    if (typeof id !== 'string')
      throw invalid(
        'id is required: the id of the message whose file is meant, `Info.ID` of its event',
      );
    const asked = { body: { message: { key: { id } } } };
    const file = await calling.ask<{ mimetype: string; base64: string }>(
      'POST',
      '/chat/getBase64FromMediaMessage',
      asked,
    );
    return { base64: `data:${file.mimetype};base64,${file.base64}`, ...done(calling) };
  },
};

const status: GoOperation = {
  path: '/message/status',
  security: needs('read'),
  summary: 'What became of a message that was sent',
  body: body({ id: messageId }),
  data: Type.Object({ result: Anything, timestamp: Type.String() }),
  async run({ id }, calling) {
    if (typeof id !== 'string') throw invalid('id is required');
    const fate = await calling.ask<Fields>('GET', '/message/status', { tail: id });
    return { result: { ...fate, message_id: id }, ...done(calling) };
  },
};

const remove: GoOperation = {
  path: '/message/delete',
  security: needs('send'),
  summary: 'Remove a message for everyone',
  body: body({ chat, messageId }),
  data: About,
  names: KEY_NAMES,
  async run({ chat, messageId: id }, { ask }) {
    const given = withoutAbsent({ id, remoteJid: chat });
    return about(await ask<Sent>('DELETE', '/chat/deleteMessageForEveryone', { body: given }));
  },
};

const edit: GoOperation = {
  path: '/message/edit',
  security: needs('send'),
  summary: 'Edit a text or a caption',
  body: body({ chat, messageId, message: text('The new text, or the new caption of a file') }),
  data: About,
  names: { ...KEY_NAMES, text: 'message' },
  async run({ chat, messageId: id, message }, { ask }) {
    const given = withoutAbsent({ key: withoutAbsent({ id, remoteJid: chat }), text: message });
    return about(await ask<Sent>('POST', '/chat/updateMessage', { body: given }));
  },
};

/** Path after /chat/, the operation that is asked, and its fields beside the chat. */
const CHAT_CHANGES: readonly [string, string, Fields, string][] = [
  ['pin', 'pinChat', { pin: true }, 'Pin a chat'],
  ['unpin', 'pinChat', { pin: false }, 'Unpin a chat'],
  ['archive', 'archiveChat', { archive: true }, 'Archive a chat'],
  ['unarchive', 'archiveChat', { archive: false }, 'Take a chat out of the archive'],
  ['mute', 'muteChat', { mute: true }, 'Mute a chat'],
  ['unmute', 'muteChat', { mute: false }, 'Mute a chat no longer'],
];

const chats = CHAT_CHANGES.map(
  ([verb, asked, change, summary]): GoOperation => ({
    path: `/chat/${verb}`,
    security: needs('send'),
    summary,
    body: body({
      chat,
      ...(verb === 'mute' && {
        duration: optional('For how long the chat is muted: `8h`, `1w` or, the default, `always`'),
      }),
    }),
    data: Done,
    names: { number: 'chat' },
    async run({ chat, duration }, calling) {
      const given = withoutAbsent({ chat, duration, ...change });
      await calling.ask('POST', `/chat/${asked}`, { body: given });
      return done(calling);
    },
  }),
);

interface Votes {
  readonly chat: string;
  readonly votes: readonly { readonly name: string; readonly voters: readonly string[] }[];
}

const poll: GoOperation = {
  method: 'GET',
  path: '/polls/:messageId/results',
  security: needs('read'),
  summary: 'How everybody voted in a poll',
  description: 'Options are named by their texts, not by hashes.',
  params: Type.Object({ messageId: text('Id of the message that is the poll') }),
  data: Type.Object({
    pollMessageId: Type.String(),
    pollChatJid: Type.String(),
    totalVotes: Type.Integer({ description: 'How many people have voted' }),
    optionCounts: Type.Record(Type.String(), Type.Integer()),
    voters: Type.Array(
      Type.Object({ jid: Type.String(), phone: Type.String(), selectedOptions: texts('Texts') }),
    ),
  }),
  async run({ messageId: id }, { ask }) {
    const asked = { body: { message: { key: { id } } } };
    const { chat, votes } = await ask<Votes>('POST', '/chat/getPollVote', asked);
    const chosen = new Map<string, string[]>();
    for (const { name, voters } of votes)
      for (const jid of voters) chosen.set(jid, [...(chosen.get(jid) ?? []), name]);
    const voters = [...chosen].map(([jid, selectedOptions]) => ({
      jid,
      phone: jid.endsWith('@s.whatsapp.net') ? jid.replace(/[:@].*/, '') : '',
      selectedOptions,
    }));
    const optionCounts = Object.fromEntries(votes.map(({ name, voters }) => [name, voters.length]));
    return {
      pollMessageId: id,
      pollChatJid: chat,
      totalVotes: voters.length,
      optionCounts,
      voters,
    };
  },
};

const vote: GoOperation = {
  path: '/send/pollVote',
  security: needs('send'),
  summary: 'Vote in a poll',
  description: 'The poll must have been sent or received through the instance.',
  body: body({
    pollMessageId: text('Id of the message that is the poll'),
    selectedOptions: texts('Texts of the options that are chosen; none takes the vote back'),
    number: optional('The chat that the poll must be in; absent: whichever it is in'),
    participant: optional('Makes no difference: who made the poll is stored'),
    fromMe: flag('Whether the account itself made the poll; absent: it does not matter'),
  }),
  data: SentData,
  names: {
    'key.id': 'pollMessageId',
    'key.remoteJid': 'number',
    'key.fromMe': 'fromMe',
    options: 'selectedOptions',
  },
  async run({ pollMessageId: id, number, fromMe }, { ask, instance, written }) {
    const key = withoutAbsent({ id, remoteJid: number, fromMe });
    const given = { body: { key, options: written.selectedOptions ?? [] } };
    return toSentData(await ask<Sent>('POST', '/message/sendPollVote', given), instance);
  },
};

const rejectCall: GoOperation = {
  path: '/call/reject',
  security: needs('send'),
  summary: 'Reject a call that rings',
  body: body({
    callId: text('Id of the call, `CallID` of its CallOffer event'),
    callCreator: optional('Who calls: a phone number or a JID; absent: whoever it is'),
  }),
  data: null,
  names: { callFrom: 'callCreator' },
  run: ({ callId, callCreator }, { ask }) =>
    ask('POST', '/call/reject', { body: withoutAbsent({ callId, callFrom: callCreator }) }),
};

export const MESSAGES: readonly GoOperation[] = [
  ...confirmations,
  ...[react, presence, download, status, remove, edit],
  ...chats,
  historySync,
  poll,
  vote,
  rejectCall,
];
