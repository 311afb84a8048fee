/** That whatever a person types into a form of the manager is refused in the reader's language. */
import { beforeAll, expect, test } from 'bun:test';
import { es } from '../../../src/core/languages/es.ts';
import { ptBR } from '../../../src/core/languages/pt-BR.ts';
import { reasonText } from '../../../src/core/languages/reasons.ts';
import type { FieldProblem } from '../../../src/core/shared/reasons/problems.ts';
import { sharedApp } from '../../helpers/shared.ts';

/** The account that every service has from its first start. */
let home: Record<string, string>;
const app = sharedApp();
beforeAll(async () => {
  await app.call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  await app.call('POST', '/instance/create', { instanceName: 'phone', provider: 'sandbox' });
  await app.call('GET', '/instance/connect/phone');
  await app.call('POST', '/sandbox/phone/scan', {});
  const { body } = await app.call('GET', '/api/v1/accounts');
  home = { 'account-id': body.data[0].id };
});

/** What people type and paste, and what the JSON of a form may hold. */
const TYPED = [
  '',
  ' ',
  '.x',
  'x',
  'a b',
  'ü',
  '-1',
  '0',
  '99999999999',
  'x'.repeat(5_000),
  '\u0000',
];
const PASTED = [
  ...['ftp://shop.example.com', 'http:shop', 'https://a:b@shop.example.com/', 'http://x:0/'],
  ...['https://shop.example.com/a b', `https://shop.example.com/${'x'.repeat(3_000)}`],
  ...['********', 'https://********/', '#12345', '2020-01-01T00:00:00Z', '1900-13-01', '{{1}}'],
  ...['+55 (011) 99999-0000', '0 11 99999', '123', '5511999990000 ext 5', '11.5', '1e12', '1x@y'],
];
const JSON_VALUES = [
  true,
  0,
  -1,
  1.5,
  1e9,
  [],
  [1],
  ['x'],
  ['x', 'x'],
  {},
  { x: 1 },
  { 'a b': 'x' },
];
const FILTERS = [
  ...[
    { $x: 1 },
    { $eqq: 1 },
    { $in: [] },
    { $in: [{}] },
    { $gt: true },
    { $exists: 1 },
    { $or: 1 },
  ],
  ...[{ 'a..b': 1 }, { a: {} }, { a: [1] }, { $contains: '' }, { $startsWith: 5 }, { $eq: [] }],
  ...[{ pick: [] }, { pick: [5] }, { pick: ['a..b'] }, { pick: ['__proto__'] }, { omit: 'a' }],
  ...[
    { rename: {} },
    { rename: { a: 'a' } },
    { rename: { a: 'b', 'a.c': 'd' } },
    { rename: { a: 'b', c: 'b' } },
  ],
  ...[
    { template: 'x' },
    { template: 5 },
    { template: 'x', pick: ['a'] },
    { template: { '{{a}}': 1 } },
  ],
  ...[{ template: '{{apikey}}' }, { pick: ['a'], omit: ['a'] }, { attempts: 0, delaysMs: [0] }],
  ...[
    { attempts: 20, delaysMs: [1e9] },
    { attempts: 20, delays_ms: [1e9] },
  ],
];
const LONG = {
  $contains: 'x'.repeat(300),
  deep: JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`),
};
const HEADERS = [
  { host: 'x' },
  { 'x-a': 'ü' },
  { 'x-a': '********' },
  { 'x-a': 'x'.repeat(5_000) },
];
const VALUES = [...TYPED, ...PASTED, ...JSON_VALUES, ...FILTERS, LONG, ...HEADERS];

const ID = '01a1fa97-2109-775b-8df8-e96b45bbbe0f';
const NUMBER = '5511999990000';
/** Nothing listens there. */
const ENDPOINT = { name: 'crm', url: 'http://127.0.0.1:1/hook' };
const TEMPLATE = {
  ...{ name: 'ready', language: 'pt_BR', category: 'UTILITY' },
  components: [{ type: 'BODY', text: 'Hello' }],
};

/** The operations of forms, with a body that is right and the fields that the form has. */
const FORMS: readonly (readonly [operation: string, body: object, fields: string])[] = [
  ['POST /instance/create', { instanceName: 'new' }, 'instanceName number provider'],
  [
    'POST /instance/create',
    { instanceName: 'new', provider: 'whatsapp-cloud' },
    'phoneNumberId businessAccountId accessToken appSecret',
  ],
  ['POST /instance/key/rotate/shop', {}, 'graceSeconds scopes expiresAt'],
  ['POST /webhook/set/shop', { enabled: true, url: ENDPOINT.url }, 'url enabled events format'],
  [
    'POST /webhook/endpoints/shop',
    ENDPOINT,
    'name owner url enabled events format verifyToken headers filter transform ordering retry description',
  ],
  ['PATCH /webhook/endpoints/shop/default', {}, 'name owner url headers verifyToken'],
  ['POST /settings/set/shop', { rejectCall: true }, 'msgCall groupsIgnore'],
  [
    'POST /proxy/set/shop',
    { enabled: true, protocol: 'http', host: 'proxy.example.com', port: 80 },
    'enabled protocol host port username password',
  ],
  ['POST /portal/shop', {}, 'ttlSeconds scopes theme language'],
  [
    'POST /webhook/endpoints/shop/default/recover',
    { since: '2026-01-01T00:00:00Z' },
    'since until types',
  ],
  ['POST /label/edit/phone', { name: 'New', color: 1 }, 'name color labelId'],
  [
    'POST /label/handleLabel/phone',
    { number: NUMBER, labelId: '1', action: 'add' },
    'number labelId',
  ],
  [
    'POST /group/create/phone',
    { subject: 'A', participants: [NUMBER] },
    'subject participants description',
  ],
  ['POST /group/updateGroupSubject/phone', { groupJid: '1@g.us', subject: 'A' }, 'subject'],
  [
    'POST /group/updateGroupDescription/phone',
    { groupJid: '1@g.us', description: 'A' },
    'description',
  ],
  [
    'POST /group/updateParticipant/phone',
    { groupJid: '1@g.us', action: 'add', participants: [NUMBER] },
    'participants',
  ],
  ['POST /template/create/phone', TEMPLATE, 'name language category'],
  ['POST /message/sendText/phone', { number: NUMBER, text: 'Hello' }, 'number text'],
  ['POST /api/v1/accounts', { name: 'Shop' }, 'name support_email locale'],
  [
    'POST /api/v1/users',
    { name: 'Ana', email: 'ana@example.com', role: 'agent' },
    'name email role display_name',
  ],
  ['POST /api/v1/roles', { name: 'Seller' }, 'name description permissions'],
  ['POST /api/v1/access_tokens', { name: 'bot' }, 'name user_id account_id scopes expires_at'],
  ['POST /api/v1/pipelines', { pipeline: { name: 'Deals' } }, 'pipeline.name pipeline.description'],
  [
    `POST /api/v1/pipelines/${ID}/pipeline_stages`,
    { pipeline_stage: { name: 'New' } },
    'pipeline_stage.name pipeline_stage.color pipeline_stage.stage_type pipeline_stage.automation_rules',
  ],
  ['POST /api/v1/inboxes', { name: 'Shop' }, 'name channel_type instance_name'],
  ['POST /api/v1/mcp-servers', { name: 'Files' }, 'name url config_json environments'],
  [
    'POST /api/v1/webhooks',
    ENDPOINT,
    'name url enabled events headers retry filter transform description',
  ],
];

const withField = (
  body: object,
  [name = '', ...inner]: readonly string[],
  value: unknown,
): object => ({
  ...body,
  [name]: inner.length === 0 ? value : withField(Reflect.get(body, name) ?? {}, inner, value),
});

const [inPortuguese, inSpanish] = await Promise.all([ptBR.failures(), es.failures()]);

const isLeftInEnglish = (error: { code: string; reason: string } | undefined): boolean =>
  error !== undefined &&
  ['BAD_REQUEST', 'VALIDATION_ERROR'].includes(error.code) &&
  reasonText(inPortuguese.reasons, error.reason, {}) === null;

async function problemsOf(operation: string, body: object) {
  const [method = '', path = ''] = operation.split(' ');
  const { body: answer } = await app.call(method, path, body, undefined, home);
  const found: readonly FieldProblem[] = answer?.error?.problems ?? [];
  return { error: answer?.error, found };
}

test.each(FORMS)(
  '%s: every wrong field has its text in both languages',
  async (operation, body, fields) => {
    const refused = new Set<string>();
    const left = new Set<string>();
    const send = async (field: string, value: unknown) => {
      const sent = withField(body, field.split('.'), value);
      const { error, found } = await problemsOf(operation, sent);
      if (isLeftInEnglish(error) && found.length === 0) left.add(`${field}: ${error.message}`);
      if (found.length > 0) refused.add(field);
      for (const { reason, message, parameters = {} } of found)
        for (const { problems } of [inPortuguese, inSpanish])
          if (reasonText(problems, reason, parameters) === null)
            left.add(`${field}: ${reason} ${message}`);
    };
    for (const field of fields.split(' '))
      await Promise.all(VALUES.map((value) => send(field, value)));
    expect([...left]).toEqual([]);
    expect([...refused].sort()).toEqual(fields.split(' ').sort());
  },
);
