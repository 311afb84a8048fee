import { describe, expect, test } from 'bun:test';
import type { MessageData } from '../../../src/core/events/types/message-data.ts';
import { readTrace } from '../../../src/core/messages/find.ts';
import { Messages } from '../../../src/core/messages/log.ts';
import { ignoredRecord, type MessageRecord } from '../../../src/core/messages/rows.ts';
import {
  type MessageStatus,
  pricingOf,
  type StatusChange,
} from '../../../src/core/messages/status.ts';
import { engineBench, message } from '../../helpers/engine.ts';
import { CAFE, insertInstances, SHOP } from '../../helpers/gateway-server.ts';

const CHAT = '5511999990000@s.whatsapp.net';

const record = (id: string, fields: Partial<MessageRecord> = {}): MessageRecord => ({
  id,
  isFromMe: true,
  chat: CHAT,
  sender: '5511888880000@s.whatsapp.net',
  chatAddress: CHAT,
  authorAddress: '',
  kind: 'text',
  content: new Uint8Array([1, 2, 3]),
  sentAt: 1_000,
  status: 'Pending',
  ...fields,
});

const change = (
  id: string,
  status: StatusChange['status'],
  fields: Partial<StatusChange> = {},
): StatusChange => ({ id, status, code: null, reason: null, at: 2_000, ...fields });

async function stage() {
  const { engine, db } = await engineBench();
  await insertInstances(db);
  /** As another process sees the same database: it remembers nothing. */
  const fresh = () => new Messages(db, engine);
  const messages = fresh();
  const statuses = async (id: string) =>
    (await fresh().fateOf(SHOP.id, id))?.history.map(({ status }) => status);
  const events = async () => {
    const rows = await db.query(
      "select body -> '$.data' from events where type = 'MessageStatus' order by sequence",
      [],
    );
    return rows.map(([data]) => JSON.parse(String(data)));
  };
  const send = (...ids: string[]) =>
    messages.publish(
      SHOP,
      [],
      ids.map((id) => record(id)),
    );
  return { db, messages, fresh, statuses, events, send };
}

describe('a message that the platform calls otherwise than we do', () => {
  test('is found by either id, and so is what became of it, in another process too', async () => {
    const { db, messages, fresh, send } = await stage();
    await send('A', 'B');
    await messages.recordPlatformId(SHOP.id, 'A', 'wamid.A');
    for (const id of ['A', 'wamid.A']) {
      expect(await fresh().find(SHOP.id, id)).toMatchObject({ id: 'A', platformId: 'wamid.A' });
      expect(await fresh().fateOf(SHOP.id, id)).toMatchObject({ status: 'Pending' });
      expect(await readTrace(db, SHOP.id, id)).toMatchObject({ id: 'A', status: 'Pending' });
    }
    expect(await fresh().find(SHOP.id, 'B')).not.toHaveProperty('platformId');
    expect(await fresh().find(CAFE.id, 'wamid.A')).toBeNull();
    expect(await fresh().fateOf(SHOP.id, 'wamid.B')).toBeNull();
    expect(await readTrace(db, SHOP.id, 'wamid.B')).toBeNull();
  });

  test('is changed by either id, and each event names it by ours', async () => {
    const { messages, fresh, events, send } = await stage();
    await send('A');
    await messages.recordPlatformId(SHOP.id, 'A', 'wamid.A');
    await messages.recordStatuses(SHOP, [change('wamid.A', 'ServerAck'), change('A', 'Delivered')]);
    await fresh().recordStatuses(SHOP, [change('wamid.A', 'Read'), change('wamid.other', 'Read')]);
    expect(await fresh().fateOf(SHOP.id, 'A')).toMatchObject({ status: 'Read' });
    const told = (await events()).map(({ ID, PlatformID, Status }) => [ID, PlatformID, Status]);
    expect(told).toEqual([
      ['A', 'wamid.A', 'ServerAck'],
      ['A', 'wamid.A', 'Delivered'],
      ['A', 'wamid.A', 'Read'],
    ]);
    expect(await fresh().fateOf(SHOP.id, 'A')).toMatchObject({ platformId: 'wamid.A' });
  });

  test('keeps the name that a change of status brings when the answer that named it was lost', async () => {
    const { messages, fresh, send } = await stage();
    await send('A');
    await messages.recordStatuses(SHOP, [change('A', 'ServerAck', { platformId: 'wamid.A' })]);
    await messages.recordPlatformId(SHOP.id, 'A', 'wamid.later');
    await messages.recordStatuses(SHOP, [change('A', 'Read', { platformId: 'wamid.last' })]);
    expect(await fresh().find(SHOP.id, 'wamid.A')).toMatchObject({ id: 'A' });
    expect(await fresh().find(SHOP.id, 'wamid.later')).toBeNull();
  });
});

