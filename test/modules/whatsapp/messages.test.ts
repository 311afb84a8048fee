/** Every message that comes in is published once, as what it is, with who wrote it where. */
import { afterEach, expect, test } from 'bun:test';
import type { proto } from '@whiskeysockets/baileys';
import { ANA, BOB, endAll, ME, opened } from './opened-stage.ts';

afterEach(endAll);

const FLAGS = {
  IsEphemeral: false,
  IsViewOnce: false,
  IsViewOnceV2: false,
  IsViewOnceV2Extension: false,
  IsDocumentWithCaption: false,
  IsLottieSticker: false,
  IsEdit: false,
};

test('a text has exactly the fields it has from every provider', async () => {
  const { phone, ana, message } = await opened();
  const timestamp = Date.UTC(2026, 0, 5, 10) / 1000;
  const id = await ana.writes(phone, { text: 'hello' }, { timestamp });
  expect(await message(id)).toEqual({
    type: 'Message',
    data: {
      Info: {
        Chat: ANA,
        Sender: ANA,
        SenderAlt: ana.person.lid,
        IsFromMe: false,
        IsGroup: false,
        ID: id,
        Type: 'text',
        PushName: 'Ana',
        Timestamp: '2026-01-05T10:00:00.000Z',
        MediaType: '',
        VerifiedName: null,
      },
      Message: { conversation: 'hello' },
      ...FLAGS,
    },
  });
});

test('one chat has one name, by whichever address a contact writes', async () => {
  const { phone, ana, message, host } = await opened();
  for (const addressing of ['pn', 'lid', 'pn', 'lid'] as const) {
    const id = await ana.writes(phone, { text: addressing }, { addressing });
    expect((await message(id)).data.Info).toMatchObject({
      Chat: ANA,
      Sender: ANA,
      SenderAlt: ana.person.lid,
    });
  }
  expect(host.events.filter(({ type }) => type === 'Message')).toHaveLength(4);
});

test('a link and an answer keep their context', async () => {
  const { phone, ana, message } = await opened();
  const contextInfo = {
    stanzaId: '3EB0FIRST',
    participant: ME,
    quotedMessage: { conversation: 'what we said' },
    mentionedJid: [ANA],
  };
  const text = 'see https://example.test/';
  const id = await ana.writes(phone, { message: { extendedTextMessage: { text, contextInfo } } });
  const { data } = await message(id);
  expect(data.Info).toMatchObject({ Type: 'text', MediaType: '' });
  expect(data.Message).toEqual({ extendedTextMessage: { text, contextInfo } });
});

for (const addressing of ['pn', 'lid'] as const) {
  test(`what is written in a group addressed by ${addressing} names the group and who wrote it`, async () => {
    const { phone, ana, bob, message, settled, all } = await opened();
    const group = ana.creates({ subject: 'Crew', members: [phone, bob], addressing });
    const ids = [
      await ana.writes(group, { text: 'one' }),
      await bob.writes(group, { text: 'two' }),
      await ana.writes(group, { text: 'three' }),
    ];
    const senders = [ana, bob, ana];
    for (const [index, id] of ids.entries()) {
      const { person } = senders[index] ?? ana;
      expect((await message(id)).data.Info).toMatchObject({
        Chat: group.jid,
        Sender: person.pn,
        SenderAlt: person.lid,
        IsGroup: true,
        IsFromMe: false,
        PushName: person.name,
      });
    }
    await settled();
    // The keys that came along gave no event of their own.
    expect(all('Message').map(({ data }) => data.Message.conversation)).toEqual([
      'one',
      'two',
      'three',
      'the last word',
    ]);
  });
}

test('envelopes are taken off and reported as flags', async () => {
  const { phone, ana, message } = await opened();
  const inner: proto.IMessage = { conversation: 'gone soon' };
  const cases: [proto.IMessage, Partial<typeof FLAGS>][] = [
    [{ ephemeralMessage: { message: inner } }, { IsEphemeral: true }],
    [{ viewOnceMessage: { message: inner } }, { IsViewOnce: true }],
    [{ viewOnceMessageV2: { message: inner } }, { IsViewOnce: true, IsViewOnceV2: true }],
    [
      { viewOnceMessageV2Extension: { message: inner } },
      { IsViewOnce: true, IsViewOnceV2: true, IsViewOnceV2Extension: true },
    ],
    [{ documentWithCaptionMessage: { message: inner } }, { IsDocumentWithCaption: true }],
    [
      { ephemeralMessage: { message: { viewOnceMessage: { message: inner } } } },
      { IsEphemeral: true, IsViewOnce: true },
    ],
  ];
  for (const [content, flags] of cases) {
    const { data } = await message(await ana.writes(phone, { message: content }));
    expect(data).toMatchObject({ Message: { conversation: 'gone soon' }, ...FLAGS, ...flags });
  }
});

