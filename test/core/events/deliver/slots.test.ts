import { expect, test } from 'bun:test';
import { HostSlots } from '../../../../src/core/events/deliver/slots.ts';

type StartedSlot = NonNullable<ReturnType<HostSlots<string>['next']>>;

function started(slots: HostSlots<string>): StartedSlot[] {
  const all: StartedSlot[] = [];
  for (let next = slots.next(); next; next = slots.next()) all.push(next);
  return all;
}
const names = (slots: HostSlots<string>): string[] => started(slots).map(({ work }) => work);

/** `count` pieces of work for one host, each of the stream named. */
function fill(slots: HostSlots<string>, host: string, count: number, stream = 's'): void {
  for (let index = 1; index <= count; index++) slots.enqueue(host, stream, `${host}${index}`);
}

/** Makes the hosts known as ones that answer. */
function answered(slots: HostSlots<string>, ...hosts: string[]): void {
  for (const host of hosts) {
    fill(slots, host, 1);
    for (const { stream } of started(slots)) slots.release(host, stream, 'answered');
  }
}

/** Makes the streams known as ones whose latest attempt the host answered, or did not answer in time. */
function known(
  slots: HostSlots<string>,
  host: string,
  streams: readonly string[],
  answer: 'answered' | 'silent',
): void {
  for (const stream of streams) {
    slots.enqueue(host, stream, stream);
    for (const next of started(slots)) slots.release(next.host, next.stream, answer);
  }
}

test('no host holds more than its limit', () => {
  const slots = new HostSlots<string>({ total: 100, perHost: 2 });
  for (const host of ['a', 'b', 'c']) fill(slots, host, 3);
  expect(names(slots)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  expect(slots.inFlight).toBe(6);
});

test('no more than the total run at once', () => {
  const slots = new HostSlots<string>({ total: 5, perHost: 2 });
  answered(slots, 'a', 'b', 'c', 'd', 'e', 'f');
  for (const host of ['a', 'b', 'c', 'd', 'e', 'f']) fill(slots, host, 3);
  expect(names(slots)).toEqual(['a1', 'b1', 'c1', 'd1', 'e1']);
});

test('a free slot goes to the host that holds fewest', () => {
  const slots = new HostSlots<string>({ total: 16, perHost: 4 });
  fill(slots, 'slow', 5);
  expect(names(slots)).toHaveLength(4);
  fill(slots, 'quick', 2);
  slots.release('slow', 's');
  expect(names(slots).slice(0, 2)).toEqual(['quick1', 'quick2']);
});

test('work of one host and one stream starts in the order it came', () => {
  const slots = new HostSlots<string>({ total: 1, perHost: 1 });
  answered(slots, 'a', 'b');
  fill(slots, 'a', 3);
  const order: string[] = [];
  for (let next = slots.next(); next; next = slots.next()) {
    order.push(next.work);
    slots.release(next.host, next.stream, 'answered');
  }
  expect(order).toEqual(['a1', 'a2', 'a3']);
});

test('the streams of one host take turns', () => {
  const slots = new HostSlots<string>({ total: 100, perHost: 4 });
  known(slots, 'a', ['x', 'y'], 'answered');
  for (const text of ['x1', 'x2', 'x3']) slots.enqueue('a', 'x', text);
  slots.enqueue('a', 'y', 'y1');
  expect(names(slots)).toEqual(['x1', 'y1', 'x2']);
});

test('a host that did not answer in time gets one attempt at a time, and one more with each answer', () => {
  const slots = new HostSlots<string>({ total: 100, perHost: 4 });
  fill(slots, 'a', 30);
  expect(names(slots)).toHaveLength(4);
  for (let index = 0; index < 4; index++) slots.release('a', 's', 'silent');
  const running: number[] = [];
  for (let answers = 0; answers < 5; answers++) {
    running.push(slots.inFlight + started(slots).length);
    slots.release('a', 's', 'answered');
  }
  expect(running).toEqual([1, 2, 3, 4, 4]);
});

test('an attempt that says nothing of its host changes nothing', () => {
  const slots = new HostSlots<string>({ total: 100, perHost: 4 });
  fill(slots, 'a', 30);
  started(slots);
  slots.release('a', 's', 'silent');
  slots.release('a', 's', 'unknown');
  slots.release('a', 's', 'unknown');
  expect(names(slots)).toEqual([]);
  slots.release('a', 's', 'unknown');
  expect(names(slots)).toHaveLength(1);
});

test('a host gets four slots until it has answered, and its full limit from then on', () => {
  const slots = new HostSlots<string>({ total: 100, perHost: 20 });
  fill(slots, 'a', 50);
  expect(names(slots)).toHaveLength(4);
  slots.release('a', 's', 'answered');
  expect(names(slots)).toHaveLength(17);
});

test('hosts that answered and now hang leave slots for a hundred others', () => {
  const slots = new HostSlots<string>({ total: 1024, perHost: 32 });
  const hosts = Array.from({ length: 300 }, (_, index) => `host${index}.`);
  answered(slots, 'good', ...hosts);
  for (const host of hosts) {
    fill(slots, host, 64, host);
    started(slots);
  }
  expect(1024 - slots.inFlight).toBeGreaterThan(50);
  fill(slots, 'good', 1);
  expect(names(slots)).toEqual(['good1']);
});

test('hosts that did not answer in time share a quarter of all slots', () => {
  const slots = new HostSlots<string>({ total: 40, perHost: 4 });
  for (let host = 0; host < 60; host++) {
    fill(slots, `silent${host}.`, 1);
    for (const next of started(slots)) slots.release(next.host, next.stream, 'silent');
  }
  for (let host = 0; host < 60; host++) fill(slots, `silent${host}.`, 5);
  expect(started(slots)).toHaveLength(10);
  fill(slots, 'good', 4);
  expect(names(slots)).toEqual(['good1', 'good2', 'good3', 'good4']);
  slots.release('silent0.', 's', 'silent');
  expect(started(slots)).toHaveLength(1);
});

test.each([33, 100, 300, 600])(
  'a host that was not called yet finds free slots while %p others of whom nothing is known hang',
  (count) => {
    const slots = new HostSlots<string>({ total: 1024, perHost: 32 });
    for (let host = 0; host < count; host++) fill(slots, `hanging${host}.`, 64, `stream${host}`);
    started(slots);
    for (let round = 0; round < 50; round++) {
      fill(slots, 'good', 1);
      const [next] = started(slots);
      expect(next?.host).toBe('good');
      slots.release('good', 's', 'answered');
    }
  },
);

test('the last slots are reserved for hosts that answered', () => {
  const slots = new HostSlots<string>({ total: 64, perHost: 2 });
  answered(slots, 'good');
  for (let host = 0; host < 200; host++) fill(slots, `hanging${host}.`, 9);
  started(slots);
  expect(slots.inFlight).toBeLessThan(64);
  fill(slots, 'good', 1);
  expect(names(slots)).toEqual(['good1']);
});

test('one stream holds a quarter of all slots at the most while another waits', () => {
  const slots = new HostSlots<string>({ total: 40, perHost: 1 });
  for (let host = 0; host < 30; host++) fill(slots, `a${host}.`, 1, 'greedy');
  slots.enqueue('a0.', 'patient', 'waits for a host in use');
  const first = started(slots);
  expect(first.filter(({ stream }) => stream === 'greedy')).toHaveLength(10);
  slots.release('a1.', 'greedy', 'answered');
  expect(started(slots)).toHaveLength(1);
  slots.release('a0.', 'greedy', 'answered');
  // The other stream waits no more: the rest may go.
  expect(
    started(slots)
      .map(({ stream }) => stream)
      .sort(),
  ).toEqual([...Array.from({ length: 19 }, () => 'greedy'), 'patient']);
});

test('a host with a limit of its own holds that many', () => {
  const slots = new HostSlots<string>({ total: 100, perHost: 2 });
  answered(slots, 'receiver');
  slots.enqueue('broker', 's', 'b', 5);
  started(slots);
  slots.release('broker', 's', 'answered');
  for (let index = 0; index < 20; index++) slots.enqueue('broker', 's', `b${index}`);
  fill(slots, 'receiver', 20);
  expect(started(slots)).toHaveLength(7);
});

const many = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);

