import { expect, test } from 'bun:test';
import { OK, refusal } from '../../doubles/scripted-channel.ts';
import { CAFE, connected, engineBench, message, SHOP, target } from '../../helpers/engine.ts';
import { until } from '../../helpers/until.ts';

test('an event is on disk with its delivery when publish resolves', async () => {
  const { engine, db, channel } = await engineBench();
  await engine.publish(SHOP, [message('a')]);
  expect(channel.sent).toHaveLength(0);
  const [[events], [deliveries]] = (await db.batch([
    { sql: 'select count(*) from events', params: [] },
    { sql: 'select count(*) from deliveries', params: [] },
  ])) as [[number[]], [number[]]];
  expect([events, deliveries]).toEqual([[1], [1]]);
});

test('the body carries id, event, instance, sequence, timestamp and data, as JSON, as it was stored', async () => {
  const { engine, db, channel } = await engineBench();
  await engine.start();
  await engine.publish(SHOP, [message('a', 'hi \u2028 "there"')]);
  await until('the event is sent', () => channel.sent.length === 1);
  const outgoing = channel.sent[0]!.outgoing;
  const body = JSON.parse(outgoing.body);
  expect(body).toMatchObject({
    event: 'Message',
    instanceId: SHOP.id,
    instanceName: 'shop',
    sequence: 1,
    timestamp: '2026-01-05T10:00:00.000Z',
  });
  expect(Object.keys(body)).toEqual([
    'id',
    'event',
    'instanceId',
    'instanceName',
    'sequence',
    'timestamp',
    'data',
  ]);
  expect(body.id).toBe(outgoing.eventId);
  expect(body.data.Message.conversation).toBe('hi \u2028 "there"');
  expect(await db.query('select body from events', [])).toEqual([[outgoing.body]]);
});

test('a receipt carries its state at the root', async () => {
  const { engine, channel } = await engineBench();
  await engine.start();
  await engine.publish(SHOP, [
    {
      type: 'Receipt',
      state: 'Read',
      data: {
        Chat: 'a',
        Sender: 'a',
        IsFromMe: false,
        IsGroup: false,
        MessageIDs: ['1'],
        Timestamp: '2026-01-05T10:00:00Z',
        Type: 'read',
      },
    },
  ]);
  await until('the event is sent', () => channel.sent.length === 1);
  expect(channel.sent[0]!.body).toMatchObject({ event: 'Receipt', state: 'Read' });
});

test('sequences count per instance without gaps, however publishes overlap', async () => {
  const { engine, db } = await engineBench();
  const publishes = Array.from({ length: 60 }, (_, index) =>
    engine.publish(index % 3 === 0 ? CAFE : SHOP, [message('a'), message('b')]),
  );
  await Promise.all(publishes);
  for (const [stream, count] of [
    [CAFE.id, 40],
    [SHOP.id, 80],
  ] as const) {
    const rows = await db.query(
      'select sequence from events where stream_id = ? order by sequence',
      [stream],
    );
    expect(rows.map(([sequence]) => sequence)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
  }
});

test('a global and an instance webhook get two deliveries of one event', async () => {
  const { engine, db, channel, targets } = await engineBench();
  targets.set('global-webhook', target());
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('both are sent', () => channel.sent.length === 2);
  expect(new Set(channel.sent.map(({ outgoing }) => outgoing.eventId)).size).toBe(1);
  const ids = await db.query('select distinct id from deliveries', []);
  expect(ids).toHaveLength(2);
});

test('five attempts 30 s apart and no sixth; then discarded, with one warning', async () => {
  const { engine, channel, clock, lines, rows } = await engineBench();
  let attempt = 0;
  channel.script = () => refusal(500, `http_status: 500 at ${++attempt}`);
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  for (const number of [1, 2, 3, 4, 5]) {
    await until(
      `attempt ${number} is recorded`,
      async () => (await rows())[0]?.attemptCount === number,
    );
    expect(channel.sent).toHaveLength(number);
    await clock.advance(29_999);
    expect(channel.sent).toHaveLength(number);
    await clock.advance(1);
  }
  await clock.advance(600_000);
  expect(channel.sent).toHaveLength(5);
  expect(channel.sent.map(({ outgoing }) => outgoing.attempt)).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(channel.sent.map(({ outgoing }) => outgoing.eventId)).size).toBe(1);
  expect((await rows())[0]).toMatchObject({ state: 'discarded', attemptCount: 5 });
  await until('the discard is reported', () => lines.some(({ level }) => level === 'warn'));
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  const warnings = lines.filter(({ level }) => level === 'warn');
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatchObject({
    message: 'deliveries discarded',
    count: 1,
    eventId: channel.sent[0]!.body.id,
    instanceName: 'shop',
    reasons: [1, 2, 3, 4, 5].map((n) => `http_status: 500 at ${n}`),
  });
});

