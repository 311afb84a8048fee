/** What pages name or count is as they say: variables, commands, scripts, metrics, paths, operations, lines of code. */
import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { VARIABLES } from '../../../src/core/config/variables.ts';
import { COMMANDS } from '../../../src/modules/cli/table.ts';
import { COMMON_OPTIONS } from '../../../src/modules/cli/words.ts';
import { startApp } from '../../helpers/app.ts';

const root = join(import.meta.dir, '../../..');
const filesOf = (...patterns: string[]): string[] =>
  patterns
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })])
    .filter((path) => !/(^|\/)(node_modules|\.git|data)\//.test(path))
    .sort();
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const PAGES = filesOf(
  '*.md',
  'docs/**/*.md',
  'bench/*.md',
  'packages/*/*.md',
  'deploy/**/*.md',
  'src/**/*.md',
);
const FOLDERS = ['src', 'packages', 'scripts', 'campaign', 'bench', 'bin', 'deploy', 'test'];
const CODE = [
  ...filesOf(...FOLDERS.map((folder) => `${folder}/**/*`)),
  ...['package.json', 'Dockerfile', 'fly.toml'],
]
  .filter((path) => /(\.(tsx?|js|json|ya?ml|sh|toml)|file|\/[\w-]+)$/.test(path))
  .filter((path) => !path.startsWith('test/modules/docs/') && !path.endsWith('generated.ts'))
  .map(textOf)
  .join('\n');

/** Returns the code of a page: its spans in backquotes, and its blocks. */
const codeIn = (markdown: string): string[] => [
  ...[...markdown.matchAll(/^```.*?\n(.*?)^```/gms)].map(([, block = '']) => block),
  ...[...markdown.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, span = '']) => span,
  ),
];

/** Returns `page: name` for every name that a pattern finds in the code of pages and that is not as it should be. */
function wrongNames(pattern: RegExp, isThere: (name: string, page: string) => boolean): string[] {
  const wrong = new Set<string>();
  for (const page of PAGES)
    for (const code of codeIn(textOf(page)))
      for (const [, name = ''] of code.matchAll(pattern))
        if (!isThere(name, page)) wrong.add(`${page}: ${name}`);
  return [...wrong];
}

const VARIABLE_NAMES = new Set(Object.values(VARIABLES).map(({ name }) => name));
/** What only blocks of code on the pages use, and variables of Evolution API. */
const OF_READERS = /^(DATABASE_(HOST|APP)|THIS_HOST|API_KEY|GATEHOUSE_SECRET|HTTP_WEBHOOK_\w+)$/;
const OF_OTHERS = new Set(['CACHE_REDIS_ENABLED', 'PROXY_HOST']);

test('every variable, code and constant that a page names is in the code', () => {
  const words = new Set(CODE.match(/\b[A-Z][A-Z0-9_]+\b/g));
  const isThere = (name: string) =>
    VARIABLE_NAMES.has(name) ||
    words.has(name) ||
    OF_OTHERS.has(name) ||
    OF_READERS.test(name) ||
    isBeginning(name);
  expect(wrongNames(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+_?)\b/g, isThere)).toEqual([]);
});

/** `STORAGE_S3_` names all variables that begin so. */
const isBeginning = (name: string): boolean => name.endsWith('_') && CODE.includes(name);

test('every script of npm that a page names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json'));
  const pattern = /\b(?:npm|bun) run (?:--silent )?([\w:-]+)/g;
  // `bun run` takes a file too.
  const isFile = (name: string) => FOLDERS.includes(name);
  expect(wrongNames(pattern, (name) => name in scripts || isFile(name))).toEqual([]);
});

const FIRST_WORDS = new Set(COMMANDS.map(({ name }) => name.split(' ')[0]));

test('every command of `gatehouse` that a page names exists', () => {
  const pattern = /(?:^|; |&& |\.\/|bin\/|run )gatehouse(?:\.js)?(?: --)? ([a-z]+)\b/gm;
  expect(wrongNames(pattern, (name) => FIRST_WORDS.has(name))).toEqual([]);
});

