/** The first commands of the READMEs and of the start pages, run as they stand against a service of their own. */
import { afterAll, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { freePort } from '../../helpers/free-port.ts';
import { until } from '../../helpers/until.ts';
import { hasCurl, pageScript, receiver } from './docs-script.ts';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnProcess,
  spawnService,
} from './spawned-process.ts';

afterAll(cleanUp);

/** A service after its first start, and the key that this has printed. */
async function firstStart(environment: Record<string, string> = {}) {
  const service = spawnService({ ...isolated(await freshDataDir()), ...environment });
  const [, key = ''] = await service.printed(/^ {2}apikey {2,}(\S+)$/m);
  const gate = `127.0.0.1:${await listening(service)}`;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
  const call = async (path: string): Promise<any> =>
    (await fetch(`http://${gate}${path}`, { headers: { apikey: key } })).json();
  return { gate, key, call };
}

/** Runs a script that prints one answer a line, none of which may be a failure. */
async function answersOf(script: string) {
  const shell = spawnProcess(['sh', '-e', '-c', script]);
  expect([await shell.ended(), shell.stderr()]).toEqual([0, '']);
  const answers = shell
    .stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const answer of answers) expect(answer).not.toHaveProperty('error');
  return answers;
}

test.skipIf(!hasCurl).each([
  ['README.md', 'shop', 'the apikey'],
  ['README.pt-BR.md', 'loja', 'o apikey'],
])(
  'six lines of %s lead to a delivery, and need no receiver, no file and no second terminal',
  async (page, instance, word) => {
    const { gate, key, call } = await firstStart();
    const script = await pageScript(page, 'tested', {
      'localhost:8080': gate,
      [word]: key,
    });
    const delivering = script.slice(0, script.indexOf('\n\n'));
    expect(delivering.split('\n').length).toBe(6);
    const [created, scanned, , found, sent] = await answersOf(script);
    expect(created.instance.instanceName).toBe(instance);
    expect(scanned.success).toBe(true);
    expect(found.deliveries).toMatchObject([{ event: 'Message' }]);
    expect(sent.key.id).toBeString();
    const delivered = async () => {
      const { deliveries } = await call('/delivery/search?event=Message');
      return deliveries[0].state === 'delivered';
    };
    await until('the message is delivered', delivered);
  },
);

test.skipIf(!hasCurl)('commands of other pages work after those of the README', async () => {
  const { gate, key } = await firstStart();
  const script = await pageScript('README.md', 'tested', {
    'localhost:8080': gate,
    'the apikey': key,
  });
  const further = await Promise.all(
    [
      'evolution-reference',
      'sending',
      'events',
      'templates',
      'instances',
      'graph-webhooks',
      'n8n',
      'filters',
      'chats',
      'groups',
      'portal',
    ].map((page) => pageScript(`docs/${page}.md`, 'tested:README', {})),
  );
  expect(further).not.toContain('');
  const before = await answersOf([script, ...further].join(''));
  expect(before.length).toBeGreaterThan(script.match(/^api /gm)?.length ?? 0);
});

const START_PAGES = [
  ['docs/start.md', 'the global key', 'Hello'],
  ['docs/pt-BR/start.md', 'a chave global', 'Oi'],
  ['docs/es/start.md', 'la clave global', 'Hola'],
] as const;

test.skipIf(!hasCurl).each(START_PAGES)(
  'the commands of %s deliver a signed message with the key that they ask for',
  async (page, word, text) => {
    const { gate, key, call } = await firstStart();
    const { got, server, url } = receiver();
    const script = await pageScript(page, 'tested', {
      'localhost:8080': gate,
      'localhost:9000': url,
      [word]: key,
    });
    const [, connect, , state] = await answersOf(script);
    expect(connect.base64).toStartWith('data:image/png;base64,');
    expect(state.instance.state).toBe('open');

    const message = () => got.find(({ body }) => JSON.parse(body).event === 'Message');
    await until('the message arrived', () => message() !== undefined);
    const { secret } = await call('/webhook/secret/shop');
    const { body, headers } = message()!;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      event: 'Message',
      instanceName: 'shop',
      data: { Message: { conversation: text } },
    });
    await server.stop(true);
  },
);

const hasNode = Bun.which('node') !== null;
if (!hasNode && process.env.CI) throw new Error('node is needed: install nodejs');

test.skipIf(!hasNode).each(START_PAGES)(
  'the receiver of %s shows what is posted to it',
  async (page) => {
    const port = freePort();
    const command = await pageScript(page, 'tested as the receiver', {
      '9000': String(port),
    });
    const shown = spawnProcess(['sh', '-c', command]);
    const post = () =>
      fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body: '{"event":"Message"}' }).then(
        ({ status }) => status,
        () => null,
      );
    await until('the receiver answers', async () => (await post()) === 200);
    await shown.printed(/\{"event":"Message"\}/);
  },
);

test.skipIf(!hasCurl).each(START_PAGES)(
  'the calls of %s for a real phone show a code that links it',
  async (page, word) => {
    const whatsapp = await startFakeWhatsApp();
    whatsapp.makesPairingShort = true;
    const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
    const { gate, key, call } = await firstStart({
      WHATSAPP_SOCKET_URL: whatsapp.url,
      WHATSAPP_ROOT_PUBLIC_KEY: whatsapp.rootPublicKey,
      WHATSAPP_WEB_VERSION: whatsapp.version.join('.'),
    });
    const first = await pageScript(page, 'tested', {
      'localhost:8080': gate,
      [word]: key,
    });
    const [functions = ''] = /^GATE=.*?^api\(\).*?$/ms.exec(first) ?? [];
    const calls = await pageScript(page, 'tested with a phone', {});
    const [, connect] = await answersOf(`${functions}\n${calls}`);
    expect(connect.base64).toStartWith('data:image/png;base64,');
    await phone.scan(async () => (await call('/instance/connect/phone')).code);
    const isOpen = async () =>
      (await call('/instance/connectionState/phone')).instance.state === 'open';
    await until('the phone is linked', isOpen);
    await whatsapp.stop();
  },
);