test('a stream that a host does not answer takes nothing from another stream at that host', () => {
  const slots = new HostSlots<string>({ total: 1024, perHost: 32 });
  known(slots, 'shared', ['good'], 'answered');
  fill(slots, 'shared', 50, 'hanging');
  expect(started(slots)).toHaveLength(4);
  for (let timeout = 0; timeout < 4; timeout++) slots.release('shared', 'hanging', 'silent');
  expect(started(slots).map(({ stream }) => stream)).toEqual(['hanging']);
  fill(slots, 'shared', 20, 'good');
  expect(started(slots)).toHaveLength(20);
});

test.each([2, 8, 32])(
  'a hundred streams that hang at a host of %p slots leave some to one that it answers',
  (perHost) => {
    const slots = new HostSlots<string>({ total: 1024, perHost });
    known(slots, 'shared', ['good'], 'answered');
    const hanging = many('hanging', 100);
    for (const stream of hanging) fill(slots, 'shared', 20, stream);
    // At first, when nothing is known of them, and after each of their timeouts.
    for (let round = 0; round < 20; round++) {
      const running = started(slots);
      fill(slots, 'shared', 1, 'good');
      expect(names(slots)).toEqual(['shared1']);
      slots.release('shared', 'good', 'answered');
      for (const { stream } of running) slots.release('shared', stream, 'silent');
    }
  },
);

test('streams that were answered and now hang leave a slot to another that the host answers', () => {
  const slots = new HostSlots<string>({ total: 1024, perHost: 32 });
  known(slots, 'shared', ['good', 'hanging'], 'answered');
  fill(slots, 'shared', 50, 'hanging');
  expect(started(slots)).toHaveLength(28);
  fill(slots, 'shared', 1, 'good');
  expect(started(slots).map(({ stream }) => stream)).toEqual(['good']);
});

test('a host that answers none of its streams holds a quarter of its slots', () => {
  const slots = new HostSlots<string>({ total: 1024, perHost: 32 });
  const streams = many('stream', 100);
  known(slots, 'dead', streams, 'silent');
  for (const stream of streams) fill(slots, 'dead', 5, stream);
  expect(started(slots)).toHaveLength(8);
});

test('a stream that is new at a busy host gets its turn among those that the host answers', () => {
  const slots = new HostSlots<string>({ total: 1024, perHost: 4 });
  const busy = many('busy', 10);
  known(slots, 'shared', busy, 'answered');
  for (const stream of busy) fill(slots, 'shared', 100, stream);
  started(slots);
  fill(slots, 'shared', 1, 'new');
  const order: string[] = [];
  for (let ended = 0; ended < 20; ended++) {
    slots.release('shared', busy[ended % 4] ?? '', 'answered');
    order.push(...started(slots).map(({ stream }) => stream));
  }
  expect(order.indexOf('new')).toBeGreaterThan(-1);
  expect(order.indexOf('new')).toBeLessThan(11);
});
