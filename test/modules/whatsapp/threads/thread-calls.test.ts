/** Calls between two threads, each of which has only what can be copied from the other. */
import { describe, expect, test } from 'bun:test';
import { DatabaseError } from '../../../../src/core/db/client.ts';
import {
  AppError,
  invalidFields,
  NotConnected,
  UnknownNumbers,
  unavailabilityOf,
} from '../../../../src/core/shared/errors.ts';
import { problem } from '../../../../src/core/shared/reasons/problems.ts';
import { presentTrace, withinTrace } from '../../../../src/core/shared/tracing.ts';
import {
  type CallMessage,
  ThreadCalls,
} from '../../../../src/modules/whatsapp/threads/thread-calls.ts';
import { until } from '../../../helpers/until.ts';

const errorTypes = { AppError, DatabaseError, NotConnected, UnknownNumbers };

/** Two sides. What one posts the other gets as a copy, in order, one turn later. */
function sides(): [ThreadCalls, ThreadCalls] {
  const side = (other: () => ThreadCalls) =>
    new ThreadCalls((message) => {
      const copy: CallMessage = structuredClone(message);
      setImmediate(() => other().receive(copy));
    }, errorTypes);
  const here: ThreadCalls = side(() => there);
  const there: ThreadCalls = side(() => here);
  return [here, there];
}

interface Desk {
  say(words: string): Promise<string>;
  fail(): Promise<void>;
  wait(signal: AbortSignal): Promise<string>;
}

/** Calls a desk that does as it is told. */
function deskWith(methods: object): { desk: Desk; here: ThreadCalls; there: ThreadCalls } {
  const [here, there] = sides();
  there.expose('desk', () => methods);
  return { desk: here.remote<Desk>('desk'), here, there };
}

const thrownBy = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => error,
  );

test('a call gets the answer of the other thread', async () => {
  const { desk } = deskWith({ say: (words: string) => `${words}!` });
  expect(await desk.say('Hello')).toBe('Hello!');
});

describe('an error comes out as what it was', () => {
  const details = { since: 5, isUnknown: true };
  const lost = new DatabaseError('unreachable', 'no answer', undefined, details);
  const numbers = [{ jid: '1@s.whatsapp.net', number: '1' }];
  const ERRORS: [string, AppError | DatabaseError, new (...args: never[]) => Error][] = [
    ['a reason', new AppError('upstream', 'no', { mayBeDone: true }), AppError],
    ['headers', new AppError('rate_limited', 'no', { headers: { 'retry-after': '1' } }), AppError],
    ['wrong fields', invalidFields([{ field: 'name', ...problem('empty') }]), AppError],
    ['not connected', new NotConnected(), NotConnected],
    ['numbers', new UnknownNumbers(numbers), UnknownNumbers],
    ['a database that cannot be reached', lost, DatabaseError],
  ];
  test.each(ERRORS)('%s', async (_what, error, type) => {
    const { desk } = deskWith({ fail: () => Promise.reject(error) });
    const thrown = await thrownBy(desk.fail());
    expect(thrown).toBeInstanceOf(type);
    expect(thrown.message).toBe(error.message);
    expect({ ...thrown }).toEqual({ ...error });
  });

  test('with what caused it', async () => {
    const error = new Error('outer', { cause: new DatabaseError('full', 'inner') });
    const thrown = await thrownBy(deskWith({ fail: () => Promise.reject(error) }).desk.fail());
    expect(thrown.cause).toBeInstanceOf(DatabaseError);
    expect(unavailabilityOf(thrown)?.message).toBe('the disk is full');
  });

  test('as far as it can be copied where its class is not known', async () => {
    const own = { code: 'ECONNREFUSED', socket: { write() {} } };
    const error = Object.assign(new TypeError('no route'), own);
    const thrown = await thrownBy(deskWith({ fail: () => Promise.reject(error) }).desk.fail());
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).toMatchObject({ name: 'TypeError', message: 'no route', code: 'ECONNREFUSED' });
    expect(thrown.socket).toBeUndefined();
  });
});

