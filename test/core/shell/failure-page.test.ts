import { expect, test } from 'bun:test';
import { failurePageWith } from '../../../src/core/shell/failure-page.ts';
import { ALL_PAGES } from '../../../src/core/shell/shell.ts';
import { KEY, sampleServer, TOKEN } from '../http/sample-server.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const { ask } = sampleServer();

const FAILURES = [
  ['/nothing', 404, 'Page not found', 'NOT_FOUND'],
  ['/docs', 404, 'Page not found', 'NOT_FOUND'],
  ['/instance/state/shop', 401, 'This address needs a key', 'UNAUTHORIZED'],
  ['/nothing/%', 400, 'Something went wrong', 'BAD_REQUEST'],
] as const;

test.each(FAILURES)(
  '%s in a browser is a page with the ways on',
  async (path, status, title, code) => {
    const answer = await ask(`GET ${path}`, { headers: BROWSER });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(answer.text).toContain(`<h1>${title}</h1>`);
    expect(answer.text).toContain(code);
    expect(answer.text).toContain(answer.headers.get('x-request-id') ?? '');
    const root = '../'.repeat(path.split('/').length - 2) || './';
    for (const way of ['manager', 'docs', 'swagger', ''])
      expect(answer.text).toContain(`href="${root}${way}"`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
  },
);

test('an address that only takes other methods is a page, with what it takes in the header', async () => {
  const answer = await ask('GET /instance/connect', { headers: { ...BROWSER } });
  expect(answer.status).toBe(401);
  const { app } = sampleServer({ zones: [] });
  const request = new Request('http://localhost/instance/connect', { headers: BROWSER });
  const open = await app.handle(request);
  expect([open.status, open.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await open.text()).toContain('A browser cannot open this address');
});

test.each(FAILURES)('%s is the envelope for programs', async (path, status, _, code) => {
  for (const accept of ['*/*', 'application/json']) {
    const { json, ...answer } = await ask(`GET ${path}`, { headers: { accept } });
    expect([answer.status, json.success, json.error.code]).toEqual([status, false, code]);
  }
});

test.each(['pt-BR', 'es', 'en'])(
  'a browser in %s reads the words of the service, marked as English',
  async (asked) => {
    const request = new Request('http://localhost/nothing', {
      headers: { ...BROWSER, 'accept-language': asked },
    });
    const failure = { status: 409, code: 'CONFLICT', reason: 'not_connected' } as const;
    const words = { message: 'not connected', hint: 'connect it', details: undefined };
    const page = await failurePageWith(ALL_PAGES)(
      request,
      { ...failure, ...words },
      'an id',
    )?.text();
    expect(page).toContain('<dd lang="en">not connected<br>connect it</dd>');
    expect(page).toContain(`<html lang="${asked}"`);
  },
);

test('whoever sends a credential or a body is a program, whatever it claims to take', async () => {
  for (const headers of [KEY, TOKEN, { authorization: 'Bearer x' }]) {
    const { json } = await ask('GET /nothing', { headers: { ...BROWSER, ...headers } });
    expect(json.error.code).toBe('NOT_FOUND');
  }
  const posted = await ask('POST /nothing', { headers: BROWSER, body: {} });
  expect(posted.json.error.code).toBe('NOT_FOUND');
});

test('what a browser is told is never kept where a credential is asked for, and nothing of the address becomes markup', async () => {
  const { headers, text } = await ask('GET /instance/<script>', { headers: BROWSER });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).not.toContain('<script>');
});
