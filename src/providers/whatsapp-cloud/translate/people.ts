/** People and groups as webhooks of the Cloud API name them. Pure. */
import type { SenderIds } from '../../../events/contract/chat-payloads.ts';
import { isBusinessId } from '../../../shared/business-id.ts';
import { type Fields, record, records, text } from '../../foreign-values.ts';
import { spellingsOf } from '../../number-spellings.ts';
import { isPhone } from '../../whatsapp/translate/jids.ts';

/** Somebody who takes part in a chat with the business. */
export interface Person {
  readonly ids: SenderIds;
  /** As the person's profile says it; '' where it does not. */
  readonly name: string;
}

/** The longest number has 15 digits; test numbers have some more. */
const NUMBER = /^\+?(\d{5,20})$/;

/** Digits; '' for what is no phone number. */
export const numberOf = (value: unknown): string =>
  NUMBER.exec(text(value).replace(/[\s()-]/g, ''))?.[1] ?? '';

export const phoneJid = (number: string): string => `${number}@s.whatsapp.net`;

const GROUP_ID = /^[\w.=:+/-]{1,256}$/;

/** '' for what is no id of a group. */
export function groupJid(value: unknown): string {
  const id = text(value);
  if (!GROUP_ID.test(id)) return '';
  return id.endsWith('@g.us') ? id : `${id}@g.us`;
}

/**
 * The person under the best address that receivers know them by; '' when nothing names them. `chat`: with that person
 * alone; it tells the number where they have shown one before.
 */
export function jidOf({ number, bsuid = '' }: SenderIds, chat = ''): string {
  if (number) return phoneJid(number);
  return isPhone(chat) ? chat : bsuid;
}

/** What a webhook names people by: in messages `from…`, in statuses `recipient…`, in echoes `to…`. */
interface Named {
  readonly number: unknown;
  readonly bsuid: unknown;
  readonly parentBsuid: unknown;
}

export const senderOf = (message: Fields): Named => ({
  number: message.from,
  bsuid: message.from_user_id,
  parentBsuid: message.from_parent_user_id,
});

export const addresseeOf = (message: Fields): Named => ({
  number: message.to,
  bsuid: message.to_user_id,
  parentBsuid: message.to_parent_user_id,
});

export const recipientOf = (status: Fields): Named => ({
  number: status.recipient_id,
  bsuid: status.recipient_user_id,
  parentBsuid: status.recipient_parent_user_id ?? status.parent_recipient_user_id,
});

/** `contacts`: the list beside the messages or statuses, which may be absent, and may name others. */
export function personOf(named: Named, contacts: unknown): Person {
  const own = { number: numberOf(named.number), bsuid: businessId(named.bsuid) };
  const contact = contactOf(own, contacts);
  const profile = record(contact.profile);
  const number = own.number || numberOf(contact.wa_id);
  const bsuid = own.bsuid || businessId(contact.user_id);
  const parentBsuid = businessId(named.parentBsuid) || businessId(contact.parent_user_id);
  const username = text(profile.username) || text(contact.username);
  return {
    ids: {
      ...(number && { number }),
      ...(bsuid && { bsuid }),
      ...(parentBsuid && { parentBsuid }),
      ...(username && { username }),
    },
    name: text(profile.name),
  };
}

const businessId = (value: unknown): string => (isBusinessId(text(value)) ? text(value) : '');

/** Numbers of some countries have two spellings. What is not surely the same person's would mix up two people. */
function contactOf(own: { number: string; bsuid: string }, contacts: unknown): Fields {
  const spellings = own.number === '' ? [] : spellingsOf(phoneJid(own.number));
  const isOf = ({ wa_id, user_id }: Fields) =>
    (own.bsuid !== '' && user_id === own.bsuid) || spellings.includes(phoneJid(numberOf(wa_id)));
  return records(contacts).find(isOf) ?? {};
}

/** Of the platform's note that somebody is known under another id: the former one, and the new one; '' each: it is none. */
export function formerAddressOf(message: Fields): readonly [former: string, address: string] {
  const { type, user_id } = record(message.system);
  const former = businessId(message.from_user_id);
  const address = businessId(user_id);
  const isNote = message.type === 'system' && type === 'user_changed_user_id';
  return isNote && former !== '' && address !== '' ? [former, address] : ['', ''];
}
