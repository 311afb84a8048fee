/** Forms whose file is handed on as it comes. */
import { afterEach, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { admit } from '../../../src/core/http/principal.ts';
import { streamedForm } from '../../../src/core/http/read-fields.ts';
import {
  readStreamedForm,
  requireForm,
  STREAMED_FORM_BYTES,
} from '../../../src/core/http/streamed-form.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { memoryOf } from '../../helpers/memory.ts';
import { rawHttp } from '../../helpers/raw-http.ts';
import { until } from '../../helpers/until.ts';
import { sampleServer } from './sample-server.ts';

const MIB = 1024 * 1024;
const BOUNDARY = 'x---boundary';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const part = (headers: string, content: string | Uint8Array) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const field = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (content: string | Uint8Array, name = 'file', fileName = 'a b.pdf') =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/pdf`,
    content,
  );
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const form = (...parts: Buffer[]) => Buffer.concat([...parts, END]);

const clock = manualClock();

/** Reads a form that comes in chunks of some size; `take` sees its file. */
async function read(
  body: Uint8Array,
  { type = TYPE, chunk = 1_000, fileBytesMax = MIB, take = async (_: Uint8Array) => {} } = {},
) {
  const taken: Buffer[] = [];
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= body.length) return controller.close();
      controller.enqueue(body.subarray(at, at + chunk));
      at += chunk;
    },
  });
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': type },
    body: stream,
  });
  const answer = await readStreamedForm(request, {
    clock,
    fileBytesMax,
    async take(bytes) {
      await take(bytes);
      taken.push(Buffer.from(bytes));
    },
  });
  return { ...answer, content: Buffer.concat(taken) };
}

const CONTENT = Buffer.from(
  Array.from({ length: 5_000 }, (_, at) => (at % 7 === 0 ? 13 : at % 11 === 0 ? 10 : at % 256)),
);

test.each([1, 2, 3, 7, 64, 1_000, 100_000])(
  'the file and the fields before and after it are read however the form is cut into chunks: %i',
  async (chunk) => {
    const tricky = Buffer.concat([CONTENT, Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}`), CONTENT]);
    const body = form(field('messaging_product', 'whatsapp'), file(tricky), field('type', 'é/ü'));
    const { content, ...rest } = await read(body, { chunk });
    expect(rest).toEqual({
      fields: { messaging_product: 'whatsapp', type: 'é/ü' },
      file: { mimetype: 'application/pdf', fileName: 'a b.pdf' },
    });
    expect(content.equals(tricky)).toBe(true);
  },
);

test('an empty file is a file, and a form without one has none', async () => {
  expect(await read(form(file('')))).toMatchObject({ file: { fileName: 'a b.pdf' } });
  expect(await read(form(field('file', 'a text'), file('other', 'attachment')))).toMatchObject({
    file: null,
    fields: { file: 'a text' },
  });
});

test('a file whose name is a path has the last part of it', async () => {
  const { file: named } = await read(form(file('x', 'file', '../../etc/passwd')));
  expect(named?.fileName).toBe('passwd');
});

const many = Array.from({ length: 30 }, (_, at) => field(`f${at}`, 'x'));
const BROKEN: Readonly<Record<string, [body: Buffer, message: string]>> = {
  'two files': [form(file('a'), file('b')), 'more than one file'],
  'a field that is longer than fields are': [form(field('type', 'x'.repeat(2_000))), 'longer than'],
  'more fields than forms have': [form(...many), 'more than 20 fields'],
  'a file that is cut': [file(CONTENT).subarray(0, 2_000), 'ended early'],
  'nothing after the file': [file(CONTENT), 'ended early'],
  'a head of a part that is cut': [Buffer.from(`--${BOUNDARY}\r\nContent-Dis`), 'ended early'],
  'no form': [Buffer.from('{"a":1}'), 'not a valid form'],
  'nothing at all': [Buffer.alloc(0), 'not a valid form'],
};
test.each(Object.entries(BROKEN))('%s is a bad request', async (_, [body, message]) => {
  for (const chunk of [5, 100_000])
    await expect(read(body, { chunk })).rejects.toMatchObject({
      reason: 'invalid',
      message: expect.stringContaining(message),
    });
});

test('a form without a boundary is a bad request', async () => {
  await expect(read(form(), { type: 'multipart/form-data; charset=utf-8' })).rejects.toMatchObject({
    reason: 'invalid',
    message: 'The form has no boundary',
  });
});

test('a body of another type, or larger than any form, is refused by its head', () => {
  const headed = (headers: Record<string, string>) => () =>
    requireForm(new Request('http://localhost/', { method: 'POST', headers }));
  const refused = (reason: string) => expect.objectContaining({ reason });
  expect(headed({ 'content-type': 'application/json' })).toThrow(refused('unsupported_media'));
  expect(headed({})).toThrow(refused('unsupported_media'));
  expect(headed({ 'content-type': TYPE, 'content-length': '200000000' })).toThrow(
    refused('too_large'),
  );
  expect(headed({ 'content-type': TYPE, 'content-length': '100000000' })).not.toThrow();
});

