/** Where loopback is not allowed, its name is refused wherever a URL is set. */
import { expect, test } from 'bun:test';
import { sharedApp } from '../helpers/shared.ts';

const URL_REFUSED = 'http://db.localhost:6379/';
const REASON = 'must not be called: db.localhost is in loopback space';

const app = sharedApp({ env: { WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/8' }, instances: ['shop'] });

const SHOP = { instanceId: 'shop' };

test.each<[string, number, object, Record<string, string>]>([
  ['/webhook/set/shop', 400, { enabled: true, url: URL_REFUSED }, {}],
  ['/instance/connect', 400, { webhookUrl: URL_REFUSED }, SHOP],
  [
    '/message/sendMedia/shop',
    400,
    { number: '5511999990000', mediatype: 'image', media: URL_REFUSED },
    {},
  ],
  ['/api/v1/webhooks', 422, { name: 'hook', url: URL_REFUSED }, {}],
])('POST %s answers %i to a URL on localhost, and says why', async (path, status, body, more) => {
  const answer = await app.call('POST', path, body, undefined, more);
  expect(answer.status).toBe(status);
  expect(answer.body.error.message).toContain(REASON);
});
