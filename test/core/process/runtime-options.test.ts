/** The options of the runtime: more requests in flight than Bun's own limit of 256, and when functions are compiled. */
import { afterAll, expect, spyOn, test } from 'bun:test';
import { scripts } from '../../../package.json';
import { readSettings } from '../../../src/core/config/config.ts';
import { VARIABLES } from '../../../src/core/config/variables.ts';
import { allowsRequests, setRuntimeOptions } from '../../../src/core/process/runtime-options.ts';
import { until } from '../../helpers/until.ts';
import {
  bun,
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  projectDir,
  spawnProcess,
} from './spawned-process.ts';

afterAll(cleanUp);

/** Whether one more request is answered while 300 hang. */
async function askBeside300(mode: string, environment: Record<string, string> = {}) {
  let hanging = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch(request) {
      if (request.url.endsWith('/quick')) return new Response('answered');
      hanging += 1;
      return new Promise<Response>(() => {});
    },
  });
  const script = 'test/core/process/fixtures/requests.ts';
  const command = [bun, 'run', script, server.url.origin, '300', mode];
  const client = spawnProcess(command, environment);
  const expected = mode === 'raise' ? 300 : 256;
  await until(`${expected} requests hang`, () => hanging >= expected);
  client.signal('SIGUSR2');
  expect(await client.ended()).toBe(0);
  await server.stop(true);
  return { client, hanging };
}

test('300 hanging receivers do not hold up another request', async () => {
  const { client, hanging } = await askBeside300('raise');
  expect(hanging).toBe(300);
  expect(client.stdout()).toContain('quick answered');
});

test('the process keeps its id, its arguments and its signals while its limit is raised', async () => {
  const { client } = await askBeside300('raise');
  expect(client.stdout()).toBe(`enough true\npid ${client.pid} purge delay 1000\nquick answered\n`);
});

test('a delay for free memory that the environment names is kept, and a missing one is set where the limit is high enough', async () => {
  const named = await askBeside300('raise', { MIMALLOC_PURGE_DELAY: '50' });
  expect(named.client.stdout()).toContain('purge delay 50\n');
  const enough = await askBeside300('raise', { BUN_CONFIG_MAX_HTTP_REQUESTS: '40000' });
  expect(enough.client.stdout()).toContain('purge delay 1000\n');
});

test('without it they do: when this fails the limit is gone, and so may be what raises it', async () => {
  const { client, hanging } = await askBeside300('leave');
  expect(hanging).toBe(256);
  expect(client.stdout()).toContain('quick blocked');
});

/** The environment with which the process would replace itself, or null if it goes on. */
function replacedWith(environment: Record<string, string>) {
  const replace = spyOn(process, 'execve').mockImplementation((() => {}) as never);
  try {
    setRuntimeOptions(environment);
    return replace.mock.calls[0]?.[2] ?? null;
  } finally {
    replace.mockRestore();
  }
}

const LIMIT = 'BUN_CONFIG_MAX_HTTP_REQUESTS';
const PURGE_DELAY = 'MIMALLOC_PURGE_DELAY';
const { name } = VARIABLES.webhookMaxInFlight;

test('the limit is high enough for every number of deliveries that the settings accept, which a start does not read', () => {
  const replaced = replacedWith({ [name]: '1' });
  expect(replaced).toEqual({ ...replacedWith({}), [name]: '1' });
  expect(replacedWith({ ...replaced } as Record<string, string>)).toBeNull();
  for (const [text, isAccepted] of [
    ['16384', true],
    ['16385', false],
  ] as const) {
    const reading = readSettings({ [name]: text }, () => null);
    expect('settings' in reading).toBe(isAccepted);
    expect(allowsRequests(replaced ?? {}, Number(text))).toBe(isAccepted);
  }
});

test('the scripts, the image and the unit of systemd start a process that need not start again', async () => {
  const { [LIMIT]: requests, [PURGE_DELAY]: delay } = replacedWith({}) ?? {};
  const named = (text: string, name: string) =>
    new RegExp(`\\b${name}=(?:\\$\\{${name}:-)?(\\d+)`).exec(text)?.[1];
  for (const text of [
    scripts.start,
    scripts.dev,
    await Bun.file(`${projectDir}Dockerfile`).text(),
    await Bun.file(`${projectDir}deploy/systemd/gatehouse.service`).text(),
  ])
    expect([named(text, LIMIT), named(text, PURGE_DELAY)]).toEqual([requests, delay]);
});

test('a start has loaded neither settings nor the service when it begins again', async () => {
  const dataDir = await freshDataDir();
  const begun = spawnProcess(
    [bun, '--preload', './test/core/process/fixtures/loaded-modules.ts', 'src/main.ts'],
    { ...isolated(dataDir), SHOW_MODULES: 'at-execve' },
  );
  const [, list = ''] = await begun.printed(/^modules (\[.*\])$/m);
  expect(await begun.ended()).toBe(0);
  const own = (JSON.parse(list) as string[])
    .filter((path) => path.startsWith(projectDir) && !path.includes('/test/'))
    .map((path) => path.slice(projectDir.length));
  expect(own.toSorted()).toEqual([
    'package.json',
    'src/core/config/environment.ts',
    'src/core/process/runtime-options.ts',
    'src/core/shared/own-files.ts',
  ]);
});

const preload = ['--preload', './test/core/process/fixtures/loaded-modules.ts'];

test('a start compiles late from before the service is loaded, and as usual from before it says where it listens', async () => {
  const dataDir = await freshDataDir();
  const service = spawnProcess([bun, ...preload, 'src/main.ts'], isolated(dataDir));
  await listening(service);
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  const lines = service.stdout().split('\n');
  const [late = -1, usual = -1] = ['compiles at 16', 'compiles at 1'].map((line) =>
    lines.indexOf(line),
  );
  expect(late).toBe(0);
  expect(usual).toBeGreaterThan(late);
  expect(lines.findIndex((line) => line.startsWith('listening on'))).toBeGreaterThan(usual);
});

test('a command compiles as usual', async () => {
  const command = spawnProcess([bun, ...preload, 'src/main.ts', '--version']);
  expect(await command.ended()).toBe(0);
  expect(command.stdout()).not.toContain('compiles at');
});
