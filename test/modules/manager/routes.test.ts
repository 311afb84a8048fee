import { expect, test } from 'bun:test';
import { appendFileSync, cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { shellRoutes } from '../../../src/core/shell/shell.ts';
import { bundledFiles, bundlePage } from '../../../src/modules/manager/bundle.ts';
import { managerPage, serve } from '../../../src/modules/manager/routes.ts';
import { sampleServer } from '../../core/http/sample-server.ts';
import { temporaryFolder } from '../../helpers/database.ts';

const server = sampleServer();
server.app.use(shellRoutes()).use(managerPage());
const { ask } = server;

const VERSION = /^\/manager\/[0-9a-f]{16}\//;
const withoutVersion = (path: string) => path.replace(VERSION, '/manager/');

const files = await bundledFiles();
const paths = [
  '/manager',
  '/manager/portal',
  ...[...files.keys()].map((name) => `/manager/${name}`),
];
const TYPES: Record<string, string> = {
  '/manager': 'text/html; charset=utf-8',
  '/manager/portal': 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};
const typeOf = (path: string) => TYPES[path] ?? TYPES[path.split('.').at(-1)!];

/** Addresses that a page, a style sheet or a module loads. */
function loadedBy(path: string, text: string): string[] {
  const written = [
    ...text.matchAll(/<(?:link rel="(?:icon|stylesheet)"|script|img)[^>]* (?:src|href)="([^"]*)"/g),
    ...text.matchAll(/(?:from|import\(|import)\s*["'](\.[^"']+)["']/g),
    ...text.matchAll(/url\(["']?([^"')]+)/g),
  ];
  return written.map(([, address = '']) => new URL(address, `http://host${path}`).pathname);
}

test('200 the page, with everything it loads, and nothing is bundled unused', async () => {
  const seen = new Set<string>();
  const follow = async (path: string): Promise<void> => {
    if (seen.has(path) || !path.startsWith('/manager')) return;
    seen.add(path);
    const { status, text, headers } = await ask(`GET ${path}`);
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, typeOf(path)!]);
    for (const next of loadedBy(path, text)) await follow(next);
  };
  await follow('/manager');
  await follow('/manager/portal');
  expect([...seen].map(withoutVersion).sort()).toEqual([...paths].sort());
});

test('each language is a file of its own, loaded when it is shown', () => {
  const names = [...files.keys()].map((name) => name.replace(/-[0-9a-z]{8}\./, '.'));
  expect(names).toEqual(expect.arrayContaining(['en.js', 'pt-BR.js', 'es.js']));
});

test('the page loads no sentences of problems in English, which answers have', async () => {
  const { sources } = await bundlePage();
  expect(sources.filter((path) => path.includes('/shared/reasons/'))).toEqual([]);
});

test('what the page loads is asked for once, by an address with its version, and the page itself each time', async () => {
  const page = await ask('GET /manager');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const loaded = loadedBy('/manager', page.text).filter((path) => path.startsWith('/manager/'));
  expect(loaded.map(withoutVersion).sort()).toEqual(['/manager/main.css', '/manager/main.js']);
  for (const path of loaded) {
    expect(path).toMatch(VERSION);
    const { headers } = await ask(`GET ${path}`);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
});

const versionIn = async (folder: string) => serve((await bundlePage(folder)).files).version;

test('a change of any source is another version', async () => {
  const folder = temporaryFolder();
  const root = join(import.meta.dir, '../../..');
  for (const path of [
    'src/modules/manager/page',
    'src/core/shell/page',
    'src/core/languages',
    'src/core/shared',
  ])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const page = join(folder, 'src/modules/manager/page');
  const versions = new Set([await versionIn(page), await versionIn(page)]);
  expect(versions.size).toBe(1);
  const changes = [
    ['src/modules/manager/page/main.css', '.changed { color: red; }'],
    ['src/modules/manager/page/main.tsx', 'document.title = "changed";'],
    ['src/core/languages/es/gate.ts', '(gate as { open: string }).open = "changed";'],
  ] as const;
  for (const [path, text] of changes) {
    appendFileSync(join(folder, path), text);
    versions.add(await versionIn(page));
  }
  expect(versions.size).toBe(changes.length + 1);
});

test('a file by the version of another node, or by none, is the file as it is, and asked for each time', async () => {
  const { text } = await ask('GET /manager/main.js');
  for (const path of ['/manager/main.js', '/manager/0123456789abcdef/main.js']) {
    const answer = await ask(`GET ${path}`);
    expect([answer.status, answer.text]).toEqual([200, text]);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  }
});

test('the page is in the language that the browser prefers', async () => {
  const { text } = await ask('GET /manager', { headers: { 'accept-language': 'pt-BR' } });
  expect(text).toContain('<html lang="pt-BR">');
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

/** Names of kinds of markup, which a library has and nobody asks for. */
const NAMESPACES = /http:\/\/www\.w3\.org\/\d{4}\/(svg|xhtml|Math\/MathML|xlink)/g;

test('nothing is inline, nothing names another host', async () => {
  for (const path of paths) {
    const { text } = await ask(`GET ${path}`);
    const own = text.replace(NAMESPACES, '');
    // A text may name the schemes: no host begins with a blank, a comma or a full stop.
    expect([path, own.match(/\bhttps?:\/\/(?![ ,.])|\bwss?:\/\/|["'(]\/\//)]).toEqual([path, null]);
    if (!/\.(js|css)$/.test(path)) {
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    }
  }
});

test('no view makes markup of a text', async () => {
  const folder = join(import.meta.dir, '../../../src/modules/manager/page');
  for (const path of new Bun.Glob('**/*.{js,ts,tsx}').scanSync(folder)) {
    const text = await Bun.file(join(folder, path)).text();
    expect([
      path,
      text.match(/dangerously|innerHTML|outerHTML|insertAdjacent|document\.write|\beval\(/),
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
  '/manager/main.tsx',
  '/manager/routes.ts',
  '/manager/..%2froutes.ts',
  '/manager/page/main.js',
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
