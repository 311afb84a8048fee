import { describe, expect, test } from 'bun:test';
import { until } from '../../helpers/until.ts';
import type { RecordingHost } from '../recording-host.ts';
import { openBench, refusal } from './setup.ts';

const messagesIn = (host: RecordingHost) =>
  host.events.flatMap((event) => (event.type === 'Message' ? [event.data] : []));

describe('a load', () => {
  test('writes every message, spread in turn over the chats, in batches', async () => {
    const { session, host } = await openBench();
    const batches: number[] = [];
    const { emitAll } = host;
    host.emitAll = (events) => {
      batches.push(events.length);
      return emitAll(events);
    };
    await session.load({ messages: 1203, chats: 3 });
    const messages = messagesIn(host);
    expect(messages).toHaveLength(1203);
    expect(new Set(messages.map(({ Info }) => Info.ID)).size).toBe(1203);
    expect(messages.slice(0, 4).map(({ Info }) => Info.Chat)).toEqual([
      '15550000001@s.whatsapp.net',
      '15550000002@s.whatsapp.net',
      '15550000003@s.whatsapp.net',
      '15550000001@s.whatsapp.net',
    ]);
    expect(messages.at(-1)?.Message.conversation).toBe('Message 1203 of 1203');
    expect(batches).toEqual([200, 200, 200, 200, 200, 200, 3]);
  });

  test('writes into one chat where nothing else is asked', async () => {
    const { session, host } = await openBench();
    await session.load({ messages: 3 });
    expect(new Set(messagesIn(host).map(({ Info }) => Info.Chat)).size).toBe(1);
  });

  test('is paced by the clock', async () => {
    const { session, host, clock } = await openBench();
    let isDone = false;
    const load = session.load({ messages: 5, perSecond: 2 }).then(() => {
      isDone = true;
    });
    const arrived: number[] = [];
    for (let ms = 0; ms < 2000; ms += 500) {
      await clock.advance(ms === 0 ? 0 : 500);
      arrived.push(messagesIn(host).length);
    }
    expect(arrived).toEqual([1, 2, 3, 4]);
    expect(isDone).toBe(false);
    await clock.advance(500);
    await load;
    expect(messagesIn(host)).toHaveLength(5);
    expect(clock.pending()).toBe(0);
  });

  test('holds a high rate too', async () => {
    const { session, host, clock } = await openBench();
    const load = session.load({ messages: 2000, perSecond: 1000 });
    await clock.advance(999);
    expect(messagesIn(host)).toHaveLength(1000);
    await clock.advance(1000);
    await load;
    expect(messagesIn(host)).toHaveLength(2000);
  });

  test('lets other work of the session in between', async () => {
    const { session, host, clock } = await openBench();
    const load = session.load({ messages: 2, perSecond: 1 });
    await session.message({ kind: 'text', from: '5511988887777', text: 'in between' });
    await clock.advance(1000);
    await load;
    expect(messagesIn(host).map(({ Message }) => Message.conversation)).toEqual([
      'Message 1 of 2',
      'in between',
      'Message 2 of 2',
    ]);
  });

  test('ends when the connection does, and says how far it came', async () => {
    const { session, host, clock } = await openBench();
    const load = refusal(session.load({ messages: 10, perSecond: 2 }));
    await clock.advance(500);
    await session.drop();
    await clock.advance(500);
    expect(await load).toBe('conflict: not connected any more, after 2 messages');
    expect(messagesIn(host)).toHaveLength(2);
  });

  test('ends when the session stops, without waiting for its pace', async () => {
    const { session, clock } = await openBench();
    const load = refusal(session.load({ messages: 10, perSecond: 1 }));
    await until('the load waits', () => clock.pending() === 1);
    await session.stop();
    expect(await load).toBe('conflict: not connected');
    expect(clock.pending()).toBe(0);
  });

  test('fails with the disk', async () => {
    const { session, host } = await openBench();
    host.failOn('Message');
    expect(await refusal(session.load({ messages: 10 }))).toBe('Error: the disk refused Message');
  });
});
