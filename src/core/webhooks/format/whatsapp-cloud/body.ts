/** Shapes stored events as webhooks of the Cloud API. Pure. */
import type { EventType, Payloads } from '../../../events/contract/catalog.ts';
import type { CallData } from '../../../events/types/calls.ts';
import { withoutDevice } from '../../../events/types/event-type.ts';
import type { GroupInfoData } from '../../../events/types/groups.ts';
import { isObject } from '../../value-problems.ts';
import type { StoredEvent } from '../evolution-api.ts';
import {
  type BusinessNumber,
  businessNumber,
  type CloudChange,
  type GraphIdentity,
} from './change.ts';
import { messageChanges } from './messages.ts';
import { FROM, groupIdIn, isNamed, personAt, personFields, TO } from './people.ts';
import { receiptChanges, statusChanges } from './statuses.ts';
import { type Fields, seconds } from './values.ts';

/** Meta gives ids of templates as numbers. */
const idOf = (id: string): number | string => {
  const number = Number(id);
  return id !== '' && Number.isSafeInteger(number) ? number : id;
};

/** One event may tell of a status, a category and a quality, each of which is a change of its own field. */
function templateChanges(data: Payloads['TemplateUpdate']): CloudChange[] {
  const { ID, Name, Language, Status, Category, Quality, Reason } = data;
  const template = {
    message_template_id: idOf(ID),
    message_template_name: Name,
    message_template_language: Language,
  };
  const about = (field: string, what: object): CloudChange => ({
    field,
    value: { ...what, ...template },
  });
  return [
    ...(Status === null
      ? []
      : [
          about('message_template_status_update', {
            event: Status,
            reason: Reason ?? (Status === 'DELETED' ? null : 'NONE'),
            ...(Category !== null && { message_template_category: Category }),
          }),
        ]),
    ...(Status !== null || Category === null
      ? []
      : [about('template_category_update', { new_category: Category })]),
    ...(Quality === null
      ? []
      : [about('message_template_quality_update', { new_quality_score: Quality })]),
  ];
}

/** The account was taken from this service, on its phone or here. */
const loggedOutChanges = (_: Payloads['LoggedOut'], { digits }: BusinessNumber): CloudChange[] => [
  {
    field: 'account_update',
    value: { ...(digits !== '' && { phone_number: digits }), event: 'PARTNER_REMOVED' },
  },
];

/** A notice leaves as Meta sent it. */
const noticeChanges = ({ Field, Notice }: Payloads['PlatformNotice']): CloudChange[] => [
  { field: Field, value: Notice },
];

/** A call cannot be answered here, so it comes without a session. */
const offerChanges = (data: Payloads['CallOffer'], number: BusinessNumber) =>
  callChanges(data, number, { event: 'connect' });

/** Reasons for the end of calls that were taken, here or on another device. */
const TAKEN: ReadonlySet<string> = new Set(['completed', 'accepted_elsewhere']);

const terminateChanges = (data: Payloads['CallTerminate'], number: BusinessNumber) =>
  callChanges(data, number, {
    event: 'terminate',
    status: TAKEN.has(data.Reason) ? 'COMPLETED' : 'FAILED',
  });

function callChanges(
  { From, CallCreator, CallID, Timestamp }: CallData,
  { digits, frame }: BusinessNumber,
  what: Fields,
): CloudChange[] {
  const person = personAt(From);
  if (!isNamed(person) || CallID === '') return [];
  const isOurs = digits !== '' && withoutDevice(CallCreator) === `${digits}@s.whatsapp.net`;
  const own = digits === '' ? {} : { number: digits };
  const call = {
    id: CallID,
    ...personFields(isOurs ? own : person, FROM),
    ...personFields(isOurs ? person : own, TO),
    ...what,
    timestamp: seconds(Timestamp),
    direction: isOurs ? 'BUSINESS_INITIATED' : 'USER_INITIATED',
  };
  return [{ field: 'calls', value: { ...frame, calls: [call] } }];
}

/** Facts that the event itself does not have. */
interface Surroundings extends Pick<BusinessNumber, 'filesAt'> {
  readonly identity: GraphIdentity;
  /** JID of the instance's account, null while it is not paired. */
  readonly ownerJid: string | null;
  /** Whether the receiver gets events of a type. */
  readonly gets: (type: string) => boolean;
}

/** `gets` tells whether the receiver gets events of another type too. */
type Shape<T extends EventType> = (
  data: Payloads[T],
  number: BusinessNumber,
  gets: Surroundings['gets'],
) => readonly CloudChange[];

/**
 * The types that the Cloud API has webhooks for. `SendMessage` is not among them because the receiver is assumed to be
 * the application that sent it, `Undecryptable` because the message may still come under the same id, and receivers
 * take each id once.
 */
const SHAPES: { readonly [T in EventType]?: Shape<T> } = {
  LoggedOut: loggedOutChanges,
  Message: messageChanges,
  Receipt: receiptChanges,
  CallOffer: offerChanges,
  CallTerminate: terminateChanges,
  JoinedGroup: joinedChanges,
  GroupInfo: groupChanges,
  MessageStatus: statusChanges,
  TemplateUpdate: templateChanges,
  PlatformNotice: noticeChanges,
};

/** Whether events of a type can have this form. */
export const canBeShaped = (type: string): boolean => shapeOf(type) !== null;

const shapeOf = (type: string): Shape<EventType> | null =>
  // The casts: it is one of the names, and data of an event belongs to its type.
  Object.hasOwn(SHAPES, type) ? (SHAPES[type as EventType] as Shape<EventType>) : null;

/** A webhook of the Cloud API. */
export interface CloudBody {
  readonly object: 'whatsapp_business_account';
  readonly entry: readonly { readonly id: string; readonly changes: readonly CloudChange[] }[];
}

export const cloudBody = (wabaId: string, changes: readonly CloudChange[]): CloudBody => ({
  object: 'whatsapp_business_account',
  entry: [{ id: wabaId, changes }],
});

/** Returns null for an event that the Cloud API has no form for. */
export function toCloudBody(
  { event, data }: StoredEvent,
  { identity, filesAt, ownerJid, gets }: Surroundings,
): CloudBody | null {
  const shape = shapeOf(event);
  if (shape === null || !isObject(data)) return null;
  // Only `publish` writes bodies in the event log, and checks the payload.
  const number = businessNumber(identity, ownerJid, filesAt);
  const changes = shape(data as Payloads[EventType], number, gets);
  return changes.length === 0 ? null : cloudBody(identity.wabaId, changes);
}

/** Meta has a shape for a group that was just made, but not for a group that the account joined. */
function joinedChanges(data: Payloads['JoinedGroup'], number: BusinessNumber) {
  const { JID, Type, Name, GroupCreated } = data;
  const groupId = groupIdIn(JID);
  if (groupId === undefined || Type !== 'new') return [];
  const made = { ...head(groupId, GroupCreated, 'group_create'), subject: Name };
  return [change('group_lifecycle_update', made, number)];
}

/** One event may say several things, each of which is a change of its own field. */
function groupChanges(data: GroupInfoData, number: BusinessNumber): CloudChange[] {
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
