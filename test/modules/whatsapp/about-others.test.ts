/** Deletions and edits, held against the message that they are about. */
import { afterEach, describe, expect, test } from 'bun:test';
import { newSecret, sealedEdit } from '../../doubles/whatsapp/secrets.ts';
import type { Contact, Phone } from '../../doubles/whatsapp/server.ts';
import { ANA, BOB, endAll, ME, opened } from './opened-stage.ts';

afterEach(endAll);

type OpenedStage = Awaited<ReturnType<typeof opened>>;

/** The events about other messages. */
const words = ({ all }: OpenedStage) =>
  all('Message').filter(({ data }) => data.Info.Type === 'revoke' || data.IsEdit);

describe('a deletion', () => {
  test('by its author names the message', async () => {
    const { phone, ana, message } = await opened();
    const id = await ana.writes(phone, { text: 'oops' });
    const { data } = await message(await ana.revokes(phone, id));
    expect(data.Info).toMatchObject({ Chat: ANA, Sender: ANA, Type: 'revoke', IsFromMe: false });
    expect(data.Message).toEqual({
      protocolMessage: { key: { remoteJid: ANA, fromMe: false, id }, type: 0 },
    });
  });

  test('made on the phone of the account is its own', async () => {
    const { phone, ana, message } = await opened();
    const id = await phone.writes(ana, 'oops');
    const key = { remoteJid: ANA, id, fromMe: true };
    const revoke = await phone.says(ana, { protocolMessage: { key, type: 0 } });
    expect((await message(revoke)).data).toMatchObject({
      Info: { Chat: ANA, Sender: ME, IsFromMe: true, Type: 'revoke' },
      Message: { protocolMessage: { key } },
    });
  });

  test('of what somebody else wrote is no event, unless an admin of the group made it', async () => {
    const made = await opened();
    const { phone, ana, bob, session, message, settled, whatsapp } = made;
    const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
    const byAna = await ana.writes(group, { text: 'mine' });
    const byBob = await bob.writes(group, { text: 'mine' });
    await message(byBob);
    const { id } = await session.send({
      number: ANA,
      content: { kind: 'text', text: 'ours' },
    });
    await bob.revokes(group, byAna, ana);
    // As if it were his own.
    await bob.revokes(group, byAna);
    await ana.revokes(phone, id, phone);
    await ana.revokes(phone, id);
    await settled();
    expect(words(made)).toEqual([]);
    const { data } = await message(await ana.revokes(group, byBob, bob));
    expect(data.Message.protocolMessage).toMatchObject({
      key: { remoteJid: group.jid, fromMe: false, id: byBob, participant: BOB },
    });
    expect(whatsapp.complaints).toEqual([]);
  });

  test('of a message that is not stored names nobody but who deleted', async () => {
    const made = await opened();
    const { phone, ana, bob, message, settled } = made;
    const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
    await bob.revokes(group, 'UNKNOWN', ana);
    await settled();
    expect(words(made)).toEqual([]);
    const { data } = await message(await bob.revokes(group, 'UNKNOWN'));
    expect(data.Message.protocolMessage).toMatchObject({
      key: { remoteJid: group.jid, fromMe: false, id: 'UNKNOWN', participant: BOB },
    });
  });

  test('right after its message comes after it, although that has to be written first', async () => {
    const { phone, ana, host, message } = await opened();
    const release = host.hold();
    // With a file it is on disk before its event is.
    const id = await ana.writes(phone, { media: 'image', bytes: Buffer.from('oops') });
    const revoke = await ana.revokes(phone, id);
    await ana.receiptFor(revoke, 'delivered');
    release();
    await message(revoke);
    expect(
      host.events.flatMap((event) => (event.type === 'Message' ? [event.data.Info.ID] : [])),
    ).toEqual([id, revoke]);
  });
});

