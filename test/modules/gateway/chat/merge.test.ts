import { expect, test } from 'bun:test';
import type { ChatActions } from '../../../../src/core/providers/chat-actions.ts';
import { mergeContacts } from '../../../../src/modules/gateway/chat/people.ts';
import { type GatewayOptions, GLOBAL_KEY, gateway } from '../../../helpers/gateway.ts';
import { ANA, received } from '../../../helpers/stored-message.ts';

const LID = '123456789012345@lid';
const PATH = '/chat/mergeContacts';

async function bench(isOpen: boolean, options: GatewayOptions = {}) {
  const g = await gateway({ ...options, operations: [mergeContacts] });
  const { id, key } = isOpen ? await g.createOpen('shop') : await g.create('shop');
  const merge = async (callerKey: string | null = key, name = 'shop') => {
    const { status, body } = await g.call('POST', `${PATH}/${name}`, { key: callerKey });
    return { status, merged: body.merged };
  };
  const store = async () => {
    const hidden = received({ ID: 'H', Chat: LID, Sender: LID });
    await g.messages.publish({ id, name: 'shop' }, [hidden, received({ ID: 'N' })], []);
  };
  return { g, merge, store };
}

test('200 a connected instance also looks for numbers that it has learned, and the second time nothing is left', async () => {
  const { g, merge, store } = await bench(true);
  await store();
  // The cast: nothing else is called.
  const chats = { numbersOf: async () => [{ from: LID, to: ANA }] } as Partial<ChatActions>;
  g.provider.script.chats = () => chats as ChatActions;
  expect(await merge()).toEqual({ status: 200, merged: 1 });
  expect(await merge()).toEqual({ status: 200, merged: 0 });
});

test('200 without a connection too, where nobody is asked', async () => {
  const { merge, store } = await bench(false);
  await store();
  expect(await merge()).toEqual({ status: 200, merged: 0 });
});

test('401, 403, 404 and 409 while nothing is stored', async () => {
  const { g, merge } = await bench(false);
  const cafe = await g.create('cafe');
  expect((await merge(null)).status).toBe(401);
  expect((await merge(cafe.key)).status).toBe(403);
  expect((await merge(GLOBAL_KEY, 'nobody')).status).toBe(404);
  const off = await bench(false, { messageStoreHours: 0 });
  expect((await off.merge()).status).toBe(409);
});
