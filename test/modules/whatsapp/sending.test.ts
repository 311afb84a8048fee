/** What is sent reaches whom it is for and can be read there; what cannot be sent says why. */
import { afterEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import type { OutgoingMedia } from '../../../src/core/providers/outgoing.ts';
import { systemClock, yieldToEventLoop } from '../../../src/core/shared/clock.ts';
import { SAMPLES } from '../../../src/modules/sandbox/invented-values.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';
import { ANA, BOB, endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const NUMBER = ANA.split('@')[0] ?? '';

/** Reason and words of what went wrong; '' when nothing did. */
const refusal = (sending: Promise<unknown>): Promise<string> =>
  sending.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

/** What the contact read of a sent message. */
const readBy = (contact: OpenedStage['ana'], { id }: { id: string }) =>
  contact.receives((received) => received.id === id);

test('a text reaches a contact by number and by either address, and a group, word for word', async () => {
  const { phone, ana, bob, session, whatsapp } = await opened();
  const group = ana.creates({ subject: 'Crew', members: [phone, bob] });
  const text = 'Olá, "você" 👋\n*bold* https://example.test/?a=1&b=2';
  const cases: [string, string][] = [
    [NUMBER, ANA],
    [ANA, ANA],
    [`${NUMBER}:7@c.us`, ANA],
    [ana.person.lid, ana.person.lid],
    [group.jid, group.jid],
  ];
  for (const [number, remoteJid] of cases) {
    const sent = await session.send({ number, content: { kind: 'text', text } });
    expect(sent.remoteJid).toBe(remoteJid);
    expect(sent.id).toMatch(/^[0-9A-F]{18,}$/);
    expect((await readBy(ana, sent)).text).toBe(text);
  }
  expect((await bob.receives()).text).toBe(text);
  expect(bob.received).toHaveLength(1);
  expect(whatsapp.complaints).toEqual([]);
  expect(whatsapp.unanswered).toEqual([]);
});

test('whom WhatsApp does not know is refused by the number that was given', async () => {
  const { session, whatsapp, phone } = await opened();
  for (const number of ['5511000000000', '5511000000000@s.whatsapp.net'])
    expect(await refusal(session.send({ number, content: { kind: 'text', text: 'hello?' } }))).toBe(
      `invalid: number ${number} is not on WhatsApp`,
    );
  for (const number of ['somebody@example.test', 'status@broadcast', '5511@call'])
    expect(await refusal(session.send({ number, content: { kind: 'text', text: 'hello?' } }))).toBe(
      `invalid: no message can be sent to ${number}`,
    );
  const image = { kind: 'image', bytes: SAMPLES.image.bytes, mimetype: 'image/png' } as const;
  expect(await refusal(session.sendMedia({ ...image, number: '5511000000000' }))).toStartWith(
    'invalid: number 5511000000000',
  );
  // Nothing was uploaded for nobody, and nothing sent.
  expect(whatsapp.media.requests).toEqual([]);
  expect(phone.received).toEqual([]);
});

test('an account that WhatsApp knows under another spelling is written to under that', async () => {
  const { session, whatsapp } = await opened();
  const rio = whatsapp.contact({ number: '552188887777', spellings: ['5521988887777'] });
  for (const number of ['5521988887777', '5521988887777@s.whatsapp.net', '552188887777']) {
    const sent = await session.send({ number, content: { kind: 'text', text: number } });
    expect(sent.remoteJid).toBe('552188887777@s.whatsapp.net');
    expect((await readBy(rio, sent)).text).toBe(number);
  }
});

test('a file of every kind is opened by who gets it, with all that was said of it', async () => {
  const { session, ana, whatsapp } = await opened();
  const { image, video, audio } = SAMPLES;
  const sticker = await new Bun.Image(image.bytes).resize(512, 512).webp().bytes();
  const cases: [Omit<OutgoingMedia, 'number'>, string, object][] = [
    [
      { kind: 'image', bytes: image.bytes, mimetype: 'image/png', caption: 'look' },
      'imageMessage',
      { mimetype: 'image/png', caption: 'look', width: 1, height: 1 },
    ],
    [
      { kind: 'video', bytes: video.bytes, mimetype: 'video/mp4', caption: 'see' },
      'videoMessage',
      { mimetype: 'video/mp4', caption: 'see' },
    ],
    [
      { kind: 'audio', bytes: audio.bytes, mimetype: 'audio/ogg' },
      'audioMessage',
      { mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 1 },
    ],
    [
      { kind: 'audio', bytes: randomBytes(99), mimetype: 'audio/mpeg' },
      'audioMessage',
      { mimetype: 'audio/mpeg', ptt: false },
    ],
    [
      { kind: 'voice', bytes: audio.bytes, mimetype: audio.mimetype },
      'audioMessage',
      { mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds: 1 },
    ],
    [
      { kind: 'video', bytes: video.bytes, mimetype: 'video/mp4', gifPlayback: true },
      'videoMessage',
      { gifPlayback: true },
    ],
    [
      { kind: 'ptv', bytes: video.bytes, mimetype: 'video/mp4' },
      'ptvMessage',
      { mimetype: 'video/mp4' },
    ],
    [
      { kind: 'sticker', bytes: sticker, mimetype: 'image/webp' },
      'stickerMessage',
      { mimetype: 'image/webp', width: 512, height: 512, isAnimated: false },
    ],
    [
      { kind: 'document', bytes: randomBytes(70_000), mimetype: 'text/csv', fileName: 'é.csv' },
      'documentMessage',
      { mimetype: 'text/csv', fileName: 'é.csv', title: 'é.csv' },
    ],
  ];
  for (const [media, field, fields] of cases) {
    const received = await readBy(ana, await session.sendMedia({ ...media, number: NUMBER }));
    expect(ana.opens(received).equals(media.bytes)).toBe(true);
    expect(received.message).toMatchObject({ [field]: fields });
  }
  const bytes = randomBytes(1);
  const sent = await session.sendMedia({
    number: NUMBER,
    kind: 'document',
    bytes,
    mimetype: 'a/b',
    fileName: 'a',
    caption: 'read',
  });
  const received = await readBy(ana, sent);
  expect(received.text).toBe('read');
  expect(ana.opens(received).equals(bytes)).toBe(true);
  expect(whatsapp.complaints).toEqual([]);
});

test('what may be seen once comes in the envelope that phones want, with what it answers inside', async () => {
  const { session, ana, host } = await opened();
  const text = { kind: 'text', text: 'Is it there?' } as const;
  const { id } = await session.send({ number: NUMBER, content: text });
  const quoted = host.messages.find((message) => message.id === id);
  for (const [kind, envelope] of [
    ['image', 'viewOnceMessageV2'],
    ['video', 'viewOnceMessageV2'],
    ['audio', 'viewOnceMessageV2Extension'],
  ] as const) {
    const { bytes, mimetype } = SAMPLES[kind];
    const media = { number: NUMBER, kind, bytes, mimetype, viewOnce: true } as const;
    const received = await readBy(ana, await session.sendMedia({ ...media, quoted: quoted! }));
    expect(ana.opens(received).equals(bytes)).toBe(true);
    expect(received.message[envelope]?.message).toMatchObject({
      [`${kind}Message`]: { viewOnce: true, contextInfo: { stanzaId: id } },
    });
  }
});

test('a document with a caption holds what it answers', async () => {
  const { session, ana, host } = await opened();
  const text = { kind: 'text', text: 'The prices?' } as const;
  const { id } = await session.send({ number: NUMBER, content: text });
  const quoted = host.messages.find((message) => message.id === id);
  const file = { number: NUMBER, kind: 'document', mimetype: 'text/csv' } as const;
  const document = { ...file, bytes: randomBytes(9), fileName: 'a.csv', caption: 'Here' };
  const received = await readBy(ana, await session.sendMedia({ ...document, quoted: quoted! }));
  const { documentMessage } = received.message.documentWithCaptionMessage?.message ?? {};
  expect(documentMessage?.contextInfo?.stanzaId).toBe(id);
});

test('a voice note brings the 64 bars that phones draw', async () => {
  const { session, ana } = await opened();
  const { bytes, mimetype } = SAMPLES.audio;
  const sent = await session.sendMedia({ number: NUMBER, kind: 'voice', bytes, mimetype });
  const { waveform } = (await readBy(ana, sent)).message.audioMessage ?? {};
  expect([...(waveform ?? [])]).toEqual(Array.from({ length: 64 }, () => 0));
});

test('a round video leaves as a file, which is what phones show', async () => {
  const { session, whatsapp, phone } = await opened();
  const { bytes, mimetype } = SAMPLES.video;
  const sent = await session.sendMedia({ number: NUMBER, kind: 'ptv', bytes, mimetype });
  const stanza = await whatsapp.hears(
    phone,
    ({ tag, attrs }) => tag === 'message' && attrs.id === sent.id,
  );
  expect(stanza.attrs.type).toBe('media');
});

test('a file that no host takes says why, and nothing is sent', async () => {
  const { session, whatsapp, ana } = await opened();
  const media = { kind: 'image', bytes: randomBytes(9), mimetype: 'image/png' } as const;
  const send = () => refusal(session.sendMedia({ ...media, number: NUMBER }));
  whatsapp.media.uploadRefusal = 507;
  expect(await send()).toBe(
    'upstream: the file could not be handed over, and nothing was sent: the media server answered 507',
  );
  whatsapp.media.uploadRefusal = null;
  expect(await send()).toBe('');
  await whatsapp.media.stop();
  expect(await send()).toMatch(/^upstream: .*the media server could not be reached: ./);
  await until('the one arrives', () => ana.received.length === 1);
});

test('what is not stored yet when the connection is lost is a conflict, and later ones are sent', async () => {
  const { session, whatsapp, phone, host, ana } = await opened();
  whatsapp.silence(phone);
  const sending = refusal(
    session.send({ number: NUMBER, content: { kind: 'text', text: 'lost' } }),
  );
  whatsapp.drop(phone);
  expect(await sending).toBe('conflict: the connection was lost before the message was sent');
  expect(
    await refusal(session.send({ number: NUMBER, content: { kind: 'text', text: 'too soon' } })),
  ).toBe('conflict: not connected');
  await until('open again', () => host.phases.at(-1)?.phase === 'open');
  const sent = await session.send({ number: NUMBER, content: { kind: 'text', text: 'again' } });
  expect((await readBy(ana, sent)).text).toBe('again');
});

test('a stored message whose connection is lost may have been sent: its sender hears the id, and its status is unknown', async () => {
  const { session, whatsapp, phone, host } = await opened();
  await session.chats().lookUp([NUMBER]);
  whatsapp.silence(phone);
  const sending = session.send({ number: NUMBER, content: { kind: 'text', text: 'perhaps' } });
  const answer = sending.catch((error) => error);
  await until('it is stored', () => host.messages.length === 1);
  const id = host.messages[0]?.id ?? '';
  whatsapp.drop(phone);
  expect(await answer).toMatchObject({
    reason: 'upstream',
    mayBeDone: true,
    message: expect.stringMatching(
      new RegExp(`^the connection was lost while sending: whether message ${id} was sent `),
    ),
  });
  expect(host.statuses).toMatchObject([{ id, status: 'Unknown' }]);
});

test('a message that a silent WhatsApp may have got is answered with the id to ask for', async () => {
  const clock = manualClock();
  const { session, whatsapp, phone, host, ana } = await opened({ clock });
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  const contacts = ['5511666660000', '5511666660001'].map((number) => whatsapp.contact({ number }));
  await session.chats().lookUp(contacts.map(({ number }) => number));
  await session.groups().find(group.jid);
  whatsapp.silence(phone);
  const cases = [
    { number: contacts[0]?.number ?? '', seconds: 10 },
    { number: group.jid, seconds: 20 },
  ];
  for (const [index, { number, seconds }] of cases.entries()) {
    const sending = session.send({ number, content: { kind: 'text', text: 'lost' } });
    const answer = sending.catch((error) => error);
    const sent = () => host.events.filter((event) => event.type === 'SendMessage');
    await until('it is stored', () => sent().length === index + 1);
    await yieldToEventLoop();
    await clock.advance(seconds * 1_000);
    const id = sent().at(-1)?.data.Info.ID ?? '';
    expect(await answer).toMatchObject({
      reason: 'upstream',
      mayBeDone: true,
      message: expect.stringMatching(
        new RegExp(`^WhatsApp did not answer within ${seconds} seconds: whether message ${id} `),
      ),
    });
    expect(host.statuses.at(-1)).toMatchObject({ id, status: 'Unknown' });
  }
});

test('a message to a number that a silent WhatsApp was asked for is not sent, and its sender hears so', async () => {
  const clock = manualClock();
  const { session, whatsapp, phone, host } = await opened({ clock });
  whatsapp.silence(phone);
  const sending = refusal(
    session.send({ number: NUMBER, content: { kind: 'text', text: 'never' } }),
  );
  await until('WhatsApp is asked', () => clock.pending() > 1);
  await clock.advance(10_000);
  expect(await sending).toBe(
    'upstream: WhatsApp did not answer within 10 seconds, and the message was not sent: send it again',
  );
  expect(host.events.filter(({ type }) => type === 'SendMessage')).toEqual([]);
});

test('a message that WhatsApp refuses afterwards harms nothing that follows', async () => {
  const { session, whatsapp, phone, ana, host } = await opened();
  for (const error of [479, 463]) {
    whatsapp.refuseMessages(error);
    const { id } = await session.send({
      number: NUMBER,
      content: { kind: 'text', text: 'refused' },
    });
    await whatsapp.hears(phone, ({ tag, attrs }) => tag === 'message' && attrs.id === id);
    whatsapp.refuseMessages(null);
    const sent = await session.send({
      number: NUMBER,
      content: { kind: 'text', text: 'after it' },
    });
    expect((await readBy(ana, sent)).text).toBe('after it');
  }
  expect(ana.received).toHaveLength(2);
  expect(host.phases.at(-1)?.phase).toBe('open');
});

test('what is sent at the same time arrives, all of it', async () => {
  const { session, whatsapp, ana, bob } = await opened();
  const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`);
  const send = (number: string) => (text: string) =>
    session.send({ number, content: { kind: 'text', text } });
  const sent = await Promise.all([...texts.map(send(NUMBER)), ...texts.map(send(bob.person.lid))]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(20);
  for (const contact of [ana, bob]) {
    await until('all arrive', () => contact.received.length === texts.length);
    expect(contact.received.map(({ text }) => text).toSorted()).toEqual(texts);
  }
  expect(whatsapp.complaints).toEqual([]);
});

test('a message that could not be read is sealed anew and read, on a later connection too', async () => {
  const { session, whatsapp, ana, phone, host } = await opened();
  const { id } = await session.send({
    number: NUMBER,
    content: { kind: 'text', text: 'once more' },
  });
  await ana.receives();
  await ana.asksAgain(phone, id);
  await until('it came again', () => ana.received.length === 2);
  const connections = () => host.phases.filter(({ phase }) => phase === 'open').length;
  whatsapp.drop(phone);
  await until('open again', () => connections() === 2);
  await ana.asksAgain(phone, id);
  await until('it came a third time', () => ana.received.length === 3);
  for (const received of ana.received) expect(received).toMatchObject({ id, text: 'once more' });
  expect(whatsapp.complaints).toEqual([]);
});

test('a group that the account is not in is named as such', async () => {
  const { session, ana } = await opened();
  const { jid } = ana.creates({ subject: 'Closed', members: [] });
  for (const number of [jid, '120363000000000000@g.us'])
    expect(
      await refusal(session.send({ number, content: { kind: 'text', text: 'let me in' } })),
    ).toBe(`invalid: the account is not in group ${number}`);
});

test('texts that are sent at once leave each chat in the order of the calls', async () => {
  const { session, ana, bob } = await opened();
  const said = Array.from({ length: 10 }, (_, index) => `text ${index}`);
  const to = (number: string) =>
    said.map((text) => session.send({ number, content: { kind: 'text', text } }));
  await Promise.all([...to(ANA), ...to(BOB)]);
  for (const contact of [ana, bob]) {
    await until('all have arrived', () => contact.received.length === said.length);
    expect(contact.received.map(({ text }) => text)).toEqual(said);
  }
});

test('a message that waited 10 s for those before it in its chat is refused, and not sent later', async () => {
  let ahead = 0;
  const clock = { ...systemClock(), steady: () => Date.now() + ahead };
  const { session, host, ana } = await opened({ clock });
  const release = host.hold();
  const say = (text: string) => session.send({ number: ANA, content: { kind: 'text', text } });
  const first = say('first');
  const second = refusal(say('second'));
  // By then the first has begun.
  await yieldToEventLoop();
  ahead = 10_001;
  release();
  await first;
  expect(await second).toBe('rate_limited: too many messages wait to be sent');
  const last = await say('last');
  expect((await readBy(ana, last)).text).toBe('last');
  expect(ana.received.map(({ text }) => text)).toEqual(['first', 'last']);
});
