import { describe, expect, test } from 'bun:test';
import { messageEvent } from '../../../../src/modules/whatsapp/translate/message.ts';
import {
  ANA,
  ANA_LID,
  AT,
  BOB,
  BOB_LID,
  GROUP,
  knowing,
  ME,
  MY_LID,
  NOW,
  received,
  self,
  translated,
} from './samples.ts';

const NO_FLAGS = {
  IsEphemeral: false,
  IsViewOnce: false,
  IsViewOnceV2: false,
  IsViewOnceV2Extension: false,
  IsDocumentWithCaption: false,
  IsLottieSticker: false,
  IsEdit: false,
};
const HELLO = { conversation: 'Hello' };
const infoOf = (...values: Parameters<typeof translated>) => translated(...values)?.data.Info;

test('a text has exactly the fields it has from every provider', () => {
  expect(translated(HELLO)).toEqual({
    data: {
      Info: {
        Chat: ANA,
        Sender: ANA,
        SenderAlt: '',
        IsFromMe: false,
        IsGroup: false,
        ID: 'A1',
        Type: 'text',
        PushName: 'Ana',
        Timestamp: AT,
        MediaType: '',
        VerifiedName: null,
      },
      Message: HELLO,
      ...NO_FLAGS,
    },
    media: null,
  });
});

describe('who wrote where', () => {
  test('a chat has one name, whichever of its addresses a message came with', () => {
    const byPhone = infoOf(HELLO, { remoteJid: ANA, remoteJidAlt: ANA_LID });
    const byLid = infoOf(HELLO, { remoteJid: ANA_LID, remoteJidAlt: ANA });
    expect(byPhone).toMatchObject({ Chat: ANA, Sender: ANA, SenderAlt: ANA_LID });
    expect(byLid).toEqual(byPhone);
  });

  test('a phone number learnt earlier is used where the message brings none', () => {
    const info = infoOf(HELLO, { remoteJid: BOB_LID }, {}, knowing);
    expect(info).toMatchObject({ Chat: BOB, Sender: BOB, SenderAlt: BOB_LID });
  });

  test('a person whose phone number nobody knows keeps the address they came with', () => {
    const info = infoOf(HELLO, { remoteJid: ANA_LID }, {}, knowing);
    expect(info).toMatchObject({ Chat: ANA_LID, Sender: ANA_LID, SenderAlt: '' });
  });

  test('a device, its number and the host of a business are no part of an address', () => {
    expect(infoOf(HELLO, { remoteJid: '5511988887777:12@s.whatsapp.net' })?.Chat).toBe(ANA);
    expect(infoOf(HELLO, { remoteJid: '5511988887777_1:12@hosted' })?.Chat).toBe(ANA);
    expect(infoOf(HELLO, { remoteJid: '5511988887777@c.us' })?.Chat).toBe(ANA);
    expect(infoOf(HELLO, { remoteJid: '200000000000002:3@hosted.lid' })?.Chat).toBe(ANA_LID);
  });

  test.each([
    [{ participant: ANA, participantAlt: ANA_LID }],
    [{ participant: ANA_LID, participantAlt: ANA }],
  ])('a group message names group and member: %p', (key) => {
    const info = infoOf(HELLO, { remoteJid: GROUP, ...key });
    expect(info).toMatchObject({ Chat: GROUP, Sender: ANA, SenderAlt: ANA_LID, IsGroup: true });
  });

  test('what the own phone sent is from us, in the chat it went to, under our name', () => {
    const info = infoOf(
      HELLO,
      { fromMe: true, remoteJid: ANA_LID, remoteJidAlt: ANA },
      { pushName: null },
    );
    const expected = { Chat: ANA, Sender: ME, SenderAlt: MY_LID, IsFromMe: true, PushName: 'Shop' };
    expect(info).toMatchObject(expected);
  });

  test('our own other address beside a message of ours does not become the chat', () => {
    const info = infoOf(HELLO, { fromMe: true, remoteJid: ANA_LID, remoteJidAlt: ME });
    expect(info?.Chat).toBe(ANA_LID);
  });

  test('a note to ourselves is a chat with ourselves', () => {
    const info = infoOf(HELLO, { fromMe: true, remoteJid: MY_LID, remoteJidAlt: ME });
    expect(info).toMatchObject({ Chat: ME, Sender: ME, SenderAlt: MY_LID });
  });

  test('a message of ours in a group is from us, by whichever address the group uses', () => {
    const info = infoOf(HELLO, { fromMe: true, remoteJid: GROUP, participant: MY_LID });
    expect(info).toMatchObject({ Chat: GROUP, Sender: ME, SenderAlt: MY_LID, IsFromMe: true });
  });

  test('a status is of its own chat, counted among the groups, and names its author', () => {
    const key = { remoteJid: 'status@broadcast', participant: ANA_LID, remoteJidAlt: ANA };
    expect(infoOf(HELLO, key)).toMatchObject({
      Chat: 'status@broadcast',
      Sender: ANA,
      SenderAlt: ANA_LID,
      IsGroup: true,
    });
  });

  test('what comes through a list of somebody is in the chat with them', () => {
    const info = infoOf(HELLO, { remoteJid: '1700000000@broadcast', participant: ANA });
    expect(info).toMatchObject({ Chat: ANA, Sender: ANA, IsGroup: false });
  });

  test('a channel is its own sender', () => {
    const info = infoOf(HELLO, { remoteJid: '120363000000000001@newsletter' });
    const channel = '120363000000000001@newsletter';
    expect(info).toMatchObject({ Chat: channel, Sender: channel, IsGroup: false });
  });

  test('a business is named by its certificate', () => {
    const info = infoOf(HELLO, {}, { verifiedBizName: 'Bakery' });
    expect(info?.VerifiedName).toEqual({ Details: { verifiedName: 'Bakery' } });
  });
});

describe('time', () => {
  test('a long number of seconds is read like any other', () => {
    const at = { low: 1_767_607_200, high: 0, unsigned: true };
    const message = received(HELLO, {}, { messageTimestamp: at as never });
    expect(messageEvent(message, self, 0)?.data.Info.Timestamp).toBe(AT);
  });

  test.each([undefined, null, 0, -5, Number.NaN, 1e300, 'soon'])(
    'a message without a usable time (%p) was sent when it came',
    (messageTimestamp) => {
      const message = received(HELLO, {}, { messageTimestamp: messageTimestamp as never });
      expect(messageEvent(message, self, NOW)?.data.Info.Timestamp).toBe(AT);
    },
  );
});
