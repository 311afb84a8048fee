import { afterAll, describe, expect, test } from 'bun:test';
import { sampleServer } from './sample-server.ts';

const server = sampleServer();
const origin = `http://127.0.0.1:${server.listen()}`;
afterAll(() => server.stop());

/** Addresses the page, and what it loads, ask a browser to load. */
async function loadedBy(path: string): Promise<string[]> {
  const html = await (await fetch(origin + path)).text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
}

type Resolve = (
  document: object,
  path: readonly string[],
) => Promise<{ spec: unknown; errors: readonly unknown[] }>;

/** How the page resolves the references of a part of the document. */
async function resolver(): Promise<Resolve> {
  const start = await (await fetch(`${origin}/swagger/assets/start.js`)).text();
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

  test('everything it loads is served from here', async () => {
    const addresses = await loadedBy('/swagger');
    expect(addresses).toHaveLength(5);
    for (const address of addresses) {
      expect(address).toStartWith('/swagger/assets/');
      const answer = await fetch(origin + address);
      expect(answer.status).toBe(200);
      expect((await answer.bytes()).length).toBeGreaterThan(100);
    }
  });

  test('assets come with their types', async () => {
    const typeOf = async (name: string) =>
      (await fetch(`${origin}/swagger/assets/${name}`)).headers.get('content-type');
    expect(await typeOf('swagger-ui.css')).toStartWith('text/css');
    expect(await typeOf('swagger-ui.js')).toStartWith('text/javascript');
    expect(await typeOf('start.js')).toStartWith('text/javascript');
    expect(await typeOf('favicon.png')).toBe('image/png');
  });

  test('it shows our document and asks no validator', async () => {
    const start = await (await fetch(`${origin}/swagger/assets/start.js`)).text();
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
    expect((await fetch(`${origin}/swagger/assets/package.json`)).status).toBe(404);
  });
});

test.each(['/swagger/json', '/swagger/assets/swagger-ui.js', '/swagger/assets/swagger-ui.css'])(
  '%s comes compressed to whoever takes that',
  async (path) => {
    const ask = (encoding: string) =>
      fetch(origin + path, {
        headers: { 'accept-encoding': encoding },
        decompress: false,
      });
    const [plain, compressed] = [await ask('identity'), await ask('br, gzip')];
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    for (const { headers } of [plain, compressed])
      expect(headers.get('vary')).toContain('accept-encoding');
    const bytes = await compressed.arrayBuffer();
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(await plain.text());
  },
);

test('302 / leads to it who asks for a page', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
  const answer = await fetch(`${origin}/`, { redirect: 'manual', headers });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('/swagger');
});

test('200 / says to everybody else what runs there, and where its pages are', async () => {
  for (const accept of ['*/*', 'application/json', 'application/json, text/plain, */*']) {
    const answer = await fetch(`${origin}/`, { headers: { accept } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toStartWith('application/json');
    expect(await answer.json()).toEqual({
      status: 200,
      message: 'Gatehouse is running',
      version: '1.2.3',
      clientName: 'gatehouse',
      documentation: '/swagger',
      manager: '/manager',
    });
  }
});

test('200 / names the pages as PUBLIC_URL says', async () => {
  const behindProxy = sampleServer({ publicUrl: 'https://gate.example.com' });
  const answer = await fetch(`http://127.0.0.1:${behindProxy.listen()}/`);
  expect(await answer.json()).toMatchObject({
    documentation: 'https://gate.example.com/swagger',
    manager: 'https://gate.example.com/manager',
  });
  await behindProxy.stop();
});
