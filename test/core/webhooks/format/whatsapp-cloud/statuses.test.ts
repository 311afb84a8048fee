/** How far messages have come, in the form of the Cloud API. */
import { expect, test } from 'bun:test';
import type { Payloads } from '../../../../../src/core/events/contract/catalog.ts';
import { changesOf, GROUP, HIDDEN, LID, METADATA, PERSON, SECONDS } from './kit.ts';

const statusesOf = (...event: Parameters<typeof changesOf<'MessageStatus' | 'Receipt'>>) =>
  changesOf(...event).flatMap(
    ({ value }) => (value as { statuses: Record<string, unknown>[] }).statuses,
  );
const only = (...types: string[]) => ({ gets: (type: string) => types.includes(type) });

test.each([
  ['ServerAck', 'sent'],
  ['Delivered', 'delivered'],
  ['Read', 'read'],
  ['Played', 'played'],
] as const)('the status %s is %s', (Status, status) => {
  expect(statusesOf('MessageStatus', { Status })).toMatchObject([{ status }]);
});

test('a message of which nothing is known has no status', () => {
  expect(changesOf('MessageStatus', { Status: 'Unknown', Reason: 'It may still arrive.' })).toEqual(
    [],
  );
});

test('a message that failed says why, with the number of the platform', () => {
  expect(
    statusesOf('MessageStatus', { Status: 'Error', Code: 131047, Reason: 'The window is closed.' }),
  ).toMatchObject([{ status: 'failed', errors: [{ code: 131047 }] }]);
  expect(statusesOf('MessageStatus', { Status: 'Error', Reason: 'No route.' })).toMatchObject([
    { errors: [{ code: 131000 }] },
  ]);
});

test('what a message costs is told in the words of the platform', () => {
  const Pricing = {
    billable: true,
    pricing_model: 'PMP',
    category: 'utility',
    type: 'regular',
    origin: 'utility',
    conversation: 'C1',
    conversationUntil: '1767698400',
  };
  expect(statusesOf('MessageStatus', { Pricing })).toMatchObject([
    {
      conversation: {
        id: 'C1',
        expiration_timestamp: '1767698400',
        origin: { type: 'utility' },
      },
      pricing: { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' },
    },
  ]);
});

test('somebody whose number is hidden is named by an id', () => {
  expect(statusesOf('MessageStatus', { Chat: LID })).toEqual([
    { id: 'SAMPLE0000000004', status: 'delivered', timestamp: SECONDS, recipient_user_id: HIDDEN },
  ]);
});

test('of a message that was sent here the status tells once, and the receipt is left out', () => {
  const receipt: Partial<Payloads['Receipt']> = { MessageIDs: ['A', 'B'], SentIDs: ['A'] };
  expect(statusesOf('Receipt', receipt, only('MessageStatus', 'Receipt'))).toMatchObject([
    { id: 'B', status: 'read' },
  ]);
  expect(changesOf('Receipt', { ...receipt, SentIDs: ['A', 'B'] })).toEqual([]);
  expect(statusesOf('Receipt', receipt, only('Receipt'))).toMatchObject([{ id: 'A' }, { id: 'B' }]);
});

test('a receipt repeats what the caller gave with the message, in a group and where there is no status', () => {
  const receipt = { MessageIDs: ['A', 'B'], SentIDs: ['A', 'B'], Callbacks: { A: 'order 7' } };
  const told = [
    statusesOf('Receipt', { ...receipt, Chat: GROUP, Sender: PERSON }),
    statusesOf('Receipt', receipt, only('Receipt')),
  ];
  const [a, b] = [{ id: 'A', biz_opaque_callback_data: 'order 7' }, { id: 'B' }];
  for (const statuses of told) {
    expect(statuses).toMatchObject([a, b]);
    expect(statuses[1]).not.toHaveProperty('biz_opaque_callback_data');
  }
});

test('that the account has read a message on another device has no form', () => {
  expect(changesOf('Receipt', { Type: 'read-self' })).toEqual([]);
});

test('in a group each member has a status, and the group is the recipient', () => {
  const inGroup = {
    Chat: GROUP,
    Sender: PERSON,
    MessageIDs: ['A'],
    SentIDs: ['A'],
    Type: '' as const,
  };
  expect(changesOf('Receipt', inGroup)).toEqual([
    {
      field: 'messages',
      value: {
        ...METADATA,
        statuses: [
          {
            id: 'A',
            status: 'delivered',
            timestamp: SECONDS,
            recipient_id: '120363000000000001',
            recipient_type: 'group',
            recipient_participant_id: '5511999990000',
          },
        ],
      },
    },
  ]);
  const own = { Chat: GROUP, Status: 'Read' } as const;
  expect(changesOf('MessageStatus', own)).toEqual([]);
  expect(statusesOf('MessageStatus', own, only('MessageStatus'))).toMatchObject([
    { status: 'read', recipient_type: 'group' },
  ]);
  expect(statusesOf('MessageStatus', { ...own, Status: 'ServerAck' })).toMatchObject([
    { status: 'sent', recipient_id: '120363000000000001' },
  ]);
});

test('what Meta said of a failure comes out as it came', () => {
  const Failure = {
    title: 'Re-engagement message',
    message: 'Re-engagement message',
    details: 'More than 24 hours have passed',
    href: 'https://developers.facebook.com/docs/errors',
  };
  const event = { Status: 'Error', Code: 131047, Reason: 'Send a template.', Failure } as const;
  expect(statusesOf('MessageStatus', event)[0]?.errors).toEqual([
    {
      code: 131047,
      title: 'Re-engagement message',
      message: 'Re-engagement message',
      error_data: { details: 'More than 24 hours have passed' },
      href: 'https://developers.facebook.com/docs/errors',
    },
  ]);
});