test('every option of `gatehouse` on the page of the command exists', () => {
  const options = COMMANDS.flatMap((command) => command.options.map(({ name }) => name));
  const known = new Set([...options, ...COMMON_OPTIONS.map(({ name }) => name), 'help']);
  const lines = textOf('docs/command.md')
    .split('\n')
    .filter((line) => line.includes('gatehouse '));
  const named = lines.flatMap((line) => [...line.matchAll(/(?<=[\s[])--([a-z][a-z-]*)/g)]);
  expect(named.map(([, name = '']) => name).filter((name) => !known.has(name))).toEqual([]);
});

/** Names of metrics as they are in the code, where a part may be put in. */
const MEASURED = [...new Set(CODE.match(/(?<=['"`])gatehouse_[a-z_]+(\$\{\w+\}[a-z_]*)?/g))].map(
  (name) => new RegExp(`^${name.replace(/\$\{\w+\}/, '[a-z_]+')}(_bucket|_sum|_count)?$`),
);
const isMeasured = (name: string) => MEASURED.some((pattern) => pattern.test(name));

test('every metric that a page names is measured', () => {
  expect(wrongNames(/\b(gatehouse_[a-z_]+[a-z])\b/g, isMeasured)).toEqual([]);
  const [, list = ''] = textOf('docs/operations.md').split('\n## Metrics\n');
  const rows = (list.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('- `'));
  const names = rows.flatMap((row) => [...(row.split(': ')[0] ?? '').matchAll(/`([a-z_]+)`/g)]);
  expect(names.length).toBeGreaterThan(10);
  const unprefixed = names
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('process_'));
  expect(unprefixed.filter((name) => !isMeasured(`gatehouse_${name}`))).toEqual([]);
});

const FILES = new Set(filesOf('**/*').map((path) => basename(path)));

test('every file that a page names without its folder is somewhere in the repository', () => {
  const pattern = /^([\w-]+\.(?:test\.)?(?:tsx?|css|sql|toml))$/g;
  expect(wrongNames(pattern, (name) => FILES.has(name))).toEqual([]);
});

/** Files with sentences in them: pages, code with its comments, templates. The tests of docs name what is gone. */
const TEXTS = filesOf('**/*').filter(
  (path) =>
    /\.(tsx?|js|md|ya?ml|toml|css|html)$|file$|^(\.ci|bin)\//.test(path) &&
    !/^test\/modules\/docs\/|generated\.ts$/.test(path),
);
const PATH =
  /(?<![\w./@${}:-])(?:src|test|docs|packages|scripts|campaign|bench|deploy|drizzle|bin|core|modules)\/[\w./-]*\w/g;
/** Capitals are in the place of a name that is yet to be chosen. */
const OPEN_PLACE = /\b[A-Z]{4,}\b/;
/** Paths that are not in git: where an earlier version, which the benchmark runs too, had the provider; what a check makes. */
const NOT_IN_GIT = new Set(['src/providers/whatsapp', 'packages/client/src/generated.ts']);

/** Returns the paths in a text that lead nowhere from the top, from `src` or from the folder of the file. */
function deadPathsIn(text: string, folder: string): string[] {
  const isThere = (path: string) =>
    ['', 'src', folder].some((from) =>
      ['', '.ts', '.tsx', '.js', '.md'].some((ending) =>
        existsSync(join(root, from, path) + ending),
      ),
    );
  return [...text.matchAll(PATH)]
    .map(([path]) => path)
    .filter((path) => !OPEN_PLACE.test(path) && !NOT_IN_GIT.has(path) && !isThere(path));
}

test('every path of the repository that a page, a comment or a template names exists', () => {
  expect(TEXTS.length).toBeGreaterThan(2_800);
  const dead = TEXTS.flatMap((file) =>
    deadPathsIn(textOf(file), dirname(file)).map((path) => `${file}: ${path}`),
  );
  expect(dead).toEqual([]);
  expect(deadPathsIn('// src/nowhere/gone.ts, src/core/db, core/db/open.ts', '')).toEqual([
    'src/nowhere/gone.ts',
  ]);
});

test('pages say as many operations as there are', async () => {
  const app = await startApp();
  const { body } = await app.call('GET', '/openapi.json');
  await app.stop();
  const all = Object.values<object>(body.paths).flatMap((methods) => Object.keys(methods)).length;
  for (const page of PAGES)
    for (const [said, least, number] of textOf(page).matchAll(/(more than )?(\d{3,}) operations/g))
      expect([page, said, least ? all > Number(number) : all]).toEqual([
        page,
        said,
        least ? true : Number(number),
      ]);
});

test('a name that is gone is found', () => {
  const gone = '`npm run nothing`, `gatehouse frobnicate` and\n```sh\n./gatehouse frob\n```\n';
  expect(codeIn(gone)).toEqual(['./gatehouse frob\n', 'npm run nothing', 'gatehouse frobnicate']);
  expect(isMeasured('gatehouse_archive_bytes_total')).toBe(true);
  expect(isMeasured('gatehouse_nothing_total')).toBe(false);
  expect([FIRST_WORDS.has('frobnicate'), FILES.has('nothing.ts')]).toEqual([false, false]);
});

/** The code that each decision counts the lines of, in the order of the page; null for a part of what it names. */
const LINES: Readonly<Record<string, readonly (readonly string[] | null)[]>> = {
  'own-relay': [['src/modules/whatsapp/relay']],
  'own-signal': [['packages/signal/src']],
  'small-choices': [
    ['src/modules/socket-io'],
    ['src/core/outbound/network-guard.ts'],
    ['src/core/outbound/proxy'],
    ['src/modules/storage/store-requests.ts'],
    ['store-requests', 'parted-upload', 'bucket', 'xml-values'].map(
      (name) => `src/modules/storage/${name}.ts`,
    ),
    ['src/modules/amqp', 'src/core/channels/broker-link.ts'],
    ['wav', 'webm', 'ogg-writer', 'mp3-frame', 'mp3-frames'].map(
      (name) => `packages/audio/src/${name}.ts`,
    ),
    null,
  ],
  'write-ahead-log': [['src/core/db/sqlite-file.ts']],
};

const linesIn = (path: string): number =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path)).reduce((sum, name) => sum + linesIn(join(path, name)), 0)
    : textOf(path).split('\n').length - 1;

test('a decision that says how many lines its code has is right within a tenth', () => {
  const said = filesOf('docs/decisions/*.md').flatMap((path) =>
    [...textOf(path).matchAll(/([\d,]+) lines\b/g)].map(([, number = ''], at) => ({
      ...{ name: basename(path, '.md'), at },
      lines: Number(number.replaceAll(',', '')),
    })),
  );
  const places = (list: readonly { name: string; at: number }[]) =>
    list.map(({ name, at }) => `${name} ${at}`);
  const known = Object.entries(LINES).flatMap(([name, all]) => all.map((_, at) => ({ name, at })));
  expect(places(said)).toEqual(places(known));
  const wrong = said.flatMap(({ name, at, lines }) => {
    const actual = (LINES[name]?.[at] ?? []).reduce((sum, path) => sum + linesIn(path), 0);
    const isRight = actual === 0 || Math.abs(lines - actual) <= actual / 10;
    return isRight ? [] : [`${name}: ${lines}, not ${actual}`];
  });
  expect(wrong).toEqual([]);
});
