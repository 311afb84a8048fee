/** What failures of the gateway say beside their message: what was meant, and what to do first. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { withCodeOfBrazil } from '../../../src/modules/gateway/failure-help.ts';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import {
  ACCESS_TOKEN,
  type Answer,
  GLOBAL_KEY,
  type RunningApp,
  startApp,
} from '../../helpers/app.ts';
import { inProcessVariables, pairInstance } from '../../helpers/whatsapp.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of running.reverse()) await one.stop();
});

const NUMBER = '5511999990000';
let app: RunningApp;
let keyOfShop: string;
beforeAll(async () => {
  app = await startApp({
    env: { DEFAULT_PROVIDER: 'sandbox', WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/8' },
  });
  running.push(app);
  const shop = await app.call('POST', '/instance/create', { instanceName: 'shop' });
  keyOfShop = shop.body.apikey;
  await app.call('POST', '/instance/create', { instanceName: 'Loja São Paulo' });
});

type FailedCall = [method: string, path: string, body?: object, key?: string | null];
async function failureOf(...[method, path, body, key = GLOBAL_KEY]: FailedCall) {
  return failureIn(await app.call(method, path, body, key));
}

function failureIn({ status, body: answer }: Answer) {
  return { status, message: answer.error.message, hint: answer.error.hint };
}

test('404 while there is no instance yet says how to make one', async () => {
  const empty = await startApp();
  running.push(empty);
  expect(failureIn(await empty.call('GET', '/instance/connectionState/shop'))).toEqual({
    status: 404,
    message: 'instance not found',
    hint: 'there is no instance yet: POST /instance/create makes one',
  });
});

test('404 an unknown instance is told the nearest name that the key may see', async () => {
  const near = [
    ['shpo', 'did you mean shop?'],
    ['SHOP', 'did you mean shop?'],
    ['loja%20sao%20paulo', 'did you mean Loja São Paulo?'],
    ['another', 'GET /instance/fetchInstances lists the instances that the key may see'],
  ];
  for (const [name, hint] of near)
    expect(await failureOf('GET', `/instance/connectionState/${name}`)).toMatchObject({
      status: 404,
      hint,
    });
});

test('403 with the key of an instance names that instance, and no other one', async () => {
  for (const name of ['Loja%20S%C3%A3o%20Paulo', 'loja', 'nobody'])
    expect(
      await failureOf('GET', `/instance/connectionState/${name}`, undefined, keyOfShop),
    ).toEqual({
      status: 403,
      message: 'this key belongs to another instance',
      hint: 'it opens shop alone',
    });
});

test('409 what is not connected says its state and the call that connects it', async () => {
  const text = { number: NUMBER, text: 'Hello' };
  expect(await failureOf('POST', '/message/sendText/shop', text)).toEqual({
    status: 409,
    message: 'instance shop is not connected',
    hint: 'shop is close (created): GET /instance/connect/shop connects it',
  });
  expect(await failureOf('POST', '/message/sendText/Loja%20S%C3%A3o%20Paulo', text)).toMatchObject({
    hint: 'Loja São Paulo is close (created): GET /instance/connect/Loja%20S%C3%A3o%20Paulo connects it',
  });
  await app.call('GET', '/instance/connect/shop');
  expect(await failureOf('POST', '/message/sendText/shop', text, keyOfShop)).toMatchObject({
    status: 409,
    hint: 'shop is connecting (waiting_qr): scan or type the code that GET /instance/connect/shop gives',
  });
});

test('409 a sandbox that offers no code says how it gets one', async () => {
  await app.call('POST', '/instance/create', { instanceName: 'fresh' });
  for (const [step, body] of [
    ['scan', {}],
    ['pair', { code: 'ABCD-EFGH' }],
  ] as const)
    expect(await failureOf('POST', `/sandbox/fresh/${step}`, body)).toMatchObject({
      status: 409,
      hint: 'fresh is close (created): GET /instance/connect/fresh connects it',
    });
});

test('415 a body of another type says which one was sent', async () => {
  const answer = await fetch(`${app.url}/instance/create`, {
    method: 'POST',
    headers: { apikey: GLOBAL_KEY, 'content-type': 'text/plain; charset=utf-8' },
    body: 'shop',
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
  const { error }: any = await answer.json();
  expect([answer.status, error.hint]).toEqual([415, 'text/plain was sent']);
});

test('404 an unknown page of the documentation names the nearest one', async () => {
  expect(await failureOf('GET', '/docs/error')).toEqual({
    status: 404,
    message: 'there is no page error',
    hint: 'did you mean /docs/errors?',
  });
});

test('422 a word that is none of a list gets a hint with the nearest one', async () => {
  const answer = await fetch(`${app.url}/api/v1/inboxes`, {
    method: 'POST',
    headers: { api_access_token: ACCESS_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'a', channel_type: 'whatsap' }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
  const { error }: any = await answer.json();
  expect([answer.status, error.hint]).toEqual([422, 'channel_type: did you mean whatsapp?']);
});

test('422 an event that there is not is named with the nearest one', async () => {
  const answer = await fetch(`${app.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { api_access_token: ACCESS_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'a',
      url: 'https://a.example.com',
      events: ['pipeline_stage.create'],
    }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
  const { error }: any = await answer.json();
  expect([answer.status, error.details]).toEqual([
    422,
    {
      events: [
        'holds unknown names: "pipeline_stage.create" (did you mean pipeline_stage.created?)',
      ],
    },
  ]);
});

test('400 a restart of what is not connected says the same in its own form', async () => {
  await app.call('POST', '/instance/create', { instanceName: 'idle' });
  const { status, body } = await app.call('POST', '/instance/restart/idle');
  expect([status, body]).toEqual([
    400,
    {
      error: true,
      message:
        'Instance idle is not connected: idle is close (created): GET /instance/connect/idle connects it',
    },
  ]);
});

test('400 a body with misspelt fields names them beside those that are wanted', async () => {
  expect(
    await failureOf('POST', '/message/sendText/shop', { number: NUMBER, txt: 'Hello' }),
  ).toEqual({
    status: 400,
    message: 'text is required',
    hint: 'txt is not read: did you mean text?',
  });
  expect(
    await failureOf('POST', '/message/sendText/shop', { destination: NUMBER, words: 'Hello' }),
  ).toMatchObject({ status: 400, hint: 'the body has destination, words and lacks number, text' });
});

test('400 an unknown event names the nearest one', async () => {
  const { status, message } = await failureOf('POST', '/webhook/set/shop', {
    enabled: true,
    url: 'https://receiver.example.com',
    events: ['Mesage'],
  });
  expect([status, message]).toEqual([
    400,
    'events holds unknown names: "Mesage" (did you mean MESSAGE?)',
  ]);
});

test('400 an address in a private network names the variable that would allow it', async () => {
  const set = (url: string) => failureOf('POST', '/webhook/set/shop', { enabled: true, url });
  expect(await set('http://localhost:3000/hook')).toMatchObject({
    status: 400,
    message:
      'url must not be called: localhost is in loopback space, which WEBHOOK_ALLOW_NETWORKS does not allow',
  });
});

test('401 tells keys and tokens apart, wherever each was sent', async () => {
  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(app.url + path, { headers });
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
    const { error }: any = await answer.json();
    return [answer.status, error.hint];
  };
  const token =
    'an access token (api_access_token) opens only paths below /api/v1: send a key in apikey';
  const key =
    'a key of the gateway (apikey) opens no path below /api/v1: send an access token in api_access_token';
  const instances = '/instance/fetchInstances';
  expect(await ask(instances, { apikey: ACCESS_TOKEN })).toEqual([401, token]);
  expect(await ask(instances, { api_access_token: ACCESS_TOKEN })).toEqual([401, token]);
  expect(await ask('/api/v1/accounts', { apikey: GLOBAL_KEY })).toEqual([401, key]);
  expect(await ask('/api/v1/accounts', { api_access_token: keyOfShop })).toEqual([401, key]);
  expect(await ask('/api/v1/accounts', { authorization: `Bearer ${GLOBAL_KEY}` })).toEqual([
    401,
    key,
  ]);
  const belongs = 'the credential belongs in the header apikey';
  expect(await ask(instances, { authorization: `Bearer ${GLOBAL_KEY}` })).toEqual([
    401,
    `${belongs}, not in authorization`,
  ]);
  expect(await ask(`${instances}?apikey=${GLOBAL_KEY}`, {})).toEqual([
    401,
    `${belongs}: addresses are logged on their way`,
  ]);
});

test('404 /mcp names the variable that switches it on', async () => {
  for (const method of ['GET', 'POST'])
    expect(await failureOf(method, '/mcp', method === 'POST' ? {} : undefined)).toEqual({
      status: 404,
      message: '/mcp is switched off',
      hint: 'MCP_ENABLED=true switches it on',
    });
});

test('400 a number of Brazil without 55 says how it was read, and is not changed', async () => {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const online = await startApp({ env: inProcessVariables(whatsapp) });
  running.push(whatsapp, online);
  await pairInstance(online.call, 'shop', whatsapp.phone({ number: NUMBER, name: 'Shop' }));
  const send = async (number: string) => {
    const { status, body } = await online.call('POST', '/message/sendText/shop', {
      number,
      text: 'a',
    });
    return [status, body.error.message, body.error.hint];
  };
  expect(await send('(11) 98888-0000')).toEqual([
    400,
    'number 11988880000 is not on WhatsApp',
    '11988880000 is read as +11988880000: with the code of Brazil it is 5511988880000',
  ]);
  expect(await send('988880000')).toEqual([
    400,
    'number 988880000 is not on WhatsApp',
    'a number begins with the code of its country, such as 55',
  ]);
  expect(await send('55011988880000')).toEqual([
    400,
    'number 55011988880000 is not on WhatsApp',
    '55011988880000 has a 0 behind the code of its country, which is dialled only inside the country',
  ]);
  expect(await send('14155550123')).toEqual([
    400,
    'number 14155550123 is not on WhatsApp',
    undefined,
  ]);
});

test.each([
  ['11999990000', '5511999990000'],
  ['1133330000', '551133330000'],
  ['8688880000', '558688880000'],
  ['55999990000', '5555999990000'],
  // They have their code, or are numbers of other countries.
  ['5511999990000', null],
  ['14155550123', null],
  ['12025550123', null],
  ['4915112345678', null],
  ['20999990000', null],
  ['119999', null],
])('%s is %p with the code of Brazil', (digits, whole) => {
  expect(withCodeOfBrazil(digits)).toBe(whole);
});
