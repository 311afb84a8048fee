/** `gatehouse trigger`, `tail` and `resend`, at a service with a receiver. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnProcess,
  spawnService,
} from '../../core/process/spawned-process.ts';
import { bundledService } from '../../helpers/bundle.ts';
import { until } from '../../helpers/until.ts';
import { recordsIn, run, start } from './commands.ts';
import { type Stage, startStage, write } from './service.ts';

let stage: Stage;
let answer = 200;
const received: { event: string; id: string; test?: boolean }[] = [];
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    received.push((await request.json()) as (typeof received)[number]);
    return new Response('', { status: answer });
  },
});

beforeAll(async () => {
  stage = await startStage({ WEBHOOK_MAX_ATTEMPTS: '2', WEBHOOK_RETRY_DELAY_MS: '100' });
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  await stage.call('POST', '/webhook/set/shop', { enabled: true, url });
});
afterAll(async () => {
  await stage.app.stop(0);
  await receiver.stop(true);
  await cleanUp();
});

const command = (...words: string[]) => run(words, stage.environment);
const deliveries = async (state: string) =>
  (await stage.call('GET', `/delivery/find/shop?state=${state}`)).body.deliveries;

test.each([
  'Message',
  'Receipt',
  'CallOffer',
  'CallTerminate',
  'JoinedGroup',
  'GroupInfo',
  'NewsletterJoin',
])(
  '`trigger %s` makes the event happen in the sandbox, and the webhook gets it as any other',
  async (event) => {
    const before = received.length;
    expect(await command('trigger', event, '--json')).toMatchObject({ code: 0, error: '' });
    await until('it has come', () => received.slice(before).some((one) => one.event === event));
    expect(received.at(-1)?.test).toBeUndefined();
  },
);

test('a sample is posted where that is asked for, and a refusal ends with exit code 1', async () => {
  const { code, out } = await command('trigger', 'presence', '--sample', '--json');
  expect(code).toBe(0);
  expect(recordsIn(out)).toEqual([
    expect.objectContaining({ event: 'Presence', how: 'sample', delivered: true, status: 200 }),
  ]);
  expect(received.at(-1)).toMatchObject({ event: 'Presence', test: true });
  answer = 503;
  const refused = await command('trigger', 'Message', '--sample');
  answer = 200;
  expect(refused.code).toBe(1);
  expect(refused.out).toContain('it answered 503');
});

test('an unknown event, instance or selection is refused in one line, with exit code 2', async () => {
  expect(await command('trigger', 'Mesage')).toMatchObject({
    code: 2,
    error: 'unknown event "Mesage": did you mean Message?\n',
  });
  expect((await command('resend')).error).toBe(
    'resend: select deliveries by their IDs, with --state, or with --since\n',
  );
  expect((await command('resend', '--since', 'yesterday')).error).toStartWith(
    '--since "yesterday"',
  );
  const refused = await command('resend', '--state', 'lost');
  expect(refused.code).toBe(2);
  expect(refused.error).toContain('state must be one of');
});

test('`tail` shows a delivery that fails, why, and what became of it; `resend` sends it again', async () => {
  const tail = start(['tail', '--json'], stage.environment);
  await until('it looks', () => tail.stderr().includes('as they happen'));
  answer = 500;
  await write(stage, 'refused');
  await until('it was given up', async () => (await deliveries('discarded')).length === 1);
  await until('tail says so', () => tail.stdout().includes('"discarded"'));
  answer = 200;
  const [{ id }] = await deliveries('discarded');
  const shown = recordsIn(tail.stdout()).filter((one) => one.id === id);
  expect(shown.at(-1)).toMatchObject({
    state: 'discarded',
    attemptCount: 2,
    lastStatus: 500,
    lastError: expect.stringContaining('http_status: 500'),
  });
  expect(await command('resend', id, '--json')).toMatchObject({ code: 0 });
  await until('it has arrived', async () => (await deliveries('discarded')).length === 0);
  await until('tail says that too', () =>
    recordsIn(tail.stdout()).some((one) => one.id === id && one.state === 'delivered'),
  );
  tail.signal('SIGTERM');
  expect(await tail.ended()).toBe(0);
});

test('`resend --since` takes whatever was created since, and says how many', async () => {
  const delivered = (await deliveries('delivered')).length;
  const { out } = await command('resend', '--state', 'delivered', '--since', '1h', '--json');
  expect(delivered).toBeGreaterThan(0);
  expect(recordsIn(out)).toEqual([{ instance: 'shop', redelivering: delivered }]);
});

test('started with nohup, a command outlives its terminal', async () => {
  const words = ['sh', '-c', `trap '' HUP; exec bun run ${bundledService()} tail --json`];
  const tail = spawnProcess(words, stage.environment);
  await until('it looks', () => tail.stderr().includes('as they happen'));
  tail.signal('SIGHUP');
  await write(stage, 'after the terminal');
  await tail.printed(/"event":"Message"/);
  tail.signal('SIGTERM');
  expect(await tail.ended()).toBe(0);
});

test('without an address a command finds the service of this machine, by its port and its own key', async () => {
  const dataDir = await freshDataDir();
  const service = spawnService(isolated(dataDir));
  const port = await listening(service);
  const own = { ...isolated(dataDir), PORT: `${port}` };
  expect((await run(['trigger', 'Message'], own)).error).toBe('there is no instance yet\n');
  const wrongPort = await run(['tail', '--url', 'http://localhost:1', '--key', 'k'], own);
  expect(wrongPort.error).toEndWith(`: did you mean http://localhost:${port}?\n`);
  const wrongKey = await run(['tail', '--key', 'k'], own);
  expect(wrongKey.error).toEndWith(
    `; the key of this machine's service is in ${dataDir}/secrets.json\n`,
  );
  const elsewhere = await run(['trigger', 'Message', '--url', `http://127.0.0.1:${port}`], own);
  expect([elsewhere.code, elsewhere.error]).toEqual([
    2,
    `a key for http://127.0.0.1:${port} is missing: set GATEHOUSE_KEY, or use --key KEY\n`,
  ]);
});
