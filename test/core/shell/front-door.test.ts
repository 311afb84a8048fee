import { expect, test } from 'bun:test';
import { KEY, sampleServer } from '../http/sample-server.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const { ask } = sampleServer();

test('200 / tells programs what runs there, and where its pages are', async () => {
  for (const headers of [
    { accept: '*/*' },
    { accept: 'application/json' },
    { accept: 'application/json, text/plain, */*' },
    // What some clients send with every request; a key makes them programs.
    { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', ...KEY },
  ]) {
    const answer = await ask('GET /', { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toStartWith('application/json');
    expect(answer.json).toEqual({
      status: 200,
      message: 'Gatehouse is running',
      version: '1.2.3',
      clientName: 'gatehouse',
      documentation: '/swagger',
      manager: '/manager',
    });
  }
});

test('200 / names the pages as PUBLIC_URL says', async () => {
  const behindProxy = sampleServer({ publicUrl: 'https://gate.example.com' });
  expect((await behindProxy.ask('GET /')).json).toMatchObject({
    documentation: 'https://gate.example.com/swagger',
    manager: 'https://gate.example.com/manager',
  });
  const page = await behindProxy.ask('GET /', { headers: BROWSER });
  expect(page.text).toContain('api https://gate.example.com/instance/create');
});

test('200 / is a page for browsers: how the service is, the first calls, and the ways on', async () => {
  const { status, headers, text } = await ask('GET /', { headers: BROWSER });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('Gatehouse is running');
  expect(text).toMatch(/<dt>Database<\/dt><dd><span class="badge good">up/);
  expect(text).toContain('<dd>1.2.3</dd>');
  expect(text).toContain('api http://localhost/instance/create');
  for (const way of ['/manager', '/docs', '/swagger', '/openapi.json', '/llms.txt', '/ready'])
    expect(text).toContain(`href=".${way}"`);
});

test('the page tells what is down and why', async () => {
  const ill = sampleServer({
    health: {
      status: 'unavailable',
      database: 'down',
      error: 'the disk is full',
      channels: { amqp: { state: 'down', error: '<refused>' } },
      node: { name: 'a', lease: 'lapsed' },
      warnings: ['META_APP_SECRET is missing'],
    },
  });
  const { status, text } = await ill.ask('GET /', { headers: BROWSER });
  expect(status).toBe(200);
  for (const part of ['but not ready', 'the disk is full', '&lt;refused&gt;', 'lapsed'])
    expect(text).toContain(part);
  expect(text).toContain('META_APP_SECRET is missing');
});

test.each([
  ['pt-BR', 'O Gatehouse está no ar'],
  ['es', 'Gatehouse está en marcha'],
])('the page in %s', async (language, title) => {
  const { text } = await ask('GET /', { headers: { ...BROWSER, 'accept-language': language } });
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(title);
});
