/** Messages that are not stored, quoted and acted on: what phones get. */
import { afterEach, expect, test } from 'bun:test';
import type { KeyedMessage } from '../../../src/core/messages/rows.ts';
import type { OutgoingContent, OutgoingContext } from '../../../src/core/providers/outgoing.ts';
import { ANA, endAll, ME, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const gone = (change: Partial<KeyedMessage> = {}): KeyedMessage => ({
  id: 'GONE',
  isFromMe: false,
  chat: ANA,
  chatAddress: ANA,
  authorAddress: '',
  content: null,
  ...change,
});

/** Sends it, and gives what Ana read. */
async function say(
  { session, ana }: OpenedStage,
  content: OutgoingContent,
  more: OutgoingContext & { readonly number?: string } = {},
) {
  const sent = await session.send({ number: ANA, ...more, content });
  return (await ana.receives(({ id }) => id === sent.id)).message;
}

test('an answer shows the words that were given, and who is said to have written them', async () => {
  const made = await opened();
  const group = made.ana.creates({ subject: 'Crew', members: [made.phone] });
  const answer = { kind: 'text', text: 'Yes' } as const;
  const claimedContent = { conversation: 'Lunch?' };
  const shown = { extendedTextMessage: { text: 'Lunch?' } };
  const quoted = gone({ claimedContent });
  const contextOf = async (more: Parameters<typeof say>[2]) =>
    (await say(made, answer, more)).extendedTextMessage?.contextInfo;
  expect(await contextOf({ quoted })).toMatchObject({
    stanzaId: 'GONE',
    participant: ANA,
    quotedMessage: shown,
  });
  expect(await contextOf({ quoted: { ...quoted, isFromMe: true } })).toMatchObject({
    participant: ME,
    quotedMessage: shown,
  });
  const inGroup = { chat: group.jid, chatAddress: group.jid, authorAddress: '77@lid' };
  expect(
    await contextOf({ quoted: gone({ claimedContent, ...inGroup }), number: group.jid }),
  ).toMatchObject({ stanzaId: 'GONE', participant: '77@lid', quotedMessage: shown });
  const imageMessage = { caption: 'Look', mimetype: 'image/jpeg' };
  expect(await contextOf({ quoted: gone({ claimedContent: { imageMessage } }) })).toMatchObject({
    quotedMessage: { imageMessage },
  });
  expect(made.whatsapp.complaints).toEqual([]);
});

test('a reaction and a removal carry the key as it was given', async () => {
  const made = await opened();
  const group = made.ana.creates({ subject: 'Crew', members: [made.phone] });
  group.promotes(made.ana, made.phone);
  await made.settled();
  const reaction = await say(made, { kind: 'reaction', about: gone(), text: '👍' });
  expect(reaction.reactionMessage).toMatchObject({
    text: '👍',
    key: { id: 'GONE', remoteJid: ANA, fromMe: false },
  });
  const own = await say(made, { kind: 'revoke', about: gone({ isFromMe: true }) });
  expect(own.protocolMessage).toMatchObject({ type: 0, key: { id: 'GONE', fromMe: true } });
  const about = gone({ chat: group.jid, chatAddress: group.jid, authorAddress: '77@lid' });
  const others = await say(made, { kind: 'revoke', about }, { number: group.jid });
  expect(others.protocolMessage).toMatchObject({
    type: 0,
    key: { id: 'GONE', remoteJid: group.jid, fromMe: false, participant: '77@lid' },
  });
  expect(made.whatsapp.complaints).toEqual([]);
});

test('what another wrote in the chat with a person, or in a group of others, is not removed', async () => {
  const made = await opened();
  const group = made.ana.creates({ subject: 'Crew', members: [made.phone] });
  const refused = (about: KeyedMessage) =>
    made.session.send({ number: about.chatAddress, content: { kind: 'revoke', about } }).then(
      () => '',
      (error) => String(error.reason),
    );
  expect(await refused(gone())).toBe('invalid');
  expect(
    await refused(gone({ chat: group.jid, chatAddress: group.jid, authorAddress: '77@lid' })),
  ).toBe('conflict');
  expect(made.host.messages.filter(({ isFromMe }) => isFromMe)).toEqual([]);
});

test('a read mark goes to the chat and the author that the key names', async () => {
  const { session, whatsapp, phone } = await opened();
  await session
    .chats()
    .confirm('read', [
      gone(),
      gone({ id: 'OTHER', chat: '1@g.us', chatAddress: '1@g.us', authorAddress: ANA }),
    ]);
  for (const attrs of [
    { id: 'GONE', to: ANA },
    { id: 'OTHER', to: '1@g.us', participant: ANA },
  ]) {
    const stanza = await whatsapp.hears(
      phone,
      (one) => one.tag === 'receipt' && one.attrs.id === attrs.id && one.attrs.type === 'read',
    );
    expect(stanza.attrs).toMatchObject(attrs);
  }
});
