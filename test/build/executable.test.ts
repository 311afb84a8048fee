/** The service as one executable, in an empty folder: what people who download it have. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  chownSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import manifest from '../../package.json';
import { FILES, LICENCES, WORKERS } from '../../scripts/build.ts';
import {
  bun,
  cleanUp,
  listening,
  projectDir,
  type SpawnedProcess,
  spawnProcess,
} from '../core/process/spawned-process.ts';
import { startReceiver } from '../doubles/receiver.ts';
import { wavOf } from '../doubles/sound-files.ts';
import { startFakeWhatsApp } from '../doubles/whatsapp/server.ts';
import { freePort } from '../helpers/free-port.ts';
import { connectAgent } from '../helpers/mcp.ts';
import { until } from '../helpers/until.ts';
import { copiedBy, type Image, readDockerfile } from './dockerfile.ts';
import { canHaveRoot, inRoot } from './image-root.ts';

const { stages, imageOf } = await readDockerfile();

const KEY = 'the-global-key-of-this-test';
const SERVICE = { PORT: '0', HOST: '127.0.0.1', GLOBAL_API_KEY: KEY };
const SECRETS = {
  GLOBAL_API_KEY: KEY,
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
};

/** On one disk, since the executable is linked rather than copied. */
const place = mkdtempSync(join(tmpdir(), 'gatehouse-executable-'));
/** By itself, and with the optional packages beside it. */
const [alone, withPackages] = [join(place, 'alone', 'gatehouse'), join(place, 'full', 'gatehouse')];

/** It is built of the files that the image is built of, with packages that are there already. */
beforeAll(async () => {
  const context = join(place, 'context');
  for (const path of copiedBy(stages[0]!))
    cpSync(join(projectDir, path), join(context, path), { recursive: true });
  symlinkSync(join(projectDir, 'node_modules'), join(context, 'node_modules'));
  const words = ['run', 'scripts/build.ts', '--packages', '--outfile', withPackages];
  const building = spawnProcess([bun, ...words], {}, context);
  expect([await building.ended(), building.stderr()]).toEqual([0, '']);
  mkdirSync(dirname(alone));
  linkSync(withPackages, alone);
}, 60_000);
afterAll(async () => {
  await cleanUp();
  rmSync(place, { recursive: true });
});

/** What they import has names that depend on the folder of the build. */
const MODULES = ['/manager/main.js', '/manager/portal.js'];
const IMPORTED = /"\.\/([\w-]+\.js)"/g;
const PAGES = [
  '/docs/start',
  '/llms.txt',
  '/swagger',
  '/openapi.json',
  '/docs/search/en.json',
  '/swagger/assets/any/api.css',
  '/swagger/assets/any/api.js',
  '/swagger/assets/any/swagger-ui.js',
  '/shell/any/page.js',
  '/docs/assets/any/docs.js',
  '/manager',
  '/manager/main.css',
  ...MODULES,
];

let folders = 0;
function emptyFolder(): string {
  const folder = join(place, `empty-${folders++}`);
  mkdirSync(folder);
  return folder;
}

async function run(words: string[], cwd = emptyFolder()) {
  const command = spawnProcess(words, {}, cwd);
  return { code: await command.ended(), out: command.stdout(), error: command.stderr() };
}

interface Service {
  readonly process: SpawnedProcess;
  readonly url: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
  call(method: string, path: string, body?: object): Promise<any>;
}

async function serve(executable: string, cwd: string, variables = {}): Promise<Service> {
  const process = spawnProcess([executable, 'start'], { ...SERVICE, ...variables }, cwd);
  const url = `http://127.0.0.1:${await listening(process)}`;
  return {
    process,
    url,
    async call(method, path, body) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { apikey: KEY, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return await response.json();
    },
  };
}

test('the executable is the command: it explains itself, and says its version', async () => {
  expect(await run([alone])).toMatchObject({ code: 0, out: expect.stringContaining('  start  ') });
  expect(await run([alone, '--version'])).toEqual({
    code: 0,
    out: `${manifest.version}\n`,
    error: '',
  });
  expect((await run([alone, 'strat'])).error).toContain('start');
});

