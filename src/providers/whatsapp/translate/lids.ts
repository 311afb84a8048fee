/**
 * Owns: which people a vendor event names by LID alone, so that their phone numbers can be asked for before it is
 * translated. Must never: ask itself. Pure.
 */
import type { BinaryNode, WAMessage } from '@whiskeysockets/baileys';
import { bareJid, isLid, isPhone } from './jids.ts';
import { children } from './node.ts';
import { record } from './reading.ts';

/** The largest groups have about a thousand members; more than this is not looked up at once. */
const MOST = 2_048;
/** No stanza nests deeper. */
const DEEPEST = 8;

/** Empty when the message itself brings the phone number. */
export function lidsOfMessage(message: WAMessage): string[] {
  const key = record(record(message).key);
  return [
    ...unpaired(key.remoteJid, key.remoteJidAlt),
    ...unpaired(key.participant, key.participantAlt),
  ];
}

const unpaired = (address: unknown, other: unknown): string[] =>
  isPhone(bareJid(other)) ? [] : [bareJid(address)].filter(isLid);

export function lidsOfNode(node: BinaryNode): string[] {
  const found = new Set<string>();
  collect(node, found, 0);
  return [...found].slice(0, MOST);
}

function collect(node: BinaryNode, found: Set<string>, depth: number): void {
  for (const value of Object.values(record(node.attrs))) {
    const jid = bareJid(value);
    if (isLid(jid)) found.add(jid);
  }
  if (depth < DEEPEST) for (const one of children(node)) collect(one, found, depth + 1);
}
