/** Which events become webhooks of the Cloud API, and of which field. */
import { expect, test } from 'bun:test';
import type { EventType } from '../../../../../src/core/events/contract/catalog.ts';
import { EVENT_TYPES } from '../../../../../src/core/events/contract/event-names.ts';
import { canBeShaped } from '../../../../../src/core/webhooks/format/whatsapp-cloud/body.ts';
import { changesOf, GROUP, METADATA, OWN, PERSON, SECONDS, told } from './kit.ts';

test('a text is a webhook of the account, about its number, with the person who wrote it', () => {
  expect(told('Message')).toEqual({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '200000000000002',
        changes: [
          {
            field: 'messages',
            value: {
              ...METADATA,
              contacts: [{ profile: { name: 'Sample person' }, wa_id: '5511999990000' }],
              messages: [
                {
                  from: '5511999990000',
                  id: 'SAMPLE0000000001',
                  timestamp: SECONDS,
                  type: 'text',
                  text: { body: 'This is a sample message.' },
                },
              ],
            },
          },
        ],
      },
    ],
  });
});

test('the status of a message that was sent is a webhook of the same field', () => {
  expect(changesOf('MessageStatus')).toEqual([
    {
      field: 'messages',
      value: {
        ...METADATA,
        statuses: [
          {
            id: 'SAMPLE0000000004',
            status: 'delivered',
            timestamp: SECONDS,
            recipient_id: '5511999990000',
          },
        ],
      },
    },
  ]);
});

/** The fields of the changes that the sample of a type becomes; a type that is absent becomes none. */
const FIELDS: { readonly [T in EventType]?: readonly string[] } = {
  LoggedOut: ['account_update'],
  Message: ['messages'],
  Receipt: ['messages'],
  CallOffer: ['calls'],
  CallTerminate: ['calls'],
  JoinedGroup: ['group_lifecycle_update'],
  GroupInfo: ['group_settings_update'],
  MessageStatus: ['messages'],
  TemplateUpdate: ['message_template_status_update'],
  PlatformNotice: ['phone_number_quality_update'],
};

test.each(EVENT_TYPES.map((type) => [type]))(
  'the sample of %s becomes the changes that the table of fields says',
  (type) => {
    const fields = FIELDS[type] ?? [];
    expect(changesOf(type).map(({ field }) => field)).toEqual([...fields]);
    expect(canBeShaped(type)).toBe(fields.length > 0);
  },
);

test('while no account is paired, the number is empty and the ids are those of the instance', () => {
  const [change] = changesOf('Message', {}, { ownerJid: null });
  expect(change?.value).toMatchObject({
    metadata: { display_phone_number: '', phone_number_id: '100000000000001' },
  });
});

test('an event that belongs to no type of the catalog has no form', () => {
  const event = { id: 'a', sequence: 1, event: 'pipeline_stage.created', timestamp: '', data: {} };
  expect(canBeShaped(event.event)).toBe(false);
});

test('a call that comes in is one to the number, without a session that could be answered', () => {
  const [change] = changesOf('CallOffer');
  expect(change).toEqual({
    field: 'calls',
    value: {
      ...METADATA,
      calls: [
        {
          id: 'SAMPLE0000000003',
          from: '5511999990000',
          to: '5511988880000',
          event: 'connect',
          timestamp: SECONDS,
          direction: 'USER_INITIATED',
        },
      ],
    },
  });
});

test.each([
  ['accepted_elsewhere', 'COMPLETED'],
  ['completed', 'COMPLETED'],
  ['failed', 'FAILED'],
  ['timeout', 'FAILED'],
])('a call that ended with %s has the status %s', (Reason, status) => {
  const [change] = changesOf('CallTerminate', { Reason });
  expect(change?.value).toMatchObject({ calls: [{ event: 'terminate', status }] });
});

