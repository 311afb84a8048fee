/** Who has an account, under which hidden number, with which devices. */
import type { Connection } from './connection.ts';
import type { Person } from './person.ts';
import { at, type BinaryNode, childrenOf, resultOf, SERVER, stanza } from './stanzas.ts';
import type { World } from './world.ts';

/** What clients should not ask more than at once. */
const PEOPLE_MAX = 50;

export function answerUsync(query: BinaryNode, _connection: Connection, world: World): BinaryNode {
  const usync = at(query, 'usync');
  const asked = childrenOf(at(usync, 'query')).map(({ tag }) => tag);
  const listed = childrenOf(at(usync, 'list'), 'user');
  if (listed.length > PEOPLE_MAX) world.complain(`asked about ${listed.length} people at once`);
  const users = listed.map((user) => {
    const { username, pin } = at(user, 'contact')?.attrs ?? {};
    if (username !== undefined) return namedBy(world.directory.named(username), pin);
    const number = phoneIn(user);
    const jid = user.attrs.jid ?? world.directory.spelled(number)?.pn ?? `${number}@${SERVER}`;
    const person = world.directory.find(jid)?.person;
    return stanza('user', { jid }, person ? about(person, jid, asked, user) : unknown(asked, user));
  });
  return resultOf(query, [
    stanza('usync', { ...usync?.attrs }, [
      stanza(
        'result',
        {},
        asked.map((tag) => stanza(tag)),
      ),
      stanza('list', {}, users),
    ]),
  ]);
}

function phoneIn(user: BinaryNode): string {
  const content = at(user, 'contact')?.content;
  const text = content instanceof Uint8Array ? Buffer.from(content).toString() : `${content ?? ''}`;
  return text.replace(/\D/g, '');
}

function about(
  person: Person,
  jid: string,
  asked: readonly string[],
  user: BinaryNode,
): BinaryNode[] {
  const usesLid = jid.endsWith('@lid');
  const parts: Record<string, () => BinaryNode[]> = {
    contact: () => [contactOf(user, 'in')],
    lid: () => (usesLid ? [] : [stanza('lid', { val: person.lid })]),
    devices: () => [
      stanza('devices', {}, [
        stanza('device-list', {}, [
          stanza('device', { id: '0' }),
          ...person
            .linked()
            .map(({ device, keyIndex }) =>
              stanza('device', { id: `${device}`, 'key-index': `${keyIndex}` }),
            ),
        ]),
      ]),
    ],
    status: () => [stanza('status', { t: '0' }, person.about)],
  };
  return asked.flatMap((tag) => parts[tag]?.() ?? []);
}

/** The server names nobody who wants to be asked for a key first. */
function namedBy(person: Person | undefined, pin: string | undefined): BinaryNode {
  if (person === undefined) return stanza('user', {}, [stanza('contact', { type: 'out' })]);
  const { username, usernameKey, lid } = person;
  const isLocked = usernameKey !== null && usernameKey !== pin;
  const type = isLocked ? 'none' : 'in';
  const contact = stanza('contact', { type, username: username ?? undefined });
  return stanza('user', isLocked ? {} : { jid: lid }, [contact]);
}

const unknown = (asked: readonly string[], user: BinaryNode): BinaryNode[] =>
  asked.includes('contact') ? [contactOf(user, 'out')] : [];

/** An answer repeats the number that it is about. */
function contactOf(user: BinaryNode, type: 'in' | 'out'): BinaryNode {
  const content = at(user, 'contact')?.content;
  const text = content instanceof Uint8Array ? content : `${content ?? ''}`;
  return stanza('contact', { type }, text);
}