test('an endpoint that fails every second time gets every event', async () => {
  const { engine, channel, clock, rows } = await engineBench();
  let count = 0;
  channel.script = () => (count++ % 2 === 0 ? refusal(500, 'http_status: 500') : OK);
  await engine.start();
  for (const index of [1, 2, 3, 4, 5, 6]) await engine.publish(SHOP, [message('a', String(index))]);
  for (const failed of [3, 2, 1]) {
    await until('those that failed wait', async () => {
      const states = (await rows()).map(({ state }) => state);
      const waiting = states.filter((state) => state === 'waiting').length;
      return waiting === failed && !states.includes('sending');
    });
    await clock.advance(30_000);
  }
  await until('all are delivered', async () =>
    (await rows()).every((row) => row.state === 'delivered'),
  );
});

test('a delivery that waits for a retry delays no other', async () => {
  const { engine, channel, clock, rows } = await engineBench();
  channel.script = (outgoing) =>
    outgoing.body.includes('"bad"') ? refusal(500, 'http_status: 500') : OK;
  await engine.start();
  await engine.publish(SHOP, [message('a', 'bad'), message('a', 'good'), connected]);
  await until('the later ones are delivered', async () => {
    const states = (await rows()).map(({ state }) => state);
    return states[0] === 'waiting' && states[1] === 'delivered' && states[2] === 'delivered';
  });
  channel.script = () => OK;
  await clock.advance(30_000);
  await until('the first is delivered', async () => (await rows())[0]?.state === 'delivered');
});

test('first attempts of one chat run one after another, of different chats side by side', async () => {
  const { engine, channel } = await engineBench();
  channel.script = () => null;
  await engine.start();
  await engine.publish(SHOP, [message('a', '1'), message('a', '2'), message('b', '3')]);
  await until('two run', () => channel.sent.length === 2);
  expect(channel.sent.map(({ body }) => body.sequence)).toEqual([1, 3]);
  channel.sent[0]!.end(refusal(500, 'http_status: 500'));
  await until('the second of the chat runs', () => channel.sent.length === 3);
  expect(channel.sent[2]!.body.sequence).toBe(2);
});

test('events published after Connected are sent only once it was delivered', async () => {
  const { engine, channel } = await engineBench();
  channel.script = () => null;
  await engine.start();
  await engine.publish(SHOP, [connected, message('a'), message('b')]);
  await until('the first runs', () => channel.sent.length === 1);
  expect(channel.sent[0]!.body.event).toBe('Connected');
  channel.sent[0]!.end(OK);
  await until('the messages run', () => channel.sent.length === 3);
});

test('two instances and two destinations do not wait for each other', async () => {
  const { engine, channel, targets } = await engineBench();
  targets.set('global-webhook', target('http://other.test/', 'other.test:80'));
  channel.script = () => null;
  await engine.start();
  await Promise.all([SHOP, CAFE].map((stream) => engine.publish(stream, [connected])));
  await until('all four run', () => channel.sent.length === 4);
});

test('deliveries beyond what memory holds wait in the table and are still sent in order', async () => {
  const { engine, channel, rows } = await engineBench({ limits: { total: 4, perHost: 4 } });
  channel.script = () => null;
  await engine.start();
  const count = 6_000;
  await engine.publish(
    SHOP,
    Array.from({ length: count }, (_, index) => message('a', String(index))),
  );
  expect((await rows()).filter(({ state }) => state === 'waiting').length).toBeGreaterThan(1_000);
  channel.script = () => OK;
  for (const one of [...channel.open]) one.end(OK);
  await until('all are delivered', async () =>
    (await rows()).every(({ state }) => state === 'delivered'),
  );
  const sequences = channel.sent.map(({ body }) => body.sequence);
  expect(sequences).toEqual(Array.from({ length: count }, (_, index) => index + 1));
}, 20_000);

test('what a filter leaves out has no delivery and no file, and the next event has both', async () => {
  const { engine, db, targets } = await engineBench({ mediaInBodies: false });
  const seen: unknown[] = [];
  const wants = (event: object) => {
    seen.push(event);
    return (event as { data: { Info: { PushName: string } } }).data.Info.PushName !== 'Ana';
  };
  targets.set('webhook', { ...target(), base64: true, wants });
  const bytes = new Uint8Array([1, 2, 3]);
  const from = (name: string) => {
    const event = message('a');
    if (event.type !== 'Message') throw new Error('it is a message');
    const data = { ...event.data, Info: { ...event.data.Info, PushName: name } };
    return { ...event, data, media: { bytes, mimetype: 'image/png' } };
  };
  await engine.publish(SHOP, [from('Ana')]);
  const rows = async () =>
    (
      await db.query('select (select count(*) from deliveries), (select count(*) from media)', [])
    )[0];
  expect(await rows()).toEqual([0, 0]);
  expect(await db.query('select count(*) from events', [])).toEqual([[1]]);
  await engine.publish(SHOP, [from('Bia')]);
  expect(await rows()).toEqual([1, 1]);
  const stored = await db.query('select body from events order by sequence', []);
  const last = JSON.parse(String(stored[1]?.[0]));
  delete last.data.Message.base64;
  expect(JSON.parse(JSON.stringify(seen.at(-1)))).toEqual(last);
});

