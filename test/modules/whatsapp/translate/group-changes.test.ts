import { describe, expect, test } from 'bun:test';
import type { BinaryNode, GroupMetadata } from '@whiskeysockets/baileys';
import { joinedGroup } from '../../../../src/modules/whatsapp/translate/group-changes.ts';
import { eventsOfStanza } from '../../../../src/modules/whatsapp/translate/stanza.ts';
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
  self,
} from './samples.ts';

const T = String(SECONDS);
const stanza = (...content: BinaryNode[]): BinaryNode => ({
  tag: 'notification',
  attrs: { type: 'w:gp2', from: GROUP, id: 'N1', t: T, participant: ANA_LID, participant_pn: ANA },
  content,
});
const node = (
  tag: string,
  attrs: Record<string, string> = {},
  content?: BinaryNode['content'],
) => ({
  tag,
  attrs,
  ...(content && { content }),
});
const members = (...jids: string[]): BinaryNode[] =>
  jids.map((jid) => node('participant', { jid }));
const recorded = (...content: BinaryNode[]) => eventsOfStanza(stanza(...content), knowing, 0);
const dataOf = (...content: BinaryNode[]): unknown => recorded(...content).events[0]?.data;

const UNCHANGED = {
  JID: GROUP,
  Sender: ANA,
  Timestamp: AT,
  Name: null,
  Topic: null,
  Join: [],
  Leave: [],
  Promote: [],
  Demote: [],
};

describe('a change of a group', () => {
  test('of its name has exactly the fields it has from every provider', () => {
    expect(
      recorded(node('subject', { subject: 'Sales', s_t: T, s_o: ANA_LID, s_o_pn: ANA })),
    ).toEqual({
      events: [
        {
          type: 'GroupInfo',
          data: { ...UNCHANGED, Name: { Name: 'Sales', NameSetAt: AT, NameSetBy: ANA } },
        },
      ],
      statuses: [],
      joined: null,
    });
  });

  test('of its description says what it is now, or that it is gone', () => {
    const set = node('description', { id: 'D1' }, [node('body', {}, Buffer.from('Olá'))]);
    const topic = { TopicID: 'D1', TopicSetAt: AT, TopicSetBy: ANA };
    expect(dataOf(set)).toEqual({
      ...UNCHANGED,
      Topic: { ...topic, Topic: 'Olá', TopicDeleted: false },
    });
    expect(dataOf(node('description', { id: 'D1' }, [node('delete')]))).toEqual({
      ...UNCHANGED,
      Topic: { ...topic, Topic: '', TopicDeleted: true },
    });
  });

  test.each([
    ['add', 'Join'],
    ['remove', 'Leave'],
    ['leave', 'Leave'],
    ['promote', 'Promote'],
    ['demote', 'Demote'],
  ])('%s names people by phone number in %s', (tag, field) => {
    const ana = node('participant', { jid: ANA_LID, phone_number: ANA });
    const change = dataOf(node(tag, {}, [ana, ...members(BOB_LID, '9@lid')]));
    expect(change).toEqual({ ...UNCHANGED, [field]: [ANA, BOB, '9@lid'] });
  });

  test.each<[string, BinaryNode, object]>([
    ['locked', node('locked'), { Locked: { IsLocked: true } }],
    ['unlocked', node('unlocked'), { Locked: { IsLocked: false } }],
    ['announcement', node('announcement'), { Announce: { IsAnnounce: true } }],
    ['not_announcement', node('not_announcement'), { Announce: { IsAnnounce: false } }],
    [
      'ephemeral',
      node('ephemeral', { expiration: '86400' }),
      { Ephemeral: { IsEphemeral: true, DisappearingTimer: 86_400 } },
    ],
    [
      'not_ephemeral',
      node('not_ephemeral'),
      { Ephemeral: { IsEphemeral: false, DisappearingTimer: 0 } },
    ],
    [
      'membership_approval_mode',
      node('membership_approval_mode', {}, [node('group_join', { state: 'on' })]),
      { MembershipApprovalMode: { IsJoinApprovalRequired: true } },
    ],
    [
      'member_add_mode',
      node('member_add_mode', {}, Buffer.from('all_member_add')),
      { MemberAddMode: 'all_member_add' },
    ],
    ['invite', node('invite', { code: 'XyZ' }), { NewInviteLink: 'https://chat.whatsapp.com/XyZ' }],
    ['delete', node('delete', { reason: 'r' }), { Delete: { Deleted: true, DeleteReason: 'r' } }],
    ['a reason to join', node('add', { reason: 'invite' }), { JoinReason: 'invite' }],
  ])('%s is published beside what did not change', (_, change, setting) => {
    expect(dataOf(change)).toEqual({ ...UNCHANGED, ...setting });
  });

  test('two changes of one stanza are one event', () => {
    const change = dataOf(node('locked'), node('promote', {}, members(BOB)));
    expect(change).toEqual({ ...UNCHANGED, Promote: [BOB], Locked: { IsLocked: true } });
  });

  const PARENT = '120363000000000099@g.us';

  test.each([
    ['link', 'Link', 'parent_group', { jid: PARENT }, ''],
    ['link', 'Link', 'sub_group', { id: '120363000000000099', subject: 'News' }, ''],
    ['unlink', 'Unlink', 'sub_group', { jid: PARENT }, 'unlink_group'],
    ['unlink', 'Unlink', 'sibling_group', { jid: PARENT }, 'delete_parent'],
  ] as const)(
    'of its community (%s) names the other groups: %s %s',
    (tag, field, Type, group, Reason) => {
      const attrs = { [`${tag}_type`]: Type, ...(Reason && { [`${tag}_reason`]: Reason }) };
      const change = { Type, Groups: [PARENT], Reason };
      expect(dataOf(node(tag, attrs, [node('group', group)]))).toEqual({
        ...UNCHANGED,
        [field]: change,
      });
    },
  );

  test('of who asks to be admitted names them, also where it names only who caused it', () => {
    const asked = (...content: BinaryNode[]) =>
      dataOf(node('created_membership_requests', { request_method: 'invite_link' }, content));
    expect(asked()).toEqual({ ...UNCHANGED, JoinRequests: [ANA] });
    expect(asked(...members(BOB))).toEqual({ ...UNCHANGED, JoinRequests: [BOB] });
    const ended = (...content: BinaryNode[]) =>
      dataOf(node('revoked_membership_requests', {}, content));
    expect(ended()).toEqual({ ...UNCHANGED, JoinRequestsEnded: [ANA] });
    expect(ended(...members(BOB))).toEqual({ ...UNCHANGED, JoinRequestsEnded: [BOB] });
  });

  test('of a community that names no other group is no event', () => {
    expect(recorded(node('link', { link_type: 'sub_group' })).events).toEqual([]);
    expect(recorded(node('unlink', {}, [node('group', {}), node('other')])).events).toEqual([]);
  });

  test('that no receiver could name is no event', () => {
    expect(recorded(node('some_later_change')).events).toEqual([]);
    expect(recorded().events).toEqual([]);
    const nowhere = { ...stanza(node('locked')), attrs: { type: 'w:gp2' } };
    expect(eventsOfStanza(nowhere, knowing, NOW).events).toEqual([]);
  });
});

