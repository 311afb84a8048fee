/** Spells changes of groups as webhooks of the Cloud API do. Pure. */
import type { Payloads } from '../../../events/contract/catalog.ts';
import { withoutDevice } from '../../../events/types/evolution-spelling.ts';
import type { GroupInfoData } from '../../../events/types/groups.ts';
import type { BusinessNumber, CloudChange } from './change.ts';
import { groupIdIn, personAt } from './people.ts';
import { type Fields, seconds } from './values.ts';

/** Meta has a shape for a group that was just made, but not for a group that the account joined. */
export function joinedChanges(data: Payloads['JoinedGroup'], number: BusinessNumber) {
  const { JID, Type, Name, GroupCreated } = data;
  const groupId = groupIdIn(JID);
  if (groupId === undefined || Type !== 'new') return [];
  const made = { ...head(groupId, GroupCreated, 'group_create'), subject: Name };
  return [change('group_lifecycle_update', made, number)];
}

/** One event may say several things, each of which is a change of its own field. */
export function groupChanges(data: GroupInfoData, number: BusinessNumber): CloudChange[] {
  const groupId = groupIdIn(data.JID);
  if (groupId === undefined) return [];
  const said = (type: string): Fields => head(groupId, data.Timestamp, type);
  const { Join, Leave, Delete, JoinReason } = data;
  const changes: CloudChange[] = [];
  if (Join.length > 0) {
    const reason = JoinReason === 'invite' ? { reason: 'invite_link' } : {};
    const added = {
      ...said('group_participants_add'),
      ...reason,
      added_participants: people(Join),
    };
    changes.push(change('group_participants_update', added, number));
  }
  if (Leave.length > 0) {
    const removed_participants = people(Leave);
    const removed = {
      ...said('group_participants_remove'),
      removed_participants,
      ...initiator(data, number),
    };
    changes.push(change('group_participants_update', removed, number));
  }
  const settings = settingsIn(data);
  if (settings !== null)
    changes.push(
      change('group_settings_update', { ...said('group_settings_update'), ...settings }, number),
    );
  if (Delete?.Deleted) changes.push(change('group_lifecycle_update', said('group_delete'), number));
  return changes;
}

const head = (group_id: string, time: string, type: string): Fields => ({
  timestamp: seconds(time),
  group_id,
  type,
});

const change = (field: string, group: Fields, { frame }: BusinessNumber): CloudChange => ({
  field,
  value: { ...frame, groups: [group] },
});

const people = (jids: readonly string[]): object[] =>
  jids.map((jid) => {
    const { number, userId } = personAt(jid);
    return { ...(number && { wa_id: number }), ...(userId && { user_id: userId }) };
  });

/** Who left by themselves, and whom the account removed; that another admin did it has no word. */
function initiator({ Sender, Leave }: GroupInfoData, { digits }: BusinessNumber): Fields {
  const sender = withoutDevice(Sender);
  if (Leave.length === 1 && withoutDevice(Leave[0] ?? '') === sender)
    return { initiated_by: 'participant' };
  return sender === `${digits}@s.whatsapp.net` ? { initiated_by: 'business' } : {};
}

/** The Cloud API knows name and description only; they have been changed by somebody, so the change succeeded. */
function settingsIn({ Name, Topic }: GroupInfoData): Fields | null {
  if (Name === null && Topic === null) return null;
  const text = Topic?.TopicDeleted ? '' : Topic?.Topic;
  return {
    ...(Name && { group_subject: { text: Name.Name, update_successful: true } }),
    ...(Topic && { group_description: { text, update_successful: true } }),
  };
}
