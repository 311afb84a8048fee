/** The receivers of the page about webhooks: those whose language this machine has are run as they stand. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { sign, signingKey } from '../../../src/core/webhooks/signature.ts';
import { type ClientProject, clientProject } from '../../helpers/client-project.ts';
import { freePort } from '../../helpers/free-port.ts';
import { until } from '../../helpers/until.ts';

const root = join(import.meta.dir, '../../..');
/** Go compiles first, and all of them take longer while other tests run. */
const STARTING_MS = 60_000;

let project: ClientProject;
const children: Bun.Subprocess[] = [];
beforeAll(async () => {
  project = await clientProject();
}, STARTING_MS);
afterAll(() => {
  for (const child of children) child.kill();
});

interface Language {
  readonly name: string;
  readonly file: string;
  /** Null: this machine does not have it. */
  readonly program: string | null;
  readonly compile?: readonly string[];
  readonly start: (port: number) => readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    ...{ name: 'TypeScript', file: 'receive.ts' },
    program: process.execPath,
    start: () => [process.execPath, 'receive.ts'],
  },
  {
    ...{ name: 'Python', file: 'receive.py' },
    program: Bun.which('python3'),
    start: () => ['python3', 'receive.py'],
  },
  {
    ...{ name: 'PHP', file: 'receive.php' },
    program: Bun.which('php'),
    start: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receive.php'],
  },
  {
    ...{ name: 'Go', file: 'receive.go' },
    program: Bun.which('go'),
    compile: ['go', 'build', '-o', 'receiver', 'receive.go'],
    start: () => ['./receiver'],
  },
];

/** Returns the receiver of the page itself, or of a file that the page leads to. */
async function codeOf(file: string): Promise<string> {
  const page = await Bun.file(join(root, 'docs/receiving.md')).text();
  if (page.includes(`](receivers/${file})`))
    return Bun.file(join(root, 'docs/receivers', file)).text();
  const [, code] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  if (file !== 'receive.ts' || code === undefined) throw new Error(`the page has no ${file}`);
  return code;
}

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const KEY = signingKey(SECRET);
const FORMER = Buffer.alloc(32, 6);
const BODY = JSON.stringify({ id: 'event-1', event: 'Message', data: { text: 'Olá' } });

function signed(keys: readonly Buffer[], ageSeconds = 0): Record<string, string> {
  const seconds = String(Math.floor(Date.now() / 1000) - ageSeconds);
  const signature = sign(keys, { id: 'event-1', seconds, body: BODY });
  return {
    'content-type': 'application/json',
    'webhook-id': 'event-1',
    'webhook-timestamp': seconds,
    'webhook-signature': signature,
  };
}

const CASES = [
  { sent: 'signed', headers: () => signed([KEY]), body: BODY, status: 200 },
  {
    sent: 'signed with two secrets',
    headers: () => signed([FORMER, KEY]),
    body: BODY,
    status: 200,
  },
  { sent: 'changed', headers: () => signed([KEY]), body: `${BODY} `, status: 401 },
  { sent: 'signed with another secret', headers: () => signed([FORMER]), body: BODY, status: 401 },
  { sent: 'ten minutes old', headers: () => signed([KEY], 600), body: BODY, status: 401 },
  { sent: 'ten minutes early', headers: () => signed([KEY], -600), body: BODY, status: 401 },
  { sent: 'not signed', headers: () => ({}), body: BODY, status: 401 },
] as const;

/** A delivery whose connection breaks before its body is whole. */
async function sendCut(port: number): Promise<void> {
  const lines = Object.entries({ ...signed([KEY]), 'content-length': '1000' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nhost: me.test\r\n${head}\r\n${BODY.slice(0, 20)}`, () =>
    socket.destroy(),
  );
  await once(socket, 'close');
}

for (const { name, file, program, compile, start } of LANGUAGES) {
  test.skipIf(program === null)(
    `the receiver in ${name} believes what is signed and recent, and nothing else`,
    async () => {
      await Bun.write(join(project.folder, file), await codeOf(file));
      if (compile) Bun.spawnSync([...compile], { cwd: project.folder });
      const port = freePort();
      const child = Bun.spawn([...start(port)], {
        cwd: project.folder,
        env: { ...process.env, GATEHOUSE_SECRET: SECRET, PORT: String(port) },
        stdout: 'pipe',
        stderr: 'pipe',
      });
      children.push(child);
      const url = `http://127.0.0.1:${port}/`;
      const isListening = () => fetch(url, { method: 'POST' }).then(Boolean, () => false);
      await until(`it listens at ${port}`, isListening, STARTING_MS / 2);
      await sendCut(port);
      for (const { sent, headers, body, status } of CASES) {
        const answer = await fetch(url, { method: 'POST', headers: headers(), body });
        expect([sent, answer.status]).toEqual([sent, status]);
      }
      child.kill();
      // PHP logs to the other stream, among its requests.
      const said = (await child.stdout.text()) + (await child.stderr.text());
      expect(said.match(/Message event-1/g)).toHaveLength(2);
    },
    STARTING_MS,
  );
}

test(
  'the receiver in TypeScript compiles under strict',
  async () => {
    await Bun.write(join(project.folder, 'checked.ts'), await codeOf('receive.ts'));
    const typeRoots = [join(root, 'node_modules/@types')];
    await project.check('checked.ts', { types: ['bun'], typeRoots, skipLibCheck: true });
  },
  STARTING_MS,
);
