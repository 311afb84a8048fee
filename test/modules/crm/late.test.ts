/** What becomes of a request while something that it needs ends. */
import { describe, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { type CrmBench, crmBench, type Person } from '../../helpers/crm.ts';
import { testDatabase } from '../../helpers/database.ts';
import { OWNED } from './invitations/setup.ts';

describe('a credential that ends while the body comes', () => {
  /** Posts a person; `meanwhile` happens when the body is asked for, and a second goes by. */
  async function posted(
    bench: CrmBench,
    { token }: Person,
    meanwhile: () => Promise<unknown>,
  ): Promise<number> {
    const text = JSON.stringify({ name: 'Late', email: 'late@example.com' });
    const late = async (controller: ReadableStreamDefaultController) => {
      await meanwhile();
      await bench.clock.advance(1_000);
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    };
    const body = new ReadableStream({ pull: late }, { highWaterMark: 0 });
    const headers = { api_access_token: token, 'content-type': 'application/json' };
    const request = new Request('http://crm.test/api/v1/users', { method: 'POST', headers, body });
    return (await bench.app.handle(request)).status;
  }
  const change = (sql: string) => (bench: CrmBench, person: Person) =>
    bench.db.query(sql, [person.userId]);

  test.each([
    ['401', 'deleted', change('delete from access_tokens where user_id = ?'), 401],
    ['401', 'rotated', change("update access_tokens set token_hash = 'x' where user_id = ?"), 401],
    ['401', 'expired', change('update access_tokens set expires_at = 1 where user_id = ?'), 401],
    ['403', 'narrowed', change("update access_tokens set scopes = '[]' where user_id = ?"), 403],
    ['403', 'left by its user', change('delete from memberships where user_id = ?'), 403],
    ['201', 'as it was', async () => {}, 201],
  ])('%s with a token that is %s by then', async (_, _what, meanwhile, expected) => {
    const bench = await crmBench();
    const person = await bench.memberWith(...OWNED);
    expect(await posted(bench, person, () => meanwhile(bench, person))).toBe(expected);
  });
});

describe('409 what is deleted just before it is written', () => {
  /** A zone that runs `before` ahead of the first write that names the table. */
  async function interrupted(table: string, before: (db: Database) => Promise<unknown>) {
    const db = await testDatabase();
    let isArmed = false;
    const database: Database = {
      ...db,
      async batch(statements) {
        const isIt = statements.some(({ sql }) => sql.includes(`insert into "${table}"`));
        if (isArmed && isIt) {
          isArmed = false;
          await before(db);
        }
        return db.batch(statements);
      },
    };
    const bench = await crmBench({ database });
    isArmed = true;
    return bench;
  }

  test('the user of a new token', async () => {
    const { call, memberWith } = await interrupted('access_tokens', (db) =>
      db.query("delete from users where name = 'Ana'", []),
    );
    const { userId } = await memberWith();
    const body = { name: 'x', user_id: userId };
    const { status, body: answer } = await call('POST', '/access_tokens', { body });
    expect([status, answer.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('the account of a new record', async () => {
    const { call, otherAccount } = await interrupted('inboxes', (db) =>
      db.query("delete from accounts where name = 'Other'", []),
    );
    const { token } = await otherAccount();
    const { status } = await call('POST', '/inboxes', { token, body: { name: 'x' } });
    expect(status).toBe(409);
  });
});