test('media is stored once and travels as base64 where it is wanted', async () => {
  const { engine, db, channel, targets } = await engineBench();
  targets.set('webhook', { ...target(), base64: false });
  targets.set('global-webhook', { ...target(), base64: null });
  await engine.start();
  const bytes = new Uint8Array(3 * 1024 * 1024).fill(7);
  const event = message('a');
  if (event.type !== 'Message') throw new Error('not a message');
  await engine.publish(SHOP, [{ ...event, media: { bytes, mimetype: 'image/png' } }]);
  await until('both are sent', () => channel.sent.length === 2);
  const bodies = new Map(
    channel.sent.map(({ target, outgoing }) => [target.base64, JSON.parse(outgoing.body)]),
  );
  expect(bodies.get(false).data.Message).toEqual({ conversation: 'hello' });
  expect(bodies.get(null).data.Message.base64).toBe(Buffer.from(bytes).toString('base64'));
  expect(await db.query('select count(*) from media', [])).toEqual([[1]]);
  const [[size]] = (await db.query('select max(length(body)) from events', [])) as [[number]];
  expect(size).toBeLessThan(2_000);
});

test('a message with media over 16 MiB is delivered without it and says why', async () => {
  const { engine, db, channel } = await engineBench();
  await engine.start();
  const event = message('a');
  if (event.type !== 'Message') throw new Error('not a message');
  const bytes = new Uint8Array(16 * 1024 * 1024 + 1);
  await engine.publish(SHOP, [{ ...event, media: { bytes, mimetype: 'video/mp4' } }]);
  await until('it is sent', () => channel.sent.length === 1);
  const { Message } = JSON.parse(channel.sent[0]!.outgoing.body).data;
  expect(Message.base64).toBeUndefined();
  expect(Message.mediaError).toContain('16777217 bytes');
  expect(await db.query('select count(*) from media', [])).toEqual([[0]]);
});

test('an event that cannot be written as JSON is refused and leaves nothing behind', async () => {
  const { engine, db, channel } = await engineBench();
  await engine.start();
  const event = message('a');
  if (event.type !== 'Message') throw new Error('not a message');
  const poison = { ...event, data: { ...event.data, serial: 1n } } as typeof event;
  expect(engine.publish(SHOP, [poison])).rejects.toThrow();
  await engine.publish(SHOP, [event]);
  await until('the next one is sent', () => channel.sent.length === 1);
  expect(channel.sent[0]!.body.sequence).toBe(1);
  expect(await db.query('select count(*) from events', [])).toEqual([[1]]);
});

test('an event that retention removed discards its delivery and delays no other', async () => {
  const { engine, db, channel, clock, rows } = await engineBench();
  channel.script = () => refusal(500, 'http_status: 500');
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it was tried', async () => (await rows())[0]?.attemptCount === 1);
  await db.query('delete from events', []);
  channel.script = () => OK;
  await clock.advance(30_000);
  await until('it is discarded', async () => (await rows())[0]?.state === 'discarded');
  expect((await rows())[0]?.lastError).toBe('the event is no longer kept');
  await engine.publish(SHOP, [message('a')]);
  await until('the next is delivered', async () => (await rows())[1]?.state === 'delivered');
});

test('an event that the format of its endpoint has no form for is discarded unsent, which is no failure of the receiver', async () => {
  const { engine, channel, targets, rows, lines } = await engineBench();
  const reasonToSkip = (body: string) =>
    JSON.parse(body).sequence === 1 ? 'no form for it' : null;
  targets.set('webhook', { ...target('http://a.test/hook', 'a.test:80'), reasonToSkip });
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('a')]);
  await until('the second is delivered', async () => (await rows())[1]?.state === 'delivered');
  await until('the first is discarded', async () => (await rows())[0]?.state === 'discarded');
  expect((await rows())[0]).toMatchObject({ attemptCount: 0, lastError: 'no form for it' });
  expect(channel.sent.map(({ body }) => body.sequence)).toEqual([2]);
  expect(lines.find(({ message }) => message === 'deliveries discarded')).toMatchObject({
    level: 'info',
  });
});
