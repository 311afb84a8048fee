/**
 * What every provider promises, whatever platform is behind it.
 * A provider's own test file calls `conforms` with its platform, real or a double.
 */
import { describe, expect, test } from 'bun:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import type { MessageData } from '../../src/core/events/types/message-data.ts';
import type { StoredMessage } from '../../src/core/messages/rows.ts';
import type { OutgoingContent } from '../../src/core/providers/outgoing.ts';
import type { Account } from '../../src/core/providers/provider.ts';
import { newId } from '../../src/core/shared/ids.ts';
import { SAMPLES } from '../../src/modules/sandbox/invented-values.ts';
import { recordingHost } from '../core/providers/recording-host.ts';
import { basicPromises } from './provider-basics.ts';
import { chatPromises, phonePromises } from './provider-chats.ts';
import { hearingPromises } from './provider-hearing.ts';
import { historyPromises, olderMessagePromises } from './provider-history.ts';
import { filePromises, mediaPromises } from './provider-media.ts';
import {
  CONTACT,
  count,
  isOpen,
  offered,
  order,
  type PhoneWorld,
  pairByQr,
  phaseOf,
  STORY,
  type Stage,
  type World,
} from './provider-stage.ts';

export function conforms(name: string, createWorld: (instanceId: string) => Promise<World>): void {
  const { staged, opened } = stagesOf(createWorld);
  describe(`${name} as a provider`, () => {
    pairingPromises(staged);
    basicPromises(opened);
    connectionPromises(opened);
    hearingPromises(opened);
    chatPromises(opened);
    historyPromises(opened);
    filePromises(opened);
    mediaPromises(opened);
    endingPromises(staged, opened);
  });
}

/** What a provider promises besides whose platform tells what phones and people do. */
export function conformsWithPhone(
  name: string,
  createWorld: (instanceId: string) => Promise<PhoneWorld>,
): void {
  conforms(name, createWorld);
  const { opened } = stagesOf(createWorld);
  describe(`${name} as a provider of phones`, () => {
    phonePromises(opened);
    olderMessagePromises(opened);
  });
}

function stagesOf<W extends World>(createWorld: (instanceId: string) => Promise<W>) {
  const staged = async (): Promise<Stage<W>> => {
    const host = recordingHost(newId());
    const world = await createWorld(host.instanceId);
    return { world, host, session: world.provider.open(host, null) };
  };
  const opened = async (): Promise<Stage<W>> => {
    const stage = await staged();
    await pairByQr(stage);
    return stage;
  };
  return { staged, opened };
}

function pairingPromises(staged: () => Promise<Stage>): void {
  test('makes no connection and says nothing before it is asked to', async () => {
    const { world, host, session } = await staged();
    await world.calm();
    expect(session.offer()).toBeNull();
    expect(host.recorded).toEqual([]);
  });

  test('offers the QR code of its QRCode event, as text and as an image of it', async () => {
    const stage = await staged();
    await stage.session.connect({});
    const { code, image, count } = await offered(stage, 'qr');
    const recorded = stage.host.events.find(({ type }) => type === 'QRCode');
    expect(recorded?.data).toMatchObject({ code, qrcode: image, count: 1 });
    expect(recorded?.secretUntil).toBeNumber();
    expect(count).toBe(1);
    expect(phaseOf(stage)).toBe('waiting_qr');
    const { data, width, height } = PNG.sync.read(Buffer.from(image.split(',')[1] ?? '', 'base64'));
    expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(code);
    await stage.session.stop();
  });

  test('pairs when it is scanned: PairSuccess, Connected, OfflineSyncCompleted, each once', async () => {
    const stage = await staged();
    await pairByQr(stage);
    const { host, session, world } = stage;
    await world.until('caught up', () => host.recorded.includes('OfflineSyncCompleted'));
    expect(order(host, STORY)).toEqual([...STORY]);
    expect(host.account()?.jid).toEndWith('@s.whatsapp.net');
    expect(host.recorded.indexOf('codes wiped')).toBeGreaterThan(
      host.recorded.indexOf('PairSuccess'),
    );
    expect(session.offer()).toBeNull();
    expect(host.wasOverlapped()).toBe(false);
    await session.stop();
  });

  test('pairs by a code of eight characters when given a phone, without a QRCode event', async () => {
    const stage = await staged();
    const { world, host, session } = stage;
    await session.connect({ phone: world.phone });
    const { pairingCode } = await offered(stage, 'code');
    expect(pairingCode).toMatch(/^[1-9A-HJ-NP-TV-Z]{8}$/);
    expect(phaseOf(stage)).toBe('pairing');
    await world.type(session, pairingCode);
    await world.until('open', isOpen(stage));
    await world.until('caught up', () => host.recorded.includes('OfflineSyncCompleted'));
    expect(order(host, [...STORY, 'QRCode'])).toEqual([...STORY]);
    expect(host.account()?.jid).toContain(world.phone);
    await session.stop();
  });

  test('shows one code after the other and closes with qr_timeout when nobody scans', async () => {
    const stage = await staged();
    const { world, host, session } = stage;
    await session.connect({});
    await world.until('qr_timeout', () => phaseOf(stage) === 'qr_timeout');
    const codes = host.events.flatMap((event) => (event.type === 'QRCode' ? [event.data] : []));
    expect(codes.length).toBeGreaterThan(1);
    expect(codes.map(({ count }) => count)).toEqual(codes.map((_, index) => index + 1));
    expect(codes.length).toBe(codes[0]?.maxCount ?? 0);
    expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
    expect(host.recorded).toContain('codes wiped');
    expect(host.phases.at(-1)?.reason).toBeString();
    expect(session.offer()).toBeNull();
    await session.stop();
  });
}

