/** What a service has loaded when it is ready: code that only some of its users need comes with the first of them. */
import { afterAll, expect, test } from 'bun:test';
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

/** By whose first use they are loaded. */
const LATER: Readonly<Record<string, RegExp>> = {
  'a command': /^src\/(modules\/cli|app\/commands)\//,
  'another node': /^src\/modules\/cluster\/(?!module\.ts)/,
  'a bucket': /^src\/modules\/storage\/(?!module\.ts)/,
  'a broker': /^src\/modules\/(amqp|nats)\/(?!module\.ts)/,
  'an instance of the sandbox': /^src\/modules\/sandbox\/(provider|connection)\.ts/,
  'a paired phone': /^src\/modules\/whatsapp\/(provider|threads\/.*|recording\/.*)\.ts/,
  'a number of the official API': /^src\/modules\/whatsapp-cloud\/(provider|session|sending)\.ts/,
  'a file of sound': /^packages\/audio\//,
  'a reader of the docs':
    /^(docs\/.*\.md|src\/modules\/docs\/(answers|pages|render|view|search-index)\.ts)$/,
  'a reader of another language': /^src\/core\/languages\/(es|pt-BR)\//,
  'a package': new RegExp(
    `^node_modules/(?!(${[
      '@elysiajs/swagger',
      '@sinclair/typebox',
      'cookie',
      'drizzle-orm',
      'elysia',
      'exact-mirror',
      'fast-decode-uri-component',
      'fastest-levenshtein',
      'ipaddr.js',
      'memoirist',
      'prom-client',
    ].join('|')})/)`,
  ),
};

test('a service that is ready has loaded no code and no tables of languages that only some need', async () => {
  const preload = ['--preload', './test/core/process/fixtures/loaded-modules.ts'];
  const service = spawnProcess([bun, ...preload, 'src/main.ts'], isolated(await freshDataDir()));
  const port = await listening(service);
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
  service.signal('SIGUSR2');
  const [, list = ''] = await service.printed(/^modules (\[.*\])$/m);
  expect(service.stdout()).not.toMatch(/^makes /m);
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  const loaded = (JSON.parse(list) as string[])
    .filter((path) => path.startsWith(projectDir))
    .map((path) => path.slice(projectDir.length));
  expect(loaded).toContain('src/app.ts');
  for (const [use, pattern] of Object.entries(LATER))
    expect({ use, loaded: loaded.filter((path) => pattern.test(path)) }).toEqual({
      use,
      loaded: [],
    });
});
