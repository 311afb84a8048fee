/** The page at /manager and what it loads. */
import { extname } from 'node:path';
import { Elysia } from 'elysia';
import {
  answerFile,
  PAGE_POLICY,
  prepareFile,
  type StaticFile,
} from '../../core/http/static-file.ts';
import { PAGE_TEXTS } from '../../core/languages/pages.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { failure } from '../../core/shared/errors.ts';
import { html } from '../../core/shell/html.ts';
import { languageOf } from '../../core/shell/language.ts';
import { createStaticPages, type Pages } from '../../core/shell/shell.ts';
import { type BundledFiles, bundledFiles } from './bundle.ts';

/** Files of messages are shown. Trusted types: in browsers that know them, no text can become markup. */
const POLICY = [
  ...PAGE_POLICY,
  "media-src 'self' data:",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** The customer's page is alone in its window, or in a frame of pages that the operator names. */
const portalPolicy = (framers: readonly string[]): readonly string[] =>
  POLICY.map((rule) =>
    rule.startsWith('frame-ancestors') && framers.length > 0
      ? `frame-ancestors ${framers.join(' ')}`
      : rule,
  );

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

const VERSION_DIGITS = 16;
const VERSIONED = /^[0-9a-f]{16}\//;
const hidden = { detail: { hide: true } };

interface ServedFiles {
  /** The files by their names. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** Another when any of the files is. */
  readonly version: string;
}

const served = new WeakMap<BundledFiles, ServedFiles>();

/** Prepared once for all servers of this process. */
async function pageFiles(): Promise<ServedFiles> {
  const bundled = await bundledFiles();
  const known = served.get(bundled) ?? serve(bundled);
  served.set(bundled, known);
  return known;
}

export function serve(bundled: BundledFiles): ServedFiles {
  const files = new Map<string, StaticFile>();
  for (const [name, content] of bundled) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(name, prepareFile(content, type));
  }
  const versions = [...files].map(([name, { version }]) => [name, version]);
  return { files, version: sha256(JSON.stringify(versions)).slice(0, VERSION_DIGITS) };
}

type StaticPages = ReturnType<typeof createStaticPages>;

/** `without`: the modules that are left out, which the page then does not offer. */
async function page(
  request: Request,
  pages: StaticPages,
  without: readonly string[],
): Promise<Response> {
  const { version } = await pageFiles();
  const language = languageOf(request);
  const { gate } = PAGE_TEXTS[language];
  return pages(
    request,
    `${version} ${language}`,
    () => ({
      language,
      title: gate.title,
      current: 'manager',
      styles: [`/manager/${version}/main.css`],
      scripts: [`/manager/${version}/main.js`],
      tools: html`<div id="tools"></div>`,
      hasOwnMain: true,
      main: html`<main id="main" tabindex="-1" data-without="${without.join(' ')}"><noscript><p class="card">${gate.needsScript}</p></noscript></main>`,
      kind: 'manager',
    }),
    { policy: POLICY },
  );
}

async function portalPage(
  request: Request,
  pages: StaticPages,
  policy: readonly string[],
): Promise<Response> {
  const { version } = await pageFiles();
  const language = languageOf(request);
  const { gate } = PAGE_TEXTS[language];
  const asked = new URL(request.url).searchParams.get('theme');
  const theme = asked === 'light' || asked === 'dark' ? asked : null;
  const answer = await pages(
    request,
    `portal ${version} ${language} ${theme}`,
    () => ({
      language,
      title: PAGE_TEXTS[language].portal.title,
      current: null,
      isBare: true,
      ...(theme && { theme }),
      styles: [`/manager/${version}/main.css`],
      scripts: [`/manager/${version}/portal.js`],
      hasOwnMain: true,
      main: html`<main id="main" tabindex="-1"><noscript><p class="card">${gate.needsScript}</p></noscript></main>`,
      kind: 'manager portal',
    }),
    { policy },
  );
  // The language in the link counts for this page only, not for later pages of the person who opens it.
  answer.headers.delete('set-cookie');
  return answer;
}

/**
 * GET /manager, /manager/portal, the page of a customer, and /manager/{version}/{file}, which browsers need not ask for again. Without a version, or with that
 * of another node, the file is answered as it is now, and asked for each time.
 */
export function managerPage(
  framers: readonly string[] = [],
  there?: Pages,
  without: readonly string[] = [],
) {
  const ofPortal = portalPolicy(framers);
  const pages = createStaticPages(there);
  const routes = new Elysia({ name: 'manager' });
  if (!without.includes('portal'))
    routes.get('/manager/portal', ({ request }) => portalPage(request, pages, ofPortal), hidden);
  return routes
    .get('/manager', ({ request }) => page(request, pages, without), hidden)
    .get(
      '/manager/*',
      async ({ request, params: { '*': path } }) => {
        const { files, version } = await pageFiles();
        const file = files.get(path.replace(VERSIONED, ''));
        if (file === undefined) throw failure('path_unknown');
        return answerFile(request, file, {
          policy: POLICY,
          isForGood: path.startsWith(`${version}/`),
        });
      },
      hidden,
    );
}
