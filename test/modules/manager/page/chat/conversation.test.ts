/** What was said in a chat, read as its messages. */
import { expect, test } from 'bun:test';
import { en } from '../../../../../src/core/languages/en.ts';
import {
  type Entry,
  entryOfEvent,
  entryOfRecord,
  type InstanceEvent,
  isSame,
  keyOf,
  mergeEntries,
  messagesOf,
  type SendStatus,
  targetOf,
  voteCounts,
} from '../../../../../src/modules/manager/page/chat/conversation.ts';
import { setTexts } from '../../../../../src/modules/manager/page/texts.ts';

setTexts(en);

const ANA = '5511988887777@s.whatsapp.net';
const AT = '2026-11-22T10:00:00Z';

let ids = 0;
const entry = (content: Entry['content'], more: Partial<Entry> = {}): Entry => {
  const { isFromMe = false, id = `id${++ids}` } = more;
  return {
    key: keyOf(isFromMe, id),
    ...{ id, isFromMe, chat: ANA, author: isFromMe ? '' : ANA, authorName: isFromMe ? '' : 'Ana' },
    ...{ at: AT, content, note: '', sendStatus: null },
    ...more,
  };
};
const text = (conversation: string, more?: Partial<Entry>) => entry({ conversation }, more);
const own = (conversation: string, sendStatus: SendStatus = { status: 'Pending' }) =>
  text(conversation, { isFromMe: true, sendStatus });
const aboutOf = ({ id, isFromMe }: Entry) => ({ id, fromMe: isFromMe });
const reaction = (about: Entry, words: string, more?: Partial<Entry>) =>
  entry({ reactionMessage: { key: aboutOf(about), text: words } }, more);
const first = (entries: readonly Entry[], sendStatuses = new Map<string, SendStatus>()) => {
  const [message] = messagesOf(entries, sendStatuses);
  if (message === undefined) throw new Error('there is no message');
  return message;
};

test('a reaction stands on its message until it is taken back', () => {
  const message = own('hello');
  expect([...first([message, reaction(message, '👍')]).reactions]).toEqual([[ANA, '👍']]);
  const takenBack = [message, reaction(message, '👍'), reaction(message, '')];
  expect(first(takenBack).reactions.size).toBe(0);
});

test('an edit replaces the content, and a deletion the message', () => {
  const message = text('tpyo');
  const key = aboutOf(message);
  const edit = entry({ conversation: 'typo', protocolMessage: { key, type: 14 } });
  expect(first([message, edit])).toMatchObject({
    content: { conversation: 'typo' },
    isEdited: true,
  });
  const deletion = entry({ protocolMessage: { key, type: 0 } });
  expect(first([message, deletion])).toMatchObject({ isDeleted: true });
});

test('of the votes of a person the last one counts', () => {
  const poll = entry({ pollCreationMessageV3: { name: 'Day?' } }, { isFromMe: true });
  const vote = (selectedOptions: string[]) =>
    entry({
      pollUpdateMessage: { pollCreationMessageKey: aboutOf(poll), vote: { selectedOptions } },
    });
  const message = first([poll, vote(['Mon']), vote(['Tue'])]);
  expect([...message.votes]).toEqual([[ANA, ['Tue']]]);
  expect([...voteCounts(message)]).toEqual([['Tue', 1]]);
});

test('what became of a sent message is what was told last, with the reason', () => {
  const message = own('hello');
  const refused: SendStatus = { status: 'Error', code: 479, reason: 'Send more slowly.' };
  expect(first([message]).sendStatus).toEqual({ status: 'Pending' });
  expect(first([message], new Map([[message.id, refused]])).sendStatus).toEqual(refused);
  expect(first([text('from a person')]).sendStatus).toBeNull();
});

test('a refused reaction is told on the message that it was about, and does not stand on it', () => {
  const message = text('hello');
  const mine = reaction(message, '👍', { isFromMe: true, author: '' });
  const sendStatuses = new Map<string, SendStatus>([
    [mine.id, { status: 'Error', reason: 'Blocked.' }],
  ]);
  const { problems, reactions } = first([message, mine], sendStatuses);
  expect(problems).toEqual(['Reaction refused: Blocked.']);
  expect(reactions.size).toBe(0);
});

test('words about a message that is not there are shown as a note, until it is', () => {
  const earlier = text('long ago');
  const late = reaction(earlier, '👍');
  expect(first([late]).note).toBe('Reaction · 👍 (to an earlier message)');
  expect(messagesOf([earlier, late], new Map())).toHaveLength(1);
  expect(targetOf(late)).toBe(earlier.key);
});

test('entries are joined in the order in which they were said, each once, and readable ones win', () => {
  const one = text('one');
  const sealed = text('', { note: 'Cannot be read.', content: {}, at: '2026-11-22T10:00:05Z' });
  const read = { ...sealed, note: '', content: { conversation: 'two' } };
  const old = text('old', { at: '2026-11-22T09:00:00Z' });
  const all = mergeEntries([one, sealed], [one, read, old]);
  expect(all.map(({ content }) => content.conversation)).toEqual(['old', 'one', 'two']);
  expect(mergeEntries([read], [sealed])).toEqual([read]);
});

test('a message is shown anew only when something about it has changed', () => {
  const message = own('hello');
  const [once, again] = [first([message]), first([message])];
  expect(isSame(once, again)).toBe(true);
  expect(isSame(once, first([message, reaction(message, '👍')]))).toBe(false);
  expect(isSame(once, first([message], new Map([[message.id, { status: 'Read' }]])))).toBe(false);
});

test('a stored message says the same as the event of it', () => {
  const Info = { ID: 'X1', Chat: ANA, Sender: ANA, IsFromMe: false, PushName: 'Ana' };
  const data = { Info: { ...Info, Timestamp: AT }, Message: { conversation: 'hi' } };
  const event = { event: 'Message', sequence: 1, data } as unknown as InstanceEvent;
  const record = {
    ...{ id: '7', pushName: 'Ana', messageType: 'conversation', source: 'web' as const },
    ...{ instanceId: '', contextInfo: null, MessageUpdate: [], message: { conversation: 'hi' } },
    ...{
      key: { id: 'X1', fromMe: false, remoteJid: ANA },
      messageTimestamp: Date.parse(AT) / 1000,
    },
  };
  expect({ ...entryOfRecord(record), at: AT }).toEqual(entryOfEvent(event) as Entry);
  const sent = { ...record, MessageUpdate: [{ status: 'PENDING' }, { status: 'DELIVERY_ACK' }] };
  expect(entryOfRecord(sent).sendStatus).toEqual({ status: 'Delivered' });
});

test('events in which nobody says anything are no entries, and what cannot be read says why', () => {
  const of = (event: string, data: object) =>
    entryOfEvent({ event, data } as unknown as InstanceEvent);
  expect(of('Connected', { jid: ANA })).toBeNull();
  const Info = { ID: 'X1', Chat: ANA, Sender: ANA, IsFromMe: false, Timestamp: AT };
  const sealed = of('Undecryptable', { Info, Reason: 'It is sealed.', Action: 'It is asked for.' });
  expect(sealed?.note).toBe('This message cannot be read. It is sealed. It is asked for.');
});
