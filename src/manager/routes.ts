/** The page at /manager and all it loads: every file in page/, served from memory as it stands. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { Elysia } from 'elysia';
import { PAGE_POLICY, pageAnswer } from '../http/page-answer.ts';
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

/** GET /manager and /manager/{file}, in folders too. Reads the files when it is called. */
export function managerPage() {
  const routes = new Elysia({ name: 'manager' });
  for (const file of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    const name = file.replaceAll(sep, '/');
    const path = name === START ? '/manager' : `/manager/${name}`;
    const type = TYPES[extname(name)];
    // Editors and systems leave files of their own.
    if (type === undefined) continue;
    const body = readFileSync(join(FOLDER, file), 'utf8');
    routes.get(path, () => pageAnswer({ body, type, policy: POLICY }), hidden);
  }
  return routes;
}
