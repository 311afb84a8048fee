/** The operations that the docs name exist. */
import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { projectDir } from '../../core/process/spawned-process.ts';
import { sharedApp } from '../../helpers/shared.ts';

let known: readonly (readonly string[])[];
const app = sharedApp();
beforeAll(async () => {
  const { body: document } = await app.call('GET', '/openapi.json');
  known = [...Object.keys(document.paths), ...BESIDE_THE_DOCUMENT].map((path) =>
    path.split('/').slice(1),
  );
});

/** Pages, live events, and what other systems' clients ask for. */
const BESIDE_THE_DOCUMENT = [
  ...['/manager/portal', '/docs/{page}', '/swagger', '/openapi.json', '/llms.txt', '/mcp', '/ws'],
  ...['/socket.io', '/passkey-ceremony/{token}', '/verify-creds'],
  // Only with GRAPH_AT_ROOT.
  ...['/v25.0/{id}/messages'],
];

/** What stands in these for what a caller puts in. */
const PLACEHOLDER = /^(\{.*\}|…|\$.*|:.*|[A-Z_]+|)$/;
const isPlaceholder = (part: string): boolean => PLACEHOLDER.test(part) || part.includes('…');

/** A path may be the beginning of others: the docs name groups of operations so. */
const isBeginning = (parts: readonly string[], path: readonly string[]): boolean =>
  parts.length <= path.length &&
  parts.every((part, at) => {
    const whole = path[at] ?? '';
    return part === whole || isPlaceholder(part) || whole.startsWith('{');
  });

/** In crm.md and its calls an operation is named without `/api/v1`. */
const exists = (path: string): boolean => {
  const parts = path.split('/').slice(1);
  return known.some(
    (one) => isBeginning(parts, one) || (one[0] === 'api' && isBeginning(parts, one.slice(2))),
  );
};

/** Names of what is no operation: folders, chats at WhatsApp, and paths of other hosts. */
const OTHERS = new Set([
  '/data',
  '/backups',
  '/var/lib/gatehouse-backups',
  '/others',
  '/api',
  '/api/v1$place',
]);

/** In code, after a method, or after the address of the service. */
const NAMED =
  /(?:\b(?:GET|POST|PUT|PATCH|DELETE) |\$GATE|http:\/\/localhost:8080|(?<=`))(\/[A-Za-z][^\s`"'\\)|<>?#]*)/g;

const namedIn = (markdown: string): string[] =>
  [...markdown.matchAll(NAMED)].map(([, path = '']) => path.replace(/[.,:;/]+$/, ''));

// What other systems have is named in the pages for whoever comes from there, and what was weighed in decisions.
const PAGES = ['README*.md', 'docs/**/*.md', 'packages/client/README.md']
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(projectDir)])
  .filter((path) => !/evolution|decisions\//.test(path))
  .sort();

test.each(PAGES)('every operation that %s names exists', async (page) => {
  const named = namedIn(await Bun.file(join(projectDir, page)).text());
  expect(named.filter((path) => !OTHERS.has(path) && !exists(path))).toEqual([]);
});

test('an operation that is gone is found', () => {
  const gone = '`POST /sandbox/shop/newsletter`, `/message/sendNothing/{name}` and `GET /ready`';
  expect(namedIn(gone).filter((path) => !exists(path))).toEqual([
    '/sandbox/shop/newsletter',
    '/message/sendNothing/{name}',
  ]);
});