describe('a group the account came to', () => {
  const group = node(
    'group',
    { id: '120363041234567890', subject: 'Sales', s_t: T, s_o: ANA, creation: T, creator: ANA },
    [
      node('participant', { jid: ANA_LID, phone_number: ANA, type: 'superadmin' }),
      node('participant', { jid: BOB_LID, type: 'admin' }),
      node('participant', { jid: MY_LID }),
      node('locked'),
    ],
  );
  const expected = {
    type: 'JoinedGroup' as const,
    data: {
      Reason: 'invite',
      Type: 'new',
      JID: GROUP,
      GroupName: { Name: 'Sales', NameSetAt: AT, NameSetBy: ANA },
      Name: 'Sales',
      GroupCreated: AT,
      Participants: [
        { JID: ANA, IsAdmin: true, IsSuperAdmin: true },
        { JID: BOB, IsAdmin: true, IsSuperAdmin: false },
        { JID: ME, IsAdmin: false, IsSuperAdmin: false },
      ],
    },
  };

  test('is described whole by the stanza that makes it', () => {
    const create = node('create', { type: 'new', reason: 'invite' }, [group]);
    expect(recorded(create)).toEqual({ events: [expected], statuses: [], joined: null });
  });

  test('names only members, not people who could not be added when it was made', () => {
    const refused = node('participant', { jid: '9@lid', error: '403' });
    const { tag, attrs, content } = group;
    const made = node(tag, attrs, [...(content as BinaryNode[]), refused]);
    const create = node('create', { type: 'new', reason: 'invite' }, [made]);
    expect(recorded(create).events).toEqual([expected]);
  });

  test.each([ME, MY_LID])('by being added to it as %s is to be asked about', (jid) => {
    const { events, joined } = recorded(node('add', {}, members(jid)));
    expect(events).toEqual([{ type: 'GroupInfo', data: { ...UNCHANGED, Join: [ME] } }]);
    expect(joined).toBe(GROUP);
  });

  test('is not the one somebody else was added to', () => {
    expect(recorded(node('add', {}, members(BOB))).joined).toBeNull();
  });

  test('reads the same from what the client answers', () => {
    const metadata: GroupMetadata = {
      id: GROUP,
      owner: ANA,
      subject: 'Sales',
      subjectTime: SECONDS,
      subjectOwner: ANA_LID,
      subjectOwnerPn: ANA,
      creation: SECONDS,
      participants: [
        { id: ANA_LID, phoneNumber: ANA, admin: 'superadmin' },
        { id: BOB_LID, admin: 'admin' },
        { id: MY_LID, admin: null },
      ],
    };
    const data = { ...expected.data, Reason: '', Type: '' };
    expect(joinedGroup(metadata, knowing, 0)?.data).toEqual(data);
  });

  test('that is not described is no event', () => {
    expect(recorded(node('create')).events).toEqual([]);
    expect(joinedGroup({} as GroupMetadata, self, NOW)).toBeNull();
  });

  test('came about now when nobody says when', () => {
    const bare = { id: GROUP, subject: 'S', owner: undefined, participants: [] };
    expect(joinedGroup(bare, self, NOW)?.data).toMatchObject({
      GroupCreated: AT,
      GroupName: { Name: 'S', NameSetAt: AT },
    });
  });
});
