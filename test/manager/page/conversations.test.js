/** The events of an instance, read as conversations. */
import { expect, test } from 'bun:test';
import { Conversations } from '../../../src/manager/page/conversations.js';

const ANA = '5511988887777@s.whatsapp.net';
const BIA = '5511977776666@s.whatsapp.net';
const ME = '5511999990000@s.whatsapp.net';
const GROUP = '120363000000000001@g.us';

let ids = 0;
const said = (
  Message,
  { event = 'Message', chat = ANA, from = ANA, ...Info } = {},
  flags = {},
) => ({
  event,
  data: {
    Info: {
      ID: `id${++ids}`,
      Chat: chat,
      Sender: event === 'SendMessage' ? ME : from,
      IsFromMe: event === 'SendMessage',
      IsGroup: chat.endsWith('@g.us'),
      PushName: from === ANA ? 'Ana' : 'Bia',
      Type: 'text',
      MediaType: '',
      Timestamp: '2026-11-22T10:00:00Z',
      ...Info,
    },
    Message,
    ...flags,
  },
});
const text = (words, info) => said({ conversation: words }, info);
const sent = (words) => text(words, { event: 'SendMessage' });
const keyOf = ({ data: { Info } }) => ({ id: Info.ID, fromMe: Info.IsFromMe });
const status = ({ data }, Status, Reason = null) => ({
  event: 'MessageStatus',
  data: { ID: data.Info.ID, Chat: data.Info.Chat, Status, Code: null, Reason },
});
const reaction = (about, words, info) =>
  said({ reactionMessage: { key: keyOf(about), text: words } }, { ...info, Type: 'reaction' });

function conversationsOf(...events) {
  const conversations = new Conversations();
  for (const event of events) conversations.take(event);
  return conversations;
}
const only = (...events) =>
  conversationsOf(...events)
    .messagesOf(ANA)
    .at(0);

test('a chat is named after the person, and stands where its last message puts it', () => {
  const bias = { chat: BIA, from: BIA };
  const all = conversationsOf(text('one'), text('two', bias), sent('three'));
  const words = all.latest().map(({ chat, content }) => [all.nameOf(chat), content.conversation]);
  expect(words).toEqual([
    ['Ana', 'three'],
    ['Bia', 'two'],
  ]);
});

test('a group is named by its subject, and its members by their own names', () => {
  const joined = { event: 'JoinedGroup', data: { JID: GROUP, Name: 'Crew' } };
  const renamed = { event: 'GroupInfo', data: { JID: GROUP, Name: { Name: 'Team' } } };
  const all = conversationsOf(joined, text('hi', { chat: GROUP }), renamed);
  expect(all.nameOf(GROUP)).toBe('Team');
  expect(all.messagesOf(GROUP).map(({ author }) => all.nameOf(author))).toEqual(['Ana']);
});

test('a reaction stands on its message until it is taken back', () => {
  const message = sent('hello');
  expect([...only(message, reaction(message, '👍')).reactions]).toEqual([[ANA, '👍']]);
  expect(only(message, reaction(message, '👍'), reaction(message, '')).reactions.size).toBe(0);
});

test('an edit replaces the content, and a deletion the message', () => {
  const message = text('tpyo');
  const key = keyOf(message);
  const edit = said(
    { conversation: 'typo', protocolMessage: { key, type: 14 } },
    {},
    { IsEdit: true },
  );
  expect(only(message, edit)).toMatchObject({ content: { conversation: 'typo' }, isEdited: true });
  const deletion = said({ protocolMessage: { key, type: 0 } }, { Type: 'revoke' });
  expect(only(message, deletion)).toMatchObject({ isDeleted: true });
});

test('of the votes of a person the last one counts', () => {
  const poll = said(
    { pollCreationMessageV3: { name: 'Day?' } },
    { event: 'SendMessage', Type: 'poll' },
  );
  const vote = (options) =>
    said(
      {
        pollUpdateMessage: {
          pollCreationMessageKey: keyOf(poll),
          vote: { selectedOptions: options },
        },
      },
      { Type: 'poll_vote' },
    );
  expect([...only(poll, vote(['Mon']), vote(['Tue'])).votes]).toEqual([[ANA, ['Tue']]]);
});

test('what became of a sent message is what was told last, with the reason', () => {
  const message = sent('hello');
  expect(only(message).fate.status).toBe('Pending');
  expect(only(message, status(message, 'Error', 'Send more slowly.')).fate).toMatchObject({
    status: 'Error',
    reason: 'Send more slowly.',
  });
  expect(only(text('from a person')).fate).toBeNull();
});

test('a refused reaction is told on the message that it was about', () => {
  const message = text('hello');
  const mine = reaction(message, '👍', { event: 'SendMessage' });
  const { problems } = only(message, mine, status(mine, 'Error', 'Blocked.'));
  expect(problems).toEqual(['Reaction refused: Blocked.']);
});

test('words about a message that is not known are shown as a note', () => {
  const earlier = text('long ago');
  expect(only(reaction(earlier, '👍')).note).toBe('reaction 👍 (of an earlier message)');
});

test('a message that cannot be read is shown with the reason, until it can be read', () => {
  const message = text('hello');
  const unread = {
    event: 'Undecryptable',
    data: { Info: message.data.Info, Reason: 'It is sealed.', Action: 'It is asked for.' },
  };
  expect(only(unread).note).toBe('Cannot be read. It is sealed. It is asked for.');
  const all = conversationsOf(unread, message);
  expect(all.messagesOf(ANA).map(({ note }) => note)).toEqual(['']);
});

test('what people show is told until they write, or show something else', () => {
  const shows = (State, Media = '') => ({
    event: 'ChatPresence',
    data: { Chat: ANA, Sender: ANA, State, Media },
  });
  const online = (Unavailable) => ({ event: 'Presence', data: { From: ANA, Unavailable } });
  const words = (...events) => conversationsOf(text('hello'), ...events).activityOf(ANA);
  expect(words()).toBe('');
  expect(words(shows('composing'))).toBe('Ana writes');
  expect(words(shows('composing', 'audio'))).toBe('Ana records a voice note');
  expect(words(shows('composing'), shows('paused'))).toBe('Ana has stopped writing');
  expect(words(online(false))).toBe('Ana is online');
  expect(words(online(false), online(true))).toBe('Ana is offline');
  expect(words(shows('composing'), text('done'))).toBe('');
});

test('no more than the last 500 messages are remembered, and no large file', () => {
  const many = Array.from({ length: 501 }, (_, index) => text(`${index}`));
  const messages = conversationsOf(...many).messagesOf(ANA);
  expect(messages).toHaveLength(500);
  expect(messages[0].content.conversation).toBe('1');
  const file = said({ imageMessage: {}, base64: 'a'.repeat(300_000) });
  expect(only(file).content).toEqual({ imageMessage: {} });
});
