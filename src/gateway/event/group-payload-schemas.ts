/** What events say of groups, and of channels that the account follows. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';
import { count, flag, jids, orNull, text, time } from './payload-fields.ts';

const GroupName = NamedObject(
  'GroupName',
  {
    Name: text('Name of the group as its members see it'),
    NameSetAt: time('When the name was set'),
    NameSetBy: Type.Optional(text('JID of who set the name')),
  },
  { description: 'The name of the group, and when it was set' },
);
const group = text('JID of the group, such as `120363000000000001@g.us`');

const Participants = Type.Array(
  Type.Object({
    JID: text('JID of the member'),
    IsAdmin: flag('Whether the member is an admin of the group'),
    IsSuperAdmin: flag('Whether the member has made the group, and cannot lose being an admin'),
  }),
  { description: 'The members of the group' },
);

export const JoinedGroup = NamedObject(
  'JoinedGroupData',
  {
    Reason: text('How the account came in, such as `invite`; empty when it is not known'),
    Type: text('`new`: the group has just been made; else empty'),
    JID: group,
    GroupName,
    Name: text('Name of the group, the same as `GroupName.Name`'),
    GroupCreated: time('When the group was made'),
    Participants,
  },
  { description: 'The group that the account is in now' },
);

const Topic = Type.Object({
  Topic: text('The description of the group, in words'),
  TopicID: text('Id of this version of the description'),
  TopicSetAt: time('When the description was set'),
  TopicSetBy: text('JID of who set the description'),
  TopicDeleted: flag('Whether the description was removed'),
});

export const GroupInfo = NamedObject(
  'GroupInfoData',
  {
    JID: group,
    Sender: text('JID of the member who changed the group'),
    Timestamp: time('When the group was changed'),
    Name: orNull('The new name; null: it has not changed', GroupName),
    Topic: orNull('The new description; null: it has not changed', Topic),
    Locked: Type.Optional(
      Type.Object(
        { IsLocked: flag('Whether only admins may change name, picture and description') },
        { description: 'Who may change the group; only when that has changed' },
      ),
    ),
    Announce: Type.Optional(
      Type.Object(
        { IsAnnounce: flag('Whether only admins may write in the group') },
        { description: 'Who may write in the group; only when that has changed' },
      ),
    ),
    Ephemeral: Type.Optional(
      Type.Object(
        {
          IsEphemeral: flag('Whether messages in the group disappear'),
          DisappearingTimer: count('After how many seconds messages disappear; 0: never'),
        },
        { description: 'Whether messages disappear; only when that has changed' },
      ),
    ),
    Join: jids('JIDs of those who came into the group'),
    Leave: jids('JIDs of those who left the group or were removed'),
    Promote: jids('JIDs of those who became admins'),
    Demote: jids('JIDs of those who are no admins any more'),
  },
  { description: 'What changed in the group, and who changed it' },
);

export const NewsletterJoin = NamedObject(
  'NewsletterJoinData',
  {
    id: text('JID of the channel, ending in `@newsletter`'),
    state: Type.Object(
      { type: text('`ACTIVE`, or what else WhatsApp says of the channel') },
      { description: 'Whether the channel is in use' },
    ),
    thread_metadata: Type.Object(
      {
        creation_time: text('When the channel was made, in seconds since 1970'),
        invite: text('Code at the end of the link to the channel'),
        name: Type.Object(
          {
            text: text('Name of the channel as people see it'),
            id: text('Id of this version of the name'),
          },
          { description: 'The name of the channel' },
        ),
        description: Type.Object(
          { text: text('The description of the channel, in words') },
          { description: 'The description of the channel' },
        ),
        subscribers_count: count('How many people follow the channel'),
        verification: text('`VERIFIED` or `UNVERIFIED`, as WhatsApp says'),
        picture: orNull(
          'The picture of the channel; null: it has none',
          Type.Object({ url: text('URL where the picture can be fetched') }),
        ),
      },
      { description: 'What WhatsApp says of the channel' },
    ),
    viewer_metadata: Type.Object(
      {
        mute: text('`ON` when the account has muted the channel, else `OFF`'),
        role: text('What the account is in the channel, such as `SUBSCRIBER`'),
      },
      { description: 'What the account is in the channel' },
    ),
  },
  { description: 'The channel that the account follows now' },
);
