/** Older messages in the whole product: fetched page by page, and then known like any other. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type RunningApp, startApp } from '../../../helpers/app.ts';

const FROM = '5511988887777';
let app: RunningApp;

beforeAll(async () => {
  app = await startApp();
  await app.openInstance('shop');
});
afterAll(() => app.stop());

const drive = async (path: string, given: object) => {
  const body = { kind: 'text', from: FROM, text: 'hi', ...given };
  return (await app.call('POST', `/sandbox/shop/${path}`, body)).body.messageId as string;
};
const older = async (given: object = {}) =>
  (await app.call('POST', '/chat/history/shop', { number: FROM, ...given })).body;
const idsOf = ({ messages }: { messages: { Info: { ID: string } }[] }) =>
  messages.map(({ Info }) => Info.ID);

test('a chat is followed back page by page, and what was found is known from then on', async () => {
  const year = new Date().getUTCFullYear() - 1;
  const picture = await drive('history', { kind: 'image', sentAt: `${year}-01-01T10:00:00Z` });
  const two = await drive('history', { text: 'two', sentAt: `${year}-01-02T10:00:00Z` });
  const three = await drive('history', { text: 'three', sentAt: `${year}-01-03T10:00:00Z` });
  expect((await older()).error).toMatchObject({ code: 'NOT_FOUND' });
  await drive('message', { text: 'today' });

  const page = await older({ count: 2 });
  expect([idsOf(page), page.isBeginning]).toEqual([[two, three], false]);
  const last = await older({ count: 2 });
  expect([idsOf(last), last.isBeginning]).toEqual([[picture], true]);
  expect(idsOf(await older({ before: { id: three } }))).toEqual([picture, two]);

  const { body: events } = await app.call('GET', '/event/find/shop?event=Message');
  expect(events.events).toHaveLength(1);
  const { body: explained } = await app.call('GET', `/message/explain/shop/${two}`);
  expect(explained.sentence).toStartWith('It came from the history of the account');
  const message = { key: { id: picture } };
  const file = await app.call('POST', '/chat/getBase64FromMediaMessage/shop', { message });
  expect([file.status, file.body.mediaType]).toEqual([201, 'imageMessage']);
  const quoted = { key: { id: three } };
  const answer = { number: FROM, text: 'Late, but yes', quoted };
  const sent = await app.call('POST', '/message/sendText/shop', answer);
  expect(sent.body.message.extendedTextMessage.contextInfo.stanzaId).toBe(three);
});
