/** Sending through the Cloud API: what goes to Meta, what is stored, and what becomes of it when Meta says no or nothing. */
import { describe, expect, test } from 'bun:test';
import { newMessageId, type WaitingRoom } from '../../../src/core/providers/outgoing.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { SAMPLES } from '../../../src/modules/sandbox/invented-values.ts';
import { decodeContent } from '../../../src/modules/whatsapp-cloud/stored-content.ts';
import { graphError } from '../../doubles/graph/answers.ts';
import { until } from '../../helpers/until.ts';
import {
  ANA,
  ANA_JID,
  graphDouble,
  HELLO,
  received,
  refusal,
  sendingStage,
} from './sending-stage.ts';

const shared = graphDouble();
const stage = () => sendingStage(shared);
const HOUR_MS = 3_600_000;

describe('a message that Meta takes', () => {
  test('is on disk under our id before it leaves, and found by the id of Meta afterwards', async () => {
    const { sending, host, sent, account } = stage();
    const release = host.hold();
    const call = sending.say({ number: ANA, content: HELLO });
    await until('it is being written', () => host.wasOverlapped() || host.recorded.length === 0);
    expect(sent()).toEqual([]);
    release();
    const answer = await call;
    const [{ body, wamid } = { body: {}, wamid: '' }] = sent();
    expect(body).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: ANA,
      type: 'text',
      text: { body: 'Hello', preview_url: false },
      biz_opaque_callback_data: answer.id,
    });
    expect(answer).toEqual({
      id: expect.stringMatching(/^3EB0[0-9A-F]{18}$/),
      remoteJid: ANA_JID,
      timestamp: expect.any(Number),
      message: { extendedTextMessage: { text: 'Hello' } },
      pushName: 'Corner Shop',
      platformId: wamid,
    });
    expect(await host.findMessage(wamid)).toMatchObject({
      id: answer.id,
      platformId: wamid,
      chat: ANA_JID,
      status: 'Pending',
      kind: 'text',
    });
    expect(host.events[0]?.data).toMatchObject({
      Info: {
        ID: answer.id,
        Chat: ANA_JID,
        Sender: `${account.number}@s.whatsapp.net`,
        IsFromMe: true,
        Type: 'text',
      },
    });
    expect(host.statuses).toEqual([]);
  });

  test('answers, reacts and names messages by the ids of Meta', async () => {
    const { sending, host, sent, say } = stage();
    const { id } = await say();
    const about = (await host.findMessage(id))!;
    await sending.say({ number: ANA, content: HELLO, quoted: about });
    await sending.say({ number: ANA, content: { kind: 'reaction', about, text: '👍' } });
    const [first, answer, reaction] = sent();
    expect(answer?.body.context).toEqual({ message_id: first?.wamid });
    expect(reaction?.body.reaction).toEqual({ message_id: first?.wamid, emoji: '👍' });
    expect(host.events[1]?.data).toMatchObject({
      Message: {
        extendedTextMessage: {
          contextInfo: { stanzaId: id, quotedMessage: { extendedTextMessage: { text: 'Hello' } } },
        },
      },
    });
    expect(host.events[2]?.data).toMatchObject({ Info: { Type: 'reaction' } });
  });

  test('answers a message that is not stored by its id alone, and shows the words that were given', async () => {
    const { sending, host, sent } = stage();
    const chat = { isFromMe: false, chat: ANA_JID, chatAddress: ANA_JID, authorAddress: '' };
    const quoted = { ...chat, id: 'wamid.GONE', content: null };
    await sending.say({
      number: ANA,
      content: HELLO,
      quoted: { ...quoted, claimedContent: { conversation: 'Lunch?' } },
    });
    expect(sent()[0]?.body.context).toEqual({ message_id: 'wamid.GONE' });
    expect(host.events[0]?.data).toMatchObject({
      Message: {
        extendedTextMessage: {
          contextInfo: {
            stanzaId: 'wamid.GONE',
            participant: ANA_JID,
            quotedMessage: { extendedTextMessage: { text: 'Lunch?' } },
          },
        },
      },
    });
    const foreign = { number: ANA, content: HELLO, quoted: { ...quoted, id: '3EB0GONE' } };
    expect((await refusal(sending.say(foreign))).reason).toBe('invalid');
    expect(host.recorded).toHaveLength(1);
    expect(sent()).toHaveLength(1);
  });

  test('goes to a user id by the field of user ids, in the chat of that id', async () => {
    const { say, sent, host } = stage();
    const { remoteJid } = await say('Hello', 'BR.13491208655302741918');
    expect(remoteJid).toBe('BR.13491208655302741918');
    expect(sent()[0]?.body).toMatchObject({ recipient: 'BR.13491208655302741918' });
    expect(sent()[0]?.body).not.toHaveProperty('to');
    expect(host.messages[0]).toMatchObject({ chat: remoteJid, chatAddress: remoteJid });
  });

  test('stands in the chat that the person already has, under whichever spelling of the number', async () => {
    const { say, sent } = stage();
    shared.messages.spell('5511977776666', '551177776666');
    await say('one', '5511977776666');
    const { remoteJid } = await say('two', '5511977776666');
    expect(remoteJid).toBe('551177776666@s.whatsapp.net');
    expect(sent().map(({ body }) => body.to)).toEqual(['5511977776666', '5511977776666']);
    const later = stage();
    await later.host.emitAll(
      [],
      [received('wamid.IN', { sentAt: later.clock.now(), chat: remoteJid })],
    );
    expect((await later.say('three', '5511977776666')).remoteJid).toBe(remoteJid);
  });

  test('keeps its place in its chat, while other chats go on', async () => {
    const { say, sent } = stage();
    const numbers = [ANA, ANA, ANA, '5511900000001'];
    await Promise.all(numbers.map((number, at) => say(`${at}`, number)));
    const toAna = sent().filter(({ body }) => body.to === ANA);
    expect(toAna.map(({ body }) => body.text)).toEqual([
      { body: '0', preview_url: false },
      { body: '1', preview_url: false },
      { body: '2', preview_url: false },
    ]);
  });

  test('is Unknown while Meta holds it back for its quality', async () => {
    const { say, host } = stage();
    shared.messages.hold('held_for_quality_assessment');
    const { id } = await say();
    expect(host.statuses).toMatchObject([
      { id, status: 'Unknown', reason: expect.stringContaining('held_for_quality_assessment') },
    ]);
  });

  test('is not lost for its sender when what Meta calls it cannot be written', async () => {
    const { sending, host, logged, sent } = stage();
    host.recordPlatformId = () => Promise.reject(new Error('the disk is full'));
    const { id } = await sending.say({ number: ANA, content: HELLO, id: newMessageId() });
    expect(sent()[0]?.body.biz_opaque_callback_data).toBe(id);
    expect(logged.join()).toContain('the disk is full');
  });
});

