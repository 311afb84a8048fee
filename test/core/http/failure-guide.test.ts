/** What the API document gives as the message of each failure is what the service says. */
import { expect, test } from 'bun:test';
import { DatabaseError } from '../../../src/core/db/client.ts';
import { FAILURE_GUIDE } from '../../../src/core/http/failure-guide.ts';
import { asAppError } from '../../../src/core/http/thrown-errors.ts';
import { Ceremonies } from '../../../src/core/instances/passkey-ceremonies.ts';
import { CEREMONY_MS } from '../../../src/core/providers/passkey.ts';
import { messageOf, unavailabilityOf } from '../../../src/core/shared/errors.ts';
import { beforeSending } from '../../../src/modules/whatsapp/hand-over.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { startService } from '../../helpers/service.ts';

const TOKEN = 'the-access-token-of-this-test';
const RATE_LIMIT = 100;

test('the example of each failure that a caller can bring about is what it is answered', async () => {
  const { app, url, key } = await startService({
    BOOTSTRAP_ACCESS_TOKEN: TOKEN,
    RATE_LIMIT_PER_MINUTE: String(RATE_LIMIT),
  });
  const said: Record<string, string> = {};
  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: sent }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
    const answer: any = await response.json();
    if (answer.error) said[answer.error.code] = answer.error.message;
    return answer;
  };
  const gateway = { apikey: key };
  const crm = { api_access_token: TOKEN };
  const shop = { instanceName: 'shop', provider: 'sandbox' };
  const { apikey } = await ask('POST', '/instance/create', gateway, shop);
  await ask('POST', '/message/sendText/shop', gateway, { number: 'x', text: 'a' });
  await ask('POST', '/message/sendText/shop', gateway, { number: '5511999990000', text: 'a' });
  await ask('GET', '/audit/find', { apikey });
  await ask('GET', '/audit/find', {});
  await ask('GET', '/instance/connectionState/unknown', gateway);
  await ask('PUT', '/instance/create', gateway, shop);
  await ask('POST', '/instance/create', { ...gateway, 'content-type': 'text/plain' }, 'shop');
  await ask('POST', '/instance/create', gateway, ' '.repeat(2 ** 20 + 1));
  await ask('GET', '/api/v1/permissions', { api_access_token: 'unknown' });
  await ask('POST', '/api/v1/pipelines', crm, { pipeline: { name: ' ' } });
  const { data } = await ask('POST', '/api/v1/pipelines', crm, { pipeline: { name: 'Sales' } });
  await ask(
    'PATCH',
    `/api/v1/pipelines/${data.id}`,
    { ...crm, 'if-match': '"1"' },
    {
      pipeline: { name: 'Support' },
    },
  );
  for (let asked = 0; asked <= RATE_LIMIT; asked++)
    await ask('GET', '/instance/connectionState/shop', gateway);
  await app.stop(0);
  const guide = Object.entries(FAILURE_GUIDE).map(([code, { message }]) => [code, message]);
  expect(Object.keys(said).length).toBeGreaterThan(11);
  expect(said).toEqual(Object.fromEntries(guide.filter(([code = '']) => code in said)));
});

test('the examples of the other failures are what the service says', async () => {
  const clock = manualClock();
  const sending = beforeSending(clock, new Promise(() => {})).catch(messageOf);
  const ceremonies = new Ceremonies({ clock, publicUrl: () => 'https://gatehouse.example.com' });
  const nothing = async () => {};
  const state = () => ({ stage: 'waiting' }) as never;
  const ceremony = { state, answer: nothing, confirm: nothing };
  const { ceremonyUrl } = ceremonies.open('01a1fa97', ceremony);
  await clock.advance(CEREMONY_MS);
  expect(FAILURE_GUIDE.UPSTREAM_ERROR.message).toBe(String(await sending));
  const find = () => ceremonies.find(ceremonyUrl.split('/').at(-1)!);
  expect(find).toThrow(FAILURE_GUIDE.GONE.message);
  const unexpected = asAppError(new Error('anything')).message;
  expect(FAILURE_GUIDE.INTERNAL_SERVER_ERROR.message).toBe(unexpected);
  expect(FAILURE_GUIDE.INTERNAL_ERROR.message).toBe(unexpected);
  expect(FAILURE_GUIDE.SERVICE_UNAVAILABLE.message).toBe(
    unavailabilityOf(new DatabaseError('full', ''))?.message ?? '',
  );
});
