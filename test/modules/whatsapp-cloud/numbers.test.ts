/** The numbers of the official API: what is kept of them, and how. */
import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { instances } from '../../../src/core/db/schema/gateway.ts';
import type { KnownNumber } from '../../../src/core/providers/credentials.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { CloudNumbers } from '../../../src/modules/whatsapp-cloud/numbers.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstance } from './insert-instance.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const SECRETS = ['EAAGtoken-of-the-shop', 'app-secret-of-the-shop', 'verify-token-of-the-shop'];

const numberOf = (instanceId: string, phoneNumberId = '110001'): KnownNumber => ({
  instanceId,
  phoneNumberId,
  businessAccountId: '100001',
  accessToken: 'EAAGtoken-of-the-shop',
  appSecret: 'app-secret-of-the-shop',
  verifyToken: 'verify-token-of-the-shop',
  facts: {
    displayPhoneNumber: '+44 7900 112233',
    verifiedName: 'Corner Shop',
    status: 'CONNECTED',
    qualityRating: 'GREEN',
    nameStatus: null,
    throughput: null,
    messagingLimit: null,
  },
});

async function setUp() {
  const database = await testDatabase();
  const clock = manualClock();
  const open = async () => {
    const { orm } = database;
    const defaults = { metaAppSecret: 'secret-of-all', metaVerifyToken: null };
    const numbers = new CloudNumbers({ orm, vault: createVault(KEY), clock, ...defaults });
    await numbers.load();
    return numbers;
  };
  const numbers = await open();
  const add = async (number: KnownNumber) => {
    await insertInstance(database, number.instanceId);
    const row = numbers.firstRow(number);
    await row.statement;
    row.recordWritten();
  };
  return { database, numbers, open, add };
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof AppError ? error.reason : String(error)),
  );

test('a number is found by its instance, also after a restart', async () => {
  const { add, open } = await setUp();
  const shop = numberOf('shop');
  await add(shop);
  const numbers = await open();
  expect(numbers.byInstance('shop')).toEqual(shop);
  expect(numbers.byInstance('x')).toBeNull();
});

test('its token and secrets are sealed on disk', async () => {
  const { add, database } = await setUp();
  await add(numberOf('shop'));
  const rows = JSON.stringify(await database.query('select * from cloud_numbers', []));
  for (const secret of SECRETS) expect(rows).not.toContain(secret);
});

test('an instance without secrets of its own goes by those of the service', async () => {
  const { add, numbers } = await setUp();
  const own = numberOf('shop');
  const plain = { ...numberOf('office', '110002'), appSecret: null, verifyToken: null };
  await add(own);
  await add(plain);
  expect([own, plain].map((one) => numbers.appSecretOf(one))).toEqual([
    'app-secret-of-the-shop',
    'secret-of-all',
  ]);
  expect([own, plain].map((one) => numbers.verifyTokenOf(one))).toEqual([
    'verify-token-of-the-shop',
    null,
  ]);
  expect(numbers.withoutAppSecret()).toEqual([]);
});

test('a change is on disk and replaces what was there', async () => {
  const { add, numbers, open } = await setUp();
  await add(numberOf('shop'));
  const changed = await numbers.change('shop', { accessToken: 'EAAGnew' });
  expect(changed).toMatchObject({ accessToken: 'EAAGnew', phoneNumberId: '110001' });
  for (const present of [numbers, await open()])
    expect(present.byInstance('shop')).toEqual(changed);
});

test('the number of a deleted instance cannot be changed', async () => {
  const { add, numbers, database, open } = await setUp();
  await add(numberOf('shop'));
  await database.orm.delete(instances).where(eq(instances.id, 'shop'));
  numbers.remove('shop');
  expect(await reasonOf(numbers.change('shop', { accessToken: 'x' }))).toBe('not_found');
  expect((await open()).byInstance('shop')).toBeNull();
});
