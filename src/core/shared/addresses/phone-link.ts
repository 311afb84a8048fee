/** Reads links that open a chat or a call: `https://wa.me/5511999990000`, `tel:+55-11-99999-0000`. Pure. */
import { type UnreadableAddress, unreadable } from './unreadable-address.ts';

const PAGE =
  /^(?:https?:\/\/)?(?:\w{1,16}\.)?(?:wa\.me|wa\.link|whatsapp\.com|whatsapp\.net)(?=[/?#]|$)/i;
const APP = /^whatsapp:\/\//i;
const CALL = /^(?:tel|sms|smsto|callto):/i;

const NO_NUMBER_IN_LINK = unreadable('not_phone_link');

export const isPhoneLink = (text: string): boolean =>
  PAGE.test(text) || APP.test(text) || CALL.test(text);

/** Returns the number as the link has it. Invitations to groups and links of businesses contain no number. */
export function numberInLink(text: string): string | UnreadableAddress {
  const [address = '', query = ''] = (text.split('#', 1)[0] ?? '').split(/\?(.*)/s);
  if (CALL.test(address)) return decoded(address.replace(CALL, '').replace(/^\/\//, ''));
  const numbers = new URLSearchParams(query).getAll('phone');
  if (numbers.length > 0) return numbers.length === 1 ? (numbers[0] ?? '') : NO_NUMBER_IN_LINK;
  const [, last = ''] = /wa\.me\/(?:c\/)?([^/]+)\/?$/i.exec(address) ?? [];
  return /\d/.test(last) ? decoded(last) : NO_NUMBER_IN_LINK;
}

function decoded(text: string): string | UnreadableAddress {
  try {
    return decodeURIComponent(text);
  } catch {
    return NO_NUMBER_IN_LINK;
  }
}
