import { afterAll, describe, expect, test } from 'bun:test';
import { sampleServer } from '../http/sample-server.ts';

const server = sampleServer();
const origin = `http://127.0.0.1:${server.listen()}`;
afterAll(() => server.stop());

/** What the page asks a browser to load. */
async function loadedBy(path: string): Promise<string[]> {
  const html = await (await fetch(origin + path)).text();
  const loading = html.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g);
  return [...loading].map(([, address = '']) => address);
}
const loaded = await loadedBy('/swagger');
const addressOf = (name: string) => loaded.find((address) => address.endsWith(`/${name}`));
const asset = (name: string) => fetch(`${origin}${addressOf(name)}`);

type Resolve = (
  document: object,
  path: readonly string[],
) => Promise<{ spec: unknown; errors: readonly unknown[] }>;

/** How the page resolves the references of a part of the document. */
async function resolver(): Promise<Resolve> {
  const start = await (await asset('start.js')).text();
  let parts: object = {};
  const bundle = ({ plugins }: { plugins: readonly (() => { fn?: object })[] }) => {
    parts = Object.assign({}, ...plugins.map((plugin) => plugin().fn));
  };
  new Function('SwaggerUIBundle', start)(bundle);
  return (parts as { resolveSubtree: Resolve }).resolveSubtree;
}

describe('/swagger', () => {
  test('200 a page whose policy allows this origin alone and nothing inline', async () => {
    const { status, headers } = await fetch(`${origin}/swagger`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const html = await (await fetch(`${origin}/swagger`)).text();
    expect(html).not.toMatch(/<script>|<style|style=|onload/);
  });

  test('everything it loads is served from here, under names that change with the content', async () => {
    expect(loaded.length).toBeGreaterThanOrEqual(6);
    for (const address of loaded) {
      expect(address).toMatch(/^\/(shell|swagger\/assets)\/[0-9a-f]{16}\//);
      const answer = await fetch(origin + address);
      expect(answer.status).toBe(200);
      expect((await answer.bytes()).length).toBeGreaterThan(100);
    }
  });

  test('assets come with their types', async () => {
    const typeOf = async (name: string) => (await asset(name)).headers.get('content-type');
    expect(await typeOf('swagger-ui.css')).toStartWith('text/css');
    expect(await typeOf('swagger-ui.js')).toStartWith('text/javascript');
    expect(await typeOf('start.js')).toStartWith('text/javascript');
  });

  test('it shows our document and asks no validator', async () => {
    const start = await (await asset('start.js')).text();
    expect(start).toContain("url: '/swagger/json'");
    expect(start).toContain('validatorUrl: null');
  });

  test('an operation is shown with what it refers to, and no other part of the document is read for that', async () => {
    const node = { properties: { next: { $ref: '#/components/schemas/a~1b' } } };
    const document = {
      paths: { '/send': { post: { body: { $ref: '#/components/schemas/a~1b' } } } },
      components: {
        schemas: {
          'a/b': node,
          get Other(): never {
            throw new Error('another part was read');
          },
        },
      },
    };
    const resolve = await resolver();
    const { spec, errors } = await resolve(document, ['paths', '/send', 'post']);
    expect(errors).toEqual([]);
    // What refers to itself is shown once.
    expect(spec).toEqual({ body: { ...node, $$ref: '#/components/schemas/a~1b' } });
    expect(await resolve(document, ['paths', '/nothing', 'get'])).toEqual({
      spec: undefined,
      errors: [],
    });
  });

  test('404 any other asset', async () => {
    expect((await fetch(`${origin}/swagger/assets/any/package.json`)).status).toBe(404);
  });
});