describe('what comes piece by piece', () => {
  async function* count(last: number, ended: () => void = () => {}) {
    try {
      for (let piece = 1; piece <= last; piece++) yield piece;
    } finally {
      ended();
    }
  }
  interface Source {
    all(): Promise<AsyncIterable<number>>;
    file(): Promise<{ name: string; content: AsyncIterable<number> }>;
  }
  const source = (methods: object) => deskWith(methods).here.remote<Source>('desk');

  test('is read from the other thread, as an answer and as a field of one', async () => {
    const desk = source({
      all: () => count(3),
      file: async () => ({ name: 'a', content: count(2) }),
    });
    expect(await Array.fromAsync(await desk.all())).toEqual([1, 2, 3]);
    const { name, content } = await desk.file();
    expect([name, await Array.fromAsync(content)]).toEqual(['a', [1, 2]]);
  });

  test('is made no further than it is read, and ends when nobody reads on', async () => {
    let hasEnded = false;
    const desk = source({ all: () => count(1_000_000, () => (hasEnded = true)) });
    for await (const piece of await desk.all()) if (piece === 2) break;
    await until('it has ended', () => hasEnded);
  });

  test('fails with the error of the other thread', async () => {
    const desk = source({
      async *all() {
        yield 1;
        throw new AppError('gone', 'nobody has it');
      },
    });
    const read = Array.fromAsync(await desk.all());
    expect(await thrownBy(read)).toMatchObject({ reason: 'gone', message: 'nobody has it' });
  });
});

test('a signal of the caller reaches the other thread', async () => {
  const wait = (signal: AbortSignal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted')));
  const { desk } = deskWith({ wait });
  const caller = new AbortController();
  const waiting = desk.wait(caller.signal);
  caller.abort();
  expect(await waiting).toBe('aborted');
});

describe('what cannot be sent fails its own call and no other', () => {
  test('as an argument', async () => {
    const { desk } = deskWith({ say: (words: string) => words });
    const call = desk.say((() => 'a function') as unknown as string);
    expect(await thrownBy(call)).toBeInstanceOf(Error);
    expect(await desk.say('Hello')).toBe('Hello');
  });

  test('as an answer', async () => {
    const { desk } = deskWith({ say: (words: string) => (words === '' ? () => '' : words) });
    expect(await thrownBy(desk.say(''))).toBeInstanceOf(Error);
    expect(await desk.say('Hello')).toBe('Hello');
  });

  test('as the name of something that is not there any more', async () => {
    const { desk, there } = deskWith({ say: (words: string) => words });
    there.withdraw('desk');
    expect(await thrownBy(desk.say('Hello'))).toMatchObject({ reason: 'unavailable' });
  });
});

test('calls under way, and all later ones, fail with the reason once the other thread has ended', async () => {
  const { desk, here } = deskWith({ say: () => new Promise(() => {}) });
  const call = thrownBy(desk.say('Hello'));
  const end = new AppError('unavailable', 'it has ended', { mayBeDone: true });
  here.end(end);
  expect(await call).toBe(end);
  expect(await thrownBy(desk.say('Hello again'))).toBe(end);
});

test('what is done for a thread that has ended can be waited for, and hears of the end', async () => {
  const { here, there, desk } = deskWith({
    wait: (signal: AbortSignal) =>
      new Promise<void>((resolve) =>
        signal.addEventListener('abort', () => {
          hasHeard = true;
          written.promise.then(resolve);
        }),
      ),
  });
  let hasHeard = false;
  const written = Promise.withResolvers<void>();
  const call = thrownBy(desk.wait(new AbortController().signal));
  await until('it is asked', () => there.isServing);
  there.end(new Error('gone'));
  here.end(new Error('gone'));
  await call;
  expect(hasHeard).toBe(true);
  let isServed = false;
  const served = there.served().then(() => {
    isServed = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isServed).toBe(false);
  written.resolve();
  await served;
});

test('more calls than a thread may have under way are refused at once', async () => {
  const { desk } = deskWith({ say: () => new Promise(() => {}) });
  for (let count = 0; count < 50_000; count++) void desk.say('Hello');
  expect(await thrownBy(desk.say('one too many'))).toMatchObject({ reason: 'unavailable' });
});

test('what is called within a span is done within it on the other side, and what it calls back as well', async () => {
  const [here, there] = sides();
  const spans: (string | null)[] = [];
  const note = { note: () => void spans.push(presentTrace()) };
  here.expose('notes', () => note);
  there.expose('desk', () => ({
    async work() {
      note.note();
      await there.remote<{ note(): Promise<void> }>('notes').note();
    },
  }));
  const desk = here.remote<{ work(): Promise<void> }>('desk');
  await withinTrace('the span', () => desk.work());
  await desk.work();
  expect(spans).toEqual(['the span', 'the span', null, null]);
});
