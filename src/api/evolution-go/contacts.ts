/** The path /user/contacts, as Evolution Go has it. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';
import { needs } from '../../instances/scopes.ts';
import type { Calling, GoOperation } from './operation.ts';

/** As many as one page of `/chat/findContacts` has. */
const PAGE = 500;
const CONTACTS_MAX = 10_000;

interface Contact {
  readonly id: string;
  readonly remoteJid: string;
  readonly pushName: string | null;
}

const ContactData = NamedObject('EvolutionGoContact', {
  Jid: Type.String(),
  Found: Type.Literal(true),
  FirstName: Type.Literal('', { description: 'Address books are not read' }),
  FullName: Type.Literal('', { description: 'Address books are not read' }),
  PushName: Type.String({ description: 'As the person is called; empty: not known' }),
  BusinessName: Type.Literal(''),
});

/** The path has no pages of its own, so all of them are put together up to a bound. */
async function contactsOf(ask: Calling['ask']): Promise<readonly Contact[]> {
  const all: Contact[] = [];
  while (all.length < CONTACTS_MAX) {
    const after = all.at(-1)?.id;
    const body = { offset: PAGE, ...(after !== undefined && { after }) };
    const page = await ask<readonly Contact[]>('POST', '/chat/findContacts', { body });
    all.push(...page);
    if (page.length < PAGE) break;
  }
  return all;
}

const isPerson = ({ remoteJid: jid }: Contact): boolean => /@(s\.whatsapp\.net|lid)$/.test(jid);

export const contacts: GoOperation = {
  method: 'GET',
  path: '/user/contacts',
  security: needs('read'),
  summary: 'The people whom messages came from or went to',
  description: `Those that came last first; the newest ${CONTACTS_MAX} contacts are looked at, groups and channels among them, which are left out. Address books are not read.`,
  data: Type.Array(ContactData),
  async run(_, { ask }) {
    const people = (await contactsOf(ask)).filter(isPerson);
    return people.map(({ remoteJid, pushName }) => ({
      Jid: remoteJid,
      Found: true,
      FirstName: '',
      FullName: '',
      PushName: pushName ?? '',
      BusinessName: '',
    }));
  },
};
