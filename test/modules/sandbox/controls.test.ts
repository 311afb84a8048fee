import { describe, expect, test } from 'bun:test';
import type { ArrivingMessage } from '../../../src/modules/sandbox/driver.ts';
import { until } from '../../helpers/until.ts';
import { ACCOUNT, bench, openBench, refusal } from './setup.ts';

const FROM = '5511988887777';
const GROUP = '120363041234567890';

/** What became of one message: its id and its event. */
async function arrived(message: ArrivingMessage) {
  const { session, host } = await openBench();
  const { messageId } = await session.message(message);
  const event = host.events[0];
  if (event?.type !== 'Message') throw new Error('no Message event');
  expect(event.data.Info.ID).toBe(messageId);
  return event;
}

describe('an arriving text message', () => {
  test('has exactly these fields', async () => {
    const { data, media } = await arrived({
      kind: 'text',
      from: FROM,
      text: 'Hello',
      pushName: 'Ana',
    });
    expect(data).toEqual({
      Info: {
        Chat: `${FROM}@s.whatsapp.net`,
        Sender: `${FROM}@s.whatsapp.net`,
        SenderAlt: expect.stringMatching(/^\d{15}@lid$/),
        IsFromMe: false,
        IsGroup: false,
        ID: expect.stringMatching(/^3EB0[0-9A-F]{18}$/),
        Type: 'text',
        PushName: 'Ana',
        Timestamp: '2026-01-05T10:00:00.000Z',
        MediaType: '',
        VerifiedName: null,
      },
      Message: { conversation: 'Hello' },
      IsEphemeral: false,
      IsViewOnce: false,
      IsViewOnceV2: false,
      IsViewOnceV2Extension: false,
      IsDocumentWithCaption: false,
      IsLottieSticker: false,
      IsEdit: false,
    });
    expect(media).toBeUndefined();
  });

  test('has a second address of its sender that stays the same', async () => {
    const { session, host } = await openBench();
    for (const from of [FROM, FROM, '5511900001111'])
      await session.message({ kind: 'text', from, text: 'a' });
    const [first, second, other] = host.events.map(
      ({ data }) => (data as { Info: { SenderAlt: string } }).Info.SenderAlt,
    );
    expect(second).toBe(first as string);
    expect(other).not.toBe(first as string);
  });

  test('in a group names group and sender', async () => {
    const { data } = await arrived({ kind: 'text', from: FROM, text: 'Hello', group: GROUP });
    expect(data.Info).toMatchObject({
      Chat: `${GROUP}@g.us`,
      Sender: `${FROM}@s.whatsapp.net`,
      IsGroup: true,
    });
  });

  test('to the status broadcast counts as one of a group', async () => {
    const { data } = await arrived({
      kind: 'text',
      from: FROM,
      text: 'Hello',
      group: 'status@broadcast',
    });
    expect(data.Info).toMatchObject({
      Chat: 'status@broadcast',
      Sender: `${FROM}@s.whatsapp.net`,
      IsGroup: true,
    });
  });

  test('takes a JID as sender, without its device', async () => {
    const { data } = await arrived({
      kind: 'text',
      from: `${FROM}:12@s.whatsapp.net`,
      text: 'Hello',
    });
    expect(data.Info.Sender).toBe(`${FROM}@s.whatsapp.net`);
    const byLid = await arrived({ kind: 'text', from: '123456789012345@lid', text: 'Hello' });
    expect(byLid.data.Info).toMatchObject({ Sender: '123456789012345@lid', SenderAlt: '' });
  });

  test('is refused without a text, or from and to what is no address', async () => {
    const { session, host } = await openBench();
    const tried = (message: Partial<ArrivingMessage>) =>
      refusal(session.message({ kind: 'text', from: FROM, text: 'a', ...message }));
    expect(await tried({ text: '' })).toBe(
      'invalid: text must be given for a message of kind text',
    );
    for (const from of ['', 'ana', '123', '0055119999', `${GROUP}@g.us`, '55119.0', "5'; drop"])
      expect(await tried({ from })).toMatch(/^invalid: from must be/);
    for (const group of ['', 'friends', `${FROM}@s.whatsapp.net`]) {
      expect(await tried({ group })).toBe(
        'invalid: group must be the JID of a group, such as 120363000000000001@g.us',
      );
    }
    expect(host.recorded).toEqual([]);
  });
});

describe('ignored messages', () => {
  const inGroup = { kind: 'text', from: FROM, text: 'a', group: GROUP } as const;
  const status = { kind: 'text', from: FROM, text: 'a', group: 'status@broadcast' } as const;
  const direct = { kind: 'text', from: FROM, text: 'a' } as const;

  test('of groups give an id and no event; all others arrive', async () => {
    const { session, host } = await openBench({ ignoreGroups: true });
    const { messageId: id } = await session.message(inGroup);
    expect(id).toStartWith('3EB0');
    expect(host.recorded).toEqual([]);
    expect(host.messages).toMatchObject([{ id, kind: 'ignored', content: null }]);
    await session.message(status);
    await session.message(direct);
    expect(host.recorded).toEqual(['Message', 'Message']);
  });

  test('of the status broadcast give an id and no event; all others arrive', async () => {
    const { session, host } = await openBench({ ignoreStatus: true });
    expect((await session.message(status)).messageId).toStartWith('3EB0');
    expect((await session.message({ ...direct, from: 'status@broadcast' })).messageId).toStartWith(
      '3EB0',
    );
    expect(host.recorded).toEqual([]);
    await session.message(inGroup);
    await session.message(direct);
    expect(host.recorded).toEqual(['Message', 'Message']);
  });

  test('are refused like any other while not connected', async () => {
    const { session } = bench({ ignoreGroups: true, account: ACCOUNT });
    expect(await refusal(session.message(inGroup))).toBe('conflict: not connected');
  });
});

describe('arriving together', () => {
  test('messages are written in the order they came', async () => {
    const { session, host } = await openBench();
    const texts = Array.from({ length: 20 }, (_, index) => `message ${index}`);
    await Promise.all(texts.map((text) => session.message({ kind: 'text', from: FROM, text })));
    const written = host.events.map(
      ({ data }) => (data as { Message: { conversation: string } }).Message.conversation,
    );
    expect(written).toEqual(texts);
  });

  test('no message waits for the disk to have the one before', async () => {
    const { session, host } = await openBench();
    const release = host.hold();
    const sent = [1, 2, 3].map((index) =>
      session.message({ kind: 'text', from: FROM, text: `message ${index}` }),
    );
    await until('all are on their way', () => host.wasOverlapped());
    release();
    await Promise.all(sent);
    expect(host.recorded).toEqual(['Message', 'Message', 'Message']);
  });

  test('a stop waits until what has arrived is on disk', async () => {
    const { session, host } = await openBench();
    const release = host.hold();
    const arrived = session.message({ kind: 'text', from: FROM, text: 'just in time' });
    const ended: string[] = [];
    const stopped = Promise.resolve().then(async () => {
      await session.stop();
      ended.push('stopped');
    });
    void arrived.then(() => ended.push('on disk'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toEqual([]);
    release();
    await stopped;
    expect(ended).toEqual(['on disk', 'stopped']);
  });
});
