import { describe, expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import { createLabelStore } from '../../../../src/core/messages/labels.ts';
import { iso } from '../../../../src/core/shared/clock.ts';
import { findChat, findChats } from '../../../../src/modules/gateway/store/chats.ts';
import { findContacts } from '../../../../src/modules/gateway/store/contacts.ts';
import { findMessages } from '../../../../src/modules/gateway/store/messages.ts';
import { findStatuses } from '../../../../src/modules/gateway/store/statuses.ts';
import { type GatewayOptions, gateway } from '../../../helpers/gateway.ts';
import { ANA, BEN, received, sent, storedRecord, TEAM } from '../../../helpers/stored-message.ts';

async function bench(options: GatewayOptions = {}) {
  const g = await gateway({
    ...options,
    operations: [findMessages, findStatuses, findChats, findChat, findContacts],
    with: ({ database }) => ({ labelsOf: (id: string) => createLabelStore(database.orm, id) }),
  });
  const { id, key } = await g.create('shop');
  const post = (verb: string, body: unknown = {}) =>
    g.call('POST', `/chat/${verb}/shop`, { body, key });
  const publish = (...events: CatalogEvent[]) =>
    g.messages.publish({ id, name: 'shop' }, events, []);
  return { g, id, key, post, publish };
}

const stored = (id: string) => storedRecord({ id });

const VERBS = ['findMessages', 'findStatusMessage', 'findChats', 'findContacts'];

describe('POST /chat/findMessages', () => {
  test('200 the messages of a chat, the newest first, as clients of Evolution API read them', async () => {
    const { g, id, post, publish } = await bench();
    const context = { stanzaId: 'A' };
    await publish(
      received({ ID: 'A', at: 1_700_000_000_000 }),
      received({ ID: 'G', Chat: TEAM, Sender: BEN, PushName: 'Ben', at: 1_700_000_001_000 }),
    );
    await g.messages.publish(
      { id, name: 'shop' },
      [
        sent({
          ID: 'S',
          at: 1_700_000_002_000,
          content: { extendedTextMessage: { text: 'hi', contextInfo: context } },
        }),
      ],
      [
        {
          id: 'S',
          isFromMe: true,
          chat: ANA,
          sender: '',
          chatAddress: ANA,
          authorAddress: '',
          kind: 'text',
          content: null,
          sentAt: 0,
          status: 'Pending',
        },
      ],
    );
    await g.messages.recordStatuses({ id, name: 'shop' }, [
      { id: 'S', status: 'Delivered', code: null, reason: null, at: 1 },
    ]);
    const { status, body } = await post('findMessages', { where: { key: { remoteJid: ANA } } });
    expect(status).toBe(200);
    expect(body).toEqual({
      messages: {
        total: 2,
        pages: 1,
        currentPage: 1,
        next: null,
        records: [
          {
            id: '3',
            key: { id: 'S', fromMe: true, remoteJid: ANA },
            pushName: 'Shop',
            messageType: 'extendedTextMessage',
            message: { extendedTextMessage: { text: 'hi', contextInfo: context } },
            messageTimestamp: 1_700_000_002,
            instanceId: id,
            source: 'web',
            contextInfo: context,
            MessageUpdate: [{ status: 'PENDING' }, { status: 'DELIVERY_ACK' }],
          },
          {
            id: '1',
            key: { id: 'A', fromMe: false, remoteJid: ANA },
            pushName: 'Ana',
            messageType: 'conversation',
            message: { conversation: 'hello' },
            messageTimestamp: 1_700_000_000,
            instanceId: id,
            source: 'unknown',
            contextInfo: null,
            MessageUpdate: [],
          },
        ],
      },
    });
    const group = await post('findMessages', { where: { key: { remoteJid: TEAM } } });
    expect(group.body.messages.records[0].key).toMatchObject({ participant: BEN });
    expect((await post('findMessages')).body.messages.total).toBe(3);
  });

  test('200 by each condition and by several, empty ones left aside, fromMe false among them', async () => {
    const { post, publish } = await bench();
    await publish(
      received({ ID: 'A', at: Date.parse('2026-01-01T10:00:00Z') }),
      received({
        ID: 'B',
        at: Date.parse('2026-01-02T10:00:00Z'),
        content: { imageMessage: {} as never },
      }),
      sent({ ID: 'C', at: Date.parse('2026-01-03T10:00:00Z') }),
      received({ ID: 'D', Chat: TEAM, Sender: BEN, at: Date.parse('2026-01-04T10:00:00Z') }),
    );
    const ids = async (where: unknown) => {
      const { body } = await post('findMessages', { where });
      const found = body.messages.records.map(({ key }: { key: { id: string } }) => key.id);
      expect(body.messages.total).toBe(found.length);
      return found.join('');
    };
    expect(await ids({ key: { id: 'B' } })).toBe('B');
    expect(await ids({ id: '4' })).toBe('D');
    expect(await ids({ key: { remoteJid: '+55 11 98888-7777', fromMe: false } })).toBe('BA');
    expect(await ids({ key: { fromMe: true } })).toBe('C');
    expect(await ids({ key: { participant: BEN } })).toBe('D');
    expect(await ids({ messageType: 'imageMessage' })).toBe('B');
    expect(await ids({ source: 'web' })).toBe('C');
    expect(
      await ids({ messageTimestamp: { gte: '2026-01-02T00:00:00Z', lte: '2026-01-03T10:00:00Z' } }),
    ).toBe('CB');
    expect(await ids({ key: { remoteJid: '', id: null }, messageType: '', unheardOf: 1 })).toBe(
      'DCBA',
    );
    expect(await ids(null)).toBe('DCBA');
  });

  test('200 by page and size, and with after from where a page ended', async () => {
    const { post, publish } = await bench();
    await publish(...['A', 'B', 'C', 'D', 'E'].map((ID, at) => received({ ID, at })));
    const page = async (body: unknown) => {
      const { messages } = (await post('findMessages', body)).body;
      return {
        ...messages,
        records: messages.records.map(({ key }: { key: { id: string } }) => key.id).join(''),
      };
    };
    expect(await page({ page: 2, offset: 2 })).toMatchObject({
      records: 'CB',
      pages: 3,
      currentPage: 2,
    });
    const { next } = await page({ offset: 2 });
    expect(await page({ offset: 3, after: next })).toMatchObject({ records: 'CBA', next: null });
  });

  test('400 each wrong field by its path, and a page too far behind with what to do instead', async () => {
    const { post } = await bench();
    const said = async (body: unknown) => {
      const { status, body: answer } = await post('findMessages', body);
      expect(status).toBe(400);
      return answer.error.message as string;
    };
    expect(await said({ where: { key: { remoteJid: 'no jid at all!' } } })).toContain(
      'where.key.remoteJid must be',
    );
    expect(await said({ where: { key: 'A' } })).toContain('where.key must be an object');
    expect(await said({ where: { messageTimestamp: { gte: 'yesterday' } } })).toContain(
      'where.messageTimestamp',
    );
    expect(await said({ offset: 501 })).toBe('offset must be a whole number from 1 to 500');
    expect(await said({ page: 0, after: 'x' })).toBe(
      'page must be a whole number from 1 to 10000; after must be next of the page before',
    );
    expect(await said({ page: 1_000, offset: 50 })).toContain('go on with after');
  });
});

test('200 what became of each sent message, change by change, with POST /chat/findStatusMessage', async () => {
  const { g, id, post, publish } = await bench();
  const record = {
    isFromMe: true,
    chat: ANA,
    sender: '',
    chatAddress: ANA,
    authorAddress: '',
    kind: 'text',
  };
  await g.messages.publish(
    { id, name: 'shop' },
    [sent({ ID: 'S' })],
    [{ ...record, id: 'S', content: null, sentAt: 0, status: 'Pending' }],
  );
  await publish(received({ ID: 'A' }));
  await g.messages.recordStatuses({ id, name: 'shop' }, [
    { id: 'S', status: 'Error', code: 463, reason: 'no', at: 1 },
  ]);
  const all = await post('findStatusMessage', { where: { remoteJid: ANA } });
  expect(all.body.map(({ status }: { status: string }) => status)).toEqual(['PENDING', 'ERROR']);
  expect(all.body[0]).toMatchObject({
    keyId: 'S',
    remoteJid: ANA,
    fromMe: true,
    participant: null,
  });
  expect((await post('findStatusMessage', { where: { keyId: 'S' } })).body).toHaveLength(2);
  expect((await post('findStatusMessage', { where: { keyId: 'A' } })).body).toEqual([]);
  expect((await post('findStatusMessage', { where: { id: 'A' } })).body).toEqual([]);
});

describe('chats', () => {
  test('200 with the newest message first, each with that message, its name and what is unread', async () => {
    const { post, publish } = await bench();
    await publish(
      received({ ID: 'A', at: 1_000 }),
      received({ ID: 'B', Chat: BEN, Sender: BEN, PushName: 'Ben', at: 2_000 }),
      received({ ID: 'C', at: 3_000 }),
    );
    const { body } = await post('findChats');
    expect(body).toMatchObject([
      { remoteJid: ANA, pushName: 'Ana', unreadCount: 2, lastMessage: { key: { id: 'C' } } },
      { remoteJid: BEN, pushName: 'Ben', unreadCount: 1, lastMessage: { key: { id: 'B' } } },
    ]);
    expect((await post('findChats', { take: 1, skip: 1 })).body).toMatchObject([
      { remoteJid: BEN },
    ]);
    expect((await post('findChats', { page: 2, offset: 1 })).body).toMatchObject([
      { remoteJid: BEN },
    ]);
    const after = (await post('findChats', { take: 1 })).body[0].id;
    expect((await post('findChats', { after })).body).toMatchObject([{ remoteJid: BEN }]);
    const where = { messageTimestamp: { lte: '1970-01-01T00:00:02Z' } };
    expect((await post('findChats', { where })).body).toMatchObject([{ remoteJid: BEN }]);
  });

  test('200 only chats that are unread, archived or labelled, or are not', async () => {
    const { g, id, post, publish } = await bench();
    await publish(
      received({ ID: 'A', at: 1_000 }),
      received({ ID: 'B', Chat: BEN, Sender: BEN, at: 2_000 }),
      received({ ID: 'C', Chat: TEAM, Sender: BEN, at: 3_000 }),
    );
    const stream = { id, name: 'shop' };
    const read = (ID: string, chat: string) => ({ ...stored(ID), chat });
    await g.messages.markRead(stream, [read('B', BEN), read('C', TEAM)]);
    await g.messages.chatStates.update(stream, [
      { chat: BEN, isMarkedUnread: true },
      { chat: TEAM, isArchived: true },
    ]);
    const labels = createLabelStore(g.database.orm, id);
    for (const label of ['7', '12']) {
      await labels.put({ id: label, name: label, color: 1, predefinedId: null });
      await labels.mark(label, ANA, true);
    }
    const found = async (where: object) => {
      const { body } = await post('findChats', { where });
      return body.map(({ remoteJid }: { remoteJid: string }) => remoteJid);
    };
    expect(await found({ unread: true })).toEqual([BEN, ANA]);
    expect(await found({ unread: false })).toEqual([TEAM]);
    expect(await found({ archived: true })).toEqual([TEAM]);
    expect(await found({ archived: false, unread: null })).toEqual([BEN, ANA]);
    expect(await found({ label: '7' })).toEqual([ANA]);
    expect(await found({ label: '8' })).toEqual([]);
    expect(await found({ label: '7', archived: true })).toEqual([]);
    const { body } = await post('findChats', { where: { remoteJid: ANA } });
    expect(body).toMatchObject([{ archived: false }]);
    expect(body[0].labels.toSorted()).toEqual(['12', '7']);
    const { status, body: refusal } = await post('findChats', { where: { unread: 'perhaps' } });
    expect([status, refusal.error.message]).toEqual([400, 'where.unread must be true or false']);
  });

  test('200 until when a chat may be written to freely, where its platform asks for that', async () => {
    const { g, id, post, publish } = await bench();
    const at = g.clock.now() - 3_600_000;
    const first = { ID: 'A', at };
    const record = { ...stored('A'), sentAt: at, opensWindow: true } as const;
    await g.messages.publish({ id, name: 'shop' }, [received(first)], [record]);
    await publish(received({ ID: 'B', Chat: BEN, Sender: BEN, at: at - 1 }));
    const none = { windowStart: null, windowExpires: null, windowActive: null };
    expect((await post('findChats')).body).toMatchObject([
      {
        remoteJid: ANA,
        windowStart: iso(at),
        windowExpires: iso(at + 24 * 3_600_000),
        windowActive: true,
      },
      { remoteJid: BEN, ...none },
    ]);
    await g.clock.advance(23 * 3_600_000);
    expect((await post('findChats', { take: 1 })).body).toMatchObject([{ windowActive: false }]);
    // What was sent earlier and comes later leaves it as it is.
    const late = { ...record, id: 'C', sentAt: at - 5_000 };
    await g.messages.publish({ id, name: 'shop' }, [], [late]);
    expect(await g.messages.windowOf(id, ANA)).toEqual({ openedAt: at, messageId: 'A' });
    expect(await g.messages.windowOf(id, BEN)).toBeNull();
  });

  test('200 one chat with its labels, and null for one of which nothing is stored', async () => {
    const { g, id, key, publish } = await bench();
    await publish(received({ ID: 'A' }));
    const labels = createLabelStore(g.database.orm, id);
    await labels.put({ id: '7', name: 'Paid', color: 1, predefinedId: null });
    await labels.mark('7', ANA, true);
    const find = (jid: string) =>
      g.call('GET', `/chat/findChatByRemoteJid/shop${jid && `?remoteJid=${jid}`}`, { key });
    expect((await find(ANA)).body).toMatchObject({ name: 'Ana', labels: ['7'], unreadMessages: 1 });
    const none = await find(BEN);
    expect([none.status, none.body]).toEqual([200, null]);
    expect((await find('')).status).toBe(400);
  });
});

test('200 contacts by id, JID and name, a page at a time, with what kind each is', async () => {
  const { post, publish } = await bench();
  await publish(
    received({ ID: 'A', SenderAlt: '99@lid' }),
    received({ ID: 'B', Chat: TEAM, Sender: BEN, PushName: 'Ben' }),
  );
  const { body } = await post('findContacts');
  expect(body.map(({ remoteJid, type }: Record<string, string>) => [remoteJid, type])).toEqual([
    [TEAM, 'group'],
    [BEN, 'group_member'],
    [ANA, 'contact'],
  ]);
  expect(body[2]).toMatchObject({ pushName: 'Ana', lid: '99@lid', isGroup: false });
  for (const where of [{ id: body[2].id }, { id: ANA }, { remoteJid: ANA }, { pushName: 'Ana' }])
    expect((await post('findContacts', { where })).body).toMatchObject([{ remoteJid: ANA }]);
  expect((await post('findContacts', { after: body[1].id })).body).toMatchObject([
    { remoteJid: ANA },
  ]);
  expect((await post('findContacts', { page: 2, offset: 2 })).body).toMatchObject([
    { remoteJid: ANA },
  ]);
});

test('409 while the store is switched off, naming the variable, whatever is asked for', async () => {
  const { g, key, post, publish } = await bench({ messageStoreHours: 0 });
  await publish(received({ ID: 'A' }));
  for (const verb of VERBS) {
    const { status, body } = await post(verb);
    expect([verb, status]).toEqual([verb, 409]);
    expect(body.error.message).toContain('MESSAGE_STORE_HOURS');
  }
  const path = `/chat/findChatByRemoteJid/shop?remoteJid=${ANA}`;
  expect((await g.call('GET', path, { key })).status).toBe(409);
});

test('401 without a key, 403 with another key, 404 of an unknown instance', async () => {
  const { g } = await bench();
  const { key } = await g.create('cafe');
  for (const verb of VERBS) {
    const call = (name: string, callerKey?: string | null) =>
      g.call('POST', `/chat/${verb}/${name}`, {
        body: {},
        ...(callerKey !== undefined && { key: callerKey }),
      });
    expect((await call('shop', null)).status).toBe(401);
    expect((await call('shop', key)).status).toBe(403);
    expect((await call('nobody')).status).toBe(404);
  }
});