test('an edit brings the new text and names the message it changes', async () => {
  const { phone, ana, recorded } = await opened();
  const id = await ana.writes(phone, { text: 'fisrt' });
  await ana.edits(phone, id, 'first');
  const { data } = await recorded('Message', (event) => event.data.IsEdit);
  expect(data).toMatchObject({
    Info: { Chat: ANA, Type: 'text' },
    Message: { conversation: 'first', protocolMessage: { key: { id } } },
  });
});

test('what the account writes on its phone is published as its own, in the chat it was written to', async () => {
  const { phone, ana, bob, message } = await opened();
  const id = await phone.writes(ana, 'from the phone');
  expect((await message(id)).data).toMatchObject({
    Info: { Chat: ANA, Sender: ME, SenderAlt: phone.person.lid, IsFromMe: true, IsGroup: false },
    Message: { conversation: 'from the phone' },
  });
  const own = { Sender: ME, SenderAlt: phone.person.lid, IsFromMe: true };
  const recorded = await phone.writes(bob, 'hi', { addressing: 'lid', peerNumber: BOB });
  expect((await message(recorded)).data.Info).toMatchObject({ ...own, Chat: BOB });
  // The number is not always given; a person who wrote before is known by it.
  await message(await ana.writes(phone, { text: 'who is it?' }));
  const untold = await phone.writes(ana, 'it is me', { addressing: 'lid' });
  expect((await message(untold)).data.Info).toMatchObject({ ...own, Chat: ANA });
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const inGroup = await phone.writes(group, 'to all');
  expect((await message(inGroup)).data).toMatchObject({
    Info: { Chat: group.jid, Sender: ME, IsFromMe: true, IsGroup: true },
    Message: { conversation: 'to all' },
  });
});

test('votes and words among devices are no messages', async () => {
  const { phone, ana, settled, all } = await opened();
  const id = await ana.writes(phone, { text: 'the only one' });
  const key = { remoteJid: ME, id, fromMe: false };
  for (const message of [
    { pollUpdateMessage: { pollCreationMessageKey: key } },
    { pinInChatMessage: { key, type: 1 } },
    { keepInChatMessage: { key, keepType: 1 } },
    { protocolMessage: { type: 3, ephemeralExpiration: 86_400, key } },
  ])
    await ana.writes(phone, { message });
  await phone.sendsHistory();
  await settled();
  expect(all('Message').map(({ data }) => data.Message.conversation)).toEqual([
    'the only one',
    'the last word',
  ]);
});

test('content that lacks what it is about does no harm to what follows', async () => {
  const { phone, ana, message, whatsapp } = await opened();
  for (const content of [
    { reactionMessage: { text: '👍' } },
    { pollUpdateMessage: {} },
    { protocolMessage: {} },
    { imageMessage: {} },
    {},
  ])
    await ana.writes(phone, { message: content });
  const id = await ana.writes(phone, { text: 'still here' });
  expect((await message(id)).data.Message.conversation).toBe('still here');
  await ana.receiptFor(id, 'delivered');
  const asked = ana.person.receipts.all.filter(({ attrs }) => attrs.type === 'retry');
  expect(asked).toEqual([]);
  expect(whatsapp.complaints).toEqual([]);
});

test('a status is published as one of the group that all contacts are, or not at all when it is to be ignored', async () => {
  const listening = await opened();
  const id = await listening.ana.postsStatus(listening.phone, 'at the beach');
  expect((await listening.message(id)).data.Info).toMatchObject({
    Chat: 'status@broadcast',
    Sender: ANA,
    IsGroup: true,
    IsFromMe: false,
  });
  const ignoring = await opened({ ignoreStatus: true });
  await ignoring.ana.postsStatus(ignoring.phone, 'at the beach');
  await ignoring.settled();
  expect(ignoring.all('Message')).toHaveLength(1);
});

