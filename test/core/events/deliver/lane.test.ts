import { expect, test } from 'bun:test';
import type { Delivery } from '../../../../src/core/events/contract/channel.ts';
import { Lane } from '../../../../src/core/events/deliver/lane.ts';

let count = 0;
const delivery = (chat: string | null): Delivery => {
  count++;
  return {
    id: String(count),
    streamId: 's',
    endpoint: 'webhook',
    eventId: String(count),
    type: 'Message',
    createdAt: 0,
    sequence: count,
    chat,
    attemptCount: 0,
    roundFrom: 0,
    body: '{}',
    bodyBytes: 2,
    mediaBytes: 0,
    traceparent: null,
    holder: 'p1',
  };
};

test('within a chat the next starts when the one before has ended', () => {
  const lane = new Lane('s', 'webhook', 'p1');
  const [first, second, third] = [delivery('a'), delivery('a'), delivery('a')];
  expect([lane.add(first!), lane.add(second!), lane.add(third!)]).toEqual([true, false, false]);
  expect(lane.finish(first!)).toEqual([second!]);
  expect(lane.finish(second!)).toEqual([third!]);
  expect(lane.finish(third!)).toEqual([]);
});

test('chats do not wait for each other', () => {
  const lane = new Lane('s', 'webhook', 'p1');
  expect([lane.add(delivery('a')), lane.add(delivery('b')), lane.add(delivery('c'))]).toEqual([
    true,
    true,
    true,
  ]);
});

test('an event without a chat waits for all before it and holds all after it', () => {
  const lane = new Lane('s', 'webhook', 'p1');
  const [a, b, connected, c, d] = [
    delivery('a'),
    delivery('b'),
    delivery(null),
    delivery('a'),
    delivery('b'),
  ];
  expect([a, b, connected, c, d].map((one) => lane.add(one!))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(lane.finish(b!)).toEqual([]);
  expect(lane.finish(a!)).toEqual([connected!]);
  expect(lane.finish(connected!)).toEqual([c!, d!]);
});

test('events without a chat run one by one, in order', () => {
  const lane = new Lane('s', 'webhook', 'p1');
  const three = [delivery(null), delivery(null), delivery(null)];
  expect(three.map((one) => lane.add(one))).toEqual([true, false, false]);
  expect(lane.finish(three[0]!)).toEqual([three[1]!]);
  expect(lane.finish(three[1]!)).toEqual([three[2]!]);
});

test('an emptied lane starts the next one at once', () => {
  const lane = new Lane('s', 'webhook', 'p1');
  for (const chat of ['a', null, 'b', null]) {
    const one = delivery(chat);
    expect(lane.add(one)).toBe(true);
    expect(lane.finish(one)).toEqual([]);
  }
  expect(lane.fresh).toBe(0);
});

test('under another lease nothing waits for what runs under the one before', () => {
  const lane = new Lane('s', 'webhook', 'p1');
  const [a, b, later, connected] = [delivery('a'), delivery('b'), delivery('a'), delivery(null)];
  for (const one of [a, b, later, connected]) lane.add(one!);
  expect(lane.renew('p2')).toEqual([later!, connected!]);
  expect(lane.isIdle()).toBe(true);
  expect(lane.add({ ...later!, holder: 'p2' })).toBe(true);
});

test('whatever comes, each delivery starts exactly once and per chat in sequence', () => {
  const lane = new Lane('s', 'webhook', 'p1');
  const waiting: Delivery[] = [];
  const started: Delivery[] = [];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const all = Array.from({ length: 600 }, () =>
    delivery([null, 'a', 'b', 'c', 'd', 'e', 'f', 'g'][random(8)] as string | null),
  );
  for (const one of all) {
    if (lane.add(one)) waiting.push(one);
    while (waiting.length > 0 && random(3) > 0) {
      const [ended] = waiting.splice(random(waiting.length), 1);
      started.push(ended!);
      waiting.push(...lane.finish(ended!));
    }
  }
  while (waiting.length > 0) {
    const ended = waiting.shift()!;
    started.push(ended);
    waiting.push(...lane.finish(ended));
  }
  expect(started.length).toBe(all.length);
  for (const chat of ['a', 'b', null]) {
    const sequences = started.filter((one) => one.chat === chat).map((one) => one.sequence);
    expect(sequences).toEqual([...sequences].sort((x, y) => x - y));
  }
  const position = new Map(started.map((one, index) => [one.sequence, index]));
  for (const barrier of all.filter((one) => one.chat === null)) {
    for (const other of all) {
      const isBefore = other.sequence < barrier.sequence;
      if (other === barrier) continue;
      expect(position.get(other.sequence)! < position.get(barrier.sequence)!).toBe(isBefore);
    }
  }
});

test('unordered deliveries start at once and hold nothing up, also beside those that were in order', () => {
  const lane = new Lane('s', 'webhook', 'p1');
  const [first, second, third, fourth] = ['a', 'a', 'a', null].map(delivery);
  expect([lane.add(first!), lane.add(second!)]).toEqual([true, false]);
  expect([lane.add(third!, 'none'), lane.add(fourth!, 'none')]).toEqual([true, true]);
  expect([lane.finish(third!), lane.finish(fourth!)]).toEqual([[], []]);
  expect(lane.finish(first!)).toEqual([second!]);
  expect(lane.finish(second!)).toEqual([]);
  expect(lane.isIdle()).toBe(true);
});
