/** Messages that wait, as their operations show them and take them back. */
import { expect, test } from 'bun:test';
import { ANA, BIA, jid, stage } from '../../../core/sending/queue-setup.ts';
import { until } from '../../../helpers/until.ts';

const HOUR_MS = 3_600_000;

test('the messages that wait are listed page by page, each with what it waits for', async () => {
  const { g, say, soon, get, key } = await stage();
  const createdAt = new Date(g.clock.now()).toISOString();
  const scheduleAt = soon(HOUR_MS);
  const { body: later } = await say(ANA, 'later', { scheduleAt });
  await say(BIA, 'slow', { delay: 5_000 });
  const { body: behind } = await say(BIA, 'behind');
  const { status, body } = await get('/message/scheduled/shop?limit=2');
  expect(status).toBe(200);
  expect(body.messages[0]).toEqual({
    id: later.key.id,
    remoteJid: jid(ANA),
    kind: 'text',
    status: 'QUEUED',
    reason: `It waits in the queue until ${scheduleAt}.`,
    scheduleAt,
    delay: 0,
    createdAt,
  });
  expect(body.messages[1]).toMatchObject({
    reason: 'It waits in the queue for its delay of 5000 ms.',
    scheduleAt: null,
    delay: 5_000,
  });
  const { body: rest } = await get(`/message/scheduled/shop?limit=2&after=${body.next}`);
  expect(rest.messages).toMatchObject([
    {
      id: behind.key.id,
      reason: 'It waits in the queue until the earlier messages of its chat have been sent.',
    },
  ]);
  const { body: end } = await get(`/message/scheduled/shop?after=${rest.next}`);
  expect(end).toEqual({ messages: [], next: rest.next });
  const { body: one } = await get(`/message/scheduled/shop/${later.key.id}`);
  expect(one).toEqual({ ...body.messages[0], message: { conversation: 'later' } });
  expect((await g.call('GET', '/message/scheduled/shop?limit=0', { key })).status).toBe(400);
});

test('a message that is taken back is not sent, and is unknown from then on', async () => {
  const { g, key, say, soon, get, left } = await stage();
  const { body } = await say(ANA, 'never', { scheduleAt: soon(1_000) });
  const path = `/message/scheduled/shop/${body.key.id}`;
  const { status, body: answer } = await g.call('DELETE', path, { key });
  expect([status, answer]).toEqual([
    200,
    { success: true, message: 'The message will not be sent' },
  ]);
  expect((await g.call('DELETE', path, { key })).status).toBe(404);
  expect((await get(path)).status).toBe(404);
  expect((await get(`/message/status/shop/${body.key.id}`)).status).toBe(404);
  await g.clock.advance(HOUR_MS);
  const again = await g.restarted();
  await again.clock.advance(HOUR_MS);
  expect(left).toEqual([]);
});

test('one that is taken back in its delay is not sent, and those behind it go on', async () => {
  const { g, key, say, gone, texts } = await stage();
  const { body } = await say(ANA, 'never', { delay: 5_000 });
  await say(ANA, 'behind');
  await g.clock.advance(1_000);
  await g.call('DELETE', `/message/scheduled/shop/${body.key.id}`, { key });
  await g.clock.advance(5_000);
  await gone(1);
  expect(texts()).toEqual(['behind']);
});

test('409 for one that is being sent at this moment', async () => {
  const { g, key, say, get } = await stage();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { send } = g.provider.script;
  g.provider.script.send = async (session, message) => {
    await promise;
    return send(session, message);
  };
  const { body } = await say(ANA, 'going', { delay: 10 });
  await g.clock.advance(10);
  const path = `/message/scheduled/shop/${body.key.id}`;
  await until('it is sent', async () => (await get(path)).body.reason === SENDING);
  const { status, body: refusal } = await g.call('DELETE', path, { key });
  expect([status, refusal.error.message]).toEqual([409, 'the message is being sent already']);
  resolve();
  await until('it has left', async () => (await get(path)).status === 404);
});

const SENDING = 'It is being sent at this moment.';

test('403 on the queue of another instance, 404 for an unknown instance and message', async () => {
  const { g, get, say, soon } = await stage();
  const { key } = await g.create('cafe');
  const { body } = await say(ANA, 'later', { scheduleAt: soon(HOUR_MS) });
  const path = `/message/scheduled/shop/${body.key.id}`;
  for (const [method, at] of [
    ['GET', '/message/scheduled/shop'],
    ['GET', path],
    ['DELETE', path],
  ] as const)
    expect((await g.call(method, at, { key })).status).toBe(403);
  expect((await g.call('GET', '/message/scheduled/nobody')).status).toBe(404);
  expect((await get('/message/scheduled/shop/3EB0NONE')).status).toBe(404);
  expect((await g.call('GET', `/message/scheduled/cafe/${body.key.id}`, { key })).status).toBe(404);
});

test('an instance that is deleted takes its waiting messages along', async () => {
  const { g, say, soon } = await stage();
  await say(ANA, 'later', { scheduleAt: soon(1_000) });
  expect((await g.call('DELETE', '/instance/delete/shop')).status).toBe(200);
  expect(g.queued.instances()).toEqual([]);
  expect(await g.database.query('select id from outgoing_messages', [])).toEqual([]);
  await g.clock.advance(1_000);
});

test('a file that waits is read by so many callers at once as there is memory for, however many ask', async () => {
  const { g, post, soon, get } = await stage({ mediaBytes: 450 * 1024 });
  const media = Buffer.alloc(100 * 1024, 7).toString('base64');
  const scheduleAt = soon(HOUR_MS);
  const { body } = await post('sendMedia', {
    number: ANA,
    mediatype: 'document',
    media,
    scheduleAt,
  });
  const { contentOf } = g.queued;
  let [reading, most] = [0, 0];
  g.queued.contentOf = async function (entry) {
    most = Math.max(most, ++reading);
    const content = await contentOf.call(this, entry);
    reading--;
    return content;
  };
  const asked = Array.from({ length: 20 }, () => get(`/message/scheduled/shop/${body.key.id}`));
  for (const answer of await Promise.all(asked))
    expect([answer.status, answer.body.message]).toEqual([200, body.message]);
  expect(most).toBe(2);
});
