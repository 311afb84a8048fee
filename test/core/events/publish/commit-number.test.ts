/** What is found out about a commit whose answer was lost, on a real database. */
import { expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../../src/core/db/client.ts';
import {
  commitNumberChanged,
  createCommitNumber,
} from '../../../../src/core/events/publish/commit-number.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';

const add = (id: string) => ({
  sql: 'insert into streams (id, last_sequence) values (?, 0)',
  params: [id],
});

async function numbering(db?: Database) {
  const database = db ?? (await testDatabase());
  const clock = manualClock();
  const faults: DatabaseError[] = [];
  const batch: Database['batch'] = async (statements) => {
    const fault = faults.shift();
    if (fault !== undefined) throw fault;
    return await database.batch(statements);
  };
  const number = createCommitNumber({ batch }, clock, { id: 'p1', pid: 1 });
  const write = (id: string) => database.batch([number.raise(), add(id)]);
  return { database, clock, number, write, faults };
}

const unasked = () => {
  throw new Error('the database has answered');
};

test('a commit that took place, and whose answer was lost, is found on disk', async () => {
  const { number, write } = await numbering();
  await write('first');
  number.recordCommit();
  await write('unanswered');
  expect(await number.outcome(unasked)).toBe(true);
});

test('a commit that never arrived is found missing', async () => {
  const { number, write } = await numbering();
  expect(await number.outcome(unasked)).toBe(false);
  await write('first');
  number.recordCommit();
  expect(await number.outcome(unasked)).toBe(false);
});

test('a commit that was given up as missing and arrives late fails as a whole', async () => {
  const { number, database } = await numbering();
  const late = number.raise();
  expect(await number.outcome(unasked)).toBe(false);
  const error = await database.batch([late, add('late')]).catch((failed: unknown) => failed);
  expect(commitNumberChanged(error)).toBe(true);
  expect(await database.query('select id from streams', [])).toEqual([]);
});

test('after each outcome the next commit takes place, and is itself told apart', async () => {
  const { number, write } = await numbering();
  await number.outcome(unasked);
  await write('a');
  expect(await number.outcome(unasked)).toBe(true);
  await write('b');
  number.recordCommit();
  expect(await number.outcome(unasked)).toBe(false);
});

test('a number that was counted wrong puts every commit out of step until it is read again', async () => {
  const { number, write } = await numbering();
  await write('a');
  const error = await write('b').catch((failed: unknown) => failed);
  expect(commitNumberChanged(error)).toBe(true);
  await number.reread();
  await write('b');
});

test('another failure of a commit is not taken for one out of step', async () => {
  const { write } = await numbering();
  await write('a');
  expect(commitNumberChanged(new DatabaseError('unreachable', 'processes.commits'))).toBe(false);
  expect(commitNumberChanged(new DatabaseError('constraint', 'streams.term'))).toBe(false);
});

test('while the database does not answer it is asked again, and each failure is told with its number', async () => {
  const { clock, number, write, faults } = await numbering();
  await write('a');
  faults.push(new DatabaseError('unreachable', 'away'), new DatabaseError('other', 'odd'));
  const told: [string, number][] = [];
  const outcome = number.outcome((error, tries) => told.push([String(error), tries]));
  while (clock.pending() === 0) await clock.advance(0);
  await clock.advance(50);
  while (clock.pending() === 0) await clock.advance(0);
  await clock.advance(500);
  expect(await outcome).toBe(true);
  expect(told).toEqual([
    ['DatabaseError: away', 1],
    ['DatabaseError: odd', 2],
  ]);
});
