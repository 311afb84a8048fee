/** Reactions and stickers, what messages answer, and messages that an event plays. */
import { describe, expect, test } from 'bun:test';
import type { MessageData } from '../../../src/core/events/types/message-data.ts';
import type { ArrivingMessage, SandboxSession } from '../../../src/modules/sandbox/driver.ts';
import { type PlayedContent, playedData } from '../../helpers/played-content.ts';
import { type BenchOptions, openBench, refusal, sampleEvent } from './setup.ts';

const ANA = '5511988887777';
const BOB = '5511977776666';
const GROUP = '120363041234567890';
const ANA_JID = `${ANA}@s.whatsapp.net`;

async function arriving() {
  const { session, host } = await openBench();
  const arrives = async (message: ArrivingMessage) => {
    const { messageId } = await session.message(message);
    const event = host.events.findLast(({ type }) => type === 'Message');
    if (event?.type !== 'Message') throw new Error('no Message event');
    expect(event.data.Info.ID).toBe(messageId);
    return { ...event, id: messageId };
  };
  const says = async (text: string, from = ANA) => (await arrives({ kind: 'text', from, text })).id;
  return { session, host, arrives, says };
}

const send = (session: SandboxSession, number: string) => (content: object) =>
  session.send({ number, content: content as never });

describe('a reaction', () => {
  test('names the message as the account sees it', async () => {
    const { arrives, session } = await arriving();
    const { id } = await send(session, ANA)({ kind: 'text', text: 'hi' });
    const reaction = await arrives({ kind: 'reaction', from: ANA, about: id, text: '👍' });
    expect(reaction.data).toMatchObject({
      Info: { Chat: ANA_JID, Type: 'reaction', MediaType: '' },
      Message: { reactionMessage: { key: { remoteJid: ANA_JID, fromMe: true, id }, text: '👍' } },
    });
  });

  test('in a group names who wrote the message', async () => {
    const { arrives } = await arriving();
    const said = await arrives({ kind: 'text', from: BOB, group: GROUP, text: 'hello' });
    const word = { kind: 'reaction', from: ANA, group: GROUP, about: said.id, text: '' } as const;
    expect((await arrives(word)).data.Message.reactionMessage).toMatchObject({
      key: { remoteJid: `${GROUP}@g.us`, fromMe: false, participant: `${BOB}@s.whatsapp.net` },
      text: '',
    });
  });

  test.each<[string, Partial<ArrivingMessage>, string]>([
    [
      'to nobody knows what',
      { about: 'UNKNOWN', text: '👍' },
      'not_found: message UNKNOWN not found',
    ],
    ['to nothing', { text: '👍' }, 'invalid: about must be given for a message of kind reaction'],
    ['in another chat', { from: BOB, text: '👍' }, 'conflict: the message is in another chat'],
    ['without its text', {}, 'invalid: text must be given for a message of kind reaction'],
  ])('is refused with the reason: one %s', async (_, more, reason) => {
    const { session, says, host } = await arriving();
    const about = await says('hello');
    const named = 'text' in more && more.about === undefined && more.from === undefined;
    const word = { kind: 'reaction', from: ANA, ...(!named && { about }), ...more } as const;
    expect(await refusal(session.message(word))).toBe(reason);
    expect(host.events.filter(({ type }) => type === 'Message')).toHaveLength(1);
  });

  test('to a reaction is refused', async () => {
    const { session, says, arrives } = await arriving();
    const about = await says('hello');
    const first = await arrives({ kind: 'reaction', from: ANA, about, text: '👍' });
    const second = { kind: 'reaction', from: ANA, about: first.id, text: '👍' } as const;
    expect(await refusal(session.message(second))).toContain('name the message it is about');
  });
});

test('a sticker arrives as from a phone', async () => {
  const { arrives } = await arriving();
  const sticker = await arrives({ kind: 'sticker', from: ANA });
  expect(sticker.data.Info.MediaType).toBe('sticker');
  expect(sticker.data.Message.stickerMessage).toMatchObject({ mimetype: 'image/webp', width: 1 });
  const { bytes } = sticker.media as { bytes: Uint8Array };
  expect(await new Bun.Image(bytes).metadata()).toMatchObject({ format: 'webp', width: 1 });
});

