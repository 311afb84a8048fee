/** The people of the account, to choose from and to be named: as many as one request gives. */
import { choiceField, textField } from './fields.js';

const MOST = 100;

/**
 * @param {import('./record-view.js').Session} session
 * @returns {Promise<{ people: object[], hasAll: boolean, nameOf: (id: string) => string }>} none when the token may not
 *   read them
 */
export async function readPeople({ api, can }) {
  const { records: people, total } = can('users.read')
    ? await api.page('/users', { pageSize: MOST })
    : { records: [], total: Number.POSITIVE_INFINITY };
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return { people, hasAll: people.length === total, nameOf: (id) => names.get(id) ?? id };
}

/**
 * One of the people, by name, or by id where not all of them are known.
 * @param {Awaited<ReturnType<typeof readPeople>>} known
 * @param {{ nobody: string, hint?: string }} words `nobody`: what the choice of none is called
 * @returns {import('./fields.js').Field} blank: none
 */
export function personField(name, label, { people, hasAll }, { nobody, hint }) {
  if (!hasAll) return textField(name, label, { hint: `Their id. ${hint ?? ''}`.trim() });
  const choices = people.map(({ id, name: called, email }) => [id, `${called} (${email})`]);
  return choiceField(name, label, [['', nobody], ...choices], { hint });
}
