/** What clients of Evolution Go do beside sending, on the sandbox. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { PICTURE } from '../../clients/stage.ts';
import { says } from '../../helpers/played-content.ts';
import { sharedApp } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

const NUMBER = '5511999990000';
const CHAT = `${NUMBER}@s.whatsapp.net`;

let key: string;
let received: string;
const app = sharedApp();
beforeAll(async () => {
  key = await app.openInstance('shop');
  const said = { kind: 'text', from: NUMBER, text: 'Hi' };
  received = (await app.call('POST', '/sandbox/shop/message', said)).body.messageId;
});

const post = (path: string, body: object = {}) => app.call('POST', path, body, key);
const get = (path: string) => app.call('GET', path, undefined, key);
const send = async (text: string) =>
  (await post('/send/text', { number: NUMBER, text })).body.data.Info.ID as string;
const timestamp = { timestamp: expect.stringMatching(/Z$/) };
const actions = async () => (await app.call('GET', '/sandbox/shop/actions')).body;

describe('messages', () => {
  test('are reacted to, and reactions taken back with the word `remove`', async () => {
    const react = { number: NUMBER, id: received };
    const { status, body } = await post('/message/react', { ...react, reaction: '👍' });
    expect([status, body.data.Info.Type]).toEqual([200, 'ReactionMessage']);
    const back = await post('/message/react', { ...react, reaction: 'remove' });
    expect(back.body.data.Message.reactionMessage.text).toBe('');
  });

  test('are edited, removed and looked up', async () => {
    const id = await send('one');
    const edit = await post('/message/edit', { chat: CHAT, messageId: id, message: 'two' });
    expect([edit.status, edit.body]).toEqual([
      200,
      { message: 'success', data: { messageId: expect.any(String), ...timestamp } },
    ]);
    const status = await post('/message/status', { id });
    expect(status.body.data.result).toMatchObject({ message_id: id, chat: CHAT });
    const gone = await post('/message/delete', { chat: CHAT, messageId: id });
    expect([gone.status, gone.body.message]).toEqual([200, 'success']);
  });

  test('are marked as read, and writing and recording are shown', async () => {
    for (const id of [[received], received]) {
      const read = await post('/message/markread', { number: NUMBER, id });
      expect([read.status, read.body]).toEqual([200, { message: 'success', data: timestamp }]);
    }
    for (const state of ['composing', 'paused'])
      expect((await post('/message/presence', { number: NUMBER, state })).status).toBe(200);
    for (const isAudio of [true, 'true']) {
      await post('/message/presence', { number: NUMBER, state: 'composing', isAudio });
      expect((await actions()).at(-1)).toMatchObject({ action: 'recording' });
    }
  });

  test('have files that can be had by the id of the message, and by nothing else', async () => {
    const base64 = Buffer.from('a file').toString('base64');
    const file = { kind: 'document', from: NUMBER, base64, mimetype: 'text/plain' };
    const { messageId: id } = (await app.call('POST', '/sandbox/shop/message', file)).body;
    const { body } = await post('/message/downloadmedia', { id });
    expect(body.data.base64).toBe(`data:text/plain;base64,${base64}`);
    const bare = await post('/message/downloadmedia', { message: { documentMessage: {} } });
    expect([bare.status, bare.body.error]).toEqual([
      400,
      expect.stringContaining('id is required'),
    ]);
  });

  test('that are polls show by name who chose what', async () => {
    const poll = { number: NUMBER, question: 'Q?', options: ['a', 'b'] };
    const { ID: id } = (await post('/send/poll', poll)).body.data.Info;
    const { status, body } = await get(`/polls/${id}/results`);
    expect([status, body.data]).toEqual([
      200,
      {
        pollMessageId: id,
        pollChatJid: CHAT,
        totalVotes: 0,
        optionCounts: { a: 0, b: 0 },
        voters: [],
      },
    ]);
  });

  test('that are polls are voted in, and votes taken back', async () => {
    const asked = { kind: 'poll', name: 'Lunch?', options: ['Rice', 'Beans'] };
    const id = await says(app.call, 'shop', NUMBER, asked);
    const counts = async () => (await get(`/polls/${id}/results`)).body.data.optionCounts;
    const vote = { number: NUMBER, pollMessageId: id, participant: CHAT, fromMe: false };
    const cast = await post('/send/pollVote', { ...vote, selectedOptions: ['Beans'] });
    expect([cast.status, cast.body.data.Info]).toMatchObject([
      200,
      { Chat: CHAT, Type: 'PollUpdateMessage' },
    ]);
    expect(await counts()).toEqual({ Rice: 0, Beans: 1 });
    expect((await post('/send/pollVote', { ...vote, selectedOptions: [] })).status).toBe(200);
    expect(await counts()).toEqual({ Rice: 0, Beans: 0 });
    const wrong: [object, number, string][] = [
      [{ ...vote, selectedOptions: ['Soup'] }, 400, 'the poll has no option "Soup"'],
      [{ ...vote, selectedOptions: 'Rice' }, 400, 'selectedOptions must be a list'],
      [{ ...vote, pollMessageId: received, selectedOptions: ['Rice'] }, 400, 'is no poll'],
      [{ ...vote, pollMessageId: 'none', selectedOptions: ['Rice'] }, 404, 'message not found'],
      [{ number: NUMBER, selectedOptions: ['Rice'] }, 400, 'pollMessageId is required'],
    ];
    for (const [body, status, said] of wrong) {
      const answer = await post('/send/pollVote', body);
      expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(said)]);
    }
  });

  test('400 and 404 name what is wrong as the caller wrote it, and nothing is done', async () => {
    const before = (await actions()).length;
    const wrong: [string, object, number, string][] = [
      [
        '/message/react',
        { number: NUMBER, id: received, reaction: 'no emoji' },
        400,
        'reaction must',
      ],
      [
        '/message/react',
        { number: NUMBER, id: 'none', reaction: '👍' },
        404,
        'message none not found',
      ],
      ['/message/presence', { number: NUMBER, state: 'asleep' }, 400, 'state must be'],
      ['/message/markread', { number: NUMBER }, 400, 'id is required'],
      ['/message/status', {}, 400, 'id is required'],
      ['/message/status', { id: '..' }, 400, 'id must be more than dots'],
      ['/message/status', { id: '' }, 400, 'id is required'],
      ['/message/status', { id: '\ud800' }, 404, 'message not found'],
      ['/message/edit', { chat: CHAT, messageId: received }, 400, 'message is required'],
      ['/chat/mute', { chat: 'nobody at all' }, 400, 'chat must be'],
      ['/user/check', { number: [] }, 400, 'number must be a list'],
      ['/user/info', { number: ['x'] }, 400, 'number.0 must be a phone number'],
      ['/user/privacy', { lastSeen: 'me' }, 400, 'lastSeen must be'],
      ['/group/info', {}, 400, 'groupJid is required'],
      ['/group/name', { groupJid: '120363000000000001@g.us' }, 400, 'name is required'],
      ['/group/create', { participants: [NUMBER] }, 400, 'groupName is required'],
      ['/newsletter/info', { jid: CHAT }, 400, 'jid must be'],
      ['/instance/pair', {}, 400, 'phone is required'],
      ['/instance/pair', { phone: [NUMBER] }, 400, 'phone must be a phone number'],
      ['/instance/pair', { phone: { toString: 1 } }, 400, 'phone must be a phone number'],
    ];
    for (const [path, body, expected, said] of wrong) {
      const { status, body: answer } = await post(path, body);
      expect([path, status, answer]).toEqual([
        path,
        expected,
        { error: expect.stringContaining(said) },
      ]);
    }
    expect((await actions()).length).toBe(before);
  });
});

describe('chats and people', () => {
  test.each(['pin', 'unpin', 'archive', 'unarchive', 'mute', 'unmute'])(
    'a chat is put in order by /chat/%s',
    async (verb) => {
      const { status, body } = await post(`/chat/${verb}`, { chat: CHAT });
      expect([status, body]).toEqual([200, { message: 'success', data: timestamp }]);
    },
  );

  test('a label is put on a chat and taken off again', async () => {
    await app.call('POST', '/label/edit/shop', { labelId: '7', name: 'New order' });
    const labelsOf = async () => {
      const { body } = await app.call('GET', `/label/findLabels/shop?number=${NUMBER}`);
      return body.map(({ name }: { name: string }) => name);
    };
    const put = await post('/label/chat', { jid: CHAT, labelId: '7' });
    expect([put.status, put.body]).toEqual([200, { message: 'success' }]);
    expect(await labelsOf()).toEqual(['New order']);
    expect((await post('/unlabel/chat', { jid: CHAT, labelId: '7' })).status).toBe(200);
    expect(await labelsOf()).toEqual([]);
    const unknown = await post('/label/chat', { jid: CHAT, labelId: '8' });
    expect([unknown.status, unknown.body]).toEqual([404, { error: expect.any(String) }]);
  });

  test('a label is made, put on a message and taken off, renamed and deleted', async () => {
    const success = { message: 'success' };
    const label = { labelId: '12', name: 'VIP', color: 4, deleted: false };
    expect((await post('/label/edit', label)).body).toEqual(success);
    const on = { jid: CHAT, labelId: '12', messageId: received };
    for (const path of ['/label/message', '/unlabel/message'])
      expect((await post(path, on)).body).toEqual(success);
    await post('/label/edit', { ...label, name: 'Gold' });
    const names = async () =>
      (await get('/label/list')).body.map((one: { label_name: string }) => one.label_name);
    expect(await names()).toContain('Gold');
    expect((await post('/label/edit', { ...label, deleted: true })).body).toEqual(success);
    expect(await names()).not.toContain('Gold');
    const wrong: [string, object, number, string][] = [
      ['/label/message', { jid: CHAT, labelId: '7' }, 400, 'messageId is required'],
      ['/label/message', { ...on, messageId: 'none' }, 404, 'message none not found'],
      ['/label/edit', { labelId: '12', deleted: true }, 404, 'label not found'],
      ['/label/edit', { labelId: 'x', name: 'VIP' }, 400, 'labelId must be'],
    ];
    for (const [path, body, status, said] of wrong) {
      const answer = await post(path, body);
      expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(said)]);
    }
  });

  test('a call that rings is rejected', async () => {
    const data = { CallID: 'CALL-1', CallCreator: CHAT, From: CHAT };
    await app.call('POST', '/sandbox/shop/event', { event: 'CallOffer', data });
    const rejected = await post('/call/reject', { callId: 'CALL-1', callCreator: CHAT });
    expect([rejected.status, rejected.body]).toEqual([200, { message: 'success' }]);
    expect((await actions()).at(-1)).toMatchObject({ action: 'reject', callId: 'CALL-1' });
  });

  test('numbers are looked up, and people looked at and blocked', async () => {
    const { body } = await post('/user/check', { number: [NUMBER] });
    expect(body.data.Users).toEqual([
      expect.objectContaining({ Query: NUMBER, IsInWhatsapp: true, JID: CHAT, RemoteJID: CHAT }),
    ]);
    const info = await post('/user/info', { number: [NUMBER] });
    expect(Object.keys(info.body.data.Users)).toEqual([CHAT]);
    const JIDs = { block: [CHAT], unblock: [] };
    for (const verb of ['block', 'unblock'] as const) {
      expect((await post(`/user/${verb}`, { number: NUMBER })).body).toEqual({
        message: 'success',
      });
      const { data } = (await get('/user/blocklist')).body;
      expect(data).toEqual({ DHash: '', JIDs: JIDs[verb] });
    }
    expect((await post('/user/avatar', { number: NUMBER })).status).toBeOneOf([200, 404]);
  });

  test('the number behind a LID is told, as far as messages have shown it', async () => {
    const { body } = await app.call('GET', `/chat/resolve/shop?id=${NUMBER}`);
    const { lid } = body;
    expect(lid).toMatch(/@lid$/);
    const found = await post('/user/lid', { lid, groupJid: '' });
    expect([found.status, found.body.data]).toEqual([200, { lid, phoneNumber: NUMBER, jid: CHAT }]);
    const wrong: [object, number][] = [
      [{ lid: '199999999999999@lid' }, 404],
      [{ lid: 7 }, 400],
      [{ lid: 'no address' }, 400],
      [{}, 400],
    ];
    for (const [wrongBody, status] of wrong) {
      const answer = await post('/user/lid', wrongBody);
      expect([answer.status, answer.body]).toEqual([status, { error: expect.any(String) }]);
    }
  });

  test('the account itself is described, and its privacy read and set', async () => {
    expect((await post('/user/profileName', { name: 'Shop' })).body).toEqual({
      message: 'success',
    });
    expect((await post('/user/profileStatus', { status: 'Open' })).status).toBe(200);
    expect((await post('/user/profileStatus', {})).body.error).toBe('status is required');
    expect((await post('/user/profileStatus', { status: '' })).status).toBe(200);
    expect((await actions()).at(-1)).toMatchObject({ action: 'profileStatus', value: '' });
    const picture = await post('/user/profilePicture', { image: PICTURE });
    expect([picture.status, picture.body]).toEqual([200, { message: 'success' }]);
    expect(await actions()).toContainEqual(expect.objectContaining({ action: 'profilePicture' }));
    const set = await post('/user/privacy', { lastSeen: 'none', callAdd: 'all' });
    expect(set.body.data).toMatchObject({ LastSeen: 'none', ReadReceipts: expect.any(String) });
    expect((await get('/user/privacy')).body.data).toEqual(set.body.data);
  });
});

describe('the instance of the key', () => {
  test('says whether it is connected and whose account it has', async () => {
    const { body } = await get('/instance/status');
    expect(body.data).toMatchObject({ Connected: true, LoggedIn: true });
    expect(body.data.myJid).toContain('@s.whatsapp.net');
    const qr = await get('/instance/qr');
    expect([qr.status, qr.body]).toEqual([400, { error: 'instance shop is logged in already' }]);
    expect((await post('/instance/reconnect')).body).toEqual({ message: 'success' });
  });

  test('is paired by a QR code or a code to type, and unpaired', async () => {
    const created = await app.call('POST', '/instance/create', { instanceName: 'new' });
    const { apikey } = created.body;
    const own = (method: string, path: string, body?: object) =>
      app.call(method, path, body, apikey);
    expect((await own('GET', '/instance/status')).body.data).toEqual({
      Connected: false,
      LoggedIn: false,
      Name: '',
      myJid: '',
    });
    const qr = await own('GET', '/instance/qr');
    const { qrcode, code: qrText } = qr.body.data;
    expect(qr.body.data).toEqual({
      qrcode: expect.stringMatching(/^data:image\/png;base64,/),
      code: expect.stringMatching(/^2@/),
      Qrcode: qrcode,
      Code: qrText,
    });
    const paired = await own('POST', '/instance/pair', { phone: NUMBER });
    const { PairingCode: code } = paired.body.data;
    expect(code).toHaveLength(8);
    await app.call('POST', '/sandbox/new/pair', { code });
    await until('it is connected', async () => {
      return (await own('GET', '/instance/status')).body.data.Connected;
    });
    expect((await own('POST', '/instance/disconnect')).body).toEqual({ message: 'success' });
    expect((await own('GET', '/instance/status')).body.data).toMatchObject({
      ...{ Connected: false, LoggedIn: true },
    });
    expect((await own('POST', '/instance/reconnect')).body).toEqual({ message: 'success' });
    expect((await own('GET', '/instance/status')).body.data.Connected).toBe(true);
    expect((await own('DELETE', '/instance/logout')).body).toEqual({ message: 'success' });
    expect((await own('GET', '/instance/status')).body.data.LoggedIn).toBe(false);
  });
});

describe('all instances', () => {
  test('are listed, looked at and deleted by their ids, with the global key alone', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'spare' });
    const { data: all } = (await app.call('GET', '/instance/all')).body;
    const spare = all.find(({ name }: { name: string }) => name === 'spare');
    expect(spare).toMatchObject({ jid: '', connected: false });
    const info = await app.call('GET', `/instance/info/${spare.id}`);
    expect(info.body).toEqual({ message: 'success', data: spare });
    const refused = await get(`/instance/info/${spare.id}`);
    expect([refused.status, refused.body]).toEqual([403, { error: expect.any(String) }]);
    expect((await app.call('DELETE', `/instance/delete/${spare.id}`)).status).toBe(200);
    const gone = await app.call('GET', `/instance/info/${spare.id}`);
    expect([gone.status, gone.body]).toEqual([404, { error: 'instance not found' }]);
  });
});

test('404 for what the documentation names as not there', async () => {
  const missing = ['/message/subscribe'];
  const answers = await Promise.all(missing.map(async (path) => [path, (await post(path)).status]));
  expect(answers).toEqual(missing.map((path) => [path, 404]));
  expect((await post('/user/contacts')).status).toBe(405);
});