function connectionPromises(opened: () => Promise<Stage>): void {
  test('opens no new chat while the platform does not let it', async () => {
    const { session, host } = await opened();
    const lockedUntil = Date.UTC(2099, 0, 1);
    await host.newChats.learned({ lockedUntil, checkedAt: 0 });
    const refused = await session
      .send({ number: CONTACT, content: { kind: 'text', text: 'Hello' } })
      .catch((error) => error);
    expect(refused).toMatchObject({ reason: 'conflict' });
    expect(refused.message).toContain('2099-01-01T00:00:00.000Z');
    await session.stop();
  });

  test('says every kind, and something about what was said before', async () => {
    const { session, host } = await opened();
    const number = CONTACT;
    const send = async (content: OutgoingContent) => {
      const { id, message } = await session.send({ number, content });
      return { message, about: (await host.findMessage(id)) as StoredMessage };
    };
    const { about } = await send({ kind: 'text', text: 'Hello' });
    const poll = { kind: 'poll', name: 'Lunch?', options: ['a', 'b'], selectableCount: 1 } as const;
    const contacts = [{ fullName: 'Ana', phones: [{ phone: `+${CONTACT}` }] }];
    const kinds: [OutgoingContent, field: string, type: string][] = [
      [{ kind: 'location', latitude: 1, longitude: 2 }, 'locationMessage', 'media location'],
      [{ kind: 'contacts', contacts }, 'contactMessage', 'media vcard'],
      [poll, 'pollCreationMessageV3', 'poll '],
      [{ kind: 'reaction', about, text: '👍' }, 'reactionMessage', 'reaction '],
      [{ kind: 'forward', about }, 'extendedTextMessage', 'text '],
      [{ kind: 'edit', about, text: 'Hi' }, 'protocolMessage', 'text '],
      [{ kind: 'revoke', about }, 'protocolMessage', 'revoke '],
    ];
    for (const [content, field, type] of kinds) {
      const sent = await send(content);
      expect(Object.keys(sent.message)).toContain(field);
      expect(sent.about).toMatchObject({ kind: content.kind, isFromMe: true });
      const [event] = host.events.filter(({ type }) => type === 'SendMessage').slice(-1);
      const { Info, Message, IsEdit } = event!.data as MessageData;
      expect(`${Info.Type} ${Info.MediaType}`).toBe(type);
      expect(Message).toEqual(sent.message);
      expect(IsEdit).toBe(content.kind === 'edit');
    }
    await session.stop();
  });

  test('shows below a text what its link leads to', async () => {
    const { session, host } = await opened();
    const url = 'https://example.test/a';
    const preview = { url, title: 'A page', description: 'About a page' };
    const text = `See ${url}.`;
    const content = { kind: 'text', text, preview } as const;
    const sent = await session.send({ number: CONTACT, content });
    const { extendedTextMessage: said } = sent.message;
    expect(said).toMatchObject({
      text,
      matchedText: url,
      title: 'A page',
      description: 'About a page',
    });
    expect((await host.findMessage(sent.id))?.content).not.toBeNull();
    await session.stop();
  });

  test('posts a status for those who may see it, and takes no other message for all', async () => {
    const { session, host } = await opened();
    const number = 'status@broadcast';
    const content = {
      kind: 'text',
      text: 'Sale',
      look: { background: 0xff075e54, font: 2 },
    } as const;
    const sent = await session.send({ number, content, audience: [CONTACT] });
    expect(sent).toMatchObject({
      remoteJid: number,
      message: { extendedTextMessage: { text: 'Sale', backgroundArgb: 0xff075e54, font: 2 } },
    });
    expect(await host.findMessage(sent.id)).toMatchObject({ chat: number, isFromMe: true });
    expect(await session.send({ number, content }).catch((error) => error.reason)).toBe('invalid');
    await session.stop();
  });

  test('follows no channel that does not exist', async () => {
    const { session } = await opened();
    expect(await session.newsletters().all()).toEqual([]);
    const nobodys = session.newsletters().follow('0120363000@newsletter');
    expect(await nobodys.catch((error) => error.reason)).toBe('not_found');
    await session.stop();
  });

  test('creates a group, finds it and leaves it', async () => {
    const { session } = await opened();
    expect(await Array.fromAsync(session.groups().all())).toEqual([]);
    const nobodys = session.groups().find('120363000000000001@g.us');
    expect(await nobodys.catch((error) => error.reason)).toBe('not_found');
    const participants = [`${CONTACT}@s.whatsapp.net`];
    const made = await session
      .groups()
      .create({ subject: 'Crew', description: 'why', participants, promoteParticipants: false });
    expect(made.results).toMatchObject([{ jid: participants[0], status: 200 }]);
    expect(await session.groups().find(made.group.id)).toEqual(made.group);
    await session.groups().setPicture(made.group.id, new Uint8Array([0xff, 0xd8, 0xff]));
    await session.groups().leave(made.group.id);
    expect(await Array.fromAsync(session.groups().all())).toEqual([]);
    await session.stop();
  });

  test('looks numbers up in their order', async () => {
    const { session } = await opened();
    const [nobody, somebody] = await session.chats().lookUp(['0005511', CONTACT]);
    expect(nobody).toEqual({ jid: null, lid: null });
    expect(somebody?.jid).toBe(`${CONTACT}@s.whatsapp.net`);
    expect(somebody?.lid).toEndWith('@lid');
    await session.stop();
  });

  test('comes back by itself when the network broke, without LoggedOut and without pairing', async () => {
    const stage = await opened();
    const { world, host, session } = stage;
    await world.until('caught up', () => host.recorded.includes('OfflineSyncCompleted'));
    const before = host.recorded.length;
    await world.drop(session);
    await world.until('reconnecting', () => host.recorded.slice(before).includes('reconnecting'));
    await world.until('back', () => host.recorded.slice(before).includes('OfflineSyncCompleted'));
    await world.until('open', isOpen(stage));
    expect(order(host, [...STORY, 'LoggedOut'], before)).toEqual([
      'Connected',
      'OfflineSyncCompleted',
    ]);
    await session.stop();
  });

  test('keeps the pairing over a restart', async () => {
    const stage = await opened();
    const { world, host, session } = stage;
    await world.until('caught up', () => host.recorded.includes('OfflineSyncCompleted'));
    const before = host.recorded.length;
    await session.restart();
    await world.until('back', () => host.recorded.slice(before).includes('OfflineSyncCompleted'));
    await world.until('open', isOpen(stage));
    expect(order(host, [...STORY, 'LoggedOut'], before)).toEqual([
      'Connected',
      'OfflineSyncCompleted',
    ]);
    await session.stop();
  });

  test('connects without pairing in another process that is given the account', async () => {
    const { world, host, session } = await opened();
    await session.stop();
    const later = recordingHost(host.instanceId);
    const again = world.provider.open(later, host.account() as Account);
    await again.connect({});
    await world.until('open', () => later.phases.at(-1)?.phase === 'open');
    expect(order(later, ['PairSuccess', 'QRCode', 'LoggedOut'])).toEqual([]);
    expect(later.recorded).toContain('Connected');
    await again.stop();
  });
}

