/** What clients of Evolution Go send through an instance of WhatsApp's official API. */
import { beforeAll, expect, test } from 'bun:test';
import { graphMessages } from '../../doubles/graph/messages.ts';
import { startGraph } from '../../doubles/graph/server.ts';
import { shared, sharedApp } from '../../helpers/shared.ts';

const NUMBER = '5511999990000';
let key: string;
const messages = graphMessages();
const graph = shared(() => startGraph(messages.part));
const app = sharedApp(() => ({
  env: { META_GRAPH_URL: graph.url, WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32' },
}));
beforeAll(async () => {
  const { number: _, ...ids } = graph.world.addAccount();
  const body = { instanceName: 'official', provider: 'whatsapp-cloud', ...ids };
  key = (await app.call('POST', '/instance/create', body)).body.apikey;
});

const post = (kind: string, body: object) =>
  app.call('POST', `/send/${kind}`, { number: NUMBER, ...body }, key);

test('200 buttons and a list reach Meta as what they are', async () => {
  const buttons = [{ type: 'reply', displayText: 'Yes', id: 'y' }];
  expect((await post('button', { title: 'Sure?', buttons })).status).toBe(200);
  const sections = [{ title: 's', rows: [{ title: 'a', rowId: '1' }] }];
  const list = { title: 'Sure?', buttonText: 'Open', sections };
  expect((await post('list', list)).status).toBe(200);
  expect(messages.sent.map(({ body }) => body.interactive)).toMatchObject([
    { type: 'button', action: { buttons: [{ reply: { id: 'y', title: 'Yes' } }] } },
    { type: 'list', action: { button: 'Open', sections: [{ rows: [{ id: '1', title: 'a' }] }] } },
  ]);
});

test('502 {error} where Meta does not say whether it took a message', async () => {
  graph.order('POST', '/messages', 'cut');
  const { status, body } = await post('text', { text: 'Hello' });
  expect([status, body]).toEqual([502, { error: expect.stringContaining('the Graph API') }]);
});
