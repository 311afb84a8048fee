/** Messages that are not stored: quoted by the words that are given, reacted to and removed by their whole keys. */
import { describe, expect, test } from 'bun:test';
import type { OutgoingContext, OutgoingMessage } from '../../../../src/core/providers/outgoing.ts';
import { until } from '../../../helpers/until.ts';
import { noteMedia, openGateway } from './setup.ts';

const NUMBER = '5511888880000';
const ANA = `${NUMBER}@s.whatsapp.net`;
const GROUP = '120363000000000000@g.us';

/** Open, and what reaches the session; nothing is stored. */
async function open() {
  const { g } = await openGateway();
  const reached: OutgoingContext[] = noteMedia(g);
  const { send } = g.provider.script;
  g.provider.script.send = (session, message) => {
    reached.push(message);
    return send(session, message);
  };
  const ask = (path: string, body: object) =>
    g.call(path.startsWith('/chat/delete') ? 'DELETE' : 'POST', `${path}/shop`, { body });
  return { g, reached, ask };
}

const file = Buffer.from('a file').toString('base64');
const BODIES: readonly [string, object][] = [
  ['/message/sendText', { text: 'Yes' }],
  ['/message/sendMedia', { mediatype: 'document', media: file, fileName: 'a.txt' }],
  ['/message/sendLocation', { latitude: 1, longitude: 2 }],
  ['/message/sendContact', { contact: [{ fullName: 'Ana', phoneNumber: NUMBER }] }],
  ['/message/sendPoll', { name: 'Lunch?', values: ['yes', 'no'] }],
  [
    '/message/sendButtons',
    { title: 'Lunch?', buttons: [{ displayText: 'yes' }, { displayText: 'no' }], fallback: 'poll' },
  ],
];
const HELLO = { conversation: 'Hello' };
const GONE = { key: { id: 'GONE' }, message: HELLO };

describe('a message that is not stored is quoted', () => {
  test.each(BODIES)('201 by the words that are given at %s', async (path, fields) => {
    const { reached, ask } = await open();
    expect((await ask(path, { number: NUMBER, ...fields, quoted: GONE })).status).toBe(201);
    const key = { id: 'GONE', remoteJid: GROUP, fromMe: false, participant: '77@lid' };
    const inGroup = { number: GROUP, ...fields, quoted: { key, message: HELLO } };
    expect((await ask(path, inGroup)).status).toBe(201);
    expect(reached).toMatchObject([
      { quoted: { id: 'GONE', isFromMe: false, chatAddress: ANA, claimedContent: HELLO } },
      { quoted: { id: 'GONE', chatAddress: GROUP, authorAddress: '77@lid' } },
    ]);
  });

  test.each(BODIES)(
    '4xx without words, with too many or a broken key at %s',
    async (path, fields) => {
      const { reached, ask } = await open();
      const wrong: readonly [number, object][] = [
        [404, { key: GONE.key }],
        [404, { key: GONE.key, message: {} }],
        [400, { ...GONE, message: { conversation: 'x'.repeat(65_537) } }],
        [400, { ...GONE, message: 'Hello' }],
        [400, { ...GONE, message: { words: 'Hello' } }],
        [400, { ...GONE, key: { ...GONE.key, remoteJid: 5 } }],
        [400, { ...GONE, key: { ...GONE.key, participant: '5511999990000@s.whatsapp.net' } }],
      ];
      for (const [status, quoted] of wrong)
        expect([quoted, (await ask(path, { number: NUMBER, ...fields, quoted })).status]).toEqual([
          quoted,
          status,
        ]);
      expect(reached).toEqual([]);
    },
  );

  test('201 from an older body, and after it has waited on disk', async () => {
    const { g, reached, ask } = await open();
    const older = { number: NUMBER, textMessage: { text: 'Yes' }, options: { quoted: GONE } };
    expect((await ask('/message/sendText', older)).status).toBe(201);
    const scheduleAt = new Date(g.clock.now() + 60_000).toISOString();
    const later = { number: NUMBER, text: 'Yes', quoted: GONE, scheduleAt };
    expect((await ask('/message/sendText', later)).body.status).toBe('QUEUED');
    await g.clock.advance(61_000);
    await until('the later message is sent', () => reached.length === 2);
    for (const one of reached) expect(one.quoted).toMatchObject({ claimedContent: HELLO });
  });
});

const KEYED: readonly [string, (key: object) => object][] = [
  ['/message/sendReaction', (key) => ({ key, reaction: '👍' })],
  ['/chat/deleteMessageForEveryone', (key) => key],
];

describe('a message that is not stored is named by its key', () => {
  const key = { id: 'GONE', remoteJid: GROUP, fromMe: false, participant: '77@lid' };

  test.each(KEYED)('201 by a whole one at %s', async (path, bodyOf) => {
    const { reached, ask } = await open();
    expect((await ask(path, bodyOf(key))).status).toBe(201);
    const own = { id: 'GONE', remoteJid: NUMBER, fromMe: true };
    expect((await ask(path, bodyOf(own))).status).toBe(201);
    expect(reached as OutgoingMessage[]).toMatchObject([
      {
        number: GROUP,
        content: { about: { id: 'GONE', chatAddress: GROUP, authorAddress: '77@lid' } },
      },
      { number: ANA, content: { about: { id: 'GONE', isFromMe: true, chatAddress: ANA } } },
    ]);
  });

  test.each(KEYED)(
    '4xx by one that lacks a part or contradicts itself at %s',
    async (path, bodyOf) => {
      const { reached, ask } = await open();
      const wrong: readonly [number, object][] = [
        [404, { ...key, participant: undefined }],
        [404, { ...key, fromMe: undefined }],
        [404, { ...key, remoteJid: undefined }],
        [400, { ...key, remoteJid: ['x'] }],
        [400, { ...key, fromMe: 'no' }],
        [400, { ...key, participant: { id: 1 } }],
        [400, { ...key, participant: GROUP }],
        [400, { ...key, remoteJid: ANA, participant: '5511999990000@s.whatsapp.net' }],
        [400, { ...key, remoteJid: 'news@newsletter' }],
        [400, { ...key, remoteJid: 'status@broadcast' }],
        [400, { ...key, id: '' }],
        [400, { ...key, id: 'x'.repeat(129) }],
      ];
      for (const [status, one] of wrong)
        expect([one, (await ask(path, bodyOf(one))).status]).toEqual([one, status]);
      expect(reached).toEqual([]);
    },
  );
});
