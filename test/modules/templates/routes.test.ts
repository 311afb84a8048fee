import { beforeEach, describe, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { templates } from '../../../src/core/db/schema/gateway.ts';
import { CAFE, type GatewayServer, SHARED_REFUSALS, SHOP } from '../../helpers/gateway-server.ts';
import { BODY, DRAFT, templateServer } from './sandbox-server.ts';

let db: Database;
let server: GatewayServer;

beforeEach(async () => {
  ({ db, server } = await templateServer());
});

const HEADER = { type: 'HEADER', format: 'TEXT', text: 'Hello' };
const FOOTER = { type: 'FOOTER', text: 'The shop' };
const BUTTONS = { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'OK' }] };

const create = (body: unknown, name = 'shop') =>
  server.call('POST', `/template/create/${name}`, { body });
const find = (name = 'shop') => server.call('GET', `/template/find/${name}`);
const rows = () => db.orm.select().from(templates);

describe('POST /template/create/:instanceName', () => {
  test('201 the template, approved at once', async () => {
    const components = [HEADER, BODY, FOOTER, BUTTONS];
    const { status, json } = await create({ ...DRAFT, components, allowCategoryChange: true });
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'order_ready',
      language: 'pt_BR',
      category: 'UTILITY',
      status: 'APPROVED',
      components,
      parameter_format: 'POSITIONAL',
      message_send_ttl_seconds: null,
      quality_score: null,
      rejected_reason: null,
      created_at: '2026-01-05T10:00:00.000Z',
      updated_at: '2026-01-05T10:00:00.000Z',
    });
    expect((await find()).json).toEqual([json]);
  });

  test('201 the longest that is allowed', async () => {
    const components = [
      { ...HEADER, text: 'h'.repeat(60) },
      { ...BODY, text: 'b'.repeat(1024) },
      { ...FOOTER, text: '😀'.repeat(60) },
      {
        type: 'BUTTONS',
        buttons: Array(10).fill({ type: 'QUICK_REPLY', text: 't'.repeat(25) }),
      },
    ];
    expect((await create({ ...DRAFT, name: 'n'.repeat(512), components })).status).toBe(201);
  });

  test('201 an authentication template may leave its texts to the platform', async () => {
    const components = [
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: 5 },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
    ];
    expect((await create({ ...DRAFT, category: 'AUTHENTICATION', components })).status).toBe(201);
    expect((await create({ ...DRAFT, components })).status).toBe(400);
  });

  test('201 the same name in another language or another instance', async () => {
    await create(DRAFT);
    expect((await create({ ...DRAFT, language: 'en' })).status).toBe(201);
    expect((await create(DRAFT, 'cafe')).status).toBe(201);
  });

  test('409 the same name and language', async () => {
    await create(DRAFT);
    const { status, json } = await create({ ...DRAFT, category: 'MARKETING' });
    expect(status).toBe(409);
    expect(json.error.code).toBe('CONFLICT');
    expect(await rows()).toHaveLength(1);
  });

  test('409 the instance is full', async () => {
    const row = (index: number) => ({
      id: `t-${index}`,
      instanceId: SHOP.id,
      name: `t_${index}`,
      language: 'en',
      category: 'UTILITY',
      status: 'APPROVED',
      components: '[]',
      createdAt: 0,
      updatedAt: 0,
    });
    await db.orm.insert(templates).values(Array.from({ length: 1_000 }, (_, index) => row(index)));
    expect((await create(DRAFT)).status).toBe(409);
    expect((await create(DRAFT, 'cafe')).status).toBe(201);
  });

  test('409 templates of 8 MiB are there, since the whole list is one answer', async () => {
    const components = JSON.stringify([{ type: 'BODY', text: 'x'.repeat(8 * 1024 * 1024) }]);
    const row = { id: 'large', instanceId: SHOP.id, name: 'large', language: 'en', components };
    await db.orm
      .insert(templates)
      .values({ ...row, category: 'UTILITY', status: 'APPROVED', createdAt: 0, updatedAt: 0 });
    const { status, json } = await create(DRAFT);
    expect([status, json.error.message]).toEqual([
      409,
      'the instance would hold more than 8388608 bytes of templates',
    ]);
    expect((await create(DRAFT, 'cafe')).status).toBe(201);
  });

  const components = (...list: unknown[]) => ({ ...DRAFT, components: list });
  const REFUSED: [string, unknown, string][] = [
    ['name is missing', { ...DRAFT, name: undefined }, 'name'],
    ['name has capitals', { ...DRAFT, name: 'Order' }, 'name'],
    ['name has 513 characters', { ...DRAFT, name: 'n'.repeat(513) }, 'name'],
    ['category is unknown', { ...DRAFT, category: 'TRANSACTIONAL' }, 'category'],
    ['category is lower case', { ...DRAFT, category: 'utility' }, 'category'],
    ['language is no code', { ...DRAFT, language: 'Portuguese' }, 'language'],
    ['language is missing', { ...DRAFT, language: undefined }, 'language'],
    ['components is missing', { ...DRAFT, components: undefined }, 'components'],
    ['components is empty', components(), 'components'],
    ['components is an object', { ...DRAFT, components: BODY }, 'components'],
    ['components are too many', components(HEADER, BODY, FOOTER, BUTTONS, BODY), 'components'],
    ['a component is null', components(null), 'components[0]'],
    ['a component type is unknown', components(BODY, { type: 'TRAILER' }), 'components[1].type'],
    ['two bodies', components(BODY, BODY), 'components[1].type'],
    ['no body', components(HEADER), 'BODY'],
    ['the body has no text', components({ type: 'BODY' }), 'components[0].text'],
    ['the body is blank', components({ ...BODY, text: '  ' }), 'components[0].text'],
    ['the body has 1025 characters', components({ ...BODY, text: 'b'.repeat(1025) }), '1024'],
    [
      'the header has no format',
      components({ type: 'HEADER', text: 'x' }, BODY),
      'components[0].format',
    ],
    ['the header has 61 characters', components({ ...HEADER, text: 'h'.repeat(61) }, BODY), '60'],
    ['the footer has 61 characters', components(BODY, { ...FOOTER, text: 'f'.repeat(61) }), '60'],
    ['buttons is missing', components(BODY, { type: 'BUTTONS' }), 'components[1].buttons'],
    [
      '11 buttons',
      components(BODY, { type: 'BUTTONS', buttons: Array(11).fill(BUTTONS.buttons[0]) }),
      '10',
    ],
    [
      'a button has no type',
      components(BODY, { type: 'BUTTONS', buttons: [{ text: 'x' }] }),
      'buttons[0].type',
    ],
    [
      'a button has 26 characters',
      components(BODY, { type: 'BUTTONS', buttons: [{ type: 'URL', text: 't'.repeat(26) }] }),
      '25',
    ],
    [
      'components are over 64 KiB',
      components({ ...BODY, example: 'e'.repeat(65_536) }),
      'components',
    ],
    ['an empty object', {}, 'name'],
  ];
  test.each(REFUSED)('400 %s, and nothing is stored', async (_, body, named) => {
    const { status, json } = await create(body);
    expect(status).toBe(400);
    expect(json.error.code).toBe('BAD_REQUEST');
    expect(json.error.message).toContain(named);
    expect(await rows()).toEqual([]);
  });

  test('400 every wrong field is named in one message', async () => {
    const { json } = await create({ name: 'A', category: 'B', language: 'C', components: [] });
    for (const field of ['name', 'category', 'language', 'components'])
      expect(json.error.message).toContain(field);
  });

  test('400 no body', async () => {
    expect((await server.call('POST', '/template/create/shop')).status).toBe(400);
  });

  test('500 the database cannot be written', async () => {
    await db.query(
      "create trigger refuse before insert on templates begin select raise(abort, 'no'); end",
      [],
    );
    const { status, json } = await create(DRAFT);
    expect(status).toBe(500);
    expect(json.error.code).toBe('INTERNAL_SERVER_ERROR');
  });
});

