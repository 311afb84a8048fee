/** A CRM zone with one inbox, for tests of its members. */
import { crmBench } from '../../../helpers/crm.ts';

export const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';

export async function memberBench() {
  const bench = await crmBench();
  const inboxId: string = (await bench.call('POST', '/inboxes', { body: { name: 'Shop' } })).body
    .data.id;
  /** A member of the account of this name, without any permission. */
  const person = async (name: string) => {
    const made = await bench.memberWith();
    await bench.db.query('update users set name = ? where id = ?', [name, made.userId]);
    return made;
  };
  const change = (method: string, user_ids: unknown, more: object = {}) =>
    bench.call(method, '/inbox_members', { body: { inbox_id: inboxId, user_ids }, ...more });
  const members = async (): Promise<string[]> =>
    namesOf(await bench.call('GET', `/inbox_members/${inboxId}`));
  return { ...bench, inboxId, person, change, members };
}

export const namesOf = ({ body }: { body: { data: { name: string }[] } }): string[] =>
  body.data.map(({ name }) => name);