test('a text and a file bring along the message that they answer', async () => {
  const { arrives, session } = await arriving();
  const { id } = await send(session, ANA)({ kind: 'text', text: 'shall we?' });
  const text = await arrives({ kind: 'text', from: ANA, text: 'yes', quoted: id });
  const contextInfo = {
    stanzaId: id,
    participant: '5511999990000@s.whatsapp.net',
    quotedMessage: { extendedTextMessage: { text: 'shall we?' } },
  };
  expect(text.data.Message).toEqual({ extendedTextMessage: { text: 'yes', contextInfo } });
  const image = await arrives({ kind: 'image', from: ANA, quoted: id });
  expect(image.data.Message.imageMessage).toMatchObject({ contextInfo });
});

describe('a message that an event plays', () => {
  const sample = sampleEvent('Message').data as MessageData;
  const event = (data: { Info: object; Message: MessageData['Message'] }) =>
    sampleEvent('Message', { ...sample, ...data, Info: { ...sample.Info, ...data.Info } });
  const says = (said: PlayedContent, Info: object = {}) => {
    const { Info: own, ...data } = playedData(ANA, said);
    return event({ ...data, Info: { ...own, ...Info } });
  };
  const POLL = { kind: 'poll', name: 'Dinner?', options: ['Rice', 'Beans'] } as const;

  test('is stored with its event, by the time it was written', async () => {
    const { session, host } = await openBench();
    const place = { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Here' } as const;
    await session.event(says(place, { ID: 'PLACE', Timestamp: '2026-01-05T09:00:00Z' }));
    expect(host.events).toMatchObject(
      [{ Info: { Chat: ANA_JID }, Message: { locationMessage: { degreesLatitude: -23.5 } } }].map(
        (data) => ({ type: 'Message', data }),
      ),
    );
    expect(host.messages).toMatchObject([
      { id: 'PLACE', chat: ANA_JID, kind: 'location', sentAt: Date.UTC(2026, 0, 5, 9) },
    ]);
  });

  test('counts as a poll, or as a vote in one of the account', async () => {
    const { session, host } = await openBench();
    const options = ['Rice', 'Beans'];
    const poll = { kind: 'poll', name: 'Lunch?', options, selectableCount: 1 };
    const { id } = await send(session, ANA)(poll);
    await session.event(says({ kind: 'vote', about: id, options: ['Beans'] }, { ID: 'VOTE' }));
    expect(host.messages.at(-1)).toMatchObject({ vote: { pollId: id, options: ['Beans'] } });
    await session.event(says(POLL, { ID: 'POLL' }));
    expect(host.messages.at(-1)?.poll).toEqual({ name: 'Dinner?', options });
  });

  test('has a tap in the one shape that taps have', async () => {
    const { session, host } = await openBench();
    const said = { selectedButtonId: 'y', selectedDisplayText: 'Yes' };
    const Message = { buttonsResponseMessage: said };
    await session.event(event({ Info: { MediaType: 'buttons_response' }, Message }));
    expect(host.events.at(-1)?.data).toMatchObject({
      Message: { ...Message, button_reply: { id: 'y', title: 'Yes' } },
    });
  });

  test('takes digits for an address, and knows a group by it', async () => {
    const { session, host } = await openBench();
    const group = { Chat: `${GROUP}@g.us`, Sender: BOB };
    await session.event(says(POLL, group));
    expect(host.events.at(-1)?.data).toMatchObject({
      Info: { ...group, Sender: `${BOB}@s.whatsapp.net`, IsGroup: true },
    });
  });

  test.each([
    [{ Chat: 'x' }, 'data.Info.Chat'],
    [{ Sender: '' }, 'data.Info.Sender'],
    [{ Timestamp: 'today' }, 'data.Info.Timestamp must be a time'],
    [{ ID: '' }, 'data.Info.ID must not be empty'],
  ])('is refused where it could not be stored: %o', async (wrong, reason) => {
    const { session, host } = await openBench();
    expect(await refusal(session.event(says(POLL, wrong)))).toContain(`invalid: ${reason}`);
    expect([host.recorded, host.messages]).toEqual([[], []]);
  });

  test('of a chat that is ignored gives no event', async () => {
    const options: BenchOptions = { ignoreGroups: true };
    const { session, host } = await openBench(options);
    await session.event(says(POLL, { ID: 'POLL', Chat: `${GROUP}@g.us` }));
    expect(host.recorded).toEqual([]);
    expect(host.messages).toMatchObject([{ id: 'POLL', kind: 'ignored', content: null }]);
  });
});
