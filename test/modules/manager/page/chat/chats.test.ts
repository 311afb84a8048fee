/** The messages of an open chat, as they are read from the service a page at a time. */
import { expect, test } from 'bun:test';
import { en } from '../../../../../src/core/languages/en.ts';
import type { GatewayApi } from '../../../../../src/modules/manager/page/api.ts';
import { Chats, ENTRIES_MAX } from '../../../../../src/modules/manager/page/chat/chats.ts';
import type { Message } from '../../../../../src/modules/manager/page/chat/conversation.ts';
import { People } from '../../../../../src/modules/manager/page/chat/people.ts';
import { setTexts } from '../../../../../src/modules/manager/page/texts.ts';

setTexts(en);

const ANA = '5511988887777@s.whatsapp.net';
const EVENTS_AT_ONCE = 500;

interface Query {
  readonly where: { readonly messageTimestamp?: { readonly lte: string } };
  readonly offset: number;
  readonly after?: string;
}

/** A service that stores messages in `perSecond` of each second, numbered from `first` on, and has an event of each that is added. */
function serviceOf(first: number, count: number, perSecond: number) {
  let pages = 0;
  let sequence = 1;
  const recordOf = (number: number) => ({
    key: { id: String(number), fromMe: false, remoteJid: ANA },
    ...{ pushName: 'Ana', message: { conversation: String(number) }, MessageUpdate: [] },
    messageTimestamp: Math.floor(number / perSecond),
  });
  /** The first event is of no message. */
  const eventOf = (sequence: number) => {
    if (sequence === 1) return { event: 'Connected', sequence, data: {} };
    const { key, messageTimestamp, message: Message } = recordOf(first + count + sequence - 2);
    const Timestamp = new Date(messageTimestamp * 1_000).toISOString();
    const Info = { ID: key.id, Chat: ANA, Sender: ANA, IsFromMe: false, Timestamp };
    return { event: 'Message', sequence, data: { Info, Message } };
  };
  const numbered = (from: number, length: number) =>
    Array.from({ length }, (_, index) => recordOf(from + index));
  let stored = numbered(first, count);
  let isAway = false;
  const find = ({ where, offset, after }: Query) => {
    if (isAway) throw new Error('the service is away');
    pages++;
    const last = Date.parse(where.messageTimestamp?.lte ?? '9999-01-01') / 1_000;
    const found = stored.filter(
      ({ key, messageTimestamp }) =>
        messageTimestamp <= last && (after === undefined || Number(key.id) < Number(after)),
    );
    const records = found.slice(-offset).toReversed();
    const next = found.length > offset ? (records.at(-1)?.key.id ?? null) : null;
    return { messages: { records, next } };
  };
  const call = async (
    _: string,
    path: string,
    { query, body }: { query?: object; body: never },
  ) => {
    if (path.startsWith('/chat/findMessages')) return find(body);
    if (path.startsWith('/chat/findChats')) return [];
    if (path.startsWith('/chat/history')) {
      const older = numbered(first - 100, 100);
      stored = [...older, ...stored];
      return { messages: older };
    }
    const { event, after = 0 } = query as { event?: string; after?: number };
    if (event) return { events: [] };
    const from = Math.max(after, sequence - EVENTS_AT_ONCE) + 1;
    const events = Array.from({ length: sequence - from + 1 }, (_, index) => eventOf(from + index));
    return { events: events.toReversed() };
  };
  return {
    api: { call } as unknown as GatewayApi,
    pages: () => pages,
    away: (is: boolean) => {
      isAway = is;
    },
    add(length: number) {
      stored = [...stored, ...numbered(first + stored.length, length)];
      sequence += length;
    },
  };
}

async function opened(service: ReturnType<typeof serviceOf>): Promise<Chats> {
  const chats = new Chats(service.api, 'shop', new People(''));
  await chats.open(ANA);
  await chats.readNew();
  return chats;
}

const numbersIn = (chats: Chats) => chats.messages.value.map(({ id }) => Number(id));
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('messages of one second keep their order, however many pages they are read in', async () => {
  const chats = await opened(serviceOf(1_000, 200, 1_000));
  expect(numbersIn(chats)).toEqual(range(1_150, 1_199));
  await chats.readOlder();
  await chats.readOlder();
  expect(numbersIn(chats)).toEqual(range(1_050, 1_199));
});

test('after more events than are read at once the open chat has no gap, and goes on from where it was read back to', async () => {
  const service = serviceOf(1_000, 300, 10);
  const chats = await opened(service);
  for (let page = 0; page < 3; page++) await chats.readOlder();
  expect(numbersIn(chats)).toEqual(range(1_100, 1_299));
  service.add(1_200);
  await chats.readNew();
  expect(numbersIn(chats)).toEqual(range(1_100, 2_499));
  await chats.readOlder();
  expect(numbersIn(chats)[0]).toBe(1_050);
});

test('what the phone has sent is read on from the oldest message that is shown', async () => {
  const service = serviceOf(1_000, 70, 10);
  const chats = await opened(service);
  await chats.readOlder();
  expect([numbersIn(chats)[0], chats.before.value]).toEqual([1_000, null]);
  const before = service.pages();
  expect(await chats.askPhone()).toBe(100);
  while (chats.before.value !== null) await chats.readOlder();
  expect(numbersIn(chats)).toEqual(range(900, 1_069));
  expect(service.pages() - before).toBeLessThanOrEqual(3);
});

test('a chat is read back as far as the page may hold, and then says that it is full', async () => {
  const chats = await opened(serviceOf(0, ENTRIES_MAX + 1_000, 10));
  expect(chats.isFull.value).toBe(false);
  expect(
    await chats.reach({ ...(chats.messages.value[0] as Message), key: 'in 0' }),
  ).toBeUndefined();
  expect([chats.isFull.value, chats.before.value]).toEqual([true, null]);
  expect(chats.messages.value.length).toBeLessThan(ENTRIES_MAX + 500);
});

test('a chat that could not be read is not taken to be empty, and is read with the next look', async () => {
  const service = serviceOf(1_000, 30, 10);
  const chats = await opened(service);
  await chats.open(null);
  service.away(true);
  await expect(chats.open(ANA)).rejects.toThrow('the service is away');
  expect([chats.messages.value, chats.isLoading.value]).toEqual([[], true]);
  await expect(chats.readNew()).rejects.toThrow('the service is away');
  service.away(false);
  await chats.readNew();
  expect([numbersIn(chats), chats.isLoading.value]).toEqual([range(1_000, 1_029), false]);
});

test('reading back to a message ends when another chat is opened', async () => {
  const service = serviceOf(0, 20_000, 10);
  const chats = await opened(service);
  const before = service.pages();
  const reached = chats.reach({ ...(chats.messages.value[0] as Message), key: 'in 0' });
  await chats.open('5511900000000@s.whatsapp.net');
  expect(await reached).toBeUndefined();
  expect(service.pages() - before).toBeLessThanOrEqual(3);
});
