/** Every code of Meta both ways: what Meta refuses with leaves here the same, and so does what Meta fails with later. */
import { expect, test } from 'bun:test';
import { META_ERRORS } from '../../../src/core/webhooks/format/meta-errors.ts';
import { actionOf } from '../../../src/modules/whatsapp-cloud/faults.ts';
import { graphError } from '../../doubles/graph/answers.ts';
import { graphMessages } from '../../doubles/graph/messages.ts';
import { startGraph } from '../../doubles/graph/server.ts';
import { graphTemplates } from '../../doubles/graph/templates.ts';
import { change, ofNumber, postWebhook } from '../../doubles/graph/webhooks.ts';
import { startReceiver } from '../../doubles/receiver.ts';
import { shared, sharedApp } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

const SECRET = 'the-secret-of-the-app';
const messages = graphMessages();
const double = shared(() => startGraph(messages.part, graphTemplates().part));
const receiver = shared(startReceiver);
const app = sharedApp(() => ({
  env: {
    META_GRAPH_URL: double.url,
    META_APP_SECRET: SECRET,
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32',
  },
}));

/** Another instance each time: some refusals end it. */
async function instanceFor(code: number) {
  const { number: _, ...ids } = double.world.addAccount();
  const name = `code-${code}`;
  const body = { instanceName: name, provider: 'whatsapp-cloud', ...ids };
  const { apikey } = (await app.call('POST', '/instance/create', body)).body;
  await app.call('POST', `/webhook/endpoints/${name}`, {
    ...{ name: 'app', url: `${receiver.url}/${code}`, format: 'whatsapp-cloud' },
    events: ['MessageStatus'],
  });
  const post = (path: string, sent: object) =>
    app.call('POST', `/graph/v25.0${path}`, sent, null, { authorization: `Bearer ${apikey}` });
  return { ...ids, post };
}

const TEXT = {
  ...{ messaging_product: 'whatsapp', to: '5511988887777' },
  ...{ type: 'text', text: { body: 'Hello' } },
};
const TEMPLATE = {
  ...{ name: 'order_ready', language: 'en_US', category: 'UTILITY' },
  components: [{ type: 'BODY', text: 'Your order is ready.' }],
};

/** A message is sent again after these, or waits in the queue. */
const isSentAgain = (code: number): boolean => /^(temporary|rate)/.test(actionOf(code).action);

test.each(META_ERRORS)('$code, $title', async ({ code, status, title }) => {
  const { businessAccountId, phoneNumberId, post } = await instanceFor(code);
  const details = `What was wrong with ${code}`;
  const refusal = graphError(code, { status, subcode: 2494010, details });
  const refused = {
    error: {
      ...{ message: `(#${code}) An error`, type: 'OAuthException', code, error_subcode: 2494010 },
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: expect.any(String),
    },
  };

  await post(`/${phoneNumberId}/messages`, TEXT);
  const wamid = messages.sent.at(-1)?.wamid;
  const failed = {
    ...{ id: wamid, status: 'failed', timestamp: '1767612000', recipient_id: '5511988887777' },
    errors: [{ code, title, message: title, error_data: { details } }],
  };
  const webhook = change(
    'messages',
    ofNumber({ statuses: [failed] }, phoneNumberId),
    businessAccountId,
  );
  await postWebhook(`${app.url}/provider/whatsapp-cloud/webhook`, webhook, SECRET);
  const failures = () =>
    receiver.requests
      .filter(({ path }) => path === `/${code}`)
      .map(({ body }) => JSON.parse(body).entry[0].changes[0].value.statuses[0])
      .filter((one) => one.status === 'failed');
  await until('the failed status has come', () => failures().length > 0);
  expect(failures()[0].errors).toEqual([{ code, title, message: title, error_data: { details } }]);

  double.order('POST', '/message_templates', refusal);
  const unmade = await post(`/${businessAccountId}/message_templates`, TEMPLATE);
  expect([unmade.status, unmade.body]).toEqual([status, refused]);
  if (isSentAgain(code)) return;

  await app.call('GET', `/instance/connect/code-${code}`);
  double.order('POST', '/messages', refusal);
  const unsent = await post(`/${phoneNumberId}/messages`, TEXT);
  expect([unsent.status, unsent.body]).toEqual([status, refused]);
});
