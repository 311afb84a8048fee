/** Reads addresses of people, groups and channels. Pure. */
import { record, text } from '../../../core/providers/foreign-values.ts';
import { isLid, isPhone } from '../../../core/shared/addresses/chat-address.ts';

/** The account itself, which distinguishes its own messages from others' and finds the account in groups. */
export interface Self {
  /** Without a device part: `…@s.whatsapp.net`. */
  readonly jid: string;
  readonly lid: string | null;
  readonly pushName: string;
  /** Returns the phone number's JID for a LID, where it is known; used for what an event of Baileys leaves out. */
  readonly phoneOf?: (lid: string) => string | null;
}

/** A person by the address that receivers know, and the other address, or '' where it is not known. */
export interface Person {
  readonly jid: string;
  readonly alt: string;
}

const NOBODY: Person = { jid: '', alt: '' };

/** Real addresses are far shorter. */
const LONGEST = 128;
/** Other servers under which the same people are addressed. */
const SAME_SERVER = new Map<string, string>(
  Object.entries({
    'c.us': 's.whatsapp.net',
    hosted: 's.whatsapp.net',
    'hosted.lid': 'lid',
  }),
);

/** Matches nearly all addresses quickly: large groups bring thousands at once. */
const IS_BARE = /^[^@:_]+@(?:s\.whatsapp\.net|lid|g\.us)$/;

/** Returns the address of the person, without a device; '' when the value is not an address. */
export function bareJid(value: unknown): string {
  const jid = text(value);
  if (jid.length <= LONGEST && IS_BARE.test(jid)) return jid;
  const at = jid.indexOf('@');
  if (at < 1 || jid.length > LONGEST) return '';
  const server = jid.slice(at + 1);
  if (!/^[a-z.]+$/.test(server)) return '';
  const user = jid.slice(0, at).replace(/[:_].*$/s, '');
  return user === '' ? '' : `${user}@${SAME_SERVER.get(server) ?? server}`;
}

/** Returns the address of somebody whom callers name by digits or by a JID; '' when it is neither. */
export const jidOf = (number: string): string =>
  number.includes('@') ? bareJid(number) : `${number}@s.whatsapp.net`;

/** Returns the number of the device that the address names; 0 is the phone. */
export const deviceOf = (jid: string): number => Number(/:(\d{1,4})@/.exec(jid)?.[1] ?? 0);

export const isBroadcast = (jid: string): boolean => jid.endsWith('@broadcast');
export const isNewsletter = (jid: string): boolean => jid.endsWith('@newsletter');

/** Reads the account from credentials; null before pairing. */
export function selfOf(account: unknown): Self | null {
  const { id, lid, name } = record(account);
  const jid = bareJid(id);
  return jid === '' ? null : { jid, lid: bareJid(lid) || null, pushName: text(name) };
}

export const me = ({ jid, lid }: Self): Person => ({ jid, alt: lid ?? '' });

export const isMe = (jid: string, self: Pick<Self, 'jid' | 'lid'>): boolean =>
  jid !== '' && (jid === self.jid || jid === self.lid);

/** Returns the person behind any of their addresses: by phone number where it is known, else as they came. */
export function person(self: Self, ...addresses: readonly unknown[]): Person {
  const known = addresses.map(bareJid).filter((jid) => jid !== '');
  const [first] = known;
  if (first === undefined) return NOBODY;
  if (known.some((jid) => isMe(jid, self))) return me(self);
  const lid = known.find(isLid) ?? '';
  const phone = known.find(isPhone) ?? (lid && bareJid(self.phoneOf?.(lid)));
  return phone ? { jid: phone, alt: lid } : { jid: first, alt: '' };
}
