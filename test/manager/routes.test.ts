import { expect, test } from 'bun:test';
import { appendFileSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { managerPage, readPage } from '../../src/manager/routes.ts';
import { temporaryFolder } from '../helpers/database.ts';
import { sampleServer } from '../http/sample-server.ts';

const server = sampleServer();
server.app.use(managerPage());
const { ask } = server;

const VERSION = /^\/manager\/[0-9a-f]{16}\//;
const withoutVersion = (path: string) => path.replace(VERSION, '/manager/');

const FOLDER = new URL('../../src/manager/page/', import.meta.url);
const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.includes('.'))
  .map((name) => (name === 'index.html' ? '/manager' : `/manager/${name}`));
const TYPES: Record<string, string> = {
  '/manager': 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};
const typeOf = (path: string) => TYPES[path] ?? TYPES[path.split('.').at(-1)!];

/** Addresses that a page, a style sheet or a module loads. */
function loadedBy(path: string, text: string): string[] {
  const written = [
    ...text.matchAll(/(?:src|href)="(\/[^"]*)"/g),
    ...text.matchAll(/(?:from |import |import\()'([^']+)'/g),
    ...text.matchAll(/url\(["']?([^"')]+)/g),
  ];
  return written.map(([, address = '']) => new URL(address, `http://host${path}`).pathname);
}

test('200 the page, with everything it loads, and nothing lies there unused', async () => {
  const seen = new Set<string>();
  const follow = async (path: string): Promise<void> => {
    if (seen.has(path) || !path.startsWith('/manager')) return;
    seen.add(path);
    const { status, text, headers } = await ask(`GET ${path}`);
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, typeOf(path)!]);
    for (const next of loadedBy(path, text)) await follow(next);
  };
  await follow('/manager');
  expect([...seen].map(withoutVersion).sort()).toEqual([...paths].sort());
});

test('what the page loads is asked for once, by an address with its version, and the page itself each time', async () => {
  const page = await ask('GET /manager');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const loaded = loadedBy('/manager', page.text).filter((path) => path.startsWith('/manager/'));
  expect(loaded.length).toBeGreaterThan(5);
  for (const path of loaded) {
    expect(path).toMatch(VERSION);
    const { headers } = await ask(`GET ${path}`);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
});

test('a change of any file is another version', () => {
  const folder = temporaryFolder();
  cpSync(FOLDER.pathname, folder, { recursive: true });
  const versions = new Set([readPage(folder).version]);
  expect([...versions]).toEqual([readPage(FOLDER.pathname).version]);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.includes('.'));
  for (const name of files) {
    appendFileSync(join(folder, name), ' ');
    versions.add(readPage(folder).version);
  }
  expect(versions.size).toBe(files.length + 1);
});

test('a file by the version of another node, or by none, is the file as it is, and asked for each time', async () => {
  const { text } = await ask('GET /manager/main.js');
  for (const path of ['/manager/main.js', '/manager/0123456789abcdef/main.js']) {
    const answer = await ask(`GET ${path}`);
    expect([answer.status, answer.text]).toEqual([200, text]);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  }
});

test('every answer forbids other origins, inline code and guessed types', async () => {
  for (const path of paths) {
    const { headers } = await ask(`GET ${path}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self';");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain("media-src 'self' data:");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|script-src/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('nothing is inline, nothing becomes markup, nothing names another host', async () => {
  for (const path of paths) {
    const { text } = await ask(`GET ${path}`);
    const own = text.replace('http://www.w3.org/2000/svg', '');
    expect([path, own.match(/\bhttps?:|\bwss?:|["'(]\/\//)]).toEqual([path, null]);
    if (!/\.(js|css|svg)$/.test(path)) {
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    }
    expect([
      path,
      text.match(/innerHTML|outerHTML|insertAdjacent|document\.write|\beval\(/),
    ]).toEqual([path, null]);
  }
});

test('HEAD answers as GET does, without the body', async () => {
  for (const path of ['/manager', '/manager/main.js']) {
    const got = await ask(`GET ${path}`);
    const head = await ask(`HEAD ${path}`);
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
    expect(head.headers.get('content-security-policy')).not.toBeNull();
  }
});

test.each([
  '/manager/nothing.js',
  '/manager/index.html',
  '/manager/routes.ts',
  '/manager/..%2froutes.ts',
  '/manager/page/main.js',
  '/manager/0123456789abcdef/index.html',
  '/manager/0123456789abcdef/0123456789abcdef/main.js',
  '/manager/0123456789abcdef/',
  '/manager/__proto__',
])('404 %s', async (path) => {
  const { status, json } = await ask(`GET ${path}`);
  expect(status).toBe(404);
  expect(json.error.code).toBe('NOT_FOUND');
});

test('the page is no operation of the documented API', async () => {
  const { json } = await ask('GET /swagger/json');
  expect(Object.keys(json.paths).filter((path) => path.startsWith('/manager'))).toEqual([]);
});
