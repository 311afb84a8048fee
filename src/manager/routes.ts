/** The page at /manager and all it loads: every file in page/, served from memory. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { Elysia } from 'elysia';
import { PAGE_POLICY, pageAnswer } from '../http/page-answer.ts';
import { sha256 } from '../shared/crypto.ts';
import { notFound } from '../shared/errors.ts';
import { ownFile } from '../shared/own-files.ts';

/** Files of messages are shown. Trusted types: in browsers that know them, no text can become markup. */
const POLICY = [
  ...PAGE_POLICY,
  "media-src 'self' data:",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const START = 'index.html';
const FOLDER = ownFile('src/manager/page');
const hidden = { detail: { hide: true } };

interface PageFile {
  readonly body: string;
  readonly type: string;
}

interface PageFiles {
  readonly start: PageFile;
  /** By their paths inside the folder. */
  readonly others: ReadonlyMap<string, PageFile>;
  /** Another when any of the files is. */
  readonly version: string;
}

let read: PageFiles | undefined;

/** Read once for all servers of this process. */
function pageFiles(): PageFiles {
  read ??= readPage(FOLDER);
  return read;
}

/** `folder` is that of the page, or a copy. */
export function readPage(folder: string): PageFiles {
  const files = new Map<string, PageFile>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const name = file.replaceAll(sep, '/');
    const type = TYPES[extname(name)];
    // Editors and systems leave files of their own.
    if (type === undefined) continue;
    files.set(name, { body: readFileSync(join(folder, file), 'utf8'), type });
  }
  const version = sha256(JSON.stringify([...files])).slice(0, VERSION_DIGITS);
  const { body = '', type = '' } = files.get(START) ?? {};
  files.delete(START);
  return { start: { body: versioned(body, version), type }, others: files, version };
}

const VERSION_DIGITS = 16;
const VERSIONED = /^[0-9a-f]{16}\//;

/** What the page loads it names by the version, and modules name each other beside them. */
const versioned = (page: string, version: string): string =>
  page.replaceAll('"/manager/', `"/manager/${version}/`);

/**
 * GET /manager and /manager/{version}/{file}, which browsers need not ask for again: ninety files. Without a version,
 * or with that of another node, the file is answered as it is now, and asked for each time.
 */
export function managerPage() {
  const { start, others, version } = pageFiles();
  return new Elysia({ name: 'manager' })
    .get('/manager', () => pageAnswer({ ...start, policy: POLICY }), hidden)
    .get(
      '/manager/*',
      ({ params: { '*': path } }) => {
        const file = others.get(path.replace(VERSIONED, ''));
        if (file === undefined) throw notFound(`the file ${path} of the manager`);
        const isForGood = path.startsWith(`${version}/`);
        return pageAnswer({ ...file, policy: POLICY, isForGood });
      },
      hidden,
    );
}