test('a call that the account makes is one of the business', () => {
  const [change] = changesOf('CallTerminate', { CallCreator: OWN });
  expect(change?.value).toMatchObject({
    calls: [{ from: '5511988880000', to: '5511999990000', direction: 'BUSINESS_INITIATED' }],
  });
});

test('a group that has just been made is told, one that the account came into is not', () => {
  const [change] = changesOf('JoinedGroup');
  expect(change?.value).toEqual({
    ...METADATA,
    groups: [
      {
        timestamp: SECONDS,
        group_id: '120363000000000001',
        type: 'group_create',
        subject: 'Sample group',
      },
    ],
  });
  expect(changesOf('JoinedGroup', { Type: '' })).toEqual([]);
});

test('what happened in a group is one change for each field that Meta has', () => {
  const at = new Date(Number(SECONDS) * 1000).toISOString();
  const changes = changesOf('GroupInfo', {
    Topic: {
      Topic: 'Be kind',
      TopicID: '1',
      TopicSetAt: at,
      TopicSetBy: PERSON,
      TopicDeleted: false,
    },
    Join: [PERSON, '99@lid'],
    JoinReason: 'invite',
    Leave: [PERSON],
    Delete: { Deleted: true, DeleteReason: '' },
  });
  const head = { timestamp: SECONDS, group_id: '120363000000000001' };
  expect(changes).toEqual(
    [
      {
        field: 'group_participants_update',
        group: {
          type: 'group_participants_add',
          reason: 'invite_link',
          added_participants: [{ wa_id: '5511999990000' }, { user_id: 'ZZ.99' }],
        },
      },
      {
        field: 'group_participants_update',
        group: {
          type: 'group_participants_remove',
          removed_participants: [{ wa_id: '5511999990000' }],
          initiated_by: 'participant',
        },
      },
      {
        field: 'group_settings_update',
        group: {
          type: 'group_settings_update',
          group_subject: { text: 'Sample group', update_successful: true },
          group_description: { text: 'Be kind', update_successful: true },
        },
      },
      { field: 'group_lifecycle_update', group: { type: 'group_delete' } },
    ].map(({ field, group }) => ({
      field,
      value: { ...METADATA, groups: [{ ...head, ...group }] },
    })),
  );
});

test('a member whom the account removed was removed by the business', () => {
  const [change] = changesOf('GroupInfo', { Name: null, Leave: [PERSON], Sender: OWN });
  expect(change?.value).toMatchObject({ groups: [{ initiated_by: 'business' }] });
});

test('what Meta has no word for in a group is left out: admins, who may write, disappearing messages', () => {
  const nothing = { Name: null, Topic: null, Join: [], Leave: [], JID: GROUP };
  expect(changesOf('GroupInfo', { ...nothing, Promote: [PERSON] })).toEqual([]);
  expect(changesOf('GroupInfo', { ...nothing, Announce: { IsAnnounce: true } })).toEqual([]);
});

test('a template that was approved is told with the number that Meta gives as its id', () => {
  const [change] = changesOf('TemplateUpdate');
  expect(change?.value).toEqual({
    event: 'APPROVED',
    reason: 'NONE',
    message_template_id: 1689556908129832,
    message_template_name: 'order_ready',
    message_template_language: 'en',
  });
});

test('another category and another quality of a template are changes of their own fields', () => {
  const changes = changesOf('TemplateUpdate', {
    Status: null,
    Category: 'MARKETING',
    Quality: 'RED',
  });
  expect(changes).toMatchObject([
    { field: 'template_category_update', value: { new_category: 'MARKETING' } },
    { field: 'message_template_quality_update', value: { new_quality_score: 'RED' } },
  ]);
});

test('a number that was taken from the service is told as Meta tells partners', () => {
  expect(changesOf('LoggedOut')).toEqual([
    {
      field: 'account_update',
      value: { phone_number: '5511988880000', event: 'PARTNER_REMOVED' },
    },
  ]);
});
