import { afterAll, describe, expect, test } from 'bun:test';
import { PAGE_TEXTS } from '../../../src/core/languages/pages.ts';
import {
  createResolver,
  type FullDocument,
  groupOf,
} from '../../../src/modules/docs/page/document.ts';
import { sampleServer } from '../../core/http/sample-server.ts';

const server = sampleServer({ tags: PAGE_TEXTS.en.api.groupTexts });
const origin = `http://127.0.0.1:${server.listen()}`;
afterAll(() => server.stop());

const page = await (await fetch(`${origin}/swagger`)).text();
const loaded = [...page.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)].map(
  ([, address = '']) => address,
);

describe('/swagger', () => {
  test('200 a page whose policy allows this origin alone and nothing inline', async () => {
    const { status, headers } = await fetch(`${origin}/swagger`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page).not.toMatch(/<script>|<style|style=|onload/);
  });

  test('everything it loads is served from here, under names that change with the content', async () => {
    expect(loaded.length).toBeGreaterThanOrEqual(6);
    for (const address of loaded) {
      expect(address).toMatch(/^\.\/(shell|docs\/assets|swagger\/assets)\/[0-9a-f]{16}\//);
      const answer = await fetch(new URL(address, `${origin}/swagger`));
      expect(answer.status).toBe(200);
      const type = address.endsWith('.js')
        ? 'text/javascript'
        : /css$/.test(address)
          ? 'text/css'
          : 'image/svg';
      expect(answer.headers.get('content-type')).toStartWith(type);
      expect((await answer.bytes()).length).toBeGreaterThan(100);
    }
  });

  test('every group and operation is listed before any script runs, with its address', () => {
    expect(page).toContain('<a href="./swagger#/Instances">Instances</a> <small>');
    expect(page).toContain(`<p>${PAGE_TEXTS.en.api.groupTexts.Instances}</p>`);
    expect(page).toMatch(
      /<a href="\.\/swagger#\/Instances\/[\w]+" title="Restart: [^"]*"><span class="method post">POST<\/span> \/instance\/restart<\/a>/,
    );
  });

  test.each([
    ['pt-BR', 'Instâncias', 'Crie contas de mensagens'],
    ['es', 'Instancias', 'Crea cuentas de mensajería'],
  ])(
    'a reader of %s sees the groups in that language, at the same addresses',
    async (language, name, text) => {
      const answer = await fetch(`${origin}/swagger`, { headers: { 'accept-language': language } });
      const shown = await answer.text();
      expect(shown).toContain(`<a href="./swagger#/Instances">${name}</a> <small>`);
      expect(shown).toContain(`<p>${text}`);
      expect(shown).toContain(`<summary>${name}</summary>`);
    },
  );

  test('404 any other asset', async () => {
    expect((await fetch(`${origin}/swagger/assets/any/package.json`)).status).toBe(404);
  });
});

const WHOLE: FullDocument = {
  openapi: '3.1.0',
  servers: [{ url: 'https://elsewhere.example' }],
  tags: [],
  paths: {
    '/send': { post: { tags: ['Messages'] }, get: { tags: ['Status'] } },
    '/ready': { get: { tags: ['Status'] } },
  },
  webhooks: { Message: { post: {} } },
  components: { securitySchemes: { apikey: {} } },
};

test('Swagger UI is given one group', () => {
  expect(groupOf(WHOLE, 'Messages')).toEqual({
    openapi: '3.1.0',
    servers: WHOLE.servers,
    paths: { '/send': { post: { tags: ['Messages'] } } },
    components: { securitySchemes: { apikey: {} } },
  });
  expect(groupOf(WHOLE, 'webhooks')).toMatchObject({ paths: {}, webhooks: WHOLE.webhooks });
  expect(groupOf(WHOLE, '__proto__')).toMatchObject({ paths: {} });
});

test('an operation is shown with what it refers to, and no other part of the document is read for that', () => {
  const node = { properties: { next: { $ref: '#/components/schemas/a~1b' } } };
  const resolve = createResolver({
    ...WHOLE,
    paths: { '/send': { post: { body: { $ref: '#/components/schemas/a~1b' } } } },
    components: {
      securitySchemes: {},
      schemas: {
        'a/b': node,
        get Other(): never {
          throw new Error('another part was read');
        },
      },
    },
  } as FullDocument);
  // What refers to itself is shown once.
  expect(resolve(['paths', '/send', 'post'])).toEqual({
    body: { ...node, $$ref: '#/components/schemas/a~1b' },
  });
  expect(resolve(['paths', '/nothing', 'get'])).toBeUndefined();
});
