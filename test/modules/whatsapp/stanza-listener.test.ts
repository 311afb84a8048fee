import { expect, test } from 'bun:test';
import { RepeatedEvents } from '../../../src/modules/whatsapp/stanza-listener.ts';
import { stanza } from '../../doubles/whatsapp/stanzas.ts';
import { ANA } from './opened-stage.ts';

const receiptAt = (t: number) =>
  stanza('receipt', { from: ANA, id: 'A', t: `${t}`, type: 'read', offline: '0' });
const data = {
  Chat: ANA,
  Sender: ANA,
  IsFromMe: false,
  IsGroup: false,
  MessageIDs: ['A'],
  Timestamp: '2026-01-05T10:00:00.000Z',
  Type: 'read' as const,
};
const event = { type: 'Receipt', state: 'Read', data } as const;

test('what is sent again is recognised although a later stanza is read before it', async () => {
  const asked: number[] = [];
  const repeated = new RepeatedEvents(async (sinceMs) => {
    asked.push(sinceMs);
    return [event];
  });
  const [earlier, later] = [receiptAt(1_767_607_200), receiptAt(1_767_693_600)];
  for (const one of [earlier, later]) repeated.arrived(one);
  const other = { ...event, data: { ...data, MessageIDs: ['B'] } };
  expect(await repeated.without(later, [other])).toEqual([other]);
  expect(await repeated.without(earlier, [event])).toEqual([]);
  expect(asked).toEqual([1_767_606_600_000]);
});
