/** What is sent in place of a message whose form the platform refuses: where it waits, and what becomes of the message. */
import { describe, expect, test } from 'bun:test';
import type { Fallback } from '../../../src/core/messages/fallbacks.ts';
import { Messages } from '../../../src/core/messages/log.ts';
import { QueuedMessages } from '../../../src/core/messages/queued-messages.ts';
import { readPending } from '../../../src/core/messages/rows.ts';
import type { StatusChange } from '../../../src/core/messages/status.ts';
import { engineBench } from '../../helpers/engine.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { ANA, storedRecord } from '../../helpers/stored-message.ts';

const AT = Date.UTC(2026, 0, 5, 10);
const TEXT: Fallback = { chat: ANA, kind: 'text', content: '{"message":"text"}', file: null };

const sent = (id: string, kind = 'native_buttons', sentAt = AT) =>
  storedRecord({ id, kind, isFromMe: true, status: 'Pending', sentAt });

const told = (id: string, more: Partial<StatusChange>): StatusChange => ({
  id,
  status: 'Error',
  code: 479,
  reason: 'no',
  at: AT + 100,
  ...more,
});

async function stage() {
  const { engine, db } = await engineBench();
  await insertInstances(db);
  const added: string[] = [];
  /** As a process that has just started sees it. */
  const opened = async (publisher: Pick<typeof engine, 'publish'> = engine) => {
    const queued = new QueuedMessages(db);
    queued.onAdded((id) => added.push(id));
    await queued.load();
    return { queued, messages: new Messages(db, publisher, queued) };
  };
  const { queued, messages } = await opened();
  const send = async (id: string) => {
    messages.expectFallback(SHOP.id, id, TEXT);
    await messages.publish(SHOP, [], [sent(id)]);
  };
  const events = async () =>
    (await db.query("select body -> '$.data' from events where type = 'MessageStatus'", [])).map(
      ([data]) => JSON.parse(String(data)),
    );
  const queuedIds = async () =>
    (await db.query('select id from outgoing_messages', [])).map(([id]) => id);
  return { engine, db, queued, messages, opened, send, added, events, queuedIds };
}