describe('GET /template/find/:instanceName', () => {
  test("200 the instance's own, by name and language", async () => {
    for (const draft of [
      { ...DRAFT, name: 'b' },
      { ...DRAFT, name: 'a' },
      { ...DRAFT, name: 'a', language: 'en' },
    ])
      await create(draft);
    await create(DRAFT, 'cafe');
    const { status, json } = await find();
    expect(status).toBe(200);
    expect(json.map(({ name, language }: Record<string, string>) => `${name} ${language}`)).toEqual(
      ['a en', 'a pt_BR', 'b pt_BR'],
    );
    expect((await find('cafe')).json).toHaveLength(1);
  });

  test('200 an empty list before one is created', async () => {
    expect((await find()).json).toEqual([]);
  });

  test('200 as they are at this moment, where it is asked for, and 400 for another word', async () => {
    await create(DRAFT);
    const fresh = (value: string) => server.call('GET', `/template/find/shop?refresh=${value}`);
    expect((await fresh('true')).json).toHaveLength(1);
    const { status, json } = await fresh('now');
    expect([status, json.error.message]).toEqual([400, 'refresh must be true or false']);
  });

  test("200 the instance's own key may", async () => {
    expect((await server.call('GET', '/template/find/cafe', { key: 'cafe-key' })).status).toBe(200);
    expect(CAFE.provider).toBe('sandbox');
  });
});

describe.each([
  ['GET', '/template/find/', undefined],
  ['POST', '/template/create/', DRAFT],
])('%s %s', (method, path, body) => {
  test.each([...SHARED_REFUSALS])('$promise', async ({ key, name, status, code }) => {
    const answer = await server.call(method, path + name, { key, body });
    expect(answer.status).toBe(status);
    expect(answer.json.error.code).toBe(code);
    expect(await rows()).toEqual([]);
  });
});
