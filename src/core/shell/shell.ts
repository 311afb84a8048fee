/** Renders what all pages have around their content: head, header with the navigation, main part, footer. */
import { Elysia } from 'elysia';
import { version } from '../../../package.json';
import { answerFile, pageAnswer, prepareFile, type StaticFile } from '../http/static-file.ts';
import { LANGUAGES, type LanguageCode } from '../languages/choose.ts';
import { PAGE_TEXTS } from '../languages/pages.ts';
import { createAsset, createScript } from './assets.ts';
import { belowRoot, Html, html, rootOf } from './html.ts';
import icon from './icon.svg' with { type: 'text' };
import { choiceOf, languageHeaders } from './language.ts';
import common from './shell.css' with { type: 'text' };
import tokens from './tokens.css' with { type: 'text' };

/** The pages of the navigation, with their addresses. */
const PAGES = { home: '/', docs: '/docs', api: '/swagger', manager: '/manager' } as const;

export type PageName = keyof typeof PAGES;
/** The pages of the navigation that an installation has. */
export type Pages = ReadonlySet<PageName>;
export const ALL_PAGES: Pages = new Set(Object.keys(PAGES) as PageName[]);

export interface Page {
  readonly language: LanguageCode;
  /** The title of the tab, before the name of the product. */
  readonly title: string;
  /** The page of the navigation that this one belongs to, if any. */
  readonly current: PageName | null;
  /** The pages that the navigation leads to; by default all. */
  readonly pages?: Pages;
  readonly main: Html;
  /** Addresses of further style sheets. */
  readonly styles?: readonly string[];
  /** Addresses of modules. */
  readonly scripts?: readonly string[];
  /** Addresses of scripts that are no modules; they run before those. */
  readonly plainScripts?: readonly string[];
  /** Content at the end of the header: search, a menu. */
  readonly tools?: Html;
  /** Replaces the `main` element, for pages with landmarks beside it; `main` then holds one with the id `main`. */
  readonly hasOwnMain?: boolean;
  /** Without header and footer, for pages that are shown in others. */
  readonly isBare?: boolean;
  /** Replaces what the person has chosen for the system. */
  readonly theme?: 'light' | 'dark';
  /** A class of the body, for the style sheets of the page. */
  readonly kind?: string;
}

const style = createAsset({
  path: '/shell/shell.css',
  type: 'text/css; charset=utf-8',
  read: () => `${tokens}\n${common}`,
});
const picture = createAsset({
  path: '/shell/icon.svg',
  type: 'image/svg+xml',
  read: () => icon,
});

/** The script of pages with code. */
export const codeScript = createScript('/shell', 'src/core/shell/page/page.ts');

/** GET of the files that pages load. */
export const shellRoutes = () =>
  new Elysia({ name: 'shell' }).use(style.routes).use(picture.routes).use(codeScript.routes);

/** Returns the document of a page; `root` leads from its address to the root of the service. */
export function shellPage(page: Page, root = './'): string {
  const { language, title, main, styles = [], scripts = [], plainScripts = [], kind = '' } = page;
  const { isBare = false, theme } = page;
  const { frame } = PAGE_TEXTS[language];
  const { markup } = html`<html lang="${language}"${theme && new Html(` data-theme="${theme}"`)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === 'Gatehouse' ? title : `${title} · Gatehouse`}</title>
<link rel="icon" type="image/svg+xml" href="${picture.address()}">
${[style.address(), ...styles].map((address) => html`<link rel="stylesheet" href="${address}">`)}
${plainScripts.map((address) => html`<script defer src="${address}"></script>`)}
${scripts.map((address) => html`<script type="module" src="${address}"></script>`)}
</head>
<body class="${kind}" data-root="${root}" data-copy="${frame.copy}" data-copied="${frame.copied}">
${!isBare && header(page)}
${page.hasOwnMain ? main : html`<main id="main" tabindex="-1">${main}</main>`}
${!isBare && footer(page)}
</body>
</html>
`;
  return `<!doctype html>\n${belowRoot(markup, root)}`;
}

function header({ language, current, tools, pages = ALL_PAGES }: Page): Html {
  const { frame } = PAGE_TEXTS[language];
  const there = Object.keys(PAGES).filter((name): name is PageName => pages.has(name as PageName));
  const links = there.map((name) => {
    const mark = name === current && new Html(' aria-current="page"');
    return html`<a href="${PAGES[name]}"${mark}>${frame[name]}</a>`;
  });
  return html`<a class="skip" href="#main">${frame.skip}</a>
<header class="header"><div>
<a class="brand" href="/" aria-label="Gatehouse"><img src="${picture.address()}" alt="" width="24" height="24"><span>Gatehouse</span></a>
<nav aria-label="${frame.navigation}">${links}</nav>
${tools && html`<div class="tools">${tools}</div>`}
</div></header>`;
}

function footer({ language }: Page): Html {
  const choices = Object.entries(LANGUAGES).map(([code, name]) => {
    const mark = code === language && new Html(' aria-current="true"');
    return html`<a href="${choiceOf(code as LanguageCode)}" lang="${code}" hreflang="${code}"${mark}>${name}</a>`;
  });
  return html`<footer class="footer"><div>
<p>Gatehouse ${version}</p>
<nav aria-label="${PAGE_TEXTS[language].frame.language}">${choices}</nav>
</div></footer>`;
}

interface AnswerOptions {
  readonly status?: number;
  /** The policy of the page; defaults to that of every page. */
  readonly policy?: readonly string[];
  /** The root of the service; by default as seen from the address of the request. */
  readonly root?: string;
}

const TYPE = 'text/html; charset=utf-8';

/** Answers a request with a page in the language that was chosen for it. It is short, and not compressed. */
export function answerPage(
  request: Request,
  page: Page,
  { root = rootOf(request), ...options }: AnswerOptions = {},
): Response {
  const body = shellPage(page, root);
  return inItsLanguage(request, pageAnswer({ body, type: TYPE, ...options }));
}

/**
 * Returns a function that answers with pages that everybody gets alike in a language, each of which is made once. `key`
 * names the page and the language, so there are as many keys as pages; each is made again where its address ends in a
 * slash. `pages` are those that an installation has.
 */
export function createStaticPages(pages: Pages = ALL_PAGES) {
  const made = new Map<string, Promise<StaticFile>>();
  return async (
    request: Request,
    key: string,
    make: () => Page | Promise<Page>,
    options: Pick<AnswerOptions, 'policy'> = {},
  ): Promise<Response> => {
    const root = rootOf(request);
    const rooted = `${root} ${key}`;
    const file = made.getOrInsertComputed(rooted, async () =>
      prepareFile(shellPage({ pages, ...(await make()) }, root), TYPE),
    );
    file.catch(() => made.delete(rooted));
    return inItsLanguage(request, await answerFile(request, await file, options));
  };
}

function inItsLanguage(request: Request, answer: Response): Response {
  for (const [name, value] of Object.entries(languageHeaders(request)))
    answer.headers.set(name, value);
  return answer;
}