describe('the 24 hours after a person has written', () => {
  test('free text goes until they end, and is refused after that without asking Meta', async () => {
    const { say, clock, host, requests } = stage();
    await host.emitAll([], [received('wamid.IN', { sentAt: clock.now() })]);
    await clock.advance(24 * HOUR_MS - 1);
    await say();
    await clock.advance(1);
    const asked = requests().length;
    const { reason, message } = await refusal(say());
    expect(reason).toBe('conflict');
    expect(message).toContain('POST /message/sendTemplate/{instanceName}');
    expect(requests()).toHaveLength(asked);
    expect(host.messages.filter(({ isFromMe }) => isFromMe)).toHaveLength(1);
  });

  test('do not count for templates, which go at any time', async () => {
    const { sending, clock, host, sent } = stage();
    await host.emitAll([], [received('wamid.IN', { sentAt: clock.now() - 25 * HOUR_MS })]);
    const shown = {
      header: null,
      body: 'Hello Ana',
      footer: null,
      offer: null,
      buttons: [],
      cards: [],
    };
    const content = {
      kind: 'template',
      name: 'hi',
      language: 'en',
      components: [],
      shown,
    } as const;
    const { message } = await sending.say({ number: ANA, content });
    expect(sent()[0]?.body).toMatchObject({
      type: 'template',
      template: { name: 'hi', language: { code: 'en' } },
    });
    expect(message).toMatchObject({ templateMessage: { text: 'Hello Ana' } });
  });

  test('of a chat that is not known Meta decides, whose refusal names the template way', async () => {
    const { say, requests, host } = stage();
    shared.double.order(
      'POST',
      '/messages',
      graphError(131047, { message: '(#131047) Re-engagement message' }),
    );
    const { reason, message } = await refusal(say());
    expect(reason).toBe('conflict');
    expect(message).toContain('Re-engagement message');
    expect(message).toContain('POST /message/sendTemplate/{instanceName}');
    expect(requests()).toHaveLength(1);
    expect(host.statuses).toMatchObject([{ status: 'Error', code: 131047 }]);
  });
});

