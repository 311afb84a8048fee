/** The page of the API before Swagger UI shows a group: the list of all operations, the keys, and the groups. */
import type { LanguageCode } from '../../core/languages/choose.ts';
import { PAGE_TEXTS, type PageTexts } from '../../core/languages/pages.ts';
import { type Html, html, withCode } from '../../core/shell/html.ts';
import {
  type ApiDocument,
  apiAddressOf,
  eventsOf,
  groupsOf,
  type ListedOperation,
  type OperationGroup,
} from './api-document.ts';

type ApiTexts = PageTexts['api'];

/** Returns what stands between header and footer. */
export function apiMain(document: ApiDocument, language: LanguageCode): Html {
  const texts = PAGE_TEXTS[language];
  const { api } = texts;
  const groups = [...groupsOf(document, texts), eventsOf(document, texts)];
  return html`<div class="docs">
${listOf(groups, api)}
<main id="main" tabindex="-1">
${keysOf(api, document)}
<div class="overview">
<h1 tabindex="-1">${api.title}</h1>
<p>${withCode(api.intro)}</p>
<ul>${groups.map(cardOf)}</ul>
</div>
<div class="operations" hidden>
<h1><a href="/swagger#">${api.title}</a></h1>
<h2 tabindex="-1"></h2>
<p class="about"></p>
<div id="swagger-ui" lang="en" data-failed="${api.failed}"></div>
</div>
</main>
</div>`;
}

const cardOf = ({ name, title, description, operations }: OperationGroup): Html =>
  html`<li><a href="${apiAddressOf(name)}">${title}</a> <small>${operations.length}</small><p>${description}</p></li>`;

function listOf(groups: readonly OperationGroup[], api: ApiTexts): Html {
  return html`<details class="pages"><summary>${api.groups}</summary>
<nav aria-label="${api.groups}">
<input type="search" class="filter" placeholder="${api.filter}" aria-label="${api.filter}" autocomplete="off" spellcheck="false" hidden>
<p class="hint" role="status" data-nothing="${api.nothingLeft}"></p>
<div>${groups.map(
    ({ title, operations }) => html`<details class="group"><summary>${title}</summary>
<ul>${operations.map(rowOf)}</ul></details>`,
  )}</div></nav></details>`;
}

/** There is little room, and most paths end in the name of the instance. */
const rowOf = ({ method, path, address, summary }: ListedOperation): Html =>
  html`<li><a href="${address}" title="${summary}: ${path}"><span class="method ${method.toLowerCase()}">${method}</span> ${path.replace('/{instanceName}', '')}</a></li>`;

const tokenField = (api: ApiTexts): Html =>
  html`<label><span>${withCode(api.token)}</span><input type="password" data-zone="crm" autocomplete="off" spellcheck="false"></label>`;

/** An access token is asked for where the service has accounts. */
const keysOf = (api: ApiTexts, { components }: ApiDocument): Html => html`<details class="keys">
<summary>${api.keys}</summary>
<label><span>${withCode(api.apikey)}</span><input type="password" data-zone="gateway" autocomplete="off" spellcheck="false"></label>
${'api_access_token' in components.securitySchemes && tokenField(api)}
<p class="hint">${api.keysHint}</p>
</details>`;
