/** A page of the docs in the frame: the list of pages, its contents, the text, and its neighbours. */
import type { LanguageCode } from '../../core/languages/choose.ts';
import { PAGE_TEXTS, type PageTexts } from '../../core/languages/pages.ts';
import { Html, html } from '../../core/shell/html.ts';
import { type DocsPage, type Edition, editionOf, type Group, PAGES, titleOf } from './pages.ts';
import type { RenderedPage } from './render.ts';

type DocsTexts = PageTexts['docs'];

/** Returns what stands between header and footer, for a reader of `language`. */
export function docsMain(edition: Edition, rendered: RenderedPage, language: LanguageCode): Html {
  const { docs } = PAGE_TEXTS[language];
  return html`<div class="docs">
${pageList(edition.page, language)}
${contentsOf(rendered, docs, edition.language)}
<main id="main" tabindex="-1">
${languageNote(edition, language)}
<article lang="${edition.language}">${new Html(rendered.html)}</article>
${neighboursOf(edition.page, language)}
</main>
</div>`;
}

function pageList(current: DocsPage, language: LanguageCode): Html {
  const { docs } = PAGE_TEXTS[language];
  const groups = Map.groupBy(PAGES.values(), ({ group }) => group);
  const list = ([group, pages]: [
    Group,
    DocsPage[],
  ]) => html`<h2 id="group-${group}">${docs[group]}</h2>
<ul aria-labelledby="group-${group}">${pages.map((page) => {
    const mark = page.name === current.name && new Html(' aria-current="page"');
    return html`<li><a href="/docs/${page.name}"${mark}>${titleIn(page, language)}</a></li>`;
  })}</ul>`;
  return html`<details class="pages"><summary>${docs.pages}</summary>
<nav aria-label="${docs.pages}">${[...groups].map(list)}</nav></details>`;
}

/** A title in another language says so. */
function titleIn(page: DocsPage, wanted: LanguageCode): Html {
  const { markdown, language } = editionOf(page, wanted);
  const title = titleOf(markdown);
  return language === wanted ? html`${title}` : html`<span lang="${language}">${title}</span>`;
}

function contentsOf({ headings }: RenderedPage, docs: DocsTexts, lang: LanguageCode): Html | null {
  const shown = headings.filter(({ level }) => level <= 3);
  if (shown.length < 2) return null;
  return html`<details class="contents"><summary>${docs.contents}</summary>
<nav aria-label="${docs.contents}"><p aria-hidden="true">${docs.contents}</p><ul lang="${lang}">${shown.map(
    ({ level, id, title }) =>
      html`<li class="level-${level}"><a href="#${id}">${new Html(title)}</a></li>`,
  )}</ul></nav></details>`;
}

function languageNote({ page, language: shown }: Edition, wanted: LanguageCode): Html | null {
  const { docs } = PAGE_TEXTS[wanted];
  if (shown !== 'en')
    return html`<p class="hint"><a href="/docs/en/${page.name}" hreflang="en">${docs.inEnglish}</a></p>`;
  return wanted === 'en' ? null : html`<p class="hint">${docs.onlyEnglish}</p>`;
}

function neighboursOf(page: DocsPage, language: LanguageCode): Html {
  const { docs } = PAGE_TEXTS[language];
  const all = [...PAGES.values()];
  const at = all.indexOf(page);
  const link = (rel: 'prev' | 'next', text: string, to: DocsPage | undefined) =>
    to &&
    html`<a href="/docs/${to.name}" rel="${rel}"><small>${text}</small> ${titleIn(to, language)}</a>`;
  return html`<nav class="neighbours" aria-label="${docs.neighbours}">
${at > 0 && link('prev', docs.previous, all[at - 1])}
${link('next', docs.next, all[at + 1])}
</nav>`;
}
