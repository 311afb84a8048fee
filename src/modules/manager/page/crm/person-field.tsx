/** A field that chooses one of the people of the account. */
import { at, orUnknown } from '../api.ts';
import { type Field, FieldProblem, textField } from '../components/fields.tsx';
import { SearchChoice } from '../components/search-choice.tsx';
import { texts } from '../texts.ts';
import { UUID } from '../traffic/delivery-search.ts';
import type { ListItem } from './api.ts';
import type { Session } from './session.ts';

export type Person = ListItem<'/api/v1/users'>;

const FOUND_MAX = 20;

const choiceOf = ({ id, name, email }: Person) => [id, `${name} (${email})`] as const;

interface PersonWords {
  /** The label of the empty choice. */
  readonly nobody: string;
  readonly hint?: string;
}

/** The person is searched for, or written as an id if the token may not read people. Blank means nobody. */
export function personField(
  name: string,
  label: string,
  { api, can }: Session,
  { nobody, hint }: PersonWords,
): Field {
  const { crm } = texts();
  if (!can('users.read'))
    return textField(name, label, { hint: [crm.theirId, hint].filter(Boolean).join(' ') });
  const find = async (search: string, signal: AbortSignal) => {
    const values = { search, sort: 'name', pageSize: FOUND_MAX };
    const { records, total } = await api.page<Person>('/users', values, signal);
    return { choices: records.map(choiceOf), total };
  };
  const textOf = async (id: string) => {
    const person = await orUnknown(api.get<Person>(at`/users/${id}`));
    return person && choiceOf(person)[1];
  };
  return {
    name,
    view: (stored, problem) => (
      <SearchChoice
        {...{ name, label, hint, problem, find, textOf, none: nobody }}
        stored={String(stored ?? '')}
      />
    ),
    read(form) {
      const id = String(form.get(name) ?? '').trim();
      if (id !== '' && !UUID.test(id)) throw new FieldProblem(crm.inboxes.choose);
      return id;
    },
  };
}
