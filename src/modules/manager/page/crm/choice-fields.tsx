/** Fields that choose one of the people or one of the roles of the account, which the service searches. */
import { at, orUnknown } from '../api.ts';
import { type Field, FieldProblem, textField } from '../components/fields.tsx';
import { SearchChoice } from '../components/search-choice.tsx';
import { texts } from '../texts.ts';
import { UUID } from '../traffic/delivery-search.ts';
import type { ListItem } from './api.ts';
import { type Role, readRole } from './record-names.ts';
import type { Session } from './session.ts';

export type Person = ListItem<'/api/v1/users'>;

const FOUND_MAX = 20;

interface ChoiceOptions<T> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly path: '/users' | '/roles';
  readonly choiceOf: (record: T) => readonly [value: string, text: string];
  /** Resolves with null if no record has this value. */
  readonly read: (value: string) => Promise<T | null>;
  /** The label of the empty choice; without one, one has to be chosen. */
  readonly none?: string;
  /** The value of a new record. */
  readonly initial?: string;
}

/** Returns how the field is shown. */
function viewOf<T>({ api }: Session, options: ChoiceOptions<T>): Field['view'] {
  const { path, choiceOf, read, initial = '', ...shown } = options;
  const find = async (search: string, signal: AbortSignal) => {
    const values = { search, sort: 'name', pageSize: FOUND_MAX };
    const { records, total } = await api.page<T>(path, values, signal);
    return { choices: records.map(choiceOf), total };
  };
  const textOf = async (value: string) => {
    const record = await read(value);
    return record && choiceOf(record)[1];
  };
  return (stored, problem) => (
    <SearchChoice {...{ ...shown, problem, find, textOf }} stored={String(stored ?? initial)} />
  );
}

const filled = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

interface PersonWords {
  /** The label of the empty choice. */
  readonly nobody: string;
  readonly hint?: string;
}

/** The person is searched for, or written as an id if the token may not read people. Blank means nobody. */
export function personField(
  name: string,
  label: string,
  session: Session,
  { nobody, hint }: PersonWords,
): Field {
  const { crm } = texts();
  const { api, can } = session;
  if (!can('users.read'))
    return textField(name, label, { hint: [crm.theirId, hint].filter(Boolean).join(' ') });
  const view = viewOf<Person>(session, {
    name,
    label,
    hint,
    path: '/users',
    none: nobody,
    choiceOf: ({ id, name, email }) => [id, `${name} (${email})`],
    read: (id) => orUnknown(api.get(at`/users/${id}`)),
  });
  return {
    name,
    view,
    read(form) {
      const id = filled(form, name);
      if (id !== '' && !UUID.test(id)) throw new FieldProblem(crm.inboxes.choose);
      return id;
    },
  };
}

/** The role is searched for, or written as its key. New people are agents unless another role is chosen. */
export function roleField(session: Session): Field {
  const { role: label, roleKey, roleHint } = texts().crm.people;
  const { api, can } = session;
  const name = 'role';
  if (!can('roles.read')) return textField(name, label, { hint: `${roleKey} ${roleHint}` });
  const view = viewOf<Role>(session, {
    name,
    label,
    hint: roleHint,
    path: '/roles',
    initial: 'agent',
    choiceOf: ({ key, name }) => [key, name],
    read: (key) => readRole(api, key),
  });
  return { name, view, read: (form) => filled(form, name) };
}
