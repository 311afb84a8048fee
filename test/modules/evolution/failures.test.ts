/** EVOLUTION_MODE=true: failures as clients of Evolution API read them. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { resolved } from '../../helpers/api-document.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { inProcessVariables, pairInstance } from '../../helpers/whatsapp.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of running.reverse()) await one.stop();
});

const DIALECT = { EVOLUTION_MODE: 'true' };

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ env: DIALECT });
  running.push(app);
  await app.call('POST', '/instance/create', { instanceName: 'shop' });
});

const failure = (status: number, error: string, reason: string) => ({
  status,
  body: { status, error, response: { message: [expect.stringContaining(reason)] } },
});

const REFUSED: [string, string, object | undefined, ReturnType<typeof failure>][] = [
  ['GET', '/instance/connectionState/nobody', undefined, failure(404, 'Not Found', 'instance')],
  ['POST', '/instance/create', { instanceName: 'shop' }, failure(409, 'Conflict', 'shop')],
  ['POST', '/message/sendText/shop', { text: 'hi' }, failure(400, 'Bad Request', 'number')],
  ['PUT', '/instance/fetchInstances', {}, failure(405, 'Method Not Allowed', 'GET')],
  ['GET', '/message/nothing/shop', undefined, failure(404, 'Not Found', 'nothing')],
];

test.each(REFUSED)(
  'who calls %s %s in vain reads the reason in response.message, under the same status',
  async (method, path, body, expected) => {
    expect(await app.call(method, path, body)).toMatchObject(expected);
  },
);

test('a missing key is worded alike, and other families keep their own failures', async () => {
  const { call } = app;
  const refused = await call('GET', '/instance/fetchInstances', undefined, null);
  expect(refused).toMatchObject(failure(401, 'Unauthorized', 'apikey'));
  const crm = await call('GET', '/api/v1/accounts', undefined, null);
  expect([crm.status, crm.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  const go = await call('POST', '/send/text', {}, null);
  expect([go.status, go.body]).toEqual([401, { error: expect.any(String) }]);
});

test('a number that is not on WhatsApp is answered as one that does not exist', async () => {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const online = await startApp({ env: { ...inProcessVariables(whatsapp), ...DIALECT } });
  running.push(whatsapp, online);
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  await pairInstance(online.call, 'shop', phone);
  const number = '5511000000000';
  const nobody = { jid: `${number}@s.whatsapp.net`, exists: false, number };
  const expected = { status: 400, error: 'Bad Request', response: { message: [nobody] } };
  const text = await online.call('POST', '/message/sendText/shop', { number, text: 'hello?' });
  expect([text.status, text.body]).toEqual([400, expected]);
  const posted = { type: 'text', content: 'open', statusJidList: [number] };
  const status = await online.call('POST', '/message/sendStatus/shop', posted);
  expect([status.status, status.body]).toEqual([400, expected]);
});

test('the API document shows the failures that are really sent', async () => {
  const document = (await app.call('GET', '/swagger/json')).body;
  const { paths } = await resolved(document);
  const shown = (path: string, method: string) =>
    paths[path][method].responses[404].content['application/json'].schema;
  expect(shown('/instance/connectionState/{instanceName}', 'get')).toEqual(
    document.components.schemas.EvolutionApiFailure,
  );
  expect(shown('/api/v1/accounts/{id}', 'get').properties).toHaveProperty('success');
  const restart = document.paths['/instance/restart/{instanceName}'].post.responses[400];
  expect(JSON.stringify(restart)).toContain('EvolutionApiFailure');
});