describe('what became of a message', () => {
  test('is on disk with an event for each change, and known to another process', async () => {
    const { messages, fresh, events, send } = await stage();
    await send('A');
    await messages.recordStatuses(SHOP, [change('A', 'ServerAck')]);
    await messages.recordStatuses(SHOP, [change('A', 'Read', { at: 3_000 })]);
    expect(await fresh().fateOf(SHOP.id, 'A')).toEqual({
      chat: CHAT,
      status: 'Read',
      code: null,
      reason: null,
      history: [
        { status: 'Pending', at: 1_000 },
        { status: 'ServerAck', at: 2_000 },
        { status: 'Read', at: 3_000 },
      ],
    });
    expect(await events()).toEqual([
      {
        ID: 'A',
        Chat: CHAT,
        Status: 'ServerAck',
        Code: null,
        Reason: null,
        Timestamp: '1970-01-01T00:00:02.000Z',
      },
      {
        ID: 'A',
        Chat: CHAT,
        Status: 'Read',
        Code: null,
        Reason: null,
        Timestamp: '1970-01-01T00:00:03.000Z',
      },
    ]);
  });

  test('keeps what the platform charges, and tells it, also where it comes late', async () => {
    const { messages, fresh, events, send } = await stage();
    const pricing = { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' };
    await send('A');
    await messages.recordStatuses(SHOP, [change('A', 'ServerAck', { pricing })]);
    await messages.recordStatuses(SHOP, [change('A', 'Read')]);
    expect(pricingOf((await fresh().fateOf(SHOP.id, 'A'))!)).toEqual(pricing);
    await send('B');
    await messages.recordStatuses(SHOP, [change('B', 'Read')]);
    await messages.recordStatuses(SHOP, [change('B', 'ServerAck', { pricing })]);
    await fresh().recordStatuses(SHOP, [
      change('B', 'Delivered', { pricing: { category: 'other' } }),
    ]);
    const fate = await fresh().fateOf(SHOP.id, 'B');
    expect([fate?.status, pricingOf(fate!)]).toEqual(['Read', pricing]);
    const told = (await events()).map(({ ID, Status, Pricing }) => [ID, Status, Pricing]);
    expect(told).toEqual([
      ['A', 'ServerAck', pricing],
      ['A', 'Read', undefined],
      ['B', 'Read', undefined],
    ]);
  });

  test('never goes back, whatever comes in which order and in how many pieces', async () => {
    const { messages, fresh, statuses, events, send } = await stage();
    await send('A');
    await messages.recordStatuses(SHOP, [change('A', 'Read'), change('A', 'Delivered')]);
    await fresh().recordStatuses(SHOP, [change('A', 'ServerAck'), change('A', 'Read')]);
    expect(await statuses('A')).toEqual(['Pending', 'Read']);
    expect(await events()).toHaveLength(1);
  });

  test('of changes that come at once each is compared with the one before it', async () => {
    const { messages, statuses, events, send } = await stage();
    await send('A');
    const all: MessageStatus[] = ['ServerAck', 'Delivered', 'Read', 'Delivered', 'Played'];
    await Promise.all(
      all.map((status) => messages.recordStatuses(SHOP, [change('A', status as 'Read')])),
    );
    expect(await statuses('A')).toEqual(['Pending', 'ServerAck', 'Delivered', 'Read', 'Played']);
    expect(await events()).toHaveLength(4);
  });

  test('a refusal ends it with its reason, unless somebody gets the message all the same', async () => {
    const { messages, fresh, statuses, send } = await stage();
    await send('A');
    const refusal = change('A', 'Error', { code: 463, reason: 'Wait.' });
    await messages.recordStatuses(SHOP, [refusal, change('A', 'ServerAck')]);
    const refused = await fresh().fateOf(SHOP.id, 'A');
    expect(refused).toMatchObject({ status: 'Error', code: 463, reason: 'Wait.' });
    await messages.recordStatuses(SHOP, [change('A', 'Delivered')]);
    const delivered = await fresh().fateOf(SHOP.id, 'A');
    expect(delivered).toMatchObject({ status: 'Delivered', code: null, reason: null });
    expect(await statuses('A')).toEqual(['Pending', 'Error', 'Delivered']);
  });

  test('is nothing for ids that were not sent through the instance', async () => {
    const { messages, events, send } = await stage();
    await send('A');
    await messages.publish(SHOP, [], [record('B', { isFromMe: false, status: null })]);
    await messages.recordStatuses(CAFE, [change('A', 'Read')]);
    await messages.recordStatuses(SHOP, [change('B', 'Read'), change('C', 'Read')]);
    expect(await events()).toEqual([]);
    expect(await messages.fateOf(SHOP.id, 'B')).toBeNull();
    expect(await messages.fateOf(CAFE.id, 'A')).toBeNull();
  });

  test('is not taken over by somebody who writes a message with the same id', async () => {
    const { messages, fresh, send } = await stage();
    await send('A');
    await messages.publish(SHOP, [], [record('A', { isFromMe: false, status: null })]);
    expect(await fresh().fateOf(SHOP.id, 'A')).toMatchObject({ status: 'Pending' });
  });
});

test('a message and its event are written both or neither', async () => {
  const { db, messages } = await stage();
  await db.query(
    "create trigger poison before insert on events when new.body like '%poison%' begin select raise(abort, 'no'); end",
    [],
  );
  const refused = await messages
    .publish(SHOP, [message(CHAT, 'poison')], [record('A')])
    .catch(() => 'refused');
  expect(refused).toBe('refused');
  expect(await messages.fateOf(SHOP.id, 'A')).toBeNull();
});

describe('what could not be shown to anybody', () => {
  const arrived = { isFromMe: false, status: null } as const;

  test('of a message that is ignored it is known that it came, and nothing else', async () => {
    const { db, messages } = await stage();
    await messages.publish(SHOP, [], [ignoredRecord(record('A', arrived))]);
    expect(await readTrace(db, SHOP.id, 'A')).toMatchObject({ kind: 'ignored', status: null });
    expect(await messages.find(SHOP.id, 'A')).toBeNull();
    expect(await db.query('select content from messages', [])).toEqual([[null]]);
  });

  test('a message that could not be read is known, and is what it is once it can be', async () => {
    const { db, messages } = await stage();
    const { data: sample } = message(CHAT, '');
    const Info = { ...(sample as MessageData).Info, ID: 'A' };
    const why = {
      IsUnavailable: false,
      UnavailableType: '',
      Reason: 'No session.',
      Action: 'None.',
    };
    const event = { type: 'Undecryptable', data: { Info, ...why } } as const;
    await messages.publish(SHOP, [event], []);
    expect(await readTrace(db, SHOP.id, Info.ID)).toMatchObject({ kind: 'undecryptable' });
    expect(await messages.find(SHOP.id, Info.ID)).toBeNull();
    const readable = { ...arrived, chat: Info.Chat, sender: Info.Sender };
    await messages.publish(SHOP, [], [record(Info.ID, readable)]);
    expect(await messages.find(SHOP.id, Info.ID)).toMatchObject({ kind: 'text' });
    await messages.publish(SHOP, [event], []);
    expect(await messages.find(SHOP.id, Info.ID)).toMatchObject({ kind: 'text' });
  });

  test('the author of a message that could not be read is the one whose content could be', async () => {
    const { db, messages } = await stage();
    const [chat, id] = ['120363000000000001@g.us', 'A'];
    await messages.publish(
      SHOP,
      [],
      [record(id, { ...arrived, chat, kind: 'undecryptable', sender: CHAT, content: null })],
    );
    const author = { sender: '5511777770000@s.whatsapp.net', authorAddress: '7@lid' };
    await messages.publish(
      SHOP,
      [],
      [record(id, { ...arrived, ...author, chat, chatAddress: chat })],
    );
    expect(await messages.find(SHOP.id, id)).toMatchObject({ ...author, chatAddress: chat });
    expect(await db.query('select count(*) from messages', [])).toEqual([[1]]);
  });
});
