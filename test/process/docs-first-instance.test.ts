/** The README's first minute, run as it stands against a service of its own. */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { until } from '../helpers/until.ts';
import { hasCurl, pageScript, receiver } from './docs-script.ts';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnProcess,
  spawnService,
} from './spawned.ts';

afterAll(cleanUp);

test.skipIf(!hasCurl)(
  'the commands of the README deliver a signed message, and those of other pages work after them',
  async () => {
    const dataDir = await freshDataDir();
    const service = spawnService(isolated(dataDir));
    const gate = `127.0.0.1:${await listening(service)}`;
    const { got, server, url } = receiver();
    const script = await pageScript('README.md', 'a test runs this block as it stands', {
      'localhost:8080': gate,
      'localhost:9000': url,
      'data/secrets.json': join(dataDir, 'secrets.json'),
    });

    const further = await Promise.all(
      ['events', 'templates', 'instances', 'graph-webhooks'].map((page) =>
        pageScript(`docs/${page}.md`, 'a test runs this block after that of the README', {}),
      ),
    );
    expect(further).not.toContain('');

    const shell = spawnProcess(['sh', '-e', '-c', [script, ...further].join('')]);
    expect([await shell.ended(), shell.stderr()]).toEqual([0, '']);
    const answers = shell
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const OF_THE_README = 9;
    expect(answers.length).toBeGreaterThan(OF_THE_README);
    expect(answers[0].instance.instanceName).toBe('shop');
    expect(answers[1].base64).toStartWith('data:image/png;base64,');
    for (const answer of answers) expect(answer).not.toHaveProperty('error');

    const message = () => got.find(({ body }) => JSON.parse(body).event === 'Message');
    await until('the message arrived', () => message() !== undefined);
    const { globalApiKey } = await Bun.file(join(dataDir, 'secrets.json')).json();
    const asked = await fetch(`http://${gate}/webhook/secret/shop`, {
      headers: { apikey: globalApiKey },
    });
    const { secret } = (await asked.json()) as { secret: string };
    const { body, headers } = message()!;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      event: 'Message',
      instanceName: 'shop',
      data: { Message: { conversation: 'Hello' } },
    });
    await server.stop(true);
  },
);

test.skipIf(!hasCurl)(
  'the commands of the start page work with the key that it asks for',
  async () => {
    const dataDir = await freshDataDir();
    const service = spawnService(isolated(dataDir));
    const gate = `127.0.0.1:${await listening(service)}`;
    const { got, server, url } = receiver();
    const { globalApiKey } = await Bun.file(join(dataDir, 'secrets.json')).json();
    const script = await pageScript('docs/start.md', 'a test runs this block of the start page', {
      'localhost:8080': gate,
      'localhost:9000': url,
      'the global key': globalApiKey,
    });
    const shell = spawnProcess(['sh', '-e', '-c', script]);
    expect([await shell.ended(), shell.stderr()]).toEqual([0, '']);
    const answers = shell
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const answer of answers) expect(answer).not.toHaveProperty('error');
    expect(answers[3].instance.state).toBe('open');
    await until('the message arrived', () =>
      got.some(({ body }) => JSON.parse(body).event === 'Message'),
    );
    await server.stop(true);
  },
);
