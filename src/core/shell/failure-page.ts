/** The page for an address that fails in a browser: the reason, and links to continue. */

import { docsOf } from '../http/failure-guide.ts';
import { CREDENTIALS } from '../http/inner-call.ts';
import type { FailurePage } from '../http/zone.ts';
import { PAGE_TEXTS, type PageTexts } from '../languages/pages.ts';
import { html, withCode } from './html.ts';
import { languageOf } from './language.ts';
import { answerPage, type Pages } from './shell.ts';

/** Tells whether a person has opened the address in a browser. Some programs claim to take any kind of page. */
export const isPageWanted = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.get('accept')?.includes('text/html') ?? false) &&
  !CREDENTIALS.some((name) => headers.has(name));

/** Returns a function that returns the page of a failure, or null if a program has asked. */
export const failurePageWith =
  (pages: Pages): FailurePage =>
  (request, failure, requestId) => {
    if (!isPageWanted(request)) return null;
    const language = languageOf(request);
    const texts = PAGE_TEXTS[language].failure;
    const { status, code, message, hint } = failure;
    const { title, text } = wordsFor(status, texts);
    const page = {
      language,
      title,
      current: null,
      pages,
      kind: 'failure',
      main: html`<h1>${title}</h1>
${text && html`<p>${withCode(text)}</p>`}
<p class="actions">${pages.has('manager') && html`<a class="button primary" href="/manager">${texts.manager}</a>`}
${pages.has('api') && html`<a class="button" href="/swagger">${texts.api}</a>`}
${pages.has('docs') && html`<a class="button" href="/docs">${texts.docs}</a>`}
<a class="button" href="/">${texts.home}</a></p>
<dl class="hint"><div><dt>${texts.from}</dt><dd lang="en">${message}${hint && html`<br>${hint}`}</dd></div>
<div><dt>${String(status)}</dt><dd>${pages.has('docs') ? html`<a href="${docsOf(code)}"><code>${code}</code></a>` : html`<code>${code}</code>`}</dd></div>
<div><dt>${texts.requestId}</dt><dd><code>${requestId}</code></dd></div></dl>`,
    } as const;
    return answerPage(request, page, { status });
  };

function wordsFor(
  status: number,
  texts: PageTexts['failure'],
): { readonly title: string; readonly text?: string } {
  if (status === 401) return { title: texts.unauthorized, text: texts.unauthorizedText };
  if (status === 403) return { title: texts.forbidden };
  if (status === 404 || status === 410) return { title: texts.notFound };
  if (status === 405) return { title: texts.wrongMethod, text: texts.wrongMethodText };
  return { title: status === 503 ? texts.unavailable : texts.other };
}
