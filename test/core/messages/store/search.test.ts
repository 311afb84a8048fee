/** Searching stored messages, whether few or many of them have the words. */

import { expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { Messages } from '../../../../src/core/messages/log.ts';
import { readMessages } from '../../../../src/core/messages/store/find-messages.ts';
import type { SearchQuery } from '../../../../src/core/messages/store/queries.ts';
import { searchMessages } from '../../../../src/core/messages/store/search.ts';
import { MessageStore } from '../../../../src/core/messages/store/store.ts';
import { engineBench } from '../../../helpers/engine.ts';
import { insertInstances, SHOP } from '../../../helpers/gateway-server.ts';
import { planned } from '../../../helpers/query-plans.ts';
import { ANA, BEN, received } from '../../../helpers/stored-message.ts';

async function stage() {
  const { engine, db, clock } = await engineBench();
  await insertInstances(db);
  const store = new MessageStore({ db, clock, publisher: engine, hours: 24 });
  const messages = new Messages(db, engine, null, store);
  const write = (Chat: string, ids: readonly string[], text: string) =>
    messages.publish(
      SHOP,
      ids.map((ID) => received({ ID, Chat, Sender: Chat, text })),
      [],
    );
  return { db, write };
}

/** A page with all that it holds. */
async function searched(db: Pick<Database, 'query'>, query: SearchQuery) {
  const page = await searchMessages(db, SHOP.id, query);
  const places = page.messages.map(({ id }) => id);
  return { ...page, messages: await readMessages(db, places) };
}

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`);

test('a word that 600 messages have is found in all of them, page by page, and in those of one chat', async () => {
  const { db, write } = await stage();
  const ofAna = numbered('A', 300);
  const ofBen = numbered('B', 300);
  await write(ANA, ofAna, 'good morning');
  await write(BEN, ofBen, 'good evening');
  const read = async (wanted: string, chat?: string): Promise<string[]> => {
    const found: string[] = [];
    for (let after: number | undefined, pages = 0; pages < 10; pages++) {
      const page = await searched(db, { wanted: [wanted], chat, after, limit: 70 });
      found.push(...page.messages.map(({ id }) => id));
      if (page.next === null) return found;
      after = page.next;
    }
    throw new Error('the pages have no end');
  };
  const newestFirst = [...ofAna, ...ofBen].reverse();
  expect(await read('good')).toEqual(newestFirst);
  expect(await read('good', ANA)).toEqual(newestFirst.slice(300));
  expect(await read('morning', ANA)).toEqual(newestFirst.slice(300));
  expect(await read('morning', BEN)).toEqual([]);
});

test('a rare word is looked up forwards only, so that a million other messages hardly delay it', async () => {
  const { db, write } = await stage();
  await write(ANA, numbered('A', 20), 'hello');
  await write(ANA, ['Z'], 'a zyzzyva');
  const { query, plans } = planned(db);
  const page = await searched({ query }, { wanted: ['zyzzyva'], limit: 10 });
  expect(page.messages.map(({ id }) => id)).toEqual(['Z']);
  const steps = plans.flat().filter((step) => step.includes('stored_texts'));
  // FTS5 numbers its plans: 64 is in the order of rows, 128 is backwards.
  expect(steps).toEqual([expect.stringContaining('VIRTUAL TABLE INDEX 64:')]);
});
