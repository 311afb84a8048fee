/** What is answered to fields under the names of neighbours, and to fields that were not filled in. */
import { describe, expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

const NUMBER = '5511988880000';
const STRICT = { prefer: 'respond-async, handling=strict' };
const TYPO = { number: NUMBER, text: 'hi', linkPreviw: false };
const SENTENCE = 'linkPreviw is not read: did you mean linkPreview?';

const app = sharedApp({ env: { DEFAULT_PROVIDER: 'sandbox' }, instances: ['shop'] });

const post = (path: string, body: object, headers?: Record<string, string>) =>
  app.call('POST', path, body, undefined, headers);
const send = (body: object, headers?: Record<string, string>) =>
  post('/message/sendText/shop', { number: NUMBER, text: 'hi', ...body }, headers);

describe('a field that nothing reads, one step from one that is read', () => {
  test('is a warning in the answer, and the rest is done', async () => {
    const { status, body } = await send(TYPO);
    expect([status, body.warnings]).toEqual([201, [SENTENCE]]);
    expect(body.key.remoteJid).toBe(`${NUMBER}@s.whatsapp.net`);
  });

  test('is refused if the caller prefers strict handling', async () => {
    const { status, body } = await send(TYPO, STRICT);
    expect([status, body.error.message]).toEqual([400, SENTENCE]);
    expect((await send({}, STRICT)).status).toBe(201);
    expect((await send(TYPO, { prefer: 'handling=lenient' })).status).toBe(201);
  });

  test('is a warning beside a replayed answer too', async () => {
    const once = { 'idempotency-key': 'typo' };
    const [first, again] = [await send(TYPO, once), await send(TYPO, once)];
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  test('is a header where the answer is no object', async () => {
    const body = { numbers: [NUMBER], Numbers: 'ünsafe "x"' };
    const { status, headers } = await post('/chat/whatsappNumbers/shop', body);
    expect(status).toBe(200);
    expect(headers.get('warning')).toBe('299 - "Numbers is not read: did you mean numbers?"');
  });

  test('is no warning of a request that fails', async () => {
    const { status, body } = await send({ ...TYPO, number: 'Ana' });
    expect([status, body.warnings, body.error.hint]).toEqual([
      400,
      undefined,
      'linkPreviw is not read: did you mean linkPreview?',
    ]);
  });

  test.each<[string, object]>([
    ['/send/text', { number: NUMBER, text: 'hi', mentionAl: true }],
    ['/send/poll', { number: NUMBER, question: 'a', options: ['b', 'c'], maxanswer: 1 }],
    ['/webhook/set/shop', { enabled: false, header: {} }],
    ['/settings/set/shop', { rejectCall: false, groupIgnore: true }],
    ['/group/create/shop', { subject: 'a', participants: [NUMBER], descripton: 'b' }],
  ])('is a warning at %s', async (path, body) => {
    const { status, body: answer } = await app.call('POST', path, body, undefined, {
      instanceid: 'shop',
    });
    expect([path, status < 300, answer.warnings?.length]).toEqual([path, true, 1]);
  });

  test('is a warning in an answer of the Graph API', async () => {
    const { body: rows } = await app.call('GET', '/instance/fetchInstances?instanceName=shop');
    const body = {
      ...{ messaging_product: 'whatsapp', to: NUMBER, type: 'text' },
      text: { body: 'hi', previewUrl: true },
    };
    const at = `/graph/v25.0/${rows[0].phoneNumberId}/messages`;
    const bearer = { authorization: `Bearer ${GLOBAL_KEY}` };
    const { status, body: answer } = await app.call('POST', at, body, undefined, bearer);
    expect([status, answer.warnings]).toEqual([
      200,
      ['text.previewUrl is not read: did you mean preview_url?'],
    ]);
  });
});

describe('what is sent says what was meant', () => {
  test.each<[string, object]>([
    ['a delay and a choice as texts', { delay: '0', linkPreview: 'false' }],
    ['null for every field that was not filled in', { quoted: null, mentioned: null, delay: null }],
    ['empty texts', { scheduleAt: '', delay: '', callbackData: '', quoted: '' }],
    ['empty objects and lists', { quoted: {}, mentioned: [] }],
    ['an empty list of PHP for an object', { quoted: [] }],
  ])('%s', async (_, fields) => {
    const { status, body } = await send(fields);
    expect([status, body.warnings]).toEqual([201, undefined]);
  });

  test.each(['-0300', '-03', '-03:00'])('a time with the zone %s', async (zone) => {
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const { status, body } = await send({ scheduleAt: `${day}T09:00:00${zone}` });
    expect(status).toBe(201);
    const { body: found } = await app.call('GET', `/message/scheduled/shop/${body.key.id}`);
    expect(found.scheduleAt).toBe(`${day}T12:00:00.000Z`);
  });

  test.each<[object, string]>([
    [{ delay: 'soon' }, 'delay must be a whole number of milliseconds from 0 to 60000'],
    [{ delay: '1.200' }, 'delay must be a whole number of milliseconds from 0 to 60000'],
    [{ linkPreview: 'yes' }, 'linkPreview must be'],
    [{ scheduleAt: 'tomorrow' }, 'scheduleAt must be'],
    [{ quoted: { key: { id: '' } } }, 'quoted must be'],
    [{ text: '' }, 'text must'],
    [{ text: null }, 'text'],
    [{ number: null }, 'number'],
  ])('%j is refused under its name', async (fields, sentence) => {
    const { status, body } = await send(fields);
    expect(status).toBe(400);
    expect(body.error.message).toStartWith(sentence);
  });
});
