/** The share of its history that a phone sends after pairing: what is taken from it, and what it costs everybody else. */
import { afterEach, expect, test } from 'bun:test';
import { proto, type WASocket } from '@whiskeysockets/baileys';
import { yieldToEventLoop } from '../../../src/core/shared/clock.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import {
  learnInSlices,
  withoutMessages,
} from '../../../src/modules/whatsapp/engine/history-share.ts';
import { until } from '../../helpers/until.ts';
import { endAll, opened } from './opened-stage.ts';

afterEach(endAll);

const { HistorySyncType } = proto.HistorySync;
const RECIPIENT = '5511988880000@s.whatsapp.net';

const messageOf = (remoteJid: string, index: number): proto.IHistorySyncMsg => ({
  message: {
    key: { remoteJid, fromMe: true, id: `ID${index}` },
    message: { conversation: `message ${index}` },
    messageTimestamp: 1_700_000_000 + index,
    userReceipt: [{ userJid: RECIPIENT }],
  },
});

/** Chats under LIDs, from the nth on. */
const chatsOf = (count: number, messages: number): proto.IConversation[] =>
  Array.from({ length: count }, (_, chat) => {
    const id = `${200_000_000_000 + chat}@lid`;
    const pnJid = `55118${20_000_000 + chat}@s.whatsapp.net`;
    const all = Array.from({ length: messages }, (_, index) => messageOf(id, index));
    return { id, pnJid, name: `Chat ${chat}`, messages: all };
  });

test('a history of a pairing gives out whose LIDs are', async () => {
  const { phone, db } = await opened();
  const known = async () => {
    const sql = "select count(*) as n from whatsapp_keys where type = 'lid-mapping'";
    const [rows] = await db.batch([{ sql, params: [] }]);
    return Number(rows?.[0]?.[0]);
  };
  const before = await known();
  await phone.sendsHistory(chatsOf(120, 10));
  // Both directions of each pair.
  await until('all are written down', async () => (await known()) >= before + 240);
});

test('of thousands of LIDs a few are written in each turn of the event loop', async () => {
  let [turns, lastTurn, isOver] = [0, -1, false];
  const sizes: number[] = [];
  const lidMapping = {
    async storeLIDPNMappings(pairs: readonly unknown[]) {
      sizes.push(pairs.length);
      expect(turns).toBeGreaterThan(lastTurn);
      lastTurn = turns;
    },
  };
  const socket = { signalRepository: { lidMapping } } as unknown as WASocket;
  learnInSlices(socket);
  const turning = (async () => {
    for (; !isOver; turns++) await yieldToEventLoop();
  })();
  const pairs = Array.from({ length: 110 }, (_, index) => ({ lid: `${index}@lid`, pn: RECIPIENT }));
  await socket.signalRepository.lidMapping.storeLIDPNMappings(pairs);
  isOver = true;
  await turning;
  expect(sizes).toEqual([25, 25, 25, 25, 10]);
});

test('messages of a history are not decoded, but for what tells whose a LID is', async () => {
  const baileys = await loadBaileys();
  const [known] = chatsOf(1, 500);
  const { pnJid: _, ...unknown } = { ...known, id: '300000000000@lid' };
  const share: proto.IHistorySync = {
    syncType: HistorySyncType.INITIAL_BOOTSTRAP,
    conversations: [known ?? {}, unknown],
    statusV3Messages: [messageOf('status@broadcast', 1).message ?? {}],
    pushnames: [{ id: RECIPIENT, pushname: 'Ana' }],
    phoneNumberToLidMappings: [{ pnJid: RECIPIENT, lidJid: '300000000000@lid' }],
    progress: 300,
  };
  const decoded = baileys.proto.HistorySync.decode(proto.HistorySync.encode(share).finish());
  const [first, second] = decoded.conversations;
  expect(first).toMatchObject({ id: known?.id, pnJid: known?.pnJid, name: 'Chat 0', messages: [] });
  const kept = second?.messages ?? [];
  expect(kept.length).toBe(3);
  expect(kept[0]?.message?.userReceipt?.[0]?.userJid).toBe(RECIPIENT);
  expect(decoded.statusV3Messages).toEqual([]);
  expect(decoded.toJSON()).toMatchObject({
    progress: 300,
    pushnames: share.pushnames,
    phoneNumberToLidMappings: share.phoneNumberToLidMappings,
  });
});

test('a share that was asked for keeps all of its messages, and one that is malformed is not touched', () => {
  const conversations = chatsOf(2, 5);
  const asked = proto.HistorySync.encode({ syncType: HistorySyncType.ON_DEMAND, conversations });
  const share = asked.finish();
  expect(withoutMessages(share)).toBe(share);
  const whole = proto.HistorySync.encode({ syncType: 0, conversations }).finish();
  for (const end of [1, 3, 20, whole.length - 1]) {
    const cut = whole.subarray(0, end);
    expect(withoutMessages(cut)).toBe(cut);
  }
});