describe('a message whose answer is lost', () => {
  test.each(['cut', 'half-body', { html: 200 }, { html: 502 }] as const)(
    'is never sent again (%o): 502, and Unknown until a status of Meta settles it',
    async (fault) => {
      const { say, requests, host, clock } = stage();
      shared.double.order('POST', '/messages', fault);
      const { reason } = await refusal(say());
      expect(reason).toBe('upstream');
      await clock.advance(HOUR_MS);
      expect(requests()).toHaveLength(1);
      expect(host.statuses).toMatchObject([
        { id: host.messages[0]?.id, status: 'Unknown', code: null },
      ]);
    },
  );

  test('is given up after 20 seconds of silence, and the next of the chat goes on', async () => {
    const { say, requests, host, calls, sent } = stage();
    shared.double.order('POST', '/messages', 'silence');
    const lost = refusal(say('one'));
    const next = say('two');
    await until('it is asked', () => requests().length === 1);
    await calls.advance(20_000);
    expect((await lost).reason).toBe('upstream');
    await next;
    expect(sent()).toHaveLength(1);
    expect(host.statuses).toMatchObject([{ status: 'Unknown' }]);
  });

  test('is an error where Meta was never reached', async () => {
    const gone = sendingStage({
      ...shared,
      double: { ...shared.double, url: 'http://127.0.0.1:1' },
    });
    const call = refusal(gone.say());
    await until('the pause before the second try', () => gone.sleeps.length === 1);
    await gone.clock.advance(1_000);
    expect((await call).reason).toBe('upstream');
    expect(gone.host.statuses).toMatchObject([{ status: 'Error' }]);
  });
});

describe('what Meta refuses', () => {
  test.each([
    [100, 'invalid'],
    [131026, 'invalid'],
    [131042, 'conflict'],
  ] as const)('code %d is %s with the words of Meta, tried once', async (code, expected) => {
    const { say, requests, host, failures } = stage();
    const answer = graphError(code, { message: `(#${code}) No`, details: 'because' });
    shared.double.order('POST', '/messages', answer);
    const { reason, message } = await refusal(say());
    expect(reason).toBe(expected);
    expect(message).toContain('No: because');
    expect(requests()).toHaveLength(1);
    expect(host.statuses).toMatchObject([{ status: 'Error', code }]);
    expect(failures.map((failure) => failure.code)).toEqual([code]);
  });

  test('a failure after which Meta may have taken the message leaves open whether it was sent', async () => {
    const { say, requests, host } = stage();
    shared.double.order('POST', '/messages', graphError(135000));
    const failure = say().catch((error) => error);
    expect(await failure).toMatchObject({ reason: 'upstream', mayBeDone: true });
    expect(requests()).toHaveLength(1);
    expect(host.statuses).toMatchObject([{ status: 'Unknown', code: 135000 }]);
  });

  test('a fault of its own is tried once more, since Meta answered that it did not take it', async () => {
    const { say, requests, clock, host, sleeps } = stage();
    shared.double.order('POST', '/messages', graphError(131000, { status: 500 }));
    const call = say();
    await until('the pause', () => sleeps.length === 1);
    await clock.advance(1_000);
    await call;
    expect(requests()).toHaveLength(2);
    expect(host.statuses).toEqual([]);
  });

  test('nothing is stored or asked while the instance is not connected', async () => {
    const { say, link, requests, host } = stage();
    link.isOpen = false;
    expect((await refusal(say())).reason).toBe('conflict');
    expect(requests()).toEqual([]);
    expect(host.messages).toEqual([]);
  });
});

