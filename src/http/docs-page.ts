/** The page at /swagger, its assets and the document it shows, all served from here; and what stands at /. */
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
 * `validatorUrl: null`: the default sends the document's address to a public validator. Groups of operations are closed
 * at first: browsers took many seconds to draw all of them. Keys that are typed stay until the tab is closed. References
 * are resolved here, since all of them lead to parts of the document: the library's own way reads the whole of it anew
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
    // Under this name the page finds what the schema is called.
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
  /** Default: links are paths. */
  readonly publicUrl?: string | null;
  /** HTML that stands above the operations. Default: none. */
  readonly startPage?: () => string;
}

/** `document` gives the OpenAPI document. */
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

/** Compressed once for all who take that: of the script 1.4 MB are 0.4 on the wire. */
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

/** Compressed once for all who take that: it has 770 KB, and 78 of them on the wire. */
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
 * What clients of Evolution API ask for to see that the service is there. Without PUBLIC_URL its links are paths: the
 * Host header of a request may name any place, and a cache would hand that to others.
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
