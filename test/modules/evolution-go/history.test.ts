/** What was said before, and by whom, as clients of Evolution Go ask for it on the sandbox. */
import { beforeAll, expect, test } from 'bun:test';
import { contactsOf } from '../../../src/modules/evolution-go/people.ts';
import { sharedApp } from '../../helpers/shared.ts';

const NUMBER = '5511988887777';
const CHAT = `${NUMBER}@s.whatsapp.net`;
const GROUP = '120363000000000001@g.us';

let key: string;
const app = sharedApp();
beforeAll(async () => {
  key = await app.openInstance('shop');
});

const older = async (body: object) => app.call('POST', '/chat/history-sync', body, key);
const arrives = async (path: string, request: object) => {
  const body = { kind: 'text', from: NUMBER, text: 'hi', ...request };
  return (await app.call('POST', `/sandbox/shop/${path}`, body)).body.messageId as string;
};

test('a chat whose phone has nothing from before is at its beginning', async () => {
  const ID = await arrives('message', {});
  const messageInfo = { Chat: CHAT, ID, IsFromMe: false, IsGroup: false };
  for (const request of [{ messageInfo, count: 1 }, { messageInfo: { Chat: CHAT, ID: '' } }]) {
    const { status, body } = await older(request);
    expect([status, body.data]).toMatchObject([200, { messages: [], isBeginning: true }]);
  }
});

test.each([
  [{}, 400, 'messageInfo must be'],
  [{ messageInfo: {} }, 400, 'messageInfo.Chat is required'],
  [{ messageInfo: { Chat: 'nobody at all' } }, 400, 'messageInfo.Chat must be'],
  [{ messageInfo: { Chat: CHAT, ID: 7 } }, 400, 'messageInfo.ID must be'],
  [{ messageInfo: { Chat: CHAT }, count: 51 }, 400, 'count must be'],
  [{ messageInfo: { Chat: CHAT, ID: 'none' } }, 404, 'message none not found'],
])('%j to /chat/history-sync is refused with %i: %s', async (body, expected, said) => {
  const { status, body: answer } = await older(body);
  expect([status, answer]).toEqual([expected, { error: expect.stringContaining(said) }]);
});

test('people whom messages came from are contacts by their names; groups are not', async () => {
  await arrives('message', { from: '5511966665555', pushName: 'Ana' });
  await arrives('message', { from: '5511966665555', pushName: 'Ana', group: GROUP });
  const { status, body } = await app.call('GET', '/user/contacts', undefined, key);
  expect([status, body.message]).toEqual([200, 'success']);
  const jids = body.data.map(({ Jid }: { Jid: string }) => Jid);
  expect(jids.toSorted()).toEqual(['5511966665555@s.whatsapp.net', CHAT]);
  expect(body.data[0]).toEqual({
    Jid: '5511966665555@s.whatsapp.net',
    Found: true,
    FirstName: '',
    FullName: '',
    PushName: 'Ana',
    BusinessName: '',
  });
});

test('contacts beyond one page are listed too, up to 10 000', async () => {
  const known = Array.from({ length: 10_100 }, (_, at) => ({
    id: String(at + 1),
    remoteJid: `${5_511_900_000_000 + at}@s.whatsapp.net`,
    pushName: null,
  }));
  const listed = async (length: number) => {
    const ask = async (
      _: string,
      { after = 0, offset }: Readonly<Record<string, unknown>> = {},
    ) => {
      return known.slice(Number(after), Math.min(Number(after) + Number(offset), length));
    };
    // The cast: it is asked for nothing else.
    return contactsOf(ask as Parameters<typeof contactsOf>[0]);
  };
  expect((await listed(501)).map(({ Jid }) => Jid)).toEqual(
    known.slice(0, 501).map(({ remoteJid }) => remoteJid),
  );
  expect(await listed(1_000)).toHaveLength(1_000);
  expect(await listed(10_100)).toHaveLength(10_000);
});
