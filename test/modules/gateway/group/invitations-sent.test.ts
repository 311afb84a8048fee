/** The link of a group as a message to people, by the status that callers get. */
import { expect, test } from 'bun:test';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { GROUP } from '../../../doubles/scripted-provider.ts';
import { startApp } from '../../../helpers/app.ts';
import { conflict } from '../../../helpers/failures.ts';
import { failing, openGateway } from './setup.ts';

const groupJid = GROUP.id;
const inviteUrl = `https://chat.whatsapp.com/${'A'.repeat(22)}`;
const path = '/group/sendInvite/shop';
const ANA = '5511888880000@s.whatsapp.net';
const BOB = '5511777770000@s.whatsapp.net';
const body = { groupJid, description: 'Join us', numbers: ['+55 11 88888-0000', BOB] };

/** What reaches the session as messages; one to Bob is refused. */
async function bench(pace = {}) {
  const { g, key } = await openGateway(pace);
  const sent: unknown[] = [];
  const { script } = g.provider;
  const accepted = script.send;
  script.send = async (session, message) => {
    sent.push([message.number, message.content]);
    if (message.number === BOB) throw conflict('the account may open no new chats until Monday');
    return accepted(session, message);
  };
  return {
    g,
    sent,
    call: (sentBody: object = body) => g.call('POST', path, { key, body: sentBody }),
  };
}

test('200 what became of each person: one who cannot be written to does not stop the others', async () => {
  const { call, sent } = await bench();
  const { status, body: answer } = await call();
  expect(status).toBe(200);
  expect(answer).toEqual({
    send: true,
    inviteUrl,
    results: [
      { number: ANA, status: 'PENDING', id: '3EB0C0FFEE', reason: null },
      {
        number: BOB,
        status: 'FAILED',
        id: null,
        reason: 'the account may open no new chats until Monday',
      },
    ],
  });
  const text = `Join us\n\n${inviteUrl}`;
  expect(sent).toEqual([
    [ANA, { kind: 'text', text }],
    [BOB, { kind: 'text', text }],
  ]);
});

test('200 with send false when nobody could be written to, and the link alone without a description', async () => {
  const { call, sent } = await bench();
  const { status, body: answer } = await call({ groupJid, numbers: [BOB] });
  expect([status, answer.send, answer.results[0].status]).toEqual([200, false, 'FAILED']);
  expect(sent).toEqual([[BOB, { kind: 'text', text: inviteUrl }]]);
});

test('200 QUEUED for whom the pace of sending lets wait', async () => {
  const { call } = await bench({ sendPerMinute: 1 });
  const numbers = [ANA, '5511666660000'];
  const { status, body: answer } = await call({ groupJid, numbers });
  expect(status).toBe(200);
  expect(answer.results.map((one: { status: string }) => one.status)).toEqual([
    'PENDING',
    'QUEUED',
  ]);
});

test('200 the same answer for the same Idempotency-Key, and nothing is sent twice', async () => {
  const { g, sent } = await bench();
  const request = { body, headers: { 'idempotency-key': 'one' } };
  const first = await g.call('POST', path, request);
  const second = await g.call('POST', path, request);
  expect(second.body).toEqual(first.body);
  expect([second.status, sent.length]).toEqual([200, 2]);
});

test.each([
  ['groupJid is required', { numbers: [ANA] }],
  ['groupJid must be', { groupJid: ANA, numbers: [ANA] }],
  ['numbers must be a list of 1-50', { groupJid }],
  ['numbers must be a list of 1-50', { groupJid, numbers: [] }],
  ['numbers must be a list of 1-50', { groupJid, numbers: Array(51).fill(ANA) }],
  [
    'numbers.1 must be a phone number or the JID of a person',
    { groupJid, numbers: [ANA, groupJid] },
  ],
  ['description must be', { groupJid, numbers: [ANA], description: 'x'.repeat(2_049) }],
])('400 that says "%s", and nothing is sent', async (reason, wrong) => {
  const { call, sent } = await bench();
  const { status, body: answer } = await call(wrong);
  expect(status).toBe(400);
  expect(answer.error.message).toContain(reason);
  expect(sent).toEqual([]);
});

test('403, 404, 409 and 503 as the platform refuses the link, and nothing is sent', async () => {
  const { g, call, sent } = await bench();
  for (const [reason, refused] of [
    ['forbidden', 403],
    ['not_found', 404],
    ['conflict', 409],
    ['unavailable', 503],
  ] as const) {
    failing(g, 'inviteCode', new AppError(reason, 'why'));
    const { status, body: answer } = await call();
    expect([status, answer.error.message]).toEqual([refused, 'why']);
  }
  expect(sent).toEqual([]);
});

test('409 while the instance is not connected', async () => {
  const { g } = await openGateway();
  await g.create('cafe');
  expect((await g.call('POST', '/group/sendInvite/cafe', { body })).status).toBe(409);
});

test('people of the sandbox get a link that leads to the group', async () => {
  const app = await startApp();
  await app.openInstance('shop');
  const group = { subject: 'Crew', participants: ['5511666660000'] };
  const { id } = (await app.call('POST', '/group/create/shop', group)).body;
  const invited = await app.call('POST', path, { ...body, groupJid: id });
  expect([invited.status, invited.body.send]).toEqual([200, true]);
  const listed = await app.call('GET', '/sandbox/shop/sent');
  const url = invited.body.inviteUrl;
  expect(listed.body).toMatchObject(
    [ANA, BOB].map((remoteJid) => ({ remoteJid, text: `Join us\n\n${url}` })),
  );
  const found = await app.call('GET', `/group/inviteInfo/shop?inviteCode=${url}`);
  expect(found.body.id).toBe(id);
  await app.stop();
});