test('a file above the limit is too large, and no byte after it is read', async () => {
  expect((await read(form(file(Buffer.alloc(MIB))))).content.length).toBe(MIB);
  let taken = 0;
  const take = async (bytes: Uint8Array) => {
    taken += bytes.length;
  };
  await expect(read(form(file(Buffer.alloc(9 * MIB))), { take })).rejects.toMatchObject({
    reason: 'too_large',
  });
  expect(taken).toBeLessThanOrEqual(MIB);
});

test('what fails while the file is taken is the failure of the form', async () => {
  const full = new AppError('unavailable', 'the disk is full');
  const take = () => Promise.reject(full);
  await expect(read(form(file(Buffer.alloc(MIB))), { take })).rejects.toBe(full);
});

test('no chunk is taken before the one before it is done', async () => {
  let [running, most] = [0, 0];
  const take = async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
  };
  await read(form(file(Buffer.alloc(MIB))), { take });
  expect(most).toBe(1);
});

test('a form that does not come to its end in ten minutes is given up', async () => {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(file(CONTENT)),
  });
  const headers = { 'content-type': TYPE };
  const request = new Request('http://localhost/', { method: 'POST', headers, body: stream });
  const reading = readStreamedForm(request, { clock, fileBytesMax: MIB, take: async () => {} });
  let failed: unknown = null;
  reading.catch((error) => {
    failed = error;
  });
  await clock.advance(600_000);
  await until('it has failed', () => failed !== null);
  expect(failed).toMatchObject({ reason: 'invalid', message: expect.stringContaining('600 s') });
});

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server that reads forms at `/instance/form`, once `goOn` is called. */
function served() {
  const memory = memoryOf(128 * MIB);
  const server = sampleServer({ memory });
  const hold = Promise.withResolvers<void>();
  const seen = { taken: 0, failure: null as unknown };
  const take = async (bytes: Uint8Array) => {
    await hold.promise;
    seen.taken += bytes.length;
  };
  const readForm = ({ request }: { request: Request }) =>
    readStreamedForm(request, { clock, fileBytesMax: 64 * MIB, take }).catch((error) => {
      seen.failure = error;
      throw error;
    });
  server.app.use(
    new Elysia().post('/instance/form', readForm, { body: streamedForm(Type.Object({})) }),
  );
  const port = server.listen();
  stops.push(async () => {
    hold.resolve();
    await server.stop();
  });
  return { memory, port, seen, goOn: hold.resolve };
}

const HEAD = ['POST /instance/form HTTP/1.1', 'Host: localhost', 'apikey: good'];

/** Sends the head of a request with a form of so many bytes. */
const begin = (port: number, bytes: number) =>
  rawHttp(port, [...HEAD, `content-type: ${TYPE}`, `content-length: ${bytes}`]);

test('a form is read at the pace of whoever takes its file, and counts little memory until its answer', async () => {
  const { memory, port, seen, goOn } = served();
  const body = form(file(Buffer.alloc(20 * MIB)));
  const sender = begin(port, body.length);
  sender.write(body);
  await until('it is held', () => memory.reserved === STREAMED_FORM_BYTES);
  expect(seen.taken).toBe(0);
  goOn();
  await until('an answer', () => sender.received().includes('\r\n\r\n{'));
  expect([sender.status(), seen.taken, memory.reserved]).toEqual([200, 20 * MIB, 0]);
  sender.destroy();
});

test('a sender that disconnects in the middle ends the form and frees its memory', async () => {
  const { memory, port, seen, goOn } = served();
  goOn();
  const sender = begin(port, 10 * MIB);
  sender.write(file(Buffer.alloc(2 * MIB)).subarray(0, 2 * MIB));
  await until('some of it was taken', () => seen.taken > MIB);
  sender.destroy();
  await until('it has failed', () => seen.failure !== null);
  expect(seen.failure).toMatchObject({ reason: 'invalid' });
  await until('its memory is free', () => memory.reserved === 0);
});

test('twenty forms at once are read together; one more than there is memory for is 429', async () => {
  const { memory, port, goOn } = served();
  const room = Math.floor((32 * MIB) / STREAMED_FORM_BYTES);
  expect(room).toBeGreaterThanOrEqual(20);
  const body = form(file('x'));
  const others = Array.from({ length: room }, () => begin(port, body.length));
  await until('all are held', () => memory.reserved === room * STREAMED_FORM_BYTES);
  const refused = begin(port, body.length);
  await until('an answer', () => refused.received().includes('\r\n\r\n{'));
  expect(refused.status()).toBe(429);
  goOn();
  for (const other of others) other.write(body);
  await until('the others are answered', () => others.every((one) => one.status() === 200));
  for (const one of [...others, refused]) one.destroy();
});

test('a form whose credential has ended while it came is refused', async () => {
  const body = new Uint8Array(form(field('a', 'b'), file('content')));
  const asked = { method: 'POST', headers: { 'content-type': TYPE }, body };
  const request = new Request('http://localhost/', asked);
  const ended = new AppError('unauthenticated', 'the key was replaced');
  const zone = { prefixes: ['/'], authenticate: () => Promise.reject(ended) };
  admit(request, zone, 'whoever began it');
  const take = async () => {};
  const reading = readStreamedForm(request, { clock, fileBytesMax: MIB, take });
  await expect(reading).rejects.toBe(ended);
});