describe('a refused form', () => {
  test('has its fallback in the queue with the commit of the refusal, and the message stays on its way', async () => {
    const { messages, send, opened, added, events, queuedIds } = await stage();
    await send('A');
    await messages.recordStatuses(SHOP, [told('A', {})]);
    expect(await queuedIds()).toEqual(['A']);
    expect(added).toEqual([SHOP.id]);
    expect(await events()).toEqual([]);
    const next = await opened();
    expect(await next.messages.fateOf(SHOP.id, 'A')).toEqual({
      chat: ANA,
      status: 'Pending',
      code: null,
      reason: null,
      history: [
        { status: 'Pending', at: AT, form: 'interactive' },
        { status: 'Pending', at: AT + 100, form: 'text', code: 479 },
      ],
    });
    const entry = next.queued.find(SHOP.id, 'A');
    expect(entry).toMatchObject({ replaces: true, chat: ANA, kind: 'text', phase: 'waiting' });
    expect(entry && (await next.queued.contentOf(entry))).toMatchObject({ content: TEXT.content });
  });

  test('puts it before messages of the chat that wait already, and cannot be taken back', async () => {
    const { messages, queued, send } = await stage();
    await send('A');
    const later = { instanceId: SHOP.id, id: 'B', chat: ANA, kind: 'text', delayMs: 0 };
    await queued.add({
      ...later,
      entersAt: AT + 50,
      createdAt: AT + 50,
      content: '{}',
      file: null,
    });
    await messages.recordStatuses(SHOP, [told('A', {})]);
    const [line = []] = [...queued.lines(SHOP.id)];
    expect(line.map(({ id }) => id)).toEqual(['A', 'B']);
    expect(queued.holds(SHOP.id, ANA, AT + 200)).toBe(true);
    const refusal = await queued.cancel(SHOP.id, 'A').then(String, (error) => error.message);
    expect(refusal).toBe('the message is being sent already');
  });

  test('is not Unknown while its fallback waits', async () => {
    const { db, messages, send } = await stage();
    await send('A');
    await messages.recordStatuses(SHOP, [told('A', {})]);
    expect(await readPending(db, SHOP.id, AT + 60_000, 10)).toEqual([]);
  });

  test('leaves neither a trace nor a place when the commit fails, and both when it is tried again', async () => {
    const { engine, messages: first, opened, queuedIds } = await stage();
    let isBroken = true;
    const { messages, queued } = await opened({
      publish: (...args) =>
        isBroken ? Promise.reject(new Error('the disk is full')) : engine.publish(...args),
    });
    await first.publish(SHOP, [], []);
    isBroken = false;
    messages.expectFallback(SHOP.id, 'A', TEXT);
    await messages.publish(SHOP, [], [sent('A')]);
    isBroken = true;
    const failed = await messages
      .recordStatuses(SHOP, [told('A', {})])
      .then(String, (e) => e.message);
    expect(failed).toBe('the disk is full');
    expect([await queuedIds(), queued.find(SHOP.id, 'A')]).toEqual([[], null]);
    isBroken = false;
    await messages.recordStatuses(SHOP, [told('A', {})]);
    expect(await queuedIds()).toEqual(['A']);
  });

  test('is told of again by the platform, and falls back once', async () => {
    const { messages, send, queuedIds, events } = await stage();
    await send('A');
    await messages.recordStatuses(SHOP, [told('A', {}), told('A', {})]);
    await messages.recordStatuses(SHOP, [told('A', {})]);
    expect(await queuedIds()).toEqual(['A']);
    expect(await events()).toEqual([]);
  });

  test.each<[string, Partial<StatusChange>]>([
    ['for another reason', { code: 463 }],
    ['by nobody but this service', { code: null }],
  ])('%s ends as an error', async (_, more) => {
    const { messages, send, events, queuedIds } = await stage();
    await send('A');
    await messages.recordStatuses(SHOP, [told('A', more)]);
    expect(await queuedIds()).toEqual([]);
    expect(await events()).toMatchObject([{ Status: 'Error', Form: 'interactive' }]);
  });

  test('of a message that has no fallback ends as an error without a form', async () => {
    const { messages, events } = await stage();
    await messages.publish(SHOP, [], [sent('A', 'text')]);
    await messages.recordStatuses(SHOP, [told('A', {})]);
    const [event] = await events();
    expect(event).toMatchObject({ Status: 'Error', Code: 479 });
    expect(event).not.toHaveProperty('Form');
  });

  test('that was taken first ends as an error, since its reader may have it', async () => {
    const { messages, send, queuedIds } = await stage();
    await send('A');
    await messages.recordStatuses(SHOP, [
      told('A', { status: 'ServerAck', code: null, reason: null }),
    ]);
    await messages.recordStatuses(SHOP, [told('A', {})]);
    expect(await queuedIds()).toEqual([]);
  });
});

describe('what takes its place', () => {
  const replaced = async () => {
    const run = await stage();
    await run.send('A');
    await run.messages.recordStatuses(SHOP, [told('A', {})]);
    return run;
  };

  test('leaves the queue in the commit that stores it, with the statuses before it', async () => {
    const { db, messages, opened, queuedIds } = await replaced();
    const poll = { name: 'Right?', options: ['Yes', 'No'] };
    await messages.publish(SHOP, [], [{ ...sent('A', 'poll', AT + 200), poll }]);
    expect(await queuedIds()).toEqual([]);
    const next = (await opened()).messages;
    expect(await next.find(SHOP.id, 'A')).toMatchObject({ kind: 'poll', sentAt: AT + 200 });
    expect(await next.pollOf(SHOP.id, 'A')).toMatchObject({ name: 'Right?' });
    for (const log of [messages, next])
      expect((await log.fateOf(SHOP.id, 'A'))?.history.map(({ form }) => form)).toEqual([
        'interactive',
        'text',
      ]);
    expect(await readPending(db, SHOP.id, AT + 60_000, 10)).toEqual(['A']);
  });

  test('that cannot be sent ends the message, in the commit in which it leaves the queue', async () => {
    const { messages, queued, events, queuedIds } = await replaced();
    const entry = queued.find(SHOP.id, 'A')!;
    await messages.recordUnsent(SHOP, entry, 'It was not sent.', AT + 300);
    expect([await queuedIds(), queued.find(SHOP.id, 'A')]).toEqual([[], null]);
    expect(await events()).toMatchObject([{ ID: 'A', Status: 'Error', Form: 'text' }]);
    expect((await messages.fateOf(SHOP.id, 'A'))?.history).toHaveLength(3);
  });
});
