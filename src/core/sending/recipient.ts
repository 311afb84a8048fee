/** Fields for phone numbers and addresses of chats. Only the platform knows whether somebody has the number. */
import { Type } from '@sinclair/typebox';
import { errorOf, FieldError, fieldError, parsedBy, parsedIfPresent } from '../http/read-fields.ts';
import {
  chatOf,
  readAddress,
  readAddressee,
  readGroupAddress,
  readNumberOrJid,
  readPersonAddress,
} from '../shared/addresses/chat-address.ts';
import { UnreadableAddress } from '../shared/addresses/unreadable-address.ts';
import { readUsername } from '../shared/addresses/username.ts';
import { withSentence } from '../shared/reasons/problems.ts';

type Reader = (value: unknown) => string | UnreadableAddress;

const fieldBy =
  (read: Reader) =>
  (value: unknown): string | FieldError => {
    const found = read(value);
    return found instanceof UnreadableAddress ? errorOf(withSentence(found.problem)) : found;
  };

/** Reads the digits of a phone number, or the JID of a person, group or channel. */
export const readRecipient = fieldBy(readAddress);
/** Reads the digits of a phone number, or of a JID that has one. */
export const readPhone = fieldBy(readNumberOrJid);
/** Reads the JID of a group, of which the ending may be absent. */
export const readGroup = fieldBy(readGroupAddress);
const readChatName = fieldBy(readAddressee);
const readNameOrChat = fieldBy((value) => readUsername(value) ?? readAddressee(value));

/** Reads the id of the chat that a phone number, a JID or the id that a person has for a business means. */
export function readChat(value: unknown): string | FieldError {
  const found = readChatName(value);
  return found instanceof FieldError ? found : chatOf(found);
}

/** A field that names a chat by a phone number, a JID or the id that a person has for a business, and may be absent. */
export const Chat = (description: string) =>
  parsedIfPresent(Type.String({ description, examples: ['5511888880000'] }), readChat);

/** Returns the chat that a caller names, or the text itself if it names none: no message is in that. */
export function chatNamed(text: string): string {
  const found = readAddressee(text);
  return found instanceof UnreadableAddress ? text : chatOf(found);
}

/** Returns the chat that a caller names as a list; an empty one for what is no text. */
export const chatsNamed = (value: unknown): string[] =>
  typeof value === 'string' ? [chatNamed(value)] : [];

/** So many wrong entries of a list are named at once. */
const NAMED_MAX = 10;

/**
 * Returns a reader of lists of at most `max` entries, which leaves out those that are there twice. `noList` is the
 * problem of anything else; each wrong entry is named by its place.
 */
const listBy =
  (read: Reader, noList: 'not_people' | 'not_phone_numbers') =>
  (max: number) =>
  (value: unknown): readonly string[] | FieldError => {
    if (!Array.isArray(value) || value.length === 0 || value.length > max)
      return fieldError(noList, { max });
    const entries = value.map((one) => read(one));
    const good = entries.filter((one) => typeof one === 'string');
    if (good.length === entries.length) return [...new Set(good)];
    return new FieldError((field) =>
      entries
        .flatMap((one, at) =>
          one instanceof UnreadableAddress
            ? [{ field: `${field}.${at}`, ...withSentence(one.problem) }]
            : [],
        )
        .slice(0, NAMED_MAX),
    );
  };

/** Reads people as digits or JIDs. */
export const readPeople = listBy(readPersonAddress, 'not_people');
/** Reads people as digits. */
export const readPhones = listBy(readNumberOrJid, 'not_phone_numbers');

export const Recipient = parsedBy(
  Type.String({
    $id: 'Recipient',
    minLength: 1,
    description:
      'A phone number with its country code as people write it, such as +55 (11) 99999-0000, a link with one, or a JID; digits may be a JSON number. A paired phone also takes a username such as @ana.silva, and @ana.silva:1234 where it has a key. The official API also takes the id that a person has for the business, such as BR.13491208655302741918',
    examples: ['5511888880000'],
  }),
  (value) => (value === undefined ? fieldError('required') : readNameOrChat(value)),
);
