/** Who is online, writes or records: told to the devices that are online themselves and asked for it. */
import type { Companion } from './companion.ts';
import { Group } from './groups.ts';
import type { Person } from './person.ts';
import type { Phone } from './phone.ts';
import { type Attributes, type BinaryNode, stanza } from './stanzas.ts';

/** What a device says of itself, or whom it asks about. */
export function takePresence(companion: Companion, { attrs }: BinaryNode): void {
  if (attrs.type === 'subscribe') companion.watching.add(attrs.to ?? '');
  else if (attrs.name) companion.person.name = attrs.name;
  if (attrs.type === 'available' || attrs.type === 'unavailable')
    companion.isAvailable = attrs.type === 'available';
}

export function showOnline(
  from: Person,
  to: Person,
  attributes: Attributes,
  addressing: 'pn' | 'lid',
): void {
  for (const companion of watchersOf(to, [from.pn, from.lid]))
    companion.connection?.send(stanza('presence', { from: from[addressing], ...attributes }));
}

export function showActivity(
  from: Person,
  to: Phone | Group,
  activity: 'composing' | 'recording' | 'paused',
): void {
  const isRecording = activity === 'recording';
  const state = isRecording ? stanza('composing', { media: 'audio' }) : stanza(activity);
  const isGroup = to instanceof Group;
  const people = isGroup ? to.members : [to.person];
  const attributes = isGroup
    ? { from: to.jid, participant: to.addressOf(from) }
    : { from: from.pn };
  // In a group nobody needs to ask for it.
  for (const person of people)
    for (const companion of person.linked().filter(({ isAvailable }) => isAvailable))
      if (isGroup || isWatching(companion, [from.pn, from.lid]))
        companion.connection?.send(stanza('chatstate', attributes, [state]));
}

const watchersOf = (person: Person, addresses: readonly string[]): Companion[] =>
  person.linked().filter((companion) => companion.isAvailable && isWatching(companion, addresses));

const isWatching = ({ watching }: Companion, addresses: readonly string[]): boolean =>
  addresses.some((address) => watching.has(address));
