/** Shapes stored events as webhooks of the Cloud API. Pure. */
import type { EventType, Payloads } from '../../../events/contract/catalog.ts';
import { isObject } from '../../given-problem.ts';
import type { StoredEvent } from '../evolution-api.ts';
import { loggedOutChanges, noticeChanges, templateChanges } from './accounts.ts';
import { offerChanges, terminateChanges } from './calls.ts';
import {
  type BusinessNumber,
  businessNumber,
  type CloudChange,
  type GraphIdentity,
} from './change.ts';
import { groupChanges, joinedChanges } from './groups.ts';
import { messageChanges } from './messages.ts';
import { receiptChanges, statusChanges } from './statuses.ts';

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
