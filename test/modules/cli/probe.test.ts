/** `gatehouse probe`, run at receivers that are right and at some that are not. */
import { afterEach, expect, test } from 'bun:test';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { EVENT_TYPES } from '../../../src/core/events/contract/event-names.ts';
import { freePort } from '../../helpers/free-port.ts';
import { until } from '../../helpers/until.ts';
import { recordsIn, run, start } from './commands.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const KEY = Buffer.from(SECRET.slice(6), 'base64');
const servers: { stop(force: boolean): unknown }[] = [];
afterEach(() => servers.splice(0).map((server) => server.stop(true)));

type Handler = (request: Request) => Response | Promise<Response>;

function receiver(fetch: Handler): string {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch });
  servers.push(server);
  return `http://127.0.0.1:${server.port}/hook`;
}

/** Whether a request is signed as Standard Webhooks says, not long ago. */
async function isGood(request: Request, toleranceSeconds = 300): Promise<boolean> {
  const header = (name: string) => request.headers.get(name) ?? '';
  const body = await request.text();
  const age = Math.abs(Date.now() / 1000 - Number(header('webhook-timestamp')));
  const text = `${header('webhook-id')}.${header('webhook-timestamp')}.${body}`;
  const wanted = `v1,${createHmac('sha256', KEY).update(text).digest('base64')}`;
  const isSigned = header('webhook-signature')
    .split(' ')
    .some(
      (one) =>
        one.length === wanted.length && timingSafeEqual(Buffer.from(one), Buffer.from(wanted)),
    );
  return isSigned && age <= toleranceSeconds;
}

const probe = async (url: string, ...words: string[]) => {
  const { code, out, error } = await run(['probe', url, '--json', ...words]);
  const records = recordsIn(out);
  return { code, error, checks: records.slice(0, -1), result: records.at(-1) };
};
const failedIn = (checks: Record<string, unknown>[]) =>
  checks.filter(({ passed }) => !passed).map(({ check, reason }) => [check, reason]);

test('a receiver that verifies, and answers whatever is genuine with 2xx, has grade A and exit code 0', async () => {
  const seen: string[] = [];
  const url = receiver(async (request) => {
    const copy = request.clone();
    if (!(await isGood(request))) return new Response('', { status: 401 });
    seen.push(((await copy.json()) as { event: string }).event);
    return new Response('', { status: 204 });
  });
  const { code, checks, result } = await probe(url, '--secret', SECRET);
  expect(failedIn(checks)).toEqual([]);
  expect([code, result]).toEqual([0, { grade: 'A', passed: checks.length, failed: 0, skipped: 0 }]);
  expect(new Set(seen)).toEqual(new Set(EVENT_TYPES));
});

/** Reads the body and takes everything. */
const takesAll: Handler = async (request) => new Response(`${(await request.text()).length}`);

const VERIFY = 'answered 200; verify `webhook-signature` before anything else, and answer 401';

test('a receiver that takes everything fails each point of signatures, with the reason', async () => {
  const url = receiver(takesAll);
  const { code, checks, result } = await probe(url, '--secret', SECRET);
  expect(code).toBe(1);
  expect(result).toMatchObject({ grade: 'C', failed: 5 });
  const tolerance = 'answered 200; refuse when `webhook-timestamp` is more than 5 minutes from now';
  expect(failedIn(checks)).toEqual([
    ['refuses a delivery without a signature', VERIFY],
    ['refuses a signature by another secret', VERIFY],
    [
      'refuses a body that was changed after it was signed',
      'answered 200; verify the bytes as they arrived, not the parsed body',
    ],
    ['refuses a delivery that was signed ten minutes ago', tolerance],
    ['refuses a delivery that was signed in ten minutes', tolerance],
  ]);
});

const UNVERIFIED = [
  ['refuses a delivery without a signature', VERIFY],
  ['refuses a signature by another secret', VERIFY],
];

test('without a secret a receiver that takes what nobody has signed has no A, and what is not tried is said', async () => {
  const { code, error, checks, result } = await probe(receiver(takesAll));
  expect([code, result?.grade, result?.skipped]).toEqual([1, 'B', 4]);
  expect(failedIn(checks)).toEqual(UNVERIFIED);
  expect(error).toContain('4 checks skipped');
});

test('without a secret a receiver that verifies is told to be probed with it', async () => {
  const url = receiver(
    async (request) => new Response('', { status: (await isGood(request)) ? 204 : 401 }),
  );
  const { code, error, checks } = await probe(url);
  expect(code).toBe(1);
  expect(failedIn(checks).map(([check]) => check)).not.toContain(UNVERIFIED[0]?.[0]);
  expect(error).toContain('takes nothing without it');
});

test('a receiver that answers before it has read is told so', async () => {
  const { checks } = await probe(receiver(() => new Response('ok')));
  expect(failedIn(checks)).toEqual([
    [
      'takes a complete delivery after it was cut off',
      'answered 200 to half a body; compare its length with content-length',
    ],
    ...UNVERIFIED,
  ]);
});

test('refused repeats, refused order, small body limits and refused event types are each named', async () => {
  const ids = new Set<string>();
  const handled: number[] = [];
  const url = receiver(async (request) => {
    const body = await request.text();
    if (body.length > 100_000) return new Response('', { status: 413 });
    const id = request.headers.get('webhook-id') ?? '';
    if (ids.has(id)) return new Response('', { status: 409 });
    ids.add(id);
    const { event, sequence } = JSON.parse(body);
    if (event === 'Presence') return new Response('', { status: 404 });
    if (sequence > 0 && sequence < (handled.at(-1) ?? 0)) return new Response('', { status: 500 });
    handled.push(sequence);
    return new Response('ok');
  });
  const { checks } = await probe(url);
  expect(failedIn(checks).map(([check, reason]) => `${check}: ${reason}`.split(';')[0])).toEqual([
    'takes Presence: answered 404',
    'takes a body of 4 MiB, such as a message with media: answered 413',
    'answers a repeat with 2xx: answered 409',
    'answers two repeats at the same moment with 2xx: answered 409',
    'takes events out of sequence: answered 500',
    'refuses a delivery without a signature: answered 200',
    'refuses a signature by another secret: answered 200',
  ]);
});

test('an address that leads nowhere, or is none, ends with exit code 2 and one line', async () => {
  const port = await freePort();
  expect(await run(['probe', `http://127.0.0.1:${port}/hook`])).toEqual({
    code: 2,
    out: '',
    error: `http://127.0.0.1:${port} cannot be reached: connection_refused: nothing accepts connections there\n`,
  });
  expect((await run(['probe', 'http://locahost:9000'])).error).toEndWith(
    ': did you mean localhost?\n',
  );
  expect((await run(['probe', 'localhost:9000'])).error).toBe(
    'URL "localhost:9000" must begin with http:// or https:// and a host\n',
  );
  expect(await run(['probe', 'http://localhost:9000', '--secret', 'mine'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('--secret is not a signing secret'),
  });
});

test('Ctrl-C ends it at once with exit code 1, while a receiver is silent too', async () => {
  let asked = 0;
  const url = receiver(() => {
    asked++;
    return asked === 1 ? new Response('ok') : new Promise(() => {});
  });
  const command = start(['probe', url]);
  await until('the receiver is asked', () => asked === 2);
  command.signal('SIGINT');
  expect(await command.ended()).toBe(1);
  expect([command.stdout(), command.stderr()]).toEqual(['', '']);
});
