/** The people of the account, to choose from and to be named: as many as one request gives. */
import { useEffect, useState } from 'preact/hooks';
import { choiceField, type Field, textField } from '../components/fields.tsx';
import { texts } from '../texts.ts';
import type { ListItem } from './api.ts';
import { type Session, useSession } from './session.ts';

export type Person = ListItem<'/api/v1/users'>;

const MOST = 100;

export interface People {
  /** Empty if the token may not read them. */
  readonly people: readonly Person[];
  readonly hasAll: boolean;
  readonly nameOf: (id: string) => string;
}

async function readPeople({ api, can }: Session): Promise<People> {
  const { records: people, total } = can('users.read')
    ? await api.page<Person>('/users', { pageSize: MOST })
    : { records: [], total: Number.POSITIVE_INFINITY };
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return { people, hasAll: people.length === total, nameOf: (id) => names.get(id) ?? id };
}

/** Returns the people, or null until they are read. People that the token may not read are named by their ids. */
export function usePeople(): People | null {
  const session = useSession();
  const [people, setPeople] = useState<People | null>(null);
  useEffect(() => {
    const unknown: People = { people: [], hasAll: false, nameOf: (id) => id };
    void readPeople(session)
      .catch(() => unknown)
      .then(setPeople);
  }, [session]);
  return people;
}

interface PersonWords {
  /** The label of the empty choice. */
  readonly nobody: string;
  readonly hint?: string;
}

/** Returns a field that chooses a person by name, or by id if not all people are known. Blank means nobody. */
export function personField(
  name: string,
  label: string,
  { people, hasAll }: People,
  { nobody, hint }: PersonWords,
): Field {
  if (!hasAll) {
    const byId = [texts().crm.theirId, hint].filter(Boolean).join(' ');
    return textField(name, label, { hint: byId });
  }
  const choices = people.map(({ id, name: called, email }): [string, string] => [
    id,
    `${called} (${email})`,
  ]);
  return choiceField(name, label, [['', nobody], ...choices], hint ? { hint } : {});
}
