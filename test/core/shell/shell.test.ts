import { expect, test } from 'bun:test';
import { Html, html } from '../../../src/core/shell/html.ts';
import {
  answerPage,
  createStaticPages,
  type Page,
  shellPage,
  shellRoutes,
} from '../../../src/core/shell/shell.ts';

const PAGE: Page = {
  language: 'en',
  title: 'Deliveries',
  current: 'docs',
  main: html`<p>Text</p>`,
};
const routes = shellRoutes();
const ask = (path: string, headers: Record<string, string> = {}) =>
  routes.handle(new Request(`http://localhost${path}`, { headers }));

test('a text is escaped wherever it stands, and markup only when it is said to be markup', () => {
  const { markup } = html`<a title="${'"<b>"'}">${['<i>', html`<b>${1}</b>`]}${false}${null}</a>`;
  expect(markup).toBe('<a title="&quot;&lt;b&gt;&quot;">&lt;i&gt;<b>1</b></a>');
  expect(shellPage({ ...PAGE, title: '</title><script>' })).not.toContain('</title><script>');
  expect(shellPage({ ...PAGE, main: new Html('<hr>') })).toContain('<hr>');
});

test('a page has its language, a link past the header, landmarks, and marks its place in the navigation', () => {
  const page = shellPage(PAGE);
  expect(page).toStartWith('<!doctype html>\n<html lang="en">');
  expect(page).toContain('<title>Deliveries · Gatehouse</title>');
  expect(page).toContain('<a class="skip" href="#main">');
  for (const landmark of ['<header', '<nav aria-label=', '<main id="main"', '<footer'])
    expect(page).toContain(landmark);
  expect(page.match(/<a href="[^"]*" aria-current="page"/g)).toEqual([
    '<a href="./docs" aria-current="page"',
  ]);
  expect(shellPage({ ...PAGE, current: null })).not.toContain('aria-current="page"');
});

test('a page is answered in the language of the address, else of the cookie, else of the browser', () => {
  const languageOf = (path: string, headers: Record<string, string>) => {
    const request = new Request(`http://localhost${path}`, { headers });
    return answerPage(request, PAGE).headers.get('content-language');
  };
  const prefers = { 'accept-language': 'de, pt;q=0.8, en;q=0.9, es;q=0' };
  const kept = { cookie: 'a=b; gatehouse-language=es' };
  expect(languageOf('/', {})).toBe('en');
  expect(languageOf('/', { 'accept-language': 'pt-PT, en;q=0.9' })).toBe('pt-BR');
  expect(languageOf('/', prefers)).toBe('en');
  expect(languageOf('/', { ...prefers, ...kept })).toBe('es');
  expect(languageOf('/?language=pt-BR', { ...prefers, ...kept })).toBe('pt-BR');
  expect(languageOf('/?language=toString', { cookie: 'gatehouse-language=xx' })).toBe('en');
});

test('a choice in the address is kept for later pages', () => {
  const chosen = answerPage(new Request('http://localhost/?language=es'), PAGE).headers;
  expect(chosen.get('set-cookie')).toMatch(/^gatehouse-language=es; Path=\/; Max-Age=\d+; /);
  const other = answerPage(new Request('http://localhost/?language=fr'), PAGE).headers;
  expect(other.get('set-cookie')).toBeNull();
});

test('what every page loads is served from here, compressed, for good, and under no other name', async () => {
  const loaded = [...shellPage(PAGE).matchAll(/<link [^>]*href="([^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  expect(loaded).toHaveLength(2);
  for (const path of loaded) {
    expect(path).toMatch(/^\.\/shell\/[0-9a-f]{16}\//);
    const { pathname } = new URL(path, 'http://localhost/');
    const answer = await ask(pathname);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const compressed = await ask(pathname, { 'accept-encoding': 'br, gzip' });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    const text = new TextDecoder().decode(Bun.gunzipSync(await compressed.arrayBuffer()));
    expect(text).toBe(await answer.text());
    const older = await ask(pathname.replace(/[0-9a-f]{16}/, '0'.repeat(16)));
    expect(older.headers.get('cache-control')).toBe('no-cache');
  }
  expect((await ask('/shell/0123456789abcdef/other.css')).status).toBe(404);
});

test('the policy of a page allows this origin alone and nothing inline', () => {
  const { headers } = answerPage(new Request('http://localhost/'), PAGE);
  expect(headers.get('content-security-policy')).toStartWith("default-src 'self';");
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
  expect(shellPage(PAGE)).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
});

test('a page that everybody gets alike is made once, and again only if that failed', async () => {
  const answer = createStaticPages();
  let made = 0;
  const ask = (encoding: string, key = 'en') =>
    answer(
      new Request('http://localhost/', { headers: { 'accept-encoding': encoding } }),
      key,
      async () => {
        if (++made === 1) throw new Error('not yet');
        return { language: 'en', title: key, current: null, main: html`` };
      },
    );
  expect(await ask('gzip').catch(String)).toContain('not yet');
  for (let time = 0; time < 5; time++)
    for (const coding of ['identity', 'gzip']) expect((await ask(coding)).status).toBe(200);
  expect(made).toBe(2);
  expect(await (await ask('identity', 'other')).text()).toContain('<title>other');
});
