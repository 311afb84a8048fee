/** Messages that wait before they are sent: scheduled, delayed, behind others of their chat. */
import { expect, test } from 'bun:test';
import { notOwned } from '../../../src/core/events/publish/ownership.ts';
import { AppError, invalid, NotConnected } from '../../../src/core/shared/errors.ts';
import { until } from '../../helpers/until.ts';
import { ANA, BIA, jid, stage, storing } from './queue-setup.ts';

const HOUR_MS = 3_600_000;

test('201 QUEUED for a message that is scheduled, which is sent at that time with the id of the answer', async () => {
  const { g, say, statusOf, left, gone, soon } = await stage();
  const at = g.clock.now() + HOUR_MS;
  const { status, body } = await say(ANA, 'later', { scheduleAt: soon(HOUR_MS) });
  expect([status, body.status, body.message]).toEqual([201, 'QUEUED', { conversation: 'later' }]);
  expect(body.key).toEqual({
    remoteJid: jid(ANA),
    fromMe: true,
    id: expect.stringMatching(/^3EB0/),
  });
  const queuedAt = new Date(g.clock.now()).toISOString();
  expect(await statusOf(body.key.id)).toMatchObject({
    chat: jid(ANA),
    status: 'Queued',
    history: [{ status: 'Queued', at: queuedAt }],
  });
  await g.clock.advance(HOUR_MS - 1);
  expect(left).toEqual([]);
  await g.clock.advance(1);
  await gone(1);
  expect(left).toEqual([{ at, number: ANA, id: body.key.id, text: 'later' }]);
  expect(await statusOf(body.key.id)).toMatchObject({
    status: 'Pending',
    history: [
      { status: 'Queued', at: queuedAt },
      { status: 'Pending', at: new Date(at).toISOString() },
    ],
  });
});

test('what is scheduled holds up nobody until it is due', async () => {
  const { say, texts, soon } = await stage();
  await say(ANA, 'later', { scheduleAt: soon(HOUR_MS) });
  expect((await say(ANA, 'now')).body.status).toBe('PENDING');
  expect(texts()).toEqual(['now']);
});

test('a delay shows the account writing, holds up its own chat in order, and no other', async () => {
  const { g, say, texts, shown, gone } = await stage();
  expect((await say(ANA, 'first', { delay: 5_000 })).body.status).toBe('QUEUED');
  expect((await say(ANA, 'second')).body.status).toBe('QUEUED');
  expect((await say(BIA, 'other')).body.status).toBe('PENDING');
  await until('it is shown', () => shown.includes(`composing ${jid(ANA)}`));
  await g.clock.advance(4_999);
  expect(texts()).toEqual(['other']);
  await g.clock.advance(1);
  await gone(3);
  expect(texts()).toEqual(['other', 'first', 'second']);
  expect((await say(ANA, 'third')).body.status).toBe('PENDING');
});

test('400 for a schedule in the past or too far, a delay of an hour, and a wait that must not be', async () => {
  const { say, left, soon, get } = await stage();
  for (const more of [
    { scheduleAt: soon(-1) },
    { scheduleAt: soon(0) },
    { scheduleAt: soon(31 * 24 * HOUR_MS) },
    { scheduleAt: 'tomorrow' },
    { scheduleAt: 1_800_000_000 },
    { delay: HOUR_MS },
    { delay: -1 },
    { delay: 1.5 },
    { delay: '1 s' },
    { queue: 'no' },
    { queue: false, delay: 1 },
    { queue: false, scheduleAt: soon(1_000) },
  ]) {
    const { status, body } = await say(ANA, 'x', more);
    expect([JSON.stringify(more), status]).toEqual([JSON.stringify(more), 400]);
    expect(body.error.message).toMatch(/scheduleAt|delay|queue/);
  }
  expect(left).toEqual([]);
  expect((await get('/message/scheduled/shop')).body).toEqual({ messages: [], next: 0 });
});

test('429 with a time to try again where a message that must go at once would have to wait', async () => {
  const { say, left } = await stage();
  await say(ANA, 'first', { delay: 60_000 });
  const { status, body, headers } = await say(ANA, 'urgent', { queue: false });
  expect(status).toBe(429);
  expect(body.error.message).toContain('earlier messages of the chat wait');
  expect(headers.get('retry-after')).toBe('1');
  expect(left).toEqual([]);
});

test('409 while the instance is not connected, unless the message is scheduled: then it waits until it is', async () => {
  const { g, say, statusOf, soon, gone, get } = await stage();
  const session = g.provider.of('shop');
  await session.host.enter('reconnecting', 'connection lost');
  expect((await say(ANA, 'now')).status).toBe(409);
  expect((await say(ANA, 'now', { delay: 10 })).status).toBe(409);
  const { body } = await say(ANA, 'later', { scheduleAt: soon(1_000) });
  await g.clock.advance(HOUR_MS);
  expect((await statusOf(body.key.id)).status).toBe('Queued');
  const { body: waiting } = await get(`/message/scheduled/shop/${body.key.id}`);
  expect(waiting.reason).toBe('It waits in the queue: the instance is not connected.');
  await session.host.enter('open', null);
  await g.clock.advance(1_000);
  await gone(1);
});