describe('an edit', () => {
  test('of what somebody else wrote is no event', async () => {
    const made = await opened();
    const { phone, ana, bob, message, settled } = made;
    const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
    const byAna = await ana.writes(group, { text: 'mine' });
    await message(byAna);
    await bob.edits(group, byAna, 'yours', ana);
    await bob.edits(group, byAna, 'yours');
    // An admin may delete what others wrote, not change it.
    const byBob = await bob.writes(group, { text: 'mine' });
    await ana.edits(group, byBob, 'yours', bob);
    await settled();
    expect(words(made)).toEqual([]);
  });

  for (const [author, writer] of [
    ['pn', 'pn'],
    ['pn', 'lid'],
    ['lid', 'pn'],
    ['lid', 'lid'],
  ] as const) {
    test(`sealed by ${author} and ${writer} brings the new text like an open one`, async () => {
      const { phone, ana, message } = await opened();
      const secret = newSecret();
      const id = await ana.writes(phone, {
        message: { conversation: 'fisrt', messageContextInfo: { messageSecret: secret } },
      });
      const seal = { secret, author: ana.person[author], writer: ana.person[writer] };
      const edit = await ana.editsSealed(phone, id, 'first', seal);
      const { data } = await message(edit);
      expect(data).toMatchObject({
        Info: { ID: edit, Chat: ANA, Type: 'text' },
        Message: {
          conversation: 'first',
          protocolMessage: { key: { remoteJid: ANA, fromMe: false, id }, type: 14 },
        },
        IsEdit: true,
      });
      expect(Object.keys(data.Message)).not.toContain('secretEncryptedMessage');
    });
  }

  test('sealed in a group by LIDs opens, and one sealed with another secret does not', async () => {
    const made = await opened();
    const { phone, ana, bob, message, settled } = made;
    const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
    const secret = newSecret();
    const id = await bob.writes(group, {
      message: {
        extendedTextMessage: { text: 'fisrt' },
        messageContextInfo: { messageSecret: secret },
      },
    });
    const seal = { secret, author: bob.person.lid, writer: bob.person.lid };
    await bob.editsSealed(group, id, 'no', { ...seal, secret: newSecret() });
    await settled();
    expect(words(made)).toEqual([]);
    const { data } = await message(await bob.editsSealed(group, id, 'first', seal));
    expect(data).toMatchObject({
      Info: { Chat: group.jid, Sender: BOB },
      Message: { conversation: 'first', protocolMessage: { key: { id, participant: BOB } } },
      IsEdit: true,
    });
  });

  test('sealed on the phone of the account opens with the secret beside the copy of its message', async () => {
    const { phone, ana, message } = await opened();
    const secret = newSecret();
    const id = await phone.says(ana, {
      conversation: 'fisrt',
      messageContextInfo: { messageSecret: secret },
    });
    const { lid } = phone.person;
    const key = { remoteJid: ANA, fromMe: true, id };
    const seal = { secret, author: lid, writer: lid };
    const edit = await phone.says(ana, sealedEdit(key, 'first', seal));
    expect((await message(edit)).data).toMatchObject({
      Info: { Chat: ANA, IsFromMe: true },
      Message: { conversation: 'first', protocolMessage: { key: { fromMe: true, id } } },
      IsEdit: true,
    });
  });
});

describe('a message whose id somebody else has used in a chat of their own', () => {
  test('is edited and deleted by its author all the same', async () => {
    const { phone, ana, bob, message } = await opened();
    const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
    const secret = newSecret();
    const id = await ana.writes(group, {
      message: { conversation: '10', messageContextInfo: { messageSecret: secret } },
    });
    await message(id);
    await message(await usesAgain(bob, phone, id));
    const inGroup = { Chat: group.jid, Sender: ANA };
    const key = { remoteJid: group.jid, fromMe: false, id, participant: ANA };
    const edit = await message(await ana.edits(group, id, '20'));
    expect(edit.data).toMatchObject({
      Info: inGroup,
      Message: { conversation: '20', protocolMessage: { key } },
      IsEdit: true,
    });
    const { lid } = ana.person;
    const seal = { secret, author: lid, writer: lid };
    const sealed = await message(await ana.editsSealed(group, id, '30', seal));
    expect(sealed.data).toMatchObject({ Info: inGroup, Message: { conversation: '30' } });
    const revoke = await message(await ana.revokes(group, id));
    expect(revoke.data).toMatchObject({
      Info: { ...inGroup, Type: 'revoke' },
      Message: { protocolMessage: { key } },
    });
  });

  test('still cannot be changed from that chat', async () => {
    const made = await opened();
    const { phone, ana, bob, message, settled } = made;
    const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
    const id = await ana.writes(group, { text: 'mine' });
    await message(id);
    const last = await usesAgain(bob, phone, id);
    await message(last);
    // In the chat with him both are his.
    const edit = await message(await bob.edits(phone, id, 'changed'));
    expect(edit.data.Info).toMatchObject({ Chat: BOB, Sender: BOB });
    await bob.edits(group, id, 'yours', ana);
    await bob.revokes(group, id);
    await settled();
    expect(words(made)).toHaveLength(1);
  });
});

/** Writes with an id that is in use, and returns the id of the next message, which is read after it. */
async function usesAgain(by: Contact, phone: Phone, id: string): Promise<string> {
  await by.writes(phone, { text: 'between us' }, { id });
  return by.writes(phone, { text: 'next' });
}
