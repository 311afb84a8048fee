import { describe, expect, test } from 'bun:test';
import type { BinaryNode } from '@whiskeysockets/baileys';
import { receiptsOfNode } from '../../../../src/modules/whatsapp/translate/receipts.ts';
import {
  ANA,
  ANA_LID,
  AT,
  BOB,
  BOB_LID,
  GROUP,
  knowing,
  ME,
  MY_LID,
  NOW,
  SECONDS,
} from './samples.ts';

const T = String(SECONDS);
const receipt = (attrs: Record<string, string>, content?: BinaryNode[]): BinaryNode => ({
  tag: 'receipt',
  attrs: { id: 'A', t: T, ...attrs },
  ...(content && { content }),
});
const list = (...ids: string[]): BinaryNode[] => [
  { tag: 'list', attrs: {}, content: ids.map((id) => ({ tag: 'item', attrs: { id } })) },
];
const receipts = (attrs: Record<string, string>, content?: BinaryNode[]) =>
  receiptsOfNode(receipt(attrs, content), knowing, 0).events;
const statuses = (attrs: Record<string, string>, content?: BinaryNode[]) =>
  receiptsOfNode(receipt(attrs, content), knowing, 0).statuses;

test('delivery has exactly the fields it has from every provider, its messages together', () => {
  expect(receipts({ from: ANA }, list('B', 'C'))).toEqual([
    {
      type: 'Receipt',
      state: 'Delivered',
      data: {
        Chat: ANA,
        Sender: ANA,
        IsFromMe: false,
        IsGroup: false,
        MessageIDs: ['A', 'B', 'C'],
        Timestamp: AT,
        Type: '',
      },
    },
  ]);
});

describe('whose reading it is', () => {
  test('the other side of a chat', () => {
    const [read] = receipts({ from: ANA, type: 'read' });
    expect(read).toMatchObject({ state: 'Read', data: { Sender: ANA, Type: 'read' } });
  });

  test.each(['read', 'read-self'])('our own on another device, published as %s', (type) => {
    const [read] = receipts({ from: '5511900000001:2@s.whatsapp.net', recipient: ANA, type });
    expect(read).toMatchObject({
      state: 'ReadSelf',
      data: { Chat: ANA, Sender: ME, IsFromMe: true, Type: 'read-self' },
    });
  });

  test('our own in a chat addressed by LID is of the chat by phone number', () => {
    const learnt = receipts({ from: MY_LID, recipient: BOB_LID, type: 'read' });
    const recorded = receipts({
      from: MY_LID,
      recipient: ANA_LID,
      peer_recipient_pn: ANA,
      type: 'read',
    });
    expect(learnt[0]?.data).toMatchObject({ Chat: BOB, Sender: ME });
    expect(recorded[0]?.data).toMatchObject({ Chat: ANA, Sender: ME });
  });

  test('a member of a group', () => {
    const [read] = receipts({
      from: GROUP,
      participant: ANA_LID,
      participant_pn: ANA,
      type: 'read',
    });
    expect(read).toMatchObject({
      state: 'Read',
      data: { Chat: GROUP, Sender: ANA, IsGroup: true },
    });
  });

  test('our own in a group', () => {
    const [read] = receipts({ from: GROUP, participant: MY_LID, type: 'read' });
    expect(read).toMatchObject({ state: 'ReadSelf', data: { Chat: GROUP, Sender: ME } });
  });

  test('somebody who saw our status', () => {
    const [read] = receipts({ from: 'status@broadcast', participant: BOB, type: 'read' });
    expect(read).toMatchObject({ state: 'Read', data: { Sender: BOB, IsGroup: true } });
  });

  test('several members named in one stanza, each at their own time', () => {
    const user = (jid: string, t: number) => ({ tag: 'user', attrs: { jid, t: String(t) } });
    const readers: BinaryNode = {
      tag: 'participants',
      attrs: { key: 'M1' },
      content: [user(ANA, SECONDS), user(BOB_LID, SECONDS + 60)],
    };
    const both = receipts({ from: GROUP, type: 'read' }, [readers]);
    expect(both.map(({ data }) => [data.Sender, data.MessageIDs, data.Timestamp])).toEqual([
      [ANA, ['M1'], AT],
      [BOB, ['M1'], '2026-01-05T10:01:00.000Z'],
    ]);
  });
});

test.each([
  ['a copy for a device of ours', { from: ME, recipient: ANA, type: 'sender' }],
  ['the same in a group', { from: GROUP, participant: MY_LID, type: 'sender' }],
  ['delivery to a device of ours', { from: ME, recipient: ANA }],
  ['a device that sleeps', { from: ANA, type: 'inactive' }],
  ['playing', { from: ANA, type: 'played' }],
  ['asking for a message again', { from: ANA, type: 'retry' }],
  ['somebody else reading for themselves', { from: ANA, type: 'read-self' }],
  ['our own reading of no chat', { from: '', recipient: ANA, type: 'read' }],
  ['no message', { from: ANA, id: '' }],
])('%s is no news', (_, attrs) => {
  expect(receipts(attrs)).toEqual([]);
});

test('a receipt without a time is of now', () => {
  const [late] = receiptsOfNode(receipt({ from: ANA, t: 'x' }), knowing, NOW).events;
  expect(late?.data.Timestamp).toBe(AT);
});

test('a receipt of another person says how far each message has come', () => {
  const at = Date.parse(AT);
  const base = { code: null, reason: null, at };
  expect(statuses({ from: ANA }, list('B'))).toEqual([
    { id: 'A', status: 'Delivered', ...base },
    { id: 'B', status: 'Delivered', ...base },
  ]);
  expect(statuses({ from: ANA, type: 'read' })).toEqual([{ id: 'A', status: 'Read', ...base }]);
  expect(statuses({ from: ANA, type: 'played' })).toEqual([{ id: 'A', status: 'Played', ...base }]);
});

test.each([
  ['reading on a device of ours', { from: ME, recipient: ANA, type: 'read' }],
  ['playing on a device of ours', { from: ME, recipient: ANA, type: 'played' }],
  ['asking for a message again', { from: ANA, type: 'retry' }],
])('%s does not change how far a message has come', (_, attrs) => {
  expect(statuses(attrs)).toEqual([]);
});