test('messages whose instance is not connected for 24 hours end as errors that say so, each in its time', async () => {
  const { g, say, statusOf, soon, left } = await stage();
  await g.provider.of('shop').host.enter('reconnecting', 'connection lost');
  const ids: string[] = [];
  for (const text of ['first', 'second', 'third'])
    ids.push((await say(ANA, text, { scheduleAt: soon(1_000) })).body.key.id);
  await g.clock.advance(1_000);
  await g.clock.advance(24 * HOUR_MS - 2_000);
  const statuses = () => Promise.all(ids.map(async (id) => (await statusOf(id)).status as string));
  expect(await statuses()).toEqual(['Queued', 'Queued', 'Queued']);
  await g.clock.advance(6_000);
  await until('they have ended', async () => (await statuses()).every((one) => one === 'Error'));
  for (const id of ids)
    expect(await statusOf(id)).toMatchObject({
      reason: 'It was not sent for 24 hours: the instance is not connected.',
    });
  expect(left).toEqual([]);
});

test('a chat that fails holds up no other, and its message ends as an error in a MessageStatus event', async () => {
  const { g, say, statusOf, gone, left, post } = await stage({
    refuse: ({ number }) => (number === ANA ? invalid(`number ${ANA} is not on WhatsApp`) : null),
  });
  const { body } = await say(ANA, 'lost', { delay: 1_000 });
  await say(BIA, 'other', { delay: 1_000 });
  await g.clock.advance(1_000);
  await gone(1);
  const { id } = body.key;
  await until('it has ended', async () => (await statusOf(id)).status === 'Error');
  const reason = `It was not sent: number ${ANA} is not on WhatsApp.`;
  expect(await statusOf(id)).toMatchObject({
    chat: jid(ANA),
    code: null,
    reason,
    history: [{ status: 'Queued' }, { status: 'Error' }],
  });
  expect(g.engine.published.at(-1)?.event).toMatchObject({
    type: 'MessageStatus',
    data: { ID: id, Chat: jid(ANA), Status: 'Error', Reason: reason },
  });
  expect(left.map(({ number }) => number)).toEqual([BIA]);
  const answer = await post('sendReaction', { key: { id }, reaction: '👍' });
  expect(answer.status).toBe(404);
});

test('files and everything else that is said can be scheduled, bytes and all', async () => {
  const { g, post, soon, gone, get } = await stage();
  const scheduleAt = soon(1_000);
  const media = Buffer.from('hello').toString('base64');
  const { body } = await post('sendMedia', {
    number: ANA,
    mediatype: 'document',
    media,
    scheduleAt,
  });
  expect(body).toMatchObject({
    status: 'QUEUED',
    messageType: 'documentMessage',
    message: { documentMessage: { fileLength: 5, title: body.message.documentMessage.fileName } },
  });
  await post('sendLocation', { number: BIA, latitude: 1, longitude: 2, scheduleAt });
  const { sendMedia } = g.provider.script;
  const bytes: string[] = [];
  g.provider.script.sendMedia = (session, message) => {
    bytes.push(Buffer.from(message.bytes).toString());
    return sendMedia(session, message);
  };
  expect((await get('/message/scheduled/shop')).body.messages).toMatchObject([
    { kind: 'document', remoteJid: jid(ANA) },
    { kind: 'location', remoteJid: jid(BIA) },
  ]);
  await g.clock.advance(1_000);
  await gone(2);
  expect(bytes).toEqual(['hello']);
});

test('what waits survives a restart, and is sent once', async () => {
  const { g, say, soon, left } = await stage();
  const { body } = await say(ANA, 'later', { scheduleAt: soon(HOUR_MS) });
  const next = await g.restarted();
  const { left: leftNext } = storing(next.provider, next.clock.now);
  await next.clock.advance(HOUR_MS);
  await until('it has left', () => leftNext.length === 1);
  expect(leftNext).toMatchObject([{ id: body.key.id, text: 'later' }]);
  const third = await next.restarted();
  const { left: leftThird } = storing(third.provider, third.clock.now);
  await third.clock.advance(HOUR_MS);
  expect([left, leftThird]).toEqual([[], []]);
  expect(
    (await third.messages.fateOf(third.directory.byName('shop')?.id ?? '', body.key.id))?.status,
  ).toBe('Pending');
});

test('a repetition with the same Idempotency-Key is answered as the first, and queues nothing', async () => {
  const { post, soon, get, g, left, gone } = await stage();
  const said = { number: ANA, text: 'once', scheduleAt: soon(1_000) };
  const first = await post('sendText', said, { 'idempotency-key': 'a' });
  await g.clock.advance(1_000);
  await gone(1);
  const again = await post('sendText', said, { 'idempotency-key': 'a' });
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect((await get('/message/scheduled/shop')).body.messages).toEqual([]);
  expect(left.length).toBe(1);
});

test('a message that its platform cannot take at the moment is tried again, and is no error', async () => {
  const causes = [
    new NotConnected(),
    new AppError('rate_limited', 'too many messages wait'),
    new AppError('upstream', 'the file could not be handed over'),
    // Its node is not sure of it for a moment.
    notOwned(),
  ];
  const { g, say, statusOf, gone } = await stage({ refuse: () => causes.shift() ?? null });
  const { body } = await say(ANA, 'again', { delay: 1_000 });
  await g.clock.advance(1_000);
  await until('it was lost', () => causes.length === 3);
  await until('it waits', async () => (await statusOf(body.key.id)).status === 'Queued');
  for (const left of [2, 1, 0]) {
    await g.clock.advance(5_000);
    await until('it was refused', () => causes.length === left);
    await until('it waits', async () => (await statusOf(body.key.id)).status === 'Queued');
  }
  await g.clock.advance(5_000);
  await gone(1);
  expect(
    (await statusOf(body.key.id)).history.map(({ status }: { status: string }) => status),
  ).toEqual(['Queued', 'Pending']);
});
