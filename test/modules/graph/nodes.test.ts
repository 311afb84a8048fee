/** The paths of the Graph API on two nodes of one database: the one that has the instance answers. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { GLOBAL_KEY, type RunningApp, startApp } from '../../helpers/app.ts';
import { bearer, upload } from '../../helpers/graph-uploads.ts';
import { isSqldMissing, startSqld } from '../../helpers/sqld.ts';

const TEXT = { messaging_product: 'whatsapp', to: '5511888880000', text: { body: 'Hello' } };

let sqld: Awaited<ReturnType<typeof startSqld>>;
let nodes: RunningApp[] = [];
let key: string;
let id: string;
beforeAll(async () => {
  if (isSqldMissing) return;
  sqld = await startSqld();
  const start = (name: string) =>
    startApp({ env: { DATABASE_URL: `http://${sqld.address}`, NODE_NAME: name } });
  const [one, two] = [await start('one'), await start('two')];
  nodes = [one, two];
  key = await one.openInstance('shop');
  id = (await one.call('GET', '/instance/fetchInstances')).body[0].phoneNumberId;
}, 60_000);
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await sqld?.kill();
}, 60_000);

const send = (node: RunningApp, headers: Record<string, string>, query = '') =>
  node.call('POST', `/graph/v25.0/${id}/messages${query}`, TEXT, null, headers);

describe.skipIf(isSqldMissing)('on either of two nodes', () => {
  test('a message is sent by a bearer, by a token in the query and by the global key', async () => {
    const ids: string[] = [];
    for (const node of nodes)
      for (const [headers, query] of [
        [{ authorization: `Bearer ${key}` }, ''],
        [{}, `?access_token=${key}`],
        [{ authorization: `Bearer ${GLOBAL_KEY}` }, ''],
      ] as const) {
        const { status, body } = await send(node, headers, query);
        expect(status).toBe(200);
        ids.push(body.messages[0].id);
      }
    for (const node of nodes) {
      const { body } = await node.call('GET', '/sandbox/shop/sent');
      expect(body.map((one: { id: string }) => one.id)).toEqual(ids);
    }
  });

  test('failures have the form of the Graph API', async () => {
    for (const node of nodes) {
      const headers = { authorization: `Bearer ${key}` };
      const body = { messaging_product: 'whatsapp', to: 'nobody', text: { body: 'x' } };
      const refused = await node.call('POST', `/graph/v25.0/${id}/messages`, body, null, headers);
      expect([refused.status, refused.body.error.code]).toEqual([400, 100]);
      expect(refused.body.error.error_data.details).toStartWith('to must be');
    }
  });

  test('a number that the other node has just made is known', async () => {
    const [one, two] = nodes as [RunningApp, RunningApp];
    const made = await two.call('POST', '/instance/create', { instanceName: 'new' });
    const { phoneNumberId } = made.body.instance;
    const headers = { authorization: `Bearer ${GLOBAL_KEY}` };
    const { status, body } = await one.call(
      'GET',
      `/graph/v25.0/${phoneNumberId}`,
      undefined,
      null,
      headers,
    );
    expect([status, body.id]).toEqual([200, phoneNumberId]);
  });

  test('a file that one node has taken is found, fetched and deleted by the other', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 1_300_000 }, (_, at) => (at * 7) % 251));
    for (const [one, two] of [nodes, nodes.toReversed()] as [RunningApp, RunningApp][]) {
      const zip = { bytes, type: 'application/zip', name: 'a.zip' };
      const { body } = await upload(one.url, id, key, zip);
      const at = `${two.url}/graph/v25.0/${body.id}`;
      const found = await (await fetch(at, { headers: bearer(key) })).json();
      expect(found).toMatchObject({ file_size: bytes.length });
      const file = await fetch(`${at}/bytes`, { headers: bearer(key) });
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
      const deleted = await fetch(at, { method: 'DELETE', headers: bearer(key) });
      expect(await deleted.json()).toEqual({ success: true });
    }
  });
});
