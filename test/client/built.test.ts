/** The client as it is built and installed, under Node and Bun: the samples of its page, and a bad connection. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { sign, signingKey } from '../../src/core/webhooks/signature.ts';
import { startLossyProxy } from '../doubles/lossy-proxy.ts';
import { GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { CLIENT_SOURCE, type ClientProject, clientProject } from '../helpers/client-project.ts';
import { load } from '../helpers/load.ts';
import { until } from '../helpers/until.ts';

/** Building and starting programs takes seconds, and more while other tests run. */
const BUILDING_MS = 120_000;

const node = Bun.which('node');
/** Node before 22 has no WebSocket without being told; later ones ignore the word. */
const RUNTIMES = [
  ...(node === null ? [] : [['Node', [node, '--experimental-websocket']] as const]),
  ['Bun', [process.execPath]] as const,
];

let app: RunningApp;
let project: ClientProject;
beforeAll(async () => {
  [app, project] = await Promise.all([startApp(), clientProject()]);
  await app.openInstance('shop');
  await app.call('POST', '/websocket/set/shop', { websocket: { enabled: true } });
}, BUILDING_MS);
afterAll(() => app?.stop());

interface RunningProgram {
  readonly lines: string[];
  /** What it printed; throws what it said when it failed. */
  readonly ended: Promise<string[]>;
}

function start(command: readonly string[], env: Record<string, string> = {}): RunningProgram {
  const child = Bun.spawn([...command], {
    cwd: project.folder,
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const lines: string[] = [];
  const read = async () => {
    let rest = '';
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    }
  };
  const end = async () => {
    const [problems] = await Promise.all([child.stderr.text(), read()]);
    if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${problems}${lines}`);
    return lines;
  };
  return { lines, ended: end() };
}

const run = (command: readonly string[], env?: Record<string, string>): Promise<string[]> =>
  start(command, env).ended;

/** The blocks of the page as one program. */
async function program(): Promise<string> {
  const page = await Bun.file(join(CLIENT_SOURCE, 'README.md')).text();
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  return blocks.join('\n').replaceAll('http://localhost:8080', app.url);
}

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

/** Asks the receiver of the page with a signed event and with one that was changed. */
const RECEIVING = `
const { headers, body } = JSON.parse(process.env.WEBHOOK);
for (const sent of [body, body + ' ']) {
  const answer = await receive(new Request('http://me.test', { method: 'POST', headers, body: sent }));
  console.log('answered', answer.status);
}
`;

function webhook() {
  const body = JSON.stringify({
    event: 'Message',
    data: { Info: { Chat: 'a chat' }, Message: { conversation: 'Hello' } },
  });
  const seconds = String(Math.floor(Date.now() / 1000));
  const signature = sign([signingKey(SECRET)], { id: 'a', seconds, body });
  const headers = {
    'webhook-id': 'a',
    'webhook-timestamp': seconds,
    'webhook-signature': signature,
  };
  return JSON.stringify({ headers, body });
}

test('every file that the package names is built, and no other package is needed', async () => {
  const { exports, types, dependencies } = await Bun.file(
    join(CLIENT_SOURCE, 'package.json'),
  ).json();
  for (const file of [...Object.values<string>(exports['.']), types])
    expect(existsSync(join(project.installed, file))).toBe(true);
  expect(dependencies).toBeUndefined();
});

test(
  'the samples of its page compile under strict, without the types of any runtime',
  async () => {
    const process = 'declare const process: { readonly env: Record<string, string | undefined> };';
    await Bun.write(join(project.folder, 'page.ts'), `${process}\n${await program()}`);
    await project.check('page.ts');
  },
  BUILDING_MS,
);

test.each(RUNTIMES)(
  'the samples of its page do under %s what the page says',
  async (_, command) => {
    await app.call('POST', '/sandbox/shop/message', {
      kind: 'text',
      from: '5511888880000',
      text: 'Hi',
    });
    const code = new Bun.Transpiler({ loader: 'ts' }).transformSync(await program());
    await Bun.write(join(project.folder, 'page.mjs'), code + RECEIVING);
    const lines = await run([...command, 'page.mjs'], {
      GATEHOUSE_KEY: GLOBAL_KEY,
      GATEHOUSE_SECRET: SECRET,
      WEBHOOK: webhook(),
    });
    expect(lines[0]).toMatch(/^\S+ PENDING$/);
    expect(lines[1]).toStartWith('instance not found ');
    expect(lines).toContain('open');
    expect(lines.findLast((line) => line.startsWith('next time after'))).toBeString();
    expect(lines.slice(-3)).toEqual(['a chat Hello', 'answered 200', 'answered 401']);
  },
  BUILDING_MS,
);

test.each(RUNTIMES)(
  'under %s a message whose answer was lost is sent once, and a feed that is cut misses nothing',
  async (name, [program = '']) => {
    const proxy = await startLossyProxy(new URL(app.url).host);
    proxy.loses = (sent) => proxy.lost === 0 && sent.includes('/message/sendText/');
    copyFileSync(join(import.meta.dir, 'scenario.mjs'), join(project.folder, 'scenario.mjs'));
    const before = await sentMessages();
    const baseUrl = `http://${proxy.address}`;
    const ws = join(import.meta.dir, '../../node_modules/ws/wrapper.mjs');
    const end = `The end of ${name}`;
    const options = JSON.stringify({ baseUrl, apikey: GLOBAL_KEY, ws, end });
    // Without a WebSocket of its own, Node before 22 uses the package ws.
    const child = start([program, 'scenario.mjs', options]);
    const write = (message: object) => app.call('POST', '/sandbox/shop/message', message);
    const opened = () => child.lines.filter((line) => line.includes('"open"')).length;
    for (let cut = 0; cut < 3; cut++) {
      await until(`${name} is connected`, () => opened() > cut);
      await load(write, { messages: 20 });
      proxy.cut();
      await load(write, { messages: 5 });
    }
    const Name = { Name: end, NameSetAt: '2026-01-05T10:00:00.000Z' };
    await app.call('POST', '/sandbox/shop/event', { event: 'GroupInfo', data: { Name } });
    const said = (await child.ended).map((line) => JSON.parse(line));
    await proxy.stop();
    expect(proxy.lost).toBe(1);
    expect((await sentMessages()).slice(before.length)).toEqual([said[0].sent]);
    const sequences = said.flatMap(({ sequence }) => sequence ?? []);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  },
  BUILDING_MS,
);

async function sentMessages(): Promise<string[]> {
  const { body } = await app.call('GET', '/sandbox/shop/sent');
  return body.map(({ id }: { id: string }) => id);
}
