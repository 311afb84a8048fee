/** Starts that must not happen: the lines, the exit code, and that nothing was touched. */
import { afterAll, expect, test } from 'bun:test';
import { exists } from 'node:fs/promises';
import { cleanUp, freshDataDir, isolated, spawnService } from './spawned-process.ts';

afterAll(cleanUp);

const KEY = Buffer.alloc(32, 7).toString('base64');

/** Runs a start that is expected to end by itself. */
async function refused(environment: Record<string, string>) {
  const dataDir = await freshDataDir();
  const service = spawnService({ ...isolated(dataDir), ...environment });
  const code = await service.ended();
  const lines = service.stderr().trimEnd().split('\n');
  return { code, lines, stdout: service.stdout(), isUntouched: !(await exists(dataDir)) };
}

test('78 wrong values: one line each on stderr, nothing else, nothing on disk', async () => {
  expect(await refused({ PORT: '99999', LOG_LEVEL: 'loud', ENCRYPTION_KEY: 'hunter2' })).toEqual({
    code: 78,
    lines: [
      expect.stringMatching(/^PORT is "99999"; it accepts /),
      expect.stringMatching(/^ENCRYPTION_KEY is \*{8} \(7 characters\); it accepts /),
      expect.stringMatching(/^LOG_LEVEL is "loud"; it accepts /),
    ],
    stdout: '',
    isUntouched: true,
  });
});

test('78 a module that there is not, and a provider of new instances that is left out: nothing generated', async () => {
  const without = (names: string) => refused({ GATEHOUSE_WITHOUT: names });
  const [unknown, needed] = await Promise.all([without('grap'), without('sandbox')]);
  expect(unknown).toMatchObject({ code: 78, stdout: '', isUntouched: true });
  expect(unknown.lines).toEqual([
    'GATEHOUSE_WITHOUT names "grap", which cannot be left out: did you mean graph?',
  ]);
  expect(needed).toMatchObject({ code: 78, stdout: '', isUntouched: true });
  expect(needed.lines).toEqual([expect.stringContaining('is the provider of new instances')]);
});

test('78 production without its secrets: one line each, nothing generated', async () => {
  expect(await refused({ NODE_ENV: 'production' })).toEqual({
    code: 78,
    lines: [
      expect.stringMatching(/^GLOBAL_API_KEY is not set; /),
      expect.stringMatching(/^ENCRYPTION_KEY is not set; /),
    ],
    stdout: '',
    isUntouched: true,
  });
});

test('78 production with a key or a token that is guessed in no time', async () => {
  const secrets = { GLOBAL_API_KEY: 'hunter2', BOOTSTRAP_ACCESS_TOKEN: 'x', ENCRYPTION_KEY: KEY };
  expect(await refused({ NODE_ENV: 'production', ...secrets })).toEqual({
    code: 78,
    lines: [
      expect.stringMatching(
        /^GLOBAL_API_KEY is \*{8} \(7 characters\) \(in production it needs 8 characters or more\); /,
      ),
      expect.stringMatching(/^BOOTSTRAP_ACCESS_TOKEN is \*{8} \(1 characters\) \(in production /),
    ],
    stdout: '',
    isUntouched: true,
  });
});

test.each([
  'http://127.0.0.1/hook',
  'http://[::1]:9/hook',
  'http://0x7f.1/hook',
  'http://10.0.0.8/',
  'http://localhost:9000/hook',
  'http://db.localhost/hook',
])('78 WEBHOOK_URL %s in production', async (url) => {
  const production = { NODE_ENV: 'production', GLOBAL_API_KEY: 'global-key', ENCRYPTION_KEY: KEY };
  const { code, lines } = await refused({ ...production, WEBHOOK_URL: url });
  expect(code).toBe(78);
  expect(lines).toEqual([expect.stringMatching(/^WEBHOOK_URL is "http.*WEBHOOK_ALLOW_NETWORKS/)]);
});

test('75 a port that is taken, by its number; where the new secrets are is said all the same', async () => {
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const port = String(other.port);
  const { code, lines, stdout } = await refused({ PORT: port });
  await other.stop(true);
  expect(lines).toEqual([`PORT ${port} is taken by another process`]);
  expect(stdout).not.toContain('"level":"error"');
  expect(stdout).toMatch(/"generated .*secrets\.json"/);
  expect(code).toBe(75);
});

test('78 a host that is not of this machine', async () => {
  const { code, lines } = await refused({ HOST: '192.0.2.1' });
  expect(lines).toEqual(['HOST "192.0.2.1" is not an address of this machine']);
  expect(code).toBe(78);
});
