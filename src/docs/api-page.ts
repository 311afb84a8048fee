/** The page at /swagger and what it loads, all served from here. */
import { readFileSync } from 'node:fs';
import { Elysia } from 'elysia';
import { PAGE_TEXTS } from '../languages/pages.ts';
import { packageFile } from '../shared/own-files.ts';
import { type Asset, createAsset } from '../shell/assets.ts';
import { html } from '../shell/html.ts';
import { languageOf } from '../shell/language.ts';
import { answerPage } from '../shell/shell.ts';

/**
 * `validatorUrl: null` stops the page from sending the document's address to a public validator. Groups of operations
 * are closed at first, because browsers took many seconds to draw all of them. Typed keys stay until the tab is closed.
 * All references lead to parts of the document and are resolved here: the library would read the whole document again
 * for every operation that is opened, which took three seconds each.
 */
const START = `const KEYS = 'gatehouse-keys';
const kept = () => JSON.parse(sessionStorage.getItem(KEYS) ?? '{}');
const keep = (keys) => sessionStorage.setItem(KEYS, JSON.stringify(keys));
const keepingKeys = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (given) => {
          const typed = Object.entries(given).map(([name, { value }]) => [name, value]);
          keep({ ...kept(), ...Object.fromEntries(typed) });
          return authorize(given);
        },
        logout: (logout) => (names) => {
          keep(Object.fromEntries(Object.entries(kept()).filter(([name]) => !names.includes(name))));
          return logout(names);
        },
      },
    },
  },
});
const resolvedIn = (document) => {
  const at = (path) => path.reduce((part, key) => part?.[key], document);
  const keyOf = (text) => text.replaceAll('~1', '/').replaceAll('~0', '~');
  const resolved = (part, within) => {
    if (Array.isArray(part)) return part.map((one) => resolved(one, within));
    if (typeof part !== 'object' || part === null) return part;
    if (typeof part.$ref !== 'string')
      return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value, within)]));
    if (within.includes(part.$ref)) return part;
    const target = at(part.$ref.slice(2).split('/').map(keyOf));
    // The page finds the name of the schema under this name.
    return { ...resolved(target, [...within, part.$ref]), $$ref: part.$ref };
  };
  return (path) => resolved(at(path), []);
};
const resolvingFast = () => ({
  fn: { resolveSubtree: async (document, path) => ({ spec: resolvedIn(document)(path), errors: [] }) },
});
const page = SwaggerUIBundle({
  url: '/swagger/json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  plugins: [keepingKeys, resolvingFast],
  onComplete() {
    for (const [name, value] of Object.entries(kept())) page.preauthorizeApiKey(name, value);
  },
});
`;

const STYLE = `#start { max-width: 1420px; margin: 0 auto; padding: 1rem 20px 0; font: 15px/1.55 system-ui, sans-serif; color: #3b4151; }
#start summary { cursor: pointer; font-weight: 600; }
#start pre { padding: 1rem; overflow-x: auto; background: #f4f5f7; border-radius: 6px; }
#start table { border-collapse: collapse; }
#start th, #start td { padding: .35rem .6rem; border: 1px solid #d0d7de; text-align: left; }
`;

const packaged = (name: string, file: string, type: string): Asset =>
  createAsset({
    path: `/swagger/assets/${name}`,
    type,
    read: () => readFileSync(packageFile(`swagger-ui-dist/${file}`)),
  });
const written = (name: string, text: string, type: string): Asset =>
  createAsset({ path: `/swagger/assets/${name}`, type, read: () => text });

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = [
  packaged('swagger-ui.css', 'swagger-ui.css', CSS),
  written('start.css', STYLE, CSS),
];
const SCRIPTS = [
  packaged('swagger-ui.js', 'swagger-ui-bundle.js', SCRIPT),
  written('start.js', START, SCRIPT),
];

/** GET /swagger, with everything that it loads. */
export function apiPage() {
  const routes = new Elysia({ name: 'API page' }).get(
    '/swagger',
    ({ request }) => {
      const language = languageOf(request);
      return answerPage(request, {
        language,
        title: PAGE_TEXTS[language].frame.api,
        current: 'api',
        kind: 'api',
        styles: STYLES.map(({ address }) => address()),
        plainScripts: SCRIPTS.map(({ address }) => address()),
        main: html`<div id="swagger-ui"></div>`,
      });
    },
    { detail: { hide: true } },
  );
  for (const asset of [...STYLES, ...SCRIPTS]) routes.use(asset.routes);
  return routes;
}
