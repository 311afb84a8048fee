/** The commands on the pages about the Graph API and Typebot, run as they stand against a service of its own. */
import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { until } from '../../helpers/until.ts';
import { hasCurl, pageScript } from './docs-script.ts';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnProcess,
  spawnService,
} from './spawned-process.ts';

afterAll(cleanUp);

/** Answers every handshake, and keeps what is posted by the host that it was posted to. */
function receivers() {
  const got: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { searchParams } = new URL(request.url);
      if (request.method === 'GET') return new Response(searchParams.get('hub.challenge'));
      got.push(await request.text());
      return new Response();
    },
  });
  return { got, server, url: `http://127.0.0.1:${server.port}` };
}

const PDF = '%PDF-1.4 a list of prices';

test.skipIf(!hasCurl)(
  'the commands send by the Graph API, connect Chatwoot and Typebot, to which a message goes, and send a file',
  async () => {
    const dataDir = await freshDataDir();
    const gate = `127.0.0.1:${await listening(spawnService(isolated(dataDir)))}`;
    const { got, server, url } = receivers();
    const { globalApiKey } = await Bun.file(join(dataDir, 'secrets.json')).json();
    const begin = await pageScript('docs/start.md', 'tested', {
      'localhost:8080': gate,
      'http://localhost:9000': url,
      'the global key': globalApiKey,
    });
    const file = join(dirname(dataDir), 'prices.pdf');
    writeFileSync(file, PDF);
    const commands = await pageScript('docs/graph.md', 'tested:start', {
      'https://chat.example.com': url,
      '@prices.pdf': `@${file}`,
    });
    const bot = await pageScript('docs/typebot.md', 'tested:start', {
      'https://bot.example.com': url,
    });
    const OF_THE_START_PAGE = begin.split('\n').filter((line) => /^api /.test(line)).length;
    const shell = spawnProcess(['sh', '-e', '-c', begin + commands + bot]);
    expect([await shell.ended(), shell.stderr()]).toEqual([0, '']);
    const answers = shell
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const answer of answers) expect(answer).not.toHaveProperty('error');
    expect(answers.slice(OF_THE_START_PAGE)).toMatchObject([
      { messaging_product: 'whatsapp', messages: [{ id: expect.any(String) }] },
      { display_phone_number: expect.stringContaining('5511999990000') },
      { data: expect.any(Array) },
      { name: 'Chatwoot', format: 'whatsapp-cloud' },
      { messaging_product: 'whatsapp', messages: [{ id: expect.any(String) }] },
      { mime_type: 'application/pdf', file_size: PDF.length, id: expect.stringMatching(/^\d+$/) },
      { name: 'Typebot', format: 'whatsapp-cloud' },
    ]);
    const message = { kind: 'text', from: '5511888880000', text: 'Hello to both' };
    await fetch(`http://${gate}/sandbox/shop/message`, {
      method: 'POST',
      headers: { apikey: globalApiKey, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    const webhooks = () => got.filter((body) => body.includes('Hello to both'));
    await until('both have it, and the receiver of the start page', () => webhooks().length === 3);
    const meta = webhooks().filter((body) =>
      body.startsWith('{"object":"whatsapp_business_account"'),
    );
    expect(meta).toHaveLength(2);
    await server.stop(true);
  },
);