test('in an empty folder it serves, delivers an event, shows its pages, says where to put the WhatsApp library, and leaves nothing but its data', async () => {
  const folder = emptyFolder();
  // It waits for retries most of the time, which other steps need not wait for.
  const demo = run([alone, 'demo']);
  const receiver = await startReceiver();
  const { process, url, call } = await serve(alone, folder, { MCP_ENABLED: 'true' });
  await call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  await call('GET', '/instance/connect/shop');
  await call('POST', '/sandbox/shop/scan', {});
  await call('POST', '/webhook/set/shop', { enabled: true, url: `${receiver.url}/hook` });
  const from = '5511888880000';
  await call('POST', '/sandbox/shop/message', { kind: 'text', from, text: 'Hello' });
  await until('it is delivered', () => receiver.requests.some(({ body }) => /"Hello"/.test(body)));

  // A worker converts it.
  const audio = wavOf().toString('base64');
  const sent = await call('POST', '/message/sendWhatsAppAudio/shop', { number: from, audio });
  expect(sent).toMatchObject({ message: { audioMessage: { mimetype: 'audio/ogg; codecs=opus' } } });

  for (const path of PAGES) {
    const response = await fetch(`${url}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    const text = await response.text();
    expect(text.length).toBeGreaterThan(100);
    if (!MODULES.includes(path)) continue;
    const imported = [...text.matchAll(IMPORTED)].map(([, name]) => `${url}/manager/${name}`);
    expect(imported.length).toBeGreaterThan(0);
    for (const one of imported) expect([one, (await fetch(one)).status]).toEqual([one, 200]);
  }

  // What speaks with agents is loaded when the first one comes.
  const agent = await connectAgent(url, { apikey: KEY });
  expect((await agent.use('list_instances')).data.result).toHaveLength(1);
  await agent.client.close();

  await call('POST', '/instance/create', { instanceName: 'phone', provider: 'whatsapp' });
  expect(JSON.stringify(await call('GET', '/instance/connect/phone'))).toContain(
    '@whiskeysockets/baileys is not installed: put it into node_modules beside the executable',
  );
  expect(await run([alone, 'backup', 'copies'], folder)).toMatchObject({ code: 0 });
  process.signal('SIGTERM');
  expect(await process.ended()).toBe(0);
  await receiver.stop();
  expect(readdirSync(folder).sort()).toEqual(['copies', 'data']);
  expect(await demo).toMatchObject({ code: 0, error: '' });
}, 30_000);

test('with the WhatsApp library beside the executable, a phone is paired and its messages are events', async () => {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const contact = whatsapp.contact({ number: '5511888880000', name: 'Contact' });
  const { process, call } = await serve(withPackages, emptyFolder(), {
    WHATSAPP_SOCKET_URL: whatsapp.url,
    WHATSAPP_ROOT_PUBLIC_KEY: whatsapp.rootPublicKey,
    WHATSAPP_WEB_VERSION: whatsapp.version.join('.'),
  });
  await call('POST', '/instance/create', { instanceName: 'shop', provider: 'whatsapp' });
  await phone.scan(async () => (await call('GET', '/instance/connect/shop')).code);
  const state = async () => (await call('GET', '/instance/connectionState/shop')).instance.phase;
  await until('it is open', async () => (await state()) === 'open');
  await contact.writes(phone, { text: 'Hello' });
  const events = async () => JSON.stringify(await call('GET', '/event/find/shop?event=Message'));
  await until('the message is an event', async () => (await events()).includes('Hello'));
  process.signal('SIGTERM');
  expect(await process.ended()).toBe(0);
  await whatsapp.stop();
}, 30_000);

test('the WhatsApp library is also found in the working folder', async () => {
  const installed = 'ok   WhatsApp library: it is installed';
  expect((await run([alone, 'doctor'], dirname(withPackages))).out).toContain(installed);
  const { out } = await run([alone, 'doctor']);
  expect(out).toContain(`put it into ${join(dirname(alone), 'node_modules')}`);
});

describe.skipIf(!canHaveRoot())('on a root file system that is read-only', () => {
  test.each([null, 'fly'])(
    'the image (target %p) serves as a user without rights, passes its health check, and writes nothing but its data',
    async (target) => {
      const image = imageOf(target);
      const root = rootOf(image, { isOwned: target === null });
      const { PATH: _, ...environment } = image.environment;
      const variables = { ...environment, ...SECRETS, PORT: `${freePort()}` };
      const run = (words: string[], more = {}) =>
        spawnProcess(inRoot(root, image, words), { ...variables, ...more });
      const service = run([...image.words('ENTRYPOINT'), ...image.words('CMD')]);
      await service.printed(/^listening on /m);
      const status = await Bun.file(`/proc/${service.pid}/status`).text();
      expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
      const health = run(image.words('HEALTHCHECK'));
      expect([await health.ended(), health.stderr()]).toEqual([0, '']);
      const sorting = run(['gatehouse', '-e', SORT], { BUN_BE_BUN: '1' });
      expect([await sorting.ended(), sorting.stdout()]).toEqual([0, '20000\n']);
      service.signal('SIGTERM');
      expect(await service.ended()).toBe(0);
      expect(readdirSync(join(root, 'data')).sort()).toEqual(['gatehouse.db', 'gatehouse.db.lock']);
    },
  );
});

/** What follows the name of the image's command, and the variables, of a line such as `docker run -e NAME=VALUE IMAGE`. */
function dockerRun(line: string) {
  const words = line.split(' ');
  const variables = words.flatMap((word, at) => (words[at - 1] === '-e' ? [word.split('=')] : []));
  return { variables: Object.fromEntries(variables), port: words[words.indexOf('-p') + 1] };
}

test.skipIf(!canHaveRoot())(
  'the `docker run` of the README starts the image without keys, and prints a link for a browser on this machine',
  async () => {
    const image = imageOf(null);
    const readme = await Bun.file(join(projectDir, 'README.md')).text();
    const { variables, port } = dockerRun(/^docker run .*$/m.exec(readme)?.[0] ?? '');
    const published = image.last('EXPOSE');
    expect([variables, port]).toEqual([{ NODE_ENV: 'development' }, `${published}:${published}`]);
    const { PATH: _, ...environment } = image.environment;
    const words = [...image.words('ENTRYPOINT'), ...image.words('CMD')];
    const own = { ...environment, ...variables, PORT: `${freePort()}` };
    const service = spawnProcess(inRoot(rootOf(image, { isOwned: true }), image, words), own);
    const link = /^ {2}http:\/\/localhost:(\d+)\/manager#first\/\S+$/m;
    expect((await service.printed(link))[1]).toBe(own.PORT);
    await service.printed(/^listening on /m);
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
  },
);

/** The folders of the image; its volume is owned by its user, or by root. */
function rootOf(image: Image, { isOwned }: { isOwned: boolean }): string {
  const root = join(place, `root-${folders++}`);
  const volume = join(root, image.last('VOLUME')!);
  mkdirSync(volume, { recursive: true });
  if (isOwned) chownSync(volume, 1000, 1000);
  mkdirSync(join(root, 'opt'));
  // Linked, since it has 150 MB.
  Bun.spawnSync(['cp', '-al', dirname(withPackages), join(root, 'opt/gatehouse')]);
  cpSync(join(projectDir, 'scripts/container-start'), join(root, 'opt/gatehouse/container-start'));
  return root;
}

/** A sort that is too large for memory as it is set here, for which SQLite makes files of its own. */
const SORT = `
  const db = new (require('bun:sqlite').Database)(':memory:');
  for (const setting of ['temp_store = file', 'cache_size = 5', 'cache_spill = 5']) db.run('pragma ' + setting);
  db.run('create temp table rows (text)');
  db.run('with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) insert into rows select hex(randomblob(100)) from n');
  console.log(db.query('select text from rows order by substr(text, 5)').all().length);
`;

test('nothing inside the executable is under a licence that asks for the source of the whole', async () => {
  const text = await Bun.file(join(dirname(withPackages), LICENCES)).text();
  const kinds = [...text.matchAll(/^\S+@\d\S+ \((.+)\)$/gm)].map(([, kind = '']) => kind);
  expect(kinds.length).toBeGreaterThan(30);
  const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];
  expect(kinds.filter((kind) => !allowed.includes(kind))).toEqual([]);
});

test('the build takes along every file and worker that the sources ask for', async () => {
  const asked = { files: new Set<string>(), workers: new Set<string>() };
  for await (const file of new Bun.Glob('src/**/*.ts').scan(projectDir)) {
    const text = await Bun.file(join(projectDir, file)).text();
    for (const [, path = ''] of text.matchAll(/\bownFile\('(.+)'\)/g)) asked.files.add(path);
    for (const [, path = ''] of text.matchAll(/['"](src\/.+-worker\.ts)['"]/g))
      asked.workers.add(path);
    // By another way they would be looked for beside the bundle.
    if (file !== 'src/core/shared/own-files.ts')
      expect(text).not.toMatch(/import\.meta\.(url|dir)/);
  }
  expect([...asked.workers].sort()).toEqual([...WORKERS].sort());
  for (const path of asked.files) expect(FILES).toContain(path);
});

test('the versions to install beside the executable are those of the package', async () => {
  const { optionalDependencies } = manifest;
  const page = await Bun.file(join(projectDir, 'docs/operations.md')).text();
  const [, ...named] = /npm install (\S+)@([\d.a-z-]+) (\S+)@([\d.a-z-]+)/.exec(page) ?? [];
  expect(named).toEqual([
    '@whiskeysockets/baileys',
    optionalDependencies['@whiskeysockets/baileys'],
    'mpg123-decoder',
    optionalDependencies['mpg123-decoder'],
  ]);
});
