/** The texts that people read, by where they come from. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from '../../packages/api-tools/node_modules/typescript';
import { PROBLEMS } from '../../src/core/shared/reasons/problems.ts';
import { REASONS } from '../../src/core/shared/reasons/reasons.ts';
import { failureSentences } from '../../test/helpers/failure-sentences.ts';
import { startService } from '../../test/helpers/service.ts';

const ROOT = join(import.meta.dir, '../..');

/** `summary` and `operation` are texts of an operation, `field` also a cell of a table; `phrase` needs no verb: a title, or the label of a control. */
export type Kind = 'summary' | 'operation' | 'field' | 'text' | 'phrase' | 'comment';

export interface Text {
  /** A file and a line, or a place in the API document. */
  readonly at: string;
  readonly kind: Kind;
  readonly text: string;
}

export const SOURCES = {
  api: apiTexts,
  manager: managerTexts,
  failures: failureTexts,
  docs: docsTexts,
  comments: commentTexts,
} as const satisfies Readonly<Record<string, () => Promise<readonly Text[]>>>;

export type Source = keyof typeof SOURCES;

const read = (path: string): Promise<string> => Bun.file(join(ROOT, path)).text();
const filesOf = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync(ROOT)].sort();

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);

async function apiTexts(): Promise<Text[]> {
  const service = await startService({});
  const { body } = await service.call('GET', '/openapi.json');
  await service.app.stop(1_000);
  return textsIn(body, 'api');
}

/** Returns every summary and description inside; a field may itself be called `description` or `example`. */
function textsIn(value: unknown, at: string, isFields = false): Text[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): Text[] => {
    if (!isFields && (key === 'example' || key === 'examples')) return [];
    if (!isFields && typeof inner === 'string')
      return key === 'summary' || key === 'description'
        ? [{ at, kind: kindOf(key, value), text: inner }]
        : [];
    return textsIn(inner, placeOf(at, key, inner), key === 'properties' && !isFields);
  });
}

const kindOf = (key: string, owner: object): Kind => {
  if (key === 'summary') return 'summary';
  return 'responses' in owner ? 'operation' : 'field';
};

const STRUCTURE = /^(?:paths|components|schemas|properties|schema|content|items|anyOf|allOf|\d+)$/;

function placeOf(at: string, key: string, inner: unknown): string {
  const named = namesOf(inner);
  if (STRUCTURE.test(key)) return named === '' ? at : `${at} ${named}`;
  const shown = METHODS.has(key) ? key.toUpperCase() : key;
  return `${at} ${shown}${named === '' ? '' : ` (${named})`}`;
}

const namesOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return '';
  if ('operationId' in value) return String(value.operationId);
  return 'name' in value && typeof value.name === 'string' ? value.name : '';
};

/** Labels of controls, headings of tables and the like say what is there; all that ends as a sentence must be one. */
const isSentence = (text: string): boolean => /[.!?]["”]?$/.test(text.trim());

async function managerTexts(): Promise<Text[]> {
  const found = await Promise.all(filesOf('src/core/languages/en/*.ts').map(literalsOf));
  return found.flat();
}

async function literalsOf(path: string): Promise<Text[]> {
  const file = ts.createSourceFile(path, await read(path), ts.ScriptTarget.Latest, true);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const text = wordsOf(node);
    if (text !== null && /\p{L}{2}/u.test(text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push({ at: `${path}:${line + 1}`, kind: isSentence(text) ? 'text' : 'phrase', text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const foldersIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

const wordsOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
};

/** The parts without failures of their own that people read: settings, languages, pages, commands and the start. */
const FAILURE_FOLDERS = [
  ...foldersIn('src/core').filter((one) => !/\/(config|languages|process|shell)$/.test(one)),
  ...foldersIn('src/modules').filter((one) => !/\/(cli|docs|import|manager|tracing)$/.test(one)),
  'packages/audio/src',
];

async function failureTexts(): Promise<Text[]> {
  const reasons = Object.entries(REASONS).map(([at, [, text]]) => ({ at, text }));
  const problems = Object.entries(PROBLEMS).map(([at, text]) => ({ at, text }));
  const found = [...reasons, ...problems, ...(await failureSentences(FAILURE_FOLDERS))];
  return found.map(({ at, text }) => ({ at, kind: isSentence(text) ? 'text' : 'phrase', text }));
}

async function docsTexts(): Promise<Text[]> {
  const pages = [
    ...filesOf('docs/*.md'),
    ...filesOf('docs/decisions/*.md'),
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'bench/README.md',
  ];
  const found = await Promise.all(pages.map(async (path) => paragraphsOf(path, await read(path))));
  return found.flat();
}

const FENCES = /^( *)(```|~~~)[\s\S]*?^\1\2.*$|<!--[\s\S]*?-->/gm;

/** Returns paragraphs, items of lists and cells of tables, without code, titles and the heads of tables. */
function paragraphsOf(path: string, markdown: string): Text[] {
  const lines = markdown.replaceAll(FENCES, (code) => code.replaceAll(/[^\n]/g, '')).split('\n');
  return lines.flatMap((line, index): Text[] => {
    const isHead = /^#/.test(line) || /^\|[\s|:-]+\|$/.test(lines[index + 1] ?? '');
    if (isHead || /^\|[\s|:-]+\|$/.test(line)) return [];
    const isTable = line.startsWith('|');
    return (isTable ? line.split(/(?<!\\)\|/) : [line]).flatMap((part): Text[] => {
      const text = plainText(part);
      const kind = isTable ? 'field' : 'text';
      return /\p{L}{2}/u.test(text) ? [{ at: `${path}:${index + 1}`, kind, text }] : [];
    });
  });
}

const plainText = (markdown: string): string =>
  markdown
    .replace(/^\s*(?:[-*+]|\d+\.|>)\s+/, '')
    .replace(/^\[![A-Z]+\]$/, '')
    .replace(/^\*\*[^*]+\.\*\*/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\*\*|(?<!\w)_|_(?!\w)/g, '')
    .trim();

async function commentTexts(): Promise<Text[]> {
  const files = [...filesOf('src/**/*.ts'), ...filesOf('src/**/*.tsx'), ...filesOf('src/**/*.css')];
  const found = await Promise.all(files.map(async (path) => commentsOf(path, await read(path))));
  return found.flat();
}

const COMMENT = /^[ \t]*\/\*\*?([\s\S]*?)\*\/|(?:^[ \t]*\/\/.*\n)+|(?<=[;,{(] )\/\/ .*$/gm;

function commentsOf(path: string, source: string): Text[] {
  return [...source.matchAll(COMMENT)].flatMap(({ 0: whole, index }): Text[] => {
    const text = whole
      .replaceAll(/^[ \t]*(?:\/\*\*?|\*(?!\/)|\/\/) ?|\*\/$/gm, '')
      .replaceAll(/^\s*(?:biome-ignore|@\w+).*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const line = source.slice(0, index).split('\n').length;
    return /\p{L}{2}/u.test(text) ? [{ at: `${path}:${line}`, kind: 'comment', text }] : [];
  });
}
