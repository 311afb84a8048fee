/**
 * Tells facts about a chat by its JID: its kind, whether its messages give events, and other spellings of its number.
 * Pure.
 */

/** The operator's settings for automatic actions of an account. */
export interface AccountSettings {
  /** Whether incoming calls are rejected. */
  readonly rejectCall: boolean;
  /** The message that callers get then, or ''. */
  readonly msgCall: string;
  /** Whether events of groups are suppressed. */
  readonly groupsIgnore: boolean;
  /** Whether the account is shown as online while it is connected. */
  readonly alwaysOnline: boolean;
  /** Whether messages are confirmed as read once their events are on disk. */
  readonly readMessages: boolean;
  /** The same for status updates. */
  readonly readStatus: boolean;
}

export const NO_SETTINGS: AccountSettings = {
  rejectCall: false,
  msgCall: '',
  groupsIgnore: false,
  alwaysOnline: false,
  readMessages: false,
  readStatus: false,
};

export const STATUS_JID = 'status@broadcast';

/** WhatsApp counts its status broadcast among the groups. */
export const isGroup = (jid: string): boolean => jid.endsWith('@g.us') || jid === STATUS_JID;

/** Chats that the operator does not want events of. */
export interface IgnoredChats {
  /** Messages of groups, and of the status broadcast, are taken and give no event. */
  readonly ignoreGroups: boolean;
  readonly ignoreStatus: boolean;
}

/** Returns whether messages of a chat give no event, at any instance or at the host's. */
export const createIsIgnored =
  (
    { ignoreGroups, ignoreStatus }: IgnoredChats,
    host: { settings(): Pick<AccountSettings, 'groupsIgnore'> },
  ) =>
  (chat: string): boolean =>
    chat === STATUS_JID
      ? ignoreStatus
      : chat.endsWith('@g.us') && (ignoreGroups || host.settings().groupsIgnore);

/** The country's code and the mobile number after it (with the area's digits), and the digit that was added. */
const ADDED: readonly (readonly [RegExp, string])[] = [
  // Brazil added a 9 before the eight digits of the subscriber.
  [/^(55\d{2})(\d{8})$/, '9'],
  // Mexico and Argentina added a 1 or a 9 after the country's code.
  [/^(52)(\d{10})$/, '1'],
  [/^(54)(\d{10})$/, '9'],
];

/**
 * Returns the JIDs under which the person may have a chat, beginning with `jid`: some countries have added a digit that
 * older addresses lack. Any other kind of JID is returned alone.
 */
export function spellingsOf(jid: string): string[] {
  const [digits = '', server] = jid.split('@');
  if (server !== 's.whatsapp.net') return [jid];
  const others = ADDED.flatMap(([short, added]) => [
    ...(short.test(digits) ? [digits.replace(short, `$1${added}$2`)] : []),
    ...shorter(digits, short, added),
  ]);
  return [jid, ...others.map((number) => `${number}@${server}`)];
}

/** Removes the added digit where it is present. */
function shorter(digits: string, short: RegExp, added: string): string[] {
  const prefix = digits.startsWith('55') ? 4 : 2;
  const without = digits.slice(0, prefix) + digits.slice(prefix + 1);
  return digits[prefix] === added && short.test(without) ? [without] : [];
}

/** Those in Brazil whose subscriber's digits begin with 2 to 5 are no mobile numbers, which alone got a digit. */
const BRAZIL = /^55/;
const MOBILE_IN_BRAZIL = /^55[1-9]\d9?[6-9]\d{7}$/;

/** Returns digits under which WhatsApp may know the same person; empty for most countries. */
export function otherSpellings(number: string): readonly string[] {
  if (BRAZIL.test(number) && !MOBILE_IN_BRAZIL.test(number)) return [];
  const [, ...others] = spellingsOf(`${number}@s.whatsapp.net`);
  return others.map((jid) => jid.slice(0, jid.indexOf('@')));
}
