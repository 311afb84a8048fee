/** What must have come of a request before it takes a place among those that are passed on, and how long it may take. */
import { expect, test } from 'bun:test';
import { createMemoryBudget } from '../../../src/core/http/memory-budget.ts';
import type { InstanceDirectory } from '../../../src/core/instances/directory.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { createPassThrough } from '../../../src/modules/graph/pass-through.ts';
import { arrivedBody } from '../../../src/modules/graph/passed-body.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';

const NUMBER = '106540352242922';
const FORM = 'multipart/form-data; boundary=x';
const PART =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nbytes';
const encoded = (text: string) => new TextEncoder().encode(text);
const factsOf = (error: unknown) =>
  error instanceof AppError ? `${error.reason}: ${error.message}` : error;

/** A request whose body comes when the test says so. */
function slow(contentType: string) {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const request = new Request(`http://gate.test/graph/v25.0/${NUMBER}/messages`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller;
      },
    }),
  });
  return {
    request,
    send: (text: string) => body?.enqueue(encoded(text)),
    end: () => body?.close(),
  };
}

function stage() {
  const clock = manualClock();
  const memory = createMemoryBudget(512 * 1024 * 1024, { reached() {} });
  const bodies = { clock, memory, refuseOwn: async () => {} };
  const calls: Request[] = [];
  const passThrough = createPassThrough({
    ...{
      clock,
      memory,
      ids: [NUMBER],
      baseUrl: 'http://meta.test',
      log: createLog('error', clock.now, () => {}),
    },
    directory: { byWabaId: () => [], byPhoneNumberId: () => null } as unknown as InstanceDirectory,
    catchUp: async () => {},
    isOwn: () => false,
    // Meta answers nothing.
    fetch: (_, { signal }) =>
      new Promise((_, reject) => {
        calls.push(new Request('http://meta.test'));
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  const forward = (request: Request) => {
    const answer = passThrough?.forward(request, 'r1') ?? Promise.reject(new Error('none'));
    return answer.then(({ status }) => status, factsOf);
  };
  return { clock, memory, bodies, calls, forward };
}

test.each([
  ['application/json', 'invalid: The body was not whole within 10 s'],
  [FORM, 'invalid: Nothing more of the body came within 10 s'],
])(
  'a body of %s that does not come is given up after 10 s, and holds nothing',
  async (type, problem) => {
    const { clock, memory, bodies } = stage();
    let outcome: unknown;
    void arrivedBody(slow(type).request, bodies).catch((error) => {
      outcome = factsOf(error);
    });
    await until('it is given up', async () => {
      await clock.advance(10_000);
      return outcome !== undefined;
    });
    expect(outcome).toBe(problem);
    expect(memory.reserved).toBe(0);
  },
);

test('a form is passed on as it comes, and given up when it pauses for 10 s', async () => {
  const { clock, bodies } = stage();
  const form = slow(FORM);
  form.send(PART);
  const { content } = await arrivedBody(form.request, bodies);
  const failures: unknown[] = [];
  const stream = content((error) => failures.push(factsOf(error)));
  if (!(stream instanceof ReadableStream)) throw new Error('a form is a stream');
  const reader = stream.getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(PART);
  const more = reader.read().catch(factsOf);
  await clock.advance(10_000);
  expect(await more).toBe('invalid: Nothing more of the body came within 10 s');
  expect(failures).toEqual(['invalid: Nothing more of the body came within 10 s']);
});

test('forms that come slowly have places of their own: reads and calls go on', async () => {
  const { calls, forward } = stage();
  const answers = Array.from({ length: 4 }, () => {
    const form = slow(FORM);
    form.send(PART);
    return forward(form.request);
  });
  await until('four of the client are under way', () => calls.length === 4);
  const fifth = slow(FORM);
  fifth.send(PART);
  expect(await forward(fifth.request)).toContain('rate_limited');
  void forward(new Request(`http://gate.test/graph/v25.0/${NUMBER}`));
  const call = slow('application/json');
  call.send('{}');
  call.end();
  void forward(call.request);
  await until('a read and a call are under way too', () => calls.length === 6);
  expect(answers.length).toBe(4);
});
