import { expect, test } from 'bun:test';
import {
  EVENT_CATEGORIES,
  EVENT_TYPES,
  neverSentIn,
  parseSubscription,
  SUBSCRIBABLE,
  selectedTypes,
} from '../../../../src/core/events/contract/event-names.ts';
import { nearest } from '../../../../src/core/shared/nearest.ts';

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
  expect([...selectedTypes(['ALL'])].sort()).toEqual([...EVENT_TYPES].sort());
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

test.each([
  ['Mesage', 'MESSAGE'],
  ['Reciept', 'Receipt'],
  ['GROUPS', 'GROUP'],
  ['MESSAGE_UPSERT', 'MESSAGES_UPSERT'],
])('%s is nearly %s', (typed, meant) => {
  expect(nearest(typed, SUBSCRIBABLE)).toBe(meant);
});

test.each([
  ['QRCODE_UPDATED', ['QRCode']],
  ['CONNECTION_UPDATE', ['PairSuccess', 'Connected', 'OfflineSyncCompleted', 'LoggedOut']],
  ['messages_upsert', ['Message']],
  ['MESSAGES_UPDATE', ['Receipt', 'MessageStatus']],
  ['SEND_MESSAGE', ['SendMessage']],
  ['MESSAGES_EDITED', ['Message']],
  ['MESSAGES_DELETE', ['Message']],
  ['CALL', ['CallOffer', 'CallRelayLatency', 'CallTerminate']],
  ['GROUPS_UPSERT', ['JoinedGroup', 'GroupInfo']],
  ['GROUP_UPDATE', ['JoinedGroup', 'GroupInfo']],
  ['GROUP_PARTICIPANTS_UPDATE', ['JoinedGroup', 'GroupInfo']],
  ['PRESENCE_UPDATE', ['Presence', 'ChatPresence']],
  ['LABELS_EDIT', ['Label']],
  ['CHATS_SET', ['ChatUpdate']],
  ['CHATS_DELETE', ['ChatUpdate']],
  ['CONTACTS_UPSERT', ['ContactUpdate']],
  ['PushName', ['ContactUpdate']],
  ['LabelAssociationChat', ['LabelAssociation']],
])('the older name %s stands for the types that tell the same here', (name, types) => {
  const parsed = parseSubscription([name]);
  if (!('subscription' in parsed)) throw new Error(`${name} is not known`);
  expect([...selectedTypes(parsed.subscription)]).toEqual(types as never);
  expect(neverSentIn(parsed.subscription)).toEqual([]);
});

test('names that older systems know and that never happen here are accepted, select nothing and can be listed', () => {
  const parsed = parseSubscription(['typebot_start', 'Message', 'HistorySync']);
  expect(parsed).toEqual({ subscription: ['TYPEBOT_START', 'Message', 'HistorySync'] });
  expect([...selectedTypes(['TYPEBOT_START', 'Message'])]).toEqual(['Message']);
  expect(selectedTypes(['TYPEBOT_START']).size).toBe(0);
  expect(neverSentIn(['ALL', 'TYPEBOT_START', 'Message', 'HistorySync'])).toEqual([
    'TYPEBOT_START',
    'HistorySync',
  ]);
});

test('a mistyped name is never corrected to one that would bring nothing', () => {
  expect(SUBSCRIBABLE.filter((name) => neverSentIn([name]).length > 0)).toEqual([]);
});
