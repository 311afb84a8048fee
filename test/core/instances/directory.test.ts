/** What is read again of an instance whose row was changed otherwise than through the register. */
import { expect, test } from 'bun:test';
import { InstanceRegister } from '../../../src/core/instances/directory.ts';
import { createInstanceStore } from '../../../src/core/instances/store.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';

async function stage() {
  const db = await testDatabase();
  await insertInstances(db);
  const store = createInstanceStore(db);
  const register = new InstanceRegister(store, manualClock());
  await register.load();
  await register.enter(SHOP.id, 'open', null);
  return { db, store, register };
}

const COMES_LATE = `update instances set state = 'connecting', phase = 'reconnecting',
  reason = 'moved', profile_name = 'Shop' where id = ?`;

test('a change of state that comes to the table late is undone by the node that has the session', async () => {
  const { db, store, register } = await stage();
  await db.query(COMES_LATE, [SHOP.id]);
  await register.refresh(SHOP.id, true);
  const open = { state: 'open', phase: 'open', reason: null, profileName: 'Shop' } as const;
  expect(register.byId(SHOP.id)).toMatchObject(open);
  expect(await store.one(SHOP.id)).toMatchObject(open);
});

test('the state of an instance that another node has is what the table says', async () => {
  const { db, register } = await stage();
  await db.query(COMES_LATE, [SHOP.id]);
  await register.refresh(SHOP.id, false);
  expect(register.byId(SHOP.id)).toMatchObject({ phase: 'reconnecting', reason: 'moved' });
});

test('a record of which nothing has changed stays the same one', async () => {
  const { register } = await stage();
  const record = register.byId(SHOP.id);
  await register.refresh(SHOP.id, true);
  expect(register.byId(SHOP.id)).toBe(record);
});

test('an instance that has got the name of a deleted one is found by it when the deletion is heard of late', async () => {
  const { db, store, register } = await stage();
  await db.query('delete from instances where id = ?', [SHOP.id]);
  const next = { ...SHOP, id: NEXT_ID };
  await store.insert(next, []);
  await register.refresh(NEXT_ID, false);
  await register.refresh(SHOP.id, false);
  expect(register.byId(SHOP.id)).toBeNull();
  expect(register.byName(SHOP.name)?.id).toBe(NEXT_ID);
  expect(register.byKeyHash(SHOP.key.hash)?.id).toBe(NEXT_ID);
  expect(register.byPhoneNumberId(SHOP.phoneNumberId)?.id).toBe(NEXT_ID);
});

const NEXT_ID = '01900000-0000-7000-8000-0000000000b1';