describe('limits of Meta', () => {
  test('hold the whole number for as long as Meta says, then the message goes', async () => {
    const { say, requests, clock, host, sleeps } = stage();
    const slow = graphError(130429, { status: 429, headers: { 'retry-after': '20' } });
    shared.double.order('POST', '/messages', slow);
    const both = [say('one'), say('two', '5511900000001')];
    await until('one is held', () => requests().length === 2 && sleeps.length === 1);
    await clock.advance(19_000);
    expect(requests()).toHaveLength(2);
    const more = say('three', '5511900000002');
    await clock.advance(1_000);
    await Promise.all([...both, more]);
    expect(host.statuses).toEqual([]);
  });

  test('answer a message that may not wait with 429, the words of Meta and its id, where the wait is longer than 20 s', async () => {
    const { say, requests, host } = stage();
    const slow = graphError(80007, { message: 'Too fast', headers: { 'retry-after': '300' } });
    shared.double.order('POST', '/messages', slow);
    const refused = await refusal(say());
    expect(refused).toMatchObject({ reason: 'rate_limited', headers: { 'retry-after': '300' } });
    const words = 'Meta: (#80007) Too fast. Too many calls of this app or account: wait';
    expect(refused.message).toContain(words);
    expect(refused.message).toContain(`GET /message/status/{instanceName}/${host.messages[0]?.id}`);
    const reason = expect.stringContaining(`It was not sent: ${words}`);
    expect(host.statuses).toMatchObject([{ status: 'Error', code: 80007, reason }]);
    expect(await refusal(say('two', '5511900000001'))).toMatchObject({ reason: 'rate_limited' });
    expect(requests()).toHaveLength(1);
    expect(host.messages).toHaveLength(1);
  });

  test('are no longer waited for when the session ends, and the message is an error', async () => {
    const { sending, say, end, sleeps, host, requests } = stage();
    shared.double.order('POST', '/messages', graphError(130429));
    const call = refusal(say());
    await until('it is held', () => sleeps.length > 0);
    end();
    await sending.ended();
    expect((await call).reason).toBe('conflict');
    expect(requests()).toHaveLength(1);
    expect(host.statuses).toMatchObject([{ status: 'Error' }]);
  });

  test('of one person hold nobody else', async () => {
    const { say, requests, clock, sleeps } = stage();
    shared.double.order('POST', '/messages', graphError(131056));
    const held = say('one');
    await until('it is held', () => sleeps.length === 1);
    await say('two', '5511900000001');
    expect(requests()).toHaveLength(2);
    await clock.advance(4_000);
    await held;
    expect(requests()).toHaveLength(3);
  });

  test('that do not end hold a message for 20 seconds at most, each wait longer than the one before', async () => {
    const { say, requests, clock, sleeps } = stage();
    shared.double.order('POST', '/messages', graphError(130429), 3);
    const call = refusal(say());
    for (const [held, ms] of [1_000, 4_000].entries()) {
      await until('it is held', () => sleeps.length === held + 1);
      await clock.advance(ms);
    }
    expect(await call).toMatchObject({ reason: 'rate_limited', headers: { 'retry-after': '16' } });
    expect(sleeps).toEqual([1_000, 4_000]);
    expect(requests()).toHaveLength(3);
  });

  /** A queue in which `entered` waits; for each message null, or its id where it was stored before. */
  function queueOf(overrides: Partial<WaitingRoom> = {}) {
    const entered: (string | null)[] = [];
    const room: WaitingRoom = {
      isInside: false,
      isAhead: () => entered.length > 0,
      async enter(id) {
        entered.push(id);
        const waiting = { remoteJid: ANA_JID, timestamp: 0, message: {}, pushName: '' };
        return { ...waiting, id: id ?? 'new', isQueued: true };
      },
      ...overrides,
    };
    return { room, entered };
  }
  const slow = (seconds: number) =>
    graphError(130429, { headers: { 'retry-after': `${seconds}` } });
  const hello = { number: ANA, content: HELLO };

  test('let a message go into the queue, and those of its chat behind it, in their order', async () => {
    const { sending, host, requests, sent } = stage();
    shared.double.order('POST', '/messages', slow(21));
    const { room, entered } = queueOf();
    const all = [sending.say(hello, room), sending.say(hello, room), sending.say(hello, room)];
    const answers = await Promise.all(all);
    expect(answers.map(({ isQueued }) => isQueued)).toEqual([true, true, true]);
    expect(entered).toEqual([host.messages[0]?.id ?? '', null, null]);
    expect([requests().length, sent().length, host.messages.length]).toEqual([1, 0, 1]);
    expect(host.statuses).toEqual([]);
  });

  test('let a message wait 20 seconds for them at most, then it goes into the queue', async () => {
    const { sending, clock, sleeps } = stage();
    const { room, entered } = queueOf();
    shared.double.order('POST', '/messages', slow(15));
    shared.double.order('POST', '/messages', slow(6));
    const call = sending.say(hello, room);
    await until('it is held', () => sleeps.length === 1);
    await clock.advance(15_000);
    expect((await call).isQueued).toBe(true);
    expect(entered).toHaveLength(1);
  });

  test('do not let a message of the queue wait beside it, nor announce it twice', async () => {
    const { sending, clock, host, sent, sleeps } = stage();
    shared.double.order('POST', '/messages', slow(21));
    const { room, entered } = queueOf({ isInside: true });
    const queued = { ...hello, id: newMessageId() };
    expect((await sending.say(queued, room)).isQueued).toBe(true);
    expect(entered).toEqual([queued.id]);
    const early = await refusal(sending.say({ ...queued, isAnnounced: true }, room));
    expect(early).toMatchObject({ reason: 'rate_limited', headers: { 'retry-after': '21' } });
    await clock.advance(21_000);
    const { id, isQueued } = await sending.say({ ...queued, isAnnounced: true }, room);
    expect([id, isQueued, sleeps, sent().length]).toEqual([queued.id, undefined, [], 1]);
    expect(host.events.map(({ type }) => type)).toEqual(['SendMessage']);
  });

  test('refuse a message with 429 and its id when the queue is full', async () => {
    const { sending, host } = stage();
    shared.double.order('POST', '/messages', slow(21));
    const full = new AppError('rate_limited', 'too many messages wait to be sent');
    const { room } = queueOf({ enter: () => Promise.reject(full) });
    const refused = await refusal(sending.say(hello, room));
    expect(refused.reason).toBe('rate_limited');
    expect(refused.message).toStartWith('too many messages wait to be sent.');
    expect(refused.message).toContain(host.messages[0]?.id ?? '-');
    expect(host.statuses).toMatchObject([{ status: 'Error', code: 130429 }]);
  });
});