test('groups are not published when they are to be ignored, and it is known that something came; all else is', async () => {
  const { phone, ana, bob, session, host, settled, all } = await opened({ ignoreGroups: true });
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  await ana.writes(group, { text: 'unread' });
  const { id } = await session.send({
    number: group.jid,
    content: { kind: 'text', text: 'hello' },
  });
  bob.reads(phone, [id], group);
  await ana.writes(phone, { text: 'but this' });
  await settled();
  expect(all('Message').map(({ data }) => data.Info.Chat)).toEqual([ANA, BOB]);
  const ignored = host.messages.filter(({ kind }) => kind === 'ignored');
  expect(ignored).toMatchObject([{ chat: group.jid, sender: ANA, content: null, status: null }]);
  expect(all('Receipt')).toEqual([]);
});

test('no kind of content is lost', async () => {
  const { phone, ana, message } = await opened();
  const cases: [proto.IMessage, string, string][] = [
    [{ locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6 } }, 'media', 'location'],
    [{ contactMessage: { displayName: 'Bob', vcard: 'BEGIN:VCARD' } }, 'media', 'vcard'],
    [{ contactsArrayMessage: { displayName: '2', contacts: [] } }, 'media', 'contact_array'],
    [{ pollCreationMessageV3: { name: 'Lunch?', options: [] } }, 'poll', ''],
    [{ eventMessage: { name: 'Launch' } }, 'event', ''],
    [{ listResponseMessage: { title: 'A' } }, 'media', 'list_response'],
    [{ buttonsResponseMessage: { selectedDisplayText: 'A' } }, 'media', 'buttons_response'],
    [{ templateButtonReplyMessage: { selectedDisplayText: 'A' } }, 'text', ''],
    [{ groupInviteMessage: { groupName: 'Crew' } }, 'media', 'url'],
    [{ orderMessage: { orderId: '7' } }, 'media', 'order'],
  ];
  for (const [content, Type, MediaType] of cases) {
    const { data, media } = await message(await ana.writes(phone, { message: content }));
    expect(data.Info).toMatchObject({ Type, MediaType });
    expect(Object.keys(data.Message)).toEqual(Object.keys(content));
    expect(media).toBeUndefined();
  }
});

test('a tap on a button or a row is told in one shape, beside the form that the phone gave it', async () => {
  const { phone, ana, message } = await opened();
  const nativeFlowResponseMessage = { name: 'quick_reply', paramsJson: '{"id":"y"}', version: 1 };
  const button_reply = { id: 'y', title: 'Yes' };
  const singleSelectReply = { selectedRowId: 'r1' };
  const cases: [proto.IMessage, object][] = [
    [
      { interactiveResponseMessage: { body: { text: 'Yes' }, nativeFlowResponseMessage } },
      { button_reply },
    ],
    [
      { buttonsResponseMessage: { selectedButtonId: 'y', selectedDisplayText: 'Yes' } },
      { button_reply },
    ],
    [
      { templateButtonReplyMessage: { selectedId: 'y', selectedDisplayText: 'Yes' } },
      { button_reply },
    ],
    [
      { listResponseMessage: { title: 'Small', description: '250 g', singleSelectReply } },
      { list_reply: { id: 'r1', title: 'Small', description: '250 g' } },
    ],
  ];
  for (const [content, told] of cases) {
    const { data } = await message(await ana.writes(phone, { message: content }));
    expect(data.Message).toMatchObject({ ...content, ...told });
    const [kind] = Object.keys(content);
    expect(Object.keys(data.Message)[0]).toBe(kind!);
  }
});

test('a business has the name on its certificate', async () => {
  const { phone, ana, message } = await opened();
  const id = await ana.writes(phone, { text: 'hello' }, { verifiedName: "Ana's Bakery" });
  expect((await message(id)).data.Info.VerifiedName).toEqual({
    Certificate: { details: expect.any(String), signature: expect.any(String) },
    Details: { serial: '9007199254740993', issuer: 'smb:wa', verifiedName: "Ana's Bakery" },
  });
});

test('a message that comes again is published once', async () => {
  const { phone, ana, message, settled, all } = await opened();
  const id = await ana.writes(phone, { text: 'once' });
  await message(id);
  ana.repeats(phone, id);
  await settled();
  expect(all('Message')).toHaveLength(2);
});

test('a message that could not be read is published once it has come again', async () => {
  const { phone, ana, message, all } = await opened();
  const id = await ana.writes(phone, { text: 'at last' }, { undecryptable: 'once' });
  expect((await message(id)).data.Message.conversation).toBe('at last');
  expect(all('Message')).toHaveLength(1);
});
