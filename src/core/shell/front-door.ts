/**
 * GET / shows the product, its health, and links to continue. For programs it answers what clients of Evolution API
 * expect.
 */
import { Elysia } from 'elysia';
import { originOf } from '../http/client-address.ts';
import { publicPathOf } from '../http/public-path.ts';
import { PAGE_TEXTS, type PageTexts } from '../languages/pages.ts';
import { createAsset } from './assets.ts';
import { isPageWanted } from './failure-page.ts';
import style from './home.css' with { type: 'text' };
import { type Html, html, withCode } from './html.ts';
import { languageOf } from './language.ts';
import { ALL_PAGES, answerPage, codeScript, type Page, type Pages } from './shell.ts';

type UpOrDown = 'up' | 'down';

/** The public answer of `/ready`. */
export interface Health {
  readonly status: 'ok' | 'unavailable';
  readonly database: UpOrDown;
  readonly error?: string;
  readonly channels: Readonly<Record<string, { state: UpOrDown; error: string | null }>>;
  readonly node?: { readonly name: string; readonly lease: string };
  readonly warnings?: readonly string[];
}

interface FrontDoorDeps {
  readonly version: string;
  /** The address at which browsers reach the service, if it is configured. */
  readonly publicUrl?: string | null | undefined;
  readonly health: () => Promise<Health>;
  /** The pages that it leads to; by default all. */
  readonly pages?: Pages;
}

const homeStyle = createAsset({
  path: '/shell/home.css',
  type: 'text/css; charset=utf-8',
  read: () => style,
});

export const frontDoor = (deps: FrontDoorDeps) =>
  new Elysia({ name: 'front door' })
    .use(homeStyle.routes)
    .get('/', ({ request }) => (isPageWanted(request) ? home(request, deps) : greeting(deps)), {
      detail: { hide: true },
    });

/**
 * Clients of Evolution API ask for this to see whether the service runs. Without PUBLIC_URL its links are paths: a Host
 * header may name any place, and a cache would pass that on to others.
 */
function greeting({ version, publicUrl, pages = ALL_PAGES }: FrontDoorDeps): object {
  const base = publicUrl ?? '';
  return {
    status: 200,
    message: 'Gatehouse is running',
    version,
    clientName: 'gatehouse',
    documentation: `${base}${pages.has('api') ? '/swagger' : '/openapi.json'}`,
    ...(pages.has('manager') && { manager: `${base}/manager` }),
  };
}

async function home(request: Request, deps: FrontDoorDeps): Promise<Response> {
  const language = languageOf(request);
  const { home: texts, frame } = PAGE_TEXTS[language];
  const { pages = ALL_PAGES } = deps;
  const health = await deps.health();
  const page: Page = {
    language,
    title: 'Gatehouse',
    current: 'home',
    pages,
    styles: [homeStyle.address()],
    scripts: [await codeScript.address()],
    kind: 'home',
    main: html`<section class="hero">
<div>
<h1>${health.status === 'ok' ? texts.ready : texts.notReady}</h1>
<p class="lead">${texts.lead}</p>
<p class="actions">${pages.has('manager') && html`<a class="button primary" href="/manager">${texts.openManager}</a>`}
${pages.has('docs') && html`<a class="button" href="/docs">${texts.readDocs}</a>`}
${pages.has('api') && html`<a class="button" href="/swagger">${frame.api}</a>`}</p>
</div>
${healthCard(health, deps.version, texts)}
</section>
${firstSteps(deps.publicUrl ?? originOf(request), texts, pages)}
${waysOn(texts, frame, pages)}`,
  };
  // Some proxies remove the slash at the end of the public URL; relative addresses would lead elsewhere then.
  const path = publicPathOf(deps.publicUrl);
  return answerPage(request, page, path === '' ? {} : { root: `${path}/` });
}

type HomeTexts = PageTexts['home'];

function healthCard(health: Health, version: string, texts: HomeTexts): Html {
  const isReady = health.status === 'ok';
  const fact = (name: string, state: UpOrDown, error?: string | null) =>
    html`<div><dt>${name}</dt><dd><span class="badge ${state === 'up' ? 'good' : 'bad'}">${texts[state]}</span>${error && html` <span lang="en">${error}</span>`}</dd></div>`;
  const { node } = health;
  return html`<section class="card health" aria-labelledby="health">
<h2 id="health">${texts.health} <span class="badge ${isReady ? 'good' : 'bad'}">${isReady ? texts.isReady : texts.isNotReady}</span></h2>
<dl>
${fact(texts.database, health.database, health.error)}
${Object.entries(health.channels).map(([name, { state, error }]) => fact(name, state, error))}
${node && html`<div><dt>${texts.node}</dt><dd>${node.name} <span class="badge ${node.lease === 'held' ? 'good' : 'wait'}">${node.lease}</span></dd></div>`}
<div><dt>${texts.version}</dt><dd>${version}</dd></div>
</dl>
${health.warnings?.map((warning) => html`<p class="warning" lang="en">${warning}</p>`)}
<p class="hint"><a href="/ready">${texts.asJson}</a></p>
</section>`;
}

function firstSteps(origin: string, texts: HomeTexts, pages: Pages): Html {
  return html`<section aria-labelledby="steps">
<h2 id="steps">${texts.steps}</h2>
<p>${withCode(texts.stepsIntro)}</p>
<div class="code" data-origin="${origin}"><pre tabindex="0"><code>${stepsIn(origin, texts)}</code></pre></div>
${pages.has('docs') && html`<p><a href="/docs/receiving">${texts.nextStep}</a></p>`}
</section>`;
}

const stepsIn = (origin: string, texts: HomeTexts): string => `KEY=
api() { curl -sS -H "apikey: $KEY" -H 'content-type: application/json' "$@"; echo; }

# ${texts.create}
api ${origin}/instance/create -d '{"instanceName":"shop","provider":"sandbox"}'
api ${origin}/instance/connect/shop
api ${origin}/sandbox/shop/scan -d '{}'

# ${texts.send}
api ${origin}/message/sendText/shop -d '{"number":"5511888880000","text":"Hello"}'`;

function waysOn(texts: HomeTexts, frame: PageTexts['frame'], pages: Pages): Html {
  const links = (...all: readonly (readonly [address: string, text: string])[]) =>
    html`<ul>${all.map(([address, text]) => html`<li><a href="${address}">${text}</a></li>`)}</ul>`;
  const ofManager = html`<section class="card"><h2>${frame.manager}</h2><p>${texts.managerText}</p>
${links(['/manager', texts.openManager])}</section>`;
  const ofDocs = html`<section class="card"><h2>${texts.docs}</h2>
${links(
  ['/docs/start', texts.start],
  ['/docs/whatsapp', texts.whatsapp],
  ['/docs/receiving', texts.receiving],
  ['/docs/from-evolution', texts.evolution],
  ['/docs/operations', texts.operations],
)}</section>`;
  const ofApi = html`<section class="card"><h2>${texts.api}</h2>${pages.has('api') && html`<p>${texts.apiText}</p>`}
${links(
  ...(pages.has('api') ? [['/swagger', '/swagger'] as const] : []),
  ['/openapi.json', texts.document],
  ...(pages.has('docs') ? [['/llms.txt', texts.agents] as const] : []),
)}</section>`;
  return html`<div class="ways">
${pages.has('manager') && ofManager}
${pages.has('docs') && ofDocs}
${ofApi}
</div>`;
}