describe('files that are sent', () => {
  const { bytes, mimetype } = SAMPLES.image;
  const image = { number: ANA, kind: 'image', bytes, mimetype, caption: 'A pixel' } as const;

  test('are handed over once for each content, and sent by the id that Meta gave', async () => {
    const { sending, sent, requests, host } = stage();
    const answer = await sending.media(image);
    await sending.media({ ...image, number: '5511900000001' });
    expect(requests('/media')).toHaveLength(1);
    const [first, second] = sent();
    const { id } = (first?.body.image ?? {}) as { id?: string };
    expect(first?.body).toMatchObject({ type: 'image', image: { id, caption: 'A pixel' } });
    expect(second?.body).toMatchObject({ image: { id } });
    expect(shared.media.uploaded.get(id ?? '')).toMatchObject({
      bytes: new Uint8Array(bytes),
      mimetype,
    });
    expect(answer.message).toMatchObject({
      imageMessage: { caption: 'A pixel', mimetype, fileLength: bytes.byteLength, url: '' },
    });
    const stored = await host.findMessage(answer.id);
    expect(decodeContent(stored!)).toMatchObject({ file: { id, mimetype } });
    expect(host.events[0]?.data).toMatchObject({ Info: { Type: 'media', MediaType: 'image' } });
  });

  test('are handed over again when Meta did not take a message with them, and when they are old', async () => {
    const { sending, requests, clock } = stage();
    await sending.media(image);
    shared.double.order('POST', '/messages', graphError(131053));
    expect((await refusal(sending.media(image))).reason).toBe('invalid');
    await sending.media(image);
    expect(requests('/media')).toHaveLength(2);
    await clock.advance(29 * 24 * HOUR_MS);
    await sending.media(image);
    expect(requests('/media')).toHaveLength(3);
  });

  test('that Meta does not take leave nothing stored: the caller hears why', async () => {
    const { sending, host, requests } = stage();
    shared.double.order('POST', '/media', graphError(100, { message: '(#100) Bad file' }));
    const refused = await refusal(sending.media(image));
    expect(refused.reason).toBe('invalid');
    expect(refused.message).toContain('nothing was sent: Meta: (#100) Bad file');
    shared.double.order('POST', '/media', 'cut');
    expect((await refusal(sending.media(image))).reason).toBe('upstream');
    expect(host.messages).toEqual([]);
    expect(requests()).toEqual([]);
    const round = { ...image, kind: 'ptv', mimetype: 'video/mp4' } as const;
    expect((await refusal(sending.media(round))).reason).toBe('invalid');
    expect(requests('/media')).toHaveLength(2);
  });
});
