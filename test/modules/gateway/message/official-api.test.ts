/** Sending through instances of WhatsApp's official API: what goes to Meta, and what callers are answered. */
import { describe, expect, test } from 'bun:test';
import { toQueued } from '../../../../src/core/sending/queued-content.ts';
import { graphError } from '../../../doubles/graph/answers.ts';
import { until } from '../../../helpers/until.ts';
import { ANA, officialApi } from './official-setup.ts';

const { open, order } = officialApi();

describe('an instance of the official API', () => {
  test('201 a text, whose fate is found by our id and by the id of Meta', async () => {
    const { g, ask, sent } = await open();
    const { status, body } = await ask('sendText', { text: 'Hello' });
    expect(status).toBe(201);
    const platformId = sent()[0]?.wamid ?? '';
    expect(body).toMatchObject({
      key: { remoteJid: `${ANA}@s.whatsapp.net` },
      platformId,
      status: 'PENDING',
    });
    for (const id of [body.key.id, platformId])
      expect((await g.call('GET', `/message/status/official/${id}`)).body).toMatchObject({
        platformId,
        status: 'Pending',
      });
  });

  test('201 to the id that a person has for the business, 400 to what only looks like one', async () => {
    const { g, ask, sent } = await open();
    const number = 'BR.13491208655302741918';
    const { body } = await ask('sendText', { number, text: 'Hello' });
    expect(body.key.remoteJid).toBe(number);
    expect(sent()[0]?.body).toMatchObject({ recipient: number });
    const { status } = await g.call('POST', '/message/sendText/official', {
      body: { number: 'br.1', text: 'Hello' },
    });
    expect(status).toBe(400);
  });

  test.each([
    ['sendPoll', { name: 'Lunch?', values: ['yes', 'no'] }, 'the Cloud API cannot send polls'],
    ['sendText', { text: 'x'.repeat(4_097) }, 'at most 4096 characters'],
    ['sendText', { text: 'Hi @1', mentioned: ['5511900000001'] }, 'cannot name people'],
    ['sendText', { number: '77@lid', text: 'Hello' }, 'the Cloud API cannot write to 77@lid'],
  ])('400 %s with %j: the reason, and nothing goes to Meta', async (verb, fields, words) => {
    await (await open()).refused(verb, fields, words);
  });

  test('409 outside the 24 hours of a chat, naming the template way', async () => {
    const { g, stream, ask, sent } = await open();
    const chat = `${ANA}@s.whatsapp.net`;
    const sentAt = g.clock.now() - 24 * 3_600_000;
    await g.messages.publish(
      stream,
      [],
      [
        {
          id: 'wamid.IN',
          isFromMe: false,
          chat,
          sender: chat,
          chatAddress: chat,
          authorAddress: '',
          kind: 'text',
          content: null,
          sentAt,
          status: null,
          opensWindow: true,
        },
      ],
    );
    const { status, body } = await ask('sendText', { text: 'Hello' });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect(body.error.message).toContain('POST /message/sendTemplate/{instanceName}');
    expect(sent()).toEqual([]);
  });

  test('502 when the answer is lost: the message stays, and its fate is not known', async () => {
    const { g, ask } = await open();
    order('cut');
    const { status, body } = await ask('sendText', { text: 'Hello' });
    expect([status, body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
    const [row] = await g.database.query("select id from messages where status = 'Unknown'", []);
    expect(body.error.message).toContain(`GET /message/status/{instanceName}/${row?.[0]}`);
    expect((await g.call('GET', `/message/status/official/${row?.[0]}`)).body).toMatchObject({
      status: 'Unknown',
      reason: expect.stringContaining('a status of Meta'),
    });
  });

  test('502 again for the same Idempotency-Key when the answer was lost, and nothing is sent twice', async () => {
    const { g, sent } = await open();
    order('cut');
    const ask = () =>
      g.call('POST', '/message/sendText/official', {
        body: { number: ANA, text: 'Hello' },
        headers: { 'idempotency-key': 'order-17' },
      });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([502, 502]);
    const [id = ''] = /3EB0[0-9A-F]+/.exec(first.body.error.message) ?? [];
    expect(id).toStartWith('3EB0');
    expect(second.body.error.message).toContain(`whether message ${id} was sent is not known`);
    expect(sent()).toEqual([]);
  });

  test('201 QUEUED where Meta asks to wait for long: the message leaves the queue by itself, announced once', async () => {
    const { g, ask, sent, isHeld } = await open();
    order(graphError(80007, { message: 'Slow down', headers: { 'retry-after': '120' } }));
    const first = await ask('sendText', { text: 'one' });
    const second = await ask('sendText', { text: 'two' });
    for (const { status, body } of [first, second])
      expect([status, body.status, body.key.remoteJid]).toEqual([
        201,
        'QUEUED',
        `${ANA}@s.whatsapp.net`,
      ]);
    const fateOf = async (id: string) =>
      (await g.call('GET', `/message/status/official/${id}`)).body;
    const { id } = first.body.key;
    expect((await fateOf(id)).status).toBe('Queued');
    const waiting = await g.call('GET', '/message/scheduled/official');
    expect(waiting.body.messages).toHaveLength(2);
    expect(await g.database.query('select id from messages', [])).toEqual([]);
    const stored = await g.database.query('select id from outgoing_messages order by place', []);
    expect(stored).toEqual([[id], [second.body.key.id]]);
    expect(sent()).toEqual([]);
    await isHeld(id);
    await g.clock.advance(119_000);
    expect(sent()).toEqual([]);
    await g.clock.advance(1_000);
    await until('both have left', () => g.queued.instances().length === 0 && sent().length === 2);
    expect(sent().map(({ body }) => (body.text as { body: string }).body)).toEqual(['one', 'two']);
    expect(sent()[0]?.body.biz_opaque_callback_data).toBe(id);
    expect(await fateOf(id)).toMatchObject({
      status: 'Pending',
      history: [{ status: 'Queued' }, { status: 'Pending' }],
    });
    const announced = g.engine.published.filter(({ event }) => event.type === 'SendMessage');
    expect(announced).toHaveLength(2);
    expect(await g.database.query('select id from outgoing_messages', [])).toEqual([]);
  });

  test('messages of one time go to their chat in the order of the calls, also when Meta puts the first one off', async () => {
    const { g, ask, leftInOrder } = await open();
    const scheduleAt = new Date(g.clock.now() + 1_000).toISOString();
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three'])
      ids.push((await ask('sendText', { text, scheduleAt })).body.key.id);
    order(graphError(131056, { message: 'Slow down', headers: { 'retry-after': '60' } }));
    await g.clock.advance(1_000);
    const get = async (query = '') =>
      (await g.call('GET', `/message/scheduled/official${query}`)).body;
    await until('it is put off', async () => / Meta: /.test((await get()).messages[0].reason));
    expect((await get()).messages.map(({ id }: { id: string }) => id)).toEqual(ids);
    const { messages, next } = await get('?limit=1');
    expect([messages[0].id, (await get(`?limit=1&after=${next}`)).messages[0].id]).toEqual(
      ids.slice(0, 2),
    );
    expect(messages[0].reason).toEndWith('wait before the next.');
    await leftInOrder('one', 'two', 'three');
  });

  test('a message that Meta puts off twice stays before one of its chat that came later with a delay', async () => {
    const { g, ask, leftInOrder } = await open();
    order(graphError(131056, { headers: { 'retry-after': '15' } }));
    order(graphError(131056, { headers: { 'retry-after': '60' } }));
    const timers = g.clock.pending();
    const first = ask('sendText', { text: 'one' });
    await until('it is held', () => g.clock.pending() > timers + 1);
    await g.clock.advance(1_000);
    expect((await ask('sendText', { text: 'two', delay: 1_000 })).body.status).toBe('QUEUED');
    await leftInOrder('one', 'two');
    expect((await first).body.status).toBe('QUEUED');
  });

  test('a message whose turn came late waits like any other where Meta asks to wait', async () => {
    const { g, stream, sent, isHeld } = await open();
    order(graphError(80007, { message: 'Slow down', headers: { 'retry-after': '120' } }));
    const entersAt = g.clock.now() - 30 * 3_600_000;
    await g.queued.add({
      ...{ instanceId: stream.id, id: '3EB0LATE', chat: `${ANA}@s.whatsapp.net`, kind: 'text' },
      ...{ entersAt, createdAt: entersAt, delayMs: 0 },
      ...toQueued({ message: { number: ANA, content: { kind: 'text', text: 'late' } } }),
    });
    await isHeld('3EB0LATE');
    await g.clock.advance(120_000);
    await until('it has left', () => sent().length === 1);
  });

  test('a picture that Meta does not take for the moment leaves the queue with its file', async () => {
    const { g, ask, sent, isHeld } = await open();
    order(graphError(131056, { headers: { 'retry-after': '60' } }));
    const media =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const made = await ask('sendMedia', { mediatype: 'image', media, caption: 'look' });
    expect([made.status, made.body.status]).toEqual([201, 'QUEUED']);
    await isHeld(made.body.key.id);
    await g.clock.advance(60_000);
    await until('it has left', () => sent().length === 1);
    expect(sent()[0]?.body).toMatchObject({ type: 'image', image: { caption: 'look' } });
  });

  test('429 with retry-after, the words of Meta and the id, for a message that may not wait', async () => {
    const { g, ask } = await open();
    order(graphError(80007, { message: 'Slow down', headers: { 'retry-after': '120' } }));
    const { status, body, headers } = await ask('sendText', { text: 'Hello', queue: false });
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      '120',
    ]);
    const [[id] = []] = await g.database.query(
      "select id from messages where status = 'Error'",
      [],
    );
    expect(body.error.message).toContain('Meta: (#80007) Slow down.');
    expect(body.error.message).toContain(`GET /message/status/{instanceName}/${id}`);
  });
});
