/** Names accounts, people and groups as the Cloud API does. Pure. */
import { withoutDevice } from '../../../events/types/event-type.ts';
import type { MessageInfo } from '../../../events/types/message-data.ts';
import { isBusinessId } from '../../../shared/addresses/username.ts';
import { userIdOf } from '../meta-errors.ts';
import { text } from './values.ts';

const PHONE = /^(\d{5,20})@s\.whatsapp\.net$/;
const GROUP = /^(.{1,256})@g\.us$/;

/** The addresses of somebody; absent where they are not known. */
export interface Person {
  /** Digits. */
  readonly number?: string;
  /** The id for this business, or the address that hides the number. */
  readonly userId?: string;
  readonly parentUserId?: string;
  readonly username?: string;
}

/** Returns the digits of a phone's JID, or undefined for another address. */
export const numberIn = (jid: unknown): string | undefined =>
  PHONE.exec(withoutDevice(text(jid)))?.[1];

function userIdIn(jid: unknown): string | undefined {
  const address = withoutDevice(text(jid));
  return isBusinessId(address) ? address : (userIdOf(address) ?? undefined);
}

/** Returns the person whom these addresses name, the best one first. */
export function personAt(...addresses: readonly unknown[]): Person {
  const number = addresses.map(numberIn).find((one) => one !== undefined);
  const userId = addresses.map(userIdIn).find((one) => one !== undefined);
  return { ...(number && { number }), ...(userId && { userId }) };
}

/** Returns who wrote a message that the account received. */
export function senderOf({ Sender, SenderAlt, SenderIds = {} }: MessageInfo): Person {
  const { number, userId } = personAt(Sender, SenderAlt);
  const { bsuid, parentBsuid, username } = SenderIds;
  const digits = number ?? (/^\d{5,20}$/.test(SenderIds.number ?? '') ? SenderIds.number : '');
  const id = bsuid ?? userId;
  return {
    ...(digits && { number: digits }),
    ...(id && { userId: id }),
    ...(parentBsuid && { parentUserId: parentBsuid }),
    ...(username && { username }),
  };
}

/** Returns the names of a person as `from…`, `to…` or `recipient…` have them. */
export const personFields = (
  { number, userId, parentUserId }: Person,
  names: { readonly number: string; readonly userId: string; readonly parentUserId: string },
): Record<string, string> => ({
  ...(number && { [names.number]: number }),
  ...(userId && { [names.userId]: userId }),
  ...(parentUserId && { [names.parentUserId]: parentUserId }),
});

export const FROM = {
  number: 'from',
  userId: 'from_user_id',
  parentUserId: 'from_parent_user_id',
} as const;
export const TO = {
  number: 'to',
  userId: 'to_user_id',
  parentUserId: 'to_parent_user_id',
} as const;
export const RECIPIENT = {
  number: 'recipient_id',
  userId: 'recipient_user_id',
  parentUserId: 'recipient_parent_user_id',
} as const;

/** Returns whether anything names the person. */
export const isNamed = ({ number, userId }: Person): boolean =>
  number !== undefined || userId !== undefined;

/** Returns an element of `contacts`. */
export const contactOf = (
  { number, userId, parentUserId, username }: Person,
  name: string,
): object => ({
  profile: { name, ...(username && { username }) },
  ...(number && { wa_id: number }),
  ...(userId && { user_id: userId }),
  ...(parentUserId && { parent_user_id: parentUserId }),
});

/** Returns the id of a group by its JID, or undefined for another chat. */
export const groupIdIn = (chat: unknown): string | undefined => GROUP.exec(text(chat))?.[1];

/** Whether the platform has this kind of chat: those of people and groups, but no channels and no status. */
export const isChat = (jid: unknown): boolean =>
  groupIdIn(jid) !== undefined || isNamed(personAt(jid));
