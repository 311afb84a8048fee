/** What a webhook brings, in portions that are soon dealt with. */
import { expect, test } from 'bun:test';
import { changesIn } from '../../../src/modules/whatsapp-cloud/webhook-changes.ts';
import { itemsIn } from '../../../src/modules/whatsapp-cloud/webhook-items.ts';
import { ANA, change, messageFrom, ofNumber, textFrom } from '../../doubles/graph/webhooks.ts';

const portions = (field: string, value: Record<string, unknown>) => [
  ...itemsIn(changesIn(change(field, ofNumber(value)))),
];
const texts = (count: number, body = 'x') =>
  Array.from({ length: count }, (_, n) => textFrom(ANA, body, { id: `no ${n}` }));

test('a webhook of a thousand messages comes in portions of a hundred, in its order', () => {
  const messages = texts(1_000);
  const all = portions('messages', { messages });
  expect(Math.max(...all.map((one) => one.messages.length))).toBe(100);
  expect(all.flatMap((one) => one.messages.map(({ message }) => message))).toEqual(messages);
});

test('a portion holds 256 KiB at most', () => {
  const sizes = portions('messages', { messages: texts(20, 'x'.repeat(60_000)) }).map(
    ({ messages }) => messages.length,
  );
  expect(sizes).toEqual([4, 4, 4, 4, 4]);
});

test('statuses, calls and the history come in portions too', () => {
  const many = texts(250);
  const threads = [{ id: ANA.number, messages: many }];
  const counts = [
    portions('messages', { statuses: many }).map(({ statuses }) => statuses.length),
    portions('calls', { calls: many }).map(({ calls }) => calls.length),
    portions('history', { history: [{ threads }] }).map(({ past }) => past.length),
  ];
  expect(counts).toEqual([
    [100, 100, 50],
    [100, 100, 50],
    [100, 100, 50],
  ]);
});

test('a message larger than any that people can send is left out, and those beside it are not', () => {
  const large = messageFrom(ANA, { type: 'odd', list: Array.from({ length: 20_000 }, () => 0) });
  const [first = {}, second = {}, third = {}] = texts(3);
  const all = portions('messages', { messages: [first, large, second, third] });
  const kept = all.flatMap((one) => one.messages.map(({ message }) => message));
  expect(kept).toEqual([first, second, third]);
  expect(all.flatMap(({ tooLarge }) => tooLarge)).toEqual([large]);
});

test('half a million faults that Meta reports are no fault of ours', () => {
  const all = portions('messages', { errors: Array.from({ length: 500_000 }, () => ({})) });
  expect(all.reduce((sum, { errors }) => sum + errors.length, 0)).toBe(500_000);
});

test('more changes than one webhook can have are refused', () => {
  const changes = Array.from({ length: 20_001 }, () => ({ field: 'x', value: {} }));
  const webhook = { object: 'whatsapp_business_account', entry: [{ id: '1', changes }] };
  expect(() => changesIn(webhook)).toThrow('more than 20000 changes');
});
