import { expect, test } from 'bun:test';
import type { Statement } from '../../../src/core/db/client.ts';
import { createLabelStore } from '../../../src/core/messages/labels.ts';
import { Labelling } from '../../../src/core/providers/labelling.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';

const PAID = { id: '7', name: 'Paid', color: 3, predefinedId: null };
const GROUP = '120363000000000001@g.us';

/** Labels over a database; `break` makes the next commit fail. */
async function stage() {
  const db = await testDatabase();
  await insertInstances(db);
  const store = createLabelStore(db.orm, SHOP.id);
  const events: string[] = [];
  let isBroken = false;
  const publish = async ({ type }: { readonly type: string }, change?: Statement) => {
    if (isBroken) {
      isBroken = false;
      throw new Error('the disk is gone');
    }
    if (change !== undefined) await db.batch([change]);
    events.push(type);
  };
  const breakNext = () => {
    isBroken = true;
  };
  return { store, events, labelling: new Labelling(store, publish), breakNext };
}

test('a label whose event could not be written is not stored, and is news when it comes again', async () => {
  const { store, events, labelling, breakNext } = await stage();
  for (const isDeleted of [false, true]) {
    breakNext();
    await expect(labelling.edited({ ...PAID, isDeleted })).rejects.toThrow('the disk is gone');
    expect(await store.all()).toHaveLength(isDeleted ? 1 : 0);
    await labelling.edited({ ...PAID, isDeleted });
  }
  expect([events, await store.all()]).toEqual([['Label', 'Label'], []]);
});

test('a label on a chat whose event could not be written is not stored, and is news when it comes again', async () => {
  const { store, events, labelling, breakNext } = await stage();
  await store.put(PAID);
  const association = { labelId: '7', chat: GROUP, formerly: GROUP, messageId: '' };
  for (const isLabelled of [true, false]) {
    breakNext();
    await expect(labelling.associated({ ...association, isLabelled })).rejects.toThrow();
    expect(await store.all(GROUP)).toHaveLength(isLabelled ? 0 : 1);
    await labelling.associated({ ...association, isLabelled });
    await labelling.associated({ ...association, isLabelled });
  }
  expect(events).toEqual(['LabelAssociation', 'LabelAssociation']);
});

test('changes that come at the same time give one event each, not two', async () => {
  const { events, labelling } = await stage();
  const edit = { ...PAID, isDeleted: false };
  await Promise.all([labelling.edited(edit), labelling.edited(edit)]);
  expect(events).toEqual(['Label']);
});
