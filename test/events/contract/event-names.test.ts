import { expect, test } from 'bun:test';
import {
  EVENT_CATEGORIES,
  EVENT_TYPES,
  nearestEventName,
  parseSubscription,
  selectedTypes,
} from '../../../src/events/contract/event-names.ts';

test('every event type belongs to exactly one category, which holds nothing else', () => {
  const names = Object.keys(EVENT_CATEGORIES);
  const listed = names.flatMap((name) => [...selectedTypes([name])]);
  expect(listed.sort()).toEqual([...EVENT_TYPES].sort());
});

test('names are accepted in any case and stored in their canonical one', () => {
  expect(parseSubscription(['message', 'qrCode', ' Receipt ', 'receipt', 'call'])).toEqual({
    subscription: ['Message', 'QRCode', 'Receipt', 'CALL'],
  });
});

test('a category that differs from an event type in case alone stays the category it was', () => {
  expect(parseSubscription(['MESSAGE', 'QRCODE'])).toEqual({ subscription: ['MESSAGE', 'QRCODE'] });
});

test('an empty list means every event', () => {
  expect(parseSubscription([])).toEqual({ subscription: ['ALL'] });
  expect(selectedTypes(['ALL']).size).toBe(21);
});

test('a category stands for its types, also for OfflineSyncCompleted', () => {
  expect([...selectedTypes(['CONNECTION'])]).toEqual([
    'PairSuccess',
    'Connected',
    'OfflineSyncCompleted',
    'LoggedOut',
  ]);
});

test('unknown names are all reported', () => {
  expect(parseSubscription(['Message', 'Mesage', 'constructor'])).toEqual({
    unknown: ['Mesage', 'constructor'],
  });
});

test('the nearest valid name is found', () => {
  expect(nearestEventName('Mesage')).toBe('MESSAGE');
  expect(nearestEventName('Reciept')).toBe('Receipt');
  expect(nearestEventName('GROUPS')).toBe('GROUP');
});
