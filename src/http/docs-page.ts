/** The page at /swagger with its assets and document, all served from here, and the answer at /. */
import { Elysia } from 'elysia';
import { packageFile } from '../shared/own-files.ts';
import { pageAnswer } from './page-answer.ts';

const pageWith = (start: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gatehouse API</title>
<link rel="icon" href="/swagger/assets/favicon.png">
<link rel="stylesheet" href="/swagger/assets/swagger-ui.css">
<link rel="stylesheet" href="/swagger/assets/start.css">
</head>
<body>
<details id="start" open><summary>Start here</summary>${start}</details>
<div id="swagger-ui"></div>
<script src="/swagger/assets/swagger-ui.js"></script>
<script src="/swagger/assets/start.js"></script>
</body>
</html>
`;

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

const ASSETS = {
  'swagger-ui.css': { file: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  'swagger-ui.js': { file: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' },
  'favicon.png': { file: 'favicon-32x32.png', type: 'image/png' },
};

const hidden = { detail: { hide: true } };

interface ServiceInfo {
  readonly version: string;
  /** By default, links are paths. */
  readonly publicUrl?: string | null;
  /** Returns HTML that is shown above the operations. */
  readonly startPage?: () => string;
}

/** `document` returns the OpenAPI document. */
export function docsPage(document: () => object, service: ServiceInfo) {
  const shown = documentAnswers(document);
  const page = pageWith(service.startPage?.() ?? '');
  const routes = new Elysia({ name: 'docs' })
    .get(
      '/',
      ({ redirect, request }) =>
        request.headers.get('accept')?.includes('text/html')
          ? redirect('/swagger', 302)
          : greeting(service),
      hidden,
    )
    .get('/swagger', () => pageAnswer({ body: page, type: 'text/html; charset=utf-8' }), hidden)
    .get('/swagger/json', ({ request }) => shown(request), hidden)
    .get(
      '/swagger/assets/start.css',
      () => pageAnswer({ body: STYLE, type: 'text/css; charset=utf-8' }),
      hidden,
    )
    .get(
      '/swagger/assets/start.js',
      () => pageAnswer({ body: START, type: 'text/javascript; charset=utf-8' }),
      hidden,
    );
  for (const [name, { file, type }] of Object.entries(ASSETS)) {
    const asset = assetAnswers(packageFile(`swagger-ui-dist/${file}`), type);
    routes.get(`/swagger/assets/${name}`, ({ request }) => asset(request), hidden);
  }
  return routes;
}

const takesGzip = (request: Request): boolean =>
  /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');

/** It is compressed once for everybody: the script has 1.4 MB, and 0.4 MB when compressed. */
function assetAnswers(path: string, type: string): (request: Request) => Promise<Response> {
  let compressed: Promise<Blob> | undefined;
  const compress = async () => new Blob([Bun.gzipSync(await Bun.file(path).bytes())]);
  return async (request) => {
    const isGzip = !type.startsWith('image/') && takesGzip(request);
    if (isGzip) compressed ??= compress();
    const body = isGzip && compressed ? await compressed : Bun.file(path);
    const answer = pageAnswer({ body, type });
    answer.headers.set('vary', 'accept-encoding');
    if (isGzip) answer.headers.set('content-encoding', 'gzip');
    return answer;
  };
}

/** It is compressed once for everybody: it has 770 KB, and 78 KB when compressed. */
function documentAnswers(document: () => object): (request: Request) => Response {
  let compressed: Uint8Array<ArrayBuffer> | undefined;
  return (request) => {
    const headers = { 'content-type': 'application/json', vary: 'accept-encoding' };
    if (!takesGzip(request)) return Response.json(document(), { headers });
    compressed ??= Bun.gzipSync(JSON.stringify(document()));
    return new Response(compressed, { headers: { ...headers, 'content-encoding': 'gzip' } });
  };
}

/**
 * Clients of Evolution API ask for this to see whether the service runs. Without PUBLIC_URL its links are paths: a Host
 * header may name any place, and a cache would pass that on to others.
 */
function greeting({ version, publicUrl }: ServiceInfo): object {
  const base = publicUrl ?? '';
  return {
    status: 200,
    message: 'Gatehouse is running',
    version,
    clientName: 'gatehouse',
    documentation: `${base}/swagger`,
    manager: `${base}/manager`,
  };
}
