/** What the changes of a webhook bring for one number, sorted by what is done about it. Pure. */
import { type Fields, record, records, text } from '../foreign-values.ts';
import { isOurs } from './translate/calls.ts';
import {
  addresseeOf,
  groupJid,
  numberOf,
  type Person,
  personOf,
  recipientOf,
  senderOf,
} from './translate/people.ts';
import type { Change } from './webhook-changes.ts';

/** A message with whom it is exchanged with. */
export interface ReceivedMessage {
  readonly message: Fields;
  readonly person: Person;
  /** '': a chat with the person. */
  readonly group: string;
  /** Written on the phone that shares the number. */
  readonly isFromMe: boolean;
}

export interface ReceivedStatus {
  readonly status: Fields;
  readonly person: Person;
  readonly group: string;
}

export interface ReceivedCall {
  readonly call: Fields;
  readonly person: Person;
}

export interface WebhookItems {
  readonly messages: readonly ReceivedMessage[];
  /** Of chats before the number was connected. */
  readonly past: readonly ReceivedMessage[];
  readonly statuses: readonly ReceivedStatus[];
  readonly calls: readonly ReceivedCall[];
  /** What Meta says went wrong on its own side. */
  readonly errors: readonly Fields[];
  /** Names of fields that nothing is done about. */
  readonly unused: readonly string[];
}

export function itemsIn(changes: readonly Change[]): WebhookItems {
  const messages: ReceivedMessage[] = [];
  const past: ReceivedMessage[] = [];
  const statuses: ReceivedStatus[] = [];
  const calls: ReceivedCall[] = [];
  const errors: Fields[] = [];
  const unused: string[] = [];
  for (const { field, value } of changes) {
    errors.push(...records(value.errors));
    switch (field) {
      case 'messages':
        messages.push(...records(value.messages).map((one) => messageIn(one, value)));
        statuses.push(...records(value.statuses).map((one) => statusIn(one, value)));
        break;
      case 'smb_message_echoes':
      case 'message_echoes':
        messages.push(...records(value.message_echoes).map((one) => echoIn(one, value)));
        break;
      case 'calls':
        calls.push(...records(value.calls).map((one) => callIn(one, value)));
        break;
      case 'history':
        past.push(...records(value.history).flatMap((one) => pastIn(one, value)));
        errors.push(...records(value.history).flatMap((one) => records(one.errors)));
        break;
      default:
        unused.push(field);
    }
  }
  return { messages, past, statuses, calls, errors, unused };
}

const messageIn = (message: Fields, { contacts }: Fields): ReceivedMessage => ({
  message,
  person: personOf(senderOf(message), contacts),
  group: groupJid(message.group_id),
  isFromMe: false,
});

const echoIn = (message: Fields, { contacts }: Fields): ReceivedMessage => ({
  message,
  person: personOf(addresseeOf(message), contacts),
  group: groupJid(message.group_id),
  isFromMe: true,
});

function statusIn(status: Fields, { contacts }: Fields): ReceivedStatus {
  const isInGroup = status.recipient_type === 'group';
  if (!isInGroup) return { status, person: personOf(recipientOf(status), contacts), group: '' };
  const { recipient_participant_id: number, recipient_participant_user_id: bsuid } = status;
  const person = personOf({ number, bsuid, parentBsuid: null }, contacts);
  return { status, person, group: groupJid(status.recipient_id) };
}

const callIn = (call: Fields, { contacts }: Fields): ReceivedCall => ({
  call,
  person: personOf(isOurs(call) ? addresseeOf(call) : senderOf(call), contacts),
});

/** A share of the history: each thread is named by the person's number, and holds what both sides wrote. */
function pastIn(share: Fields, { metadata, contacts }: Fields): ReceivedMessage[] {
  const own = numberOf(record(metadata).display_phone_number);
  return records(share.threads).flatMap((thread) => {
    const context = record(thread.context);
    const named = {
      number: text(thread.id) || context.wa_id,
      bsuid: text(thread.id) || context.user_id,
      parentBsuid: null,
    };
    const person = personOf(named, contacts);
    return records(thread.messages).map((message) => ({
      message,
      person,
      group: '',
      isFromMe: own !== '' && numberOf(message.from) === own,
    }));
  });
}
