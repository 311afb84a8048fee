/** Finds LIDs without a phone number, and the numbers that a stanza gives for them. Pure. */
import { record } from '../../../core/providers/foreign-values.ts';
import { isLid, isPhone } from '../../../core/shared/addresses/chat-address.ts';
import type { BinaryNode, WAMessage } from '../engine/surface.ts';
import { targetOf, unwrap } from './content.ts';
import { bareJid } from './jids.ts';
import { attribute, children } from './node.ts';

/** The largest groups have about a thousand members; more than this is not looked up at once. */
const MOST = 2_048;
/** No stanza nests deeper. */
const DEEPEST = 8;

/** Returns nothing when the message itself has the phone number, and for a note of Baileys that nobody wrote. */
export function lidsOfMessage(message: WAMessage): string[] {
  const fields = record(message);
  if (fields.messageStubType) return [];
  const key = record(fields.key);
  return [
    ...unpaired(key.remoteJid, key.remoteJidAlt),
    ...unpaired(key.participant, key.participantAlt),
    // The author of the message that this one is about.
    ...unpaired(targetOf(unwrap(fields.message).content)?.key.participant, null),
  ];
}

const unpaired = (address: unknown, other: unknown): string[] =>
  isPhone(bareJid(other)) ? [] : [bareJid(address)].filter(isLid);

/** Returns nothing when the stanza itself has every phone number. */
export function lidsOfNode(node: BinaryNode): string[] {
  const phones = phonesIn(node);
  const named = nodesOf(node).flatMap(({ attrs }) => Object.values(record(attrs)).map(bareJid));
  const unknown = new Set(named.filter((jid) => isLid(jid) && !phones.has(jid)));
  return [...unknown].slice(0, MOST);
}

/** Pairs of attributes that name the same person. */
const PAIRS: readonly (readonly [lid: string, phone: string])[] = [
  ['from', 'sender_pn'],
  ['participant', 'participant_pn'],
  ['recipient', 'recipient_pn'],
  ['recipient', 'peer_recipient_pn'],
  ['call-creator', 'caller_pn'],
  ['creator', 'creator_pn'],
  ['s_o', 's_o_pn'],
  ['jid', 'phone_number'],
];

/**
 * Returns the phone numbers in a stanza, by LID: a person named in full in one place may appear elsewhere only by LID.
 */
export function phonesIn(node: BinaryNode): Map<string, string> {
  const phones = new Map<string, string>();
  for (const one of nodesOf(node)) {
    for (const [named, phoneName] of PAIRS) {
      const [lid, phone] = [bareJid(attribute(one, named)), bareJid(attribute(one, phoneName))];
      if (isLid(lid) && isPhone(phone)) phones.set(lid, phone);
    }
  }
  return phones;
}

/** Returns the node and all nodes in it. */
function nodesOf(node: BinaryNode, depth = 0): BinaryNode[] {
  const inner = depth < DEEPEST ? children(node) : [];
  return [node, ...inner.flatMap((one) => nodesOf(one, depth + 1))];
}
