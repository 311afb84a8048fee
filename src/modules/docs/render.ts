/** Makes HTML of a page's Markdown. Raw HTML in it is shown as text, except for a fold; comments are left out. */
import type { LanguageCode } from '../../core/languages/choose.ts';
import { PAGE_TEXTS } from '../../core/languages/pages.ts';
import type { Highlight } from './highlight.ts';
import { addressOf, type Edition, idOf, WRITTEN_BY_SCRIPTS } from './pages.ts';

interface Heading {
  readonly level: number;
  readonly id: string;
  /** HTML without links. */
  readonly title: string;
}

export interface RenderedPage {
  readonly html: string;
  /** The headings below the title. */
  readonly headings: readonly Heading[];
}

type Callbacks = Required<Bun.markdown.RenderCallbacks>;

/** Marks for the tests that read the pages. */
const COMMENTS = /^<!--.*-->\n/gm;

export function renderPage(edition: Edition, highlight: Highlight): RenderedPage {
  const { markdown, language } = edition;
  const headings: Heading[] = [];
  const english = englishIds(edition);
  const callbacks: Callbacks = {
    ...TAGS,
    heading: (children, { level }) => {
      const id = idOf(unescaped(children.replaceAll(/<[^>]+>/g, '')));
      if (level > 1) headings.push({ level, id, title: children.replace(/<\/?a\b[^>]*>/g, '') });
      const anchor =
        level > 1 ? ` <a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a>` : '';
      const other = english.shift() ?? id;
      const target = other === id ? '' : `<a id="${other}"></a>`;
      return `<h${level} id="${id}">${target}${children}${anchor}</h${level}>\n`;
    },
    code: (children, meta) =>
      `<div class="code"><pre tabindex="0"><code>${highlight(unescaped(children), meta?.language)}</code></pre></div>\n`,
    link: (children, { href }) => {
      const address = addressOf(href, language);
      return address === null ? children : `<a href="${Bun.escapeHTML(address)}">${children}</a>`;
    },
    blockquote: (children) => calloutOf(children, language),
  };
  const html = Bun.markdown.render(markdown.replaceAll(COMMENTS, ''), callbacks, {
    noHtmlBlocks: true,
    noHtmlSpans: true,
  });
  return { html, headings };
}

/** Returns the ids of the English headings in order. Links from other places lead to them in every language. */
function englishIds({ page, language }: Edition): string[] {
  if (language === 'en') return [];
  const ids: string[] = [];
  Bun.markdown.render(page.texts.en.replaceAll(WRITTEN_BY_SCRIPTS, ''), {
    heading(children) {
      ids.push(idOf(children));
      return '';
    },
  });
  return ids;
}

const within =
  (tag: string, end = '\n') =>
  (children: string): string =>
    `<${tag}>${children}</${tag}>${end}`;

const FOLD = /^&lt;details&gt;\n&lt;summary&gt;(.*)&lt;\/summary&gt;$/;

/** Returns the beginning or the end of a fold, which a page writes as `<details>` with blank lines around its content. */
function foldOrParagraph(children: string): string {
  if (children === '&lt;/details&gt;') return '</details>\n';
  const [, summary] = FOLD.exec(children) ?? [];
  if (summary === undefined) return `<p>${children}</p>\n`;
  return `<details class="fold"><summary class="fold-title">${summary}</summary>\n`;
}

/** Paths that the docs name as code, and a browser can open. */
const SERVED: ReadonlySet<string> = new Set(['/manager', '/swagger', '/openapi.json', '/ready']);

/** Elements that are the same on every page. */
const TAGS: Omit<Callbacks, 'heading' | 'code' | 'link' | 'blockquote'> = {
  text: (text) => Bun.escapeHTML(text),
  html: (children) => children,
  paragraph: foldOrParagraph,
  strong: within('strong', ''),
  emphasis: within('em', ''),
  strikethrough: within('del', ''),
  codespan: (children) =>
    SERVED.has(children)
      ? `<a href="${children}"><code>${children}</code></a>`
      : `<code>${children}</code>`,
  image: (children) => children,
  hr: () => '<hr>\n',
  list: (children, { ordered, start = 1 }) =>
    ordered ? `<ol start="${start}">${children}</ol>\n` : `<ul>${children}</ul>\n`,
  listItem: (children) => `<li>${children}</li>\n`,
  table: (children) => `<div class="table" tabindex="0"><table>${children}</table></div>\n`,
  thead: within('thead'),
  tbody: within('tbody'),
  tr: within('tr'),
  th: within('th', ''),
  td: within('td', ''),
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Undoes `Bun.escapeHTML`. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);

const CALLOUT = /^<p>\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*/;

/** A quotation that begins with `[!NOTE]` is a callout, as GitHub shows it. */
function calloutOf(children: string, language: LanguageCode): string {
  const kind = CALLOUT.exec(children)?.[1]?.toLowerCase();
  if (kind === undefined) return `<blockquote>${children}</blockquote>\n`;
  const titles: Readonly<Record<string, string>> = PAGE_TEXTS[language].docs.callouts;
  return `<div class="callout ${kind}"><p class="kind">${titles[kind]}</p>${children.replace(CALLOUT, '<p>')}</div>\n`;
}