function endingPromises(staged: () => Promise<Stage>, opened: () => Promise<Stage>): void {
  test('is logged out once and unpaired when the phone removes it', async () => {
    const stage = await opened();
    const { world, host, session } = stage;
    await world.remove(session);
    await world.until('logged out', () => phaseOf(stage) === 'logged_out');
    await world.calm();
    expect(count(stage, 'LoggedOut')).toBe(1);
    expect(host.account()).toBeNull();
    expect(phaseOf(stage)).toBe('logged_out');
    await session.stop();
  });

  test('is logged out without LoggedOut while it was not paired', async () => {
    const stage = await staged();
    const { world, session } = stage;
    await session.connect({});
    await offered(stage, 'qr');
    await session.logout();
    await world.calm();
    expect(phaseOf(stage)).toBe('logged_out');
    expect(count(stage, 'LoggedOut')).toBe(0);
    expect(session.offer()).toBeNull();
    await session.stop();
  });

  test('sends nothing while it is not open', async () => {
    const { session } = await staged();
    const { bytes, mimetype } = SAMPLES.image;
    const text = session.send({ number: CONTACT, content: { kind: 'text', text: 'Hello' } });
    const media = session.sendMedia({ number: CONTACT, kind: 'image', bytes, mimetype });
    for (const sent of [text, media])
      expect(await sent.catch((error) => error.reason)).toBe('conflict');
    expect(() => session.chats()).toThrow('not connected');
    expect(() => session.groups()).toThrow('not connected');
    expect(() => session.newsletters()).toThrow('not connected');
  });

  test.each(['waiting for a scan', 'open'])('stops in silence while %s', async (when) => {
    const stage = when === 'open' ? await opened() : await staged();
    const { world, host, session } = stage;
    if (when !== 'open') {
      await session.connect({});
      await offered(stage, 'qr');
    } else await world.until('caught up', () => host.recorded.includes('OfflineSyncCompleted'));
    const before = host.recorded.length;
    await session.stop();
    await world.calm();
    expect(host.recorded.slice(before)).toEqual([]);
    expect(session.offer()).toBeNull();
  });
}
