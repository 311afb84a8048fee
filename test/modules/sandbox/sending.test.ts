import { describe, expect, test } from 'bun:test';
import type { OutgoingMedia } from '../../../src/core/providers/outgoing.ts';
import { openBench, refusal } from './setup.ts';

const TO = '5511988887777';
const NOW_SECONDS = Date.UTC(2026, 0, 5, 10) / 1000;

describe('sending media', () => {
  const media: OutgoingMedia = {
    number: TO,
    kind: 'image',
    bytes: new Uint8Array(7),
    mimetype: 'image/png',
  };

  test('answers id, chat, time and what WhatsApp says of a file, and stores all of it but its bytes', async () => {
    const { session } = await openBench();
    const bare = await session.sendMedia(media);
    const digest = expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/);
    const full = await session.sendMedia({ ...media, caption: 'Menu', fileName: 'menu.png' });
    const remoteJid = `${TO}@s.whatsapp.net`;
    const timestamp = NOW_SECONDS;
    expect(bare as object).toEqual({
      id: bare.id,
      remoteJid,
      timestamp,
      message: {
        imageMessage: {
          mimetype: 'image/png',
          fileLength: 7,
          fileSha256: digest,
          url: expect.stringMatching(/^https:\/\/mmg\.whatsapp\.net\/v\/.+\.enc$/),
          directPath: expect.stringMatching(/^\/v\/.+\.enc$/),
          mediaKey: digest,
          fileEncSha256: digest,
          mediaKeyTimestamp: NOW_SECONDS,
        },
      },
      pushName: 'Shop',
    });
    const stored = {
      number: TO,
      remoteJid,
      kind: 'image',
      mimetype: 'image/png',
      size: 7,
      timestamp,
    } as const;
    expect(await session.sent()).toEqual([
      { id: bare.id, ...stored },
      { id: full.id, ...stored, caption: 'Menu', fileName: 'menu.png' },
    ]);
  });

  test('is confirmed as delivered a second later', async () => {
    const { session, host, clock } = await openBench();
    const { id, remoteJid } = await session.sendMedia(media);
    await clock.advance(999);
    expect(host.recorded).toEqual(['SendMessage']);
    await clock.advance(1);
    expect(host.events.slice(1)).toMatchObject([
      { type: 'Receipt', state: 'Delivered', data: { Chat: remoteJid, MessageIDs: [id] } },
    ]);
  });
});

describe('sending a text', () => {
  test('answers id, chat and time, and stores what was sent', async () => {
    const { session } = await openBench();
    const sent = await session.send({ number: TO, content: { kind: 'text', text: 'Hello' } });
    expect(sent).toEqual({
      id: expect.stringMatching(/^3EB0[0-9A-F]{18}$/),
      remoteJid: `${TO}@s.whatsapp.net`,
      timestamp: NOW_SECONDS,
      message: { extendedTextMessage: { text: 'Hello' } },
      pushName: 'Shop',
    });
    expect(await session.sent()).toEqual([
      { id: sent.id, number: TO, remoteJid: sent.remoteJid, text: 'Hello', timestamp: NOW_SECONDS },
    ]);
  });

  test('is confirmed as delivered a second later', async () => {
    const { session, host, clock } = await openBench();
    const { id, remoteJid } = await session.send({
      number: TO,
      content: { kind: 'text', text: 'Hello' },
    });
    await clock.advance(999);
    expect(host.recorded).toEqual(['SendMessage']);
    await clock.advance(1);
    expect(host.statuses).toEqual([
      { id, status: 'ServerAck', code: null, reason: null, at: NOW_SECONDS * 1000 },
      { id, status: 'Delivered', code: null, reason: null, at: NOW_SECONDS * 1000 + 1000 },
    ]);
    expect(host.events.slice(1)).toEqual([
      {
        type: 'Receipt',
        state: 'Delivered',
        data: {
          Chat: remoteJid,
          Sender: remoteJid,
          IsFromMe: false,
          IsGroup: false,
          MessageIDs: [id],
          Timestamp: '2026-01-05T10:00:01.000Z',
          Type: '',
        },
      },
    ]);
    expect(clock.pending()).toBe(0);
  });

  test('is not confirmed to an instance that is not connected by then', async () => {
    const { session, host, clock, lines } = await openBench();
    await session.send({ number: TO, content: { kind: 'text', text: 'Hello' } });
    await session.logout();
    await clock.advance(10_000);
    expect(host.recorded).not.toContain('Receipt');
    expect(lines).toEqual([]);
  });

  test('is not confirmed after a stop', async () => {
    const { session, host, clock } = await openBench();
    await session.send({ number: TO, content: { kind: 'text', text: 'Hello' } });
    await session.stop();
    expect(clock.pending()).toBe(0);
    await clock.advance(10_000);
    expect(host.recorded).toEqual(['SendMessage']);
  });

  test('lists with a status who can see it', async () => {
    const { session } = await openBench();
    const content = { kind: 'text', text: 'Sale' } as const;
    const post = (audience: readonly string[]) =>
      session.send({ number: 'status@broadcast', content, audience });
    await post([TO, '77777@lid']);
    const audience = [`${TO}@s.whatsapp.net`, '77777@lid'];
    expect(await session.sent()).toMatchObject([{ remoteJid: 'status@broadcast', audience }]);
    expect(await refusal(post(['1203630000@g.us']))).toStartWith('invalid: statusJidList must be');
    expect(await session.sent()).toHaveLength(1);
  });

  test('takes digits with a plus, a JID, or a group', async () => {
    const { session } = await openBench();
    const jidOf = async (number: string) =>
      (await session.send({ number, content: { kind: 'text', text: 'a' } })).remoteJid;
    expect(await jidOf(`+${TO}`)).toBe(`${TO}@s.whatsapp.net`);
    expect(await jidOf(`${TO}:3@s.whatsapp.net`)).toBe(`${TO}@s.whatsapp.net`);
    expect(await jidOf('5511-160000000@g.us').catch(() => '')).toBe('');
    expect(await jidOf('551199-1600000000@g.us')).toBe('551199-1600000000@g.us');
  });

  test.each(['55011988887777', '4901511234567', '5201155512345', '55011988887777@s.whatsapp.net'])(
    'is refused to %s, which has the 0 that is dialled only inside the country, as by WhatsApp',
    async (number) => {
      const { session } = await openBench();
      const content = { kind: 'text', text: 'a' } as const;
      expect(await refusal(session.send({ number, content }))).toBe(
        `invalid: number ${number} is not on WhatsApp`,
      );
      const [digits = ''] = number.split('@');
      const [found] = await session.chats().lookUp([digits]);
      expect([found?.jid, await session.sent()]).toEqual([null, []]);
    },
  );

  test('is refused to what is no number', async () => {
    const { session } = await openBench();
    for (const number of ['', 'ana', '1234', '055119999', 'a@s.whatsapp.net', '5511@example.com']) {
      expect(await refusal(session.send({ number, content: { kind: 'text', text: 'a' } }))).toMatch(
        /^invalid: number must be/,
      );
    }
    expect(await session.sent()).toEqual([]);
  });
});
