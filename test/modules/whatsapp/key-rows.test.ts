import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SignalDataSet } from '@whiskeysockets/baileys';
import type { Database } from '../../../src/core/db/client.ts';
import { createInbox, createMessageCommit } from '../../../src/core/messages/inbox.ts';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { createKeyRows } from '../../../src/modules/whatsapp/key-rows.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstance, vault } from './stage.ts';

const ID = '01900000-0000-7000-8000-00000000c001';
const clock = systemClock();

async function stage() {
  const [db, baileys] = await Promise.all([testDatabase(), loadBaileys()]);
  await insertInstance(db, ID);
  const batches: number[] = [];
  const counted: Database = {
    ...db,
    batch(statements) {
      batches.push(statements.length);
      return db.batch(statements);
    },
  };
  const commit = createMessageCommit(counted, createInbox(db, clock, ID), recordingHost(ID));
  const openWith = (key = vault) => createKeyRows({ db: counted, clock, vault: key }, baileys, ID);
  const rows = openWith();
  const write = (data: SignalDataSet) => commit([], rows.statements(data));
  return { db, baileys, batches, openWith, rows, write };
}

const otherVault = createVault(Buffer.alloc(32, 9).toString('base64'));

/** Everything that lies beside the database, as one piece. */
function bytesOf(path: string): Buffer {
  const folder = dirname(path);
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
}

test('a device comes back as it was saved, and the newest save wins', async () => {
  const { baileys, rows, openWith } = await stage();
  const creds = baileys.initAuthCreds();
  expect(await rows.load()).toBeNull();
  await rows.save(creds);
  await rows.save({ ...creds, nextPreKeyId: 813 });
  const loaded = await openWith().load();
  expect(loaded).toMatchObject({ nextPreKeyId: 813, registrationId: creds.registrationId });
  expect(Buffer.from(loaded!.noiseKey.private).equals(creds.noiseKey.private)).toBe(true);
});

test('no key lies open in the database file, in any form', async () => {
  const { db, baileys, rows, write } = await stage();
  const creds = baileys.initAuthCreds();
  await rows.save(creds);
  const session = baileys.Curve.generateKeyPair();
  await write({ 'pre-key': { '1': session } });
  const file = bytesOf(db.path);
  expect(file.includes('v2.')).toBe(true);
  const secrets = [
    Buffer.from(session.private),
    Buffer.from(creds.noiseKey.private),
    Buffer.from(creds.signedIdentityKey.private),
    Buffer.from(creds.signedPreKey.keyPair.private),
    Buffer.from(creds.advSecretKey, 'base64'),
  ];
  for (const secret of secrets) {
    for (const form of [secret, secret.toString('base64'), secret.toString('hex')]) {
      expect(file.includes(form)).toBe(false);
    }
  }
});

test('keys are written in one batch however many they are, and null removes them', async () => {
  const { baileys, batches, write, rows } = await stage();
  const preKeys = Object.fromEntries(
    Array.from({ length: 812 }, (_, index) => [`${index}`, baileys.Curve.generateKeyPair()]),
  );
  const session = { a: Buffer.from('one'), b: Buffer.from('two') };
  await write({ 'pre-key': preKeys, session });
  expect(batches).toHaveLength(1);
  const ids = Object.keys(preKeys);
  expect(Object.keys(await rows.read('pre-key', ids))).toHaveLength(812);
  const gone = Object.fromEntries(ids.slice(0, 700).map((id) => [id, null]));
  await write({ 'pre-key': gone, session: { a: Buffer.from('three'), b: null } });
  expect(batches).toHaveLength(2);
  expect(Object.keys(await rows.read('pre-key', ids))).toHaveLength(112);
  const sessions = await rows.read('session', ['a', 'b', 'never']);
  expect(Object.keys(sessions)).toEqual(['a']);
  expect(String(sessions.a)).toBe('three');
  await write({});
  expect(batches).toHaveLength(2);
});

test('a key of the application state comes back as what Baileys made of it', async () => {
  const { baileys, openWith, write } = await stage();
  const key = baileys.proto.Message.AppStateSyncKeyData.fromObject({
    keyData: Buffer.alloc(32, 5),
    timestamp: 7,
  });
  await write({ 'app-state-sync-key': { AAAA: key } });
  const { AAAA } = await openWith().read('app-state-sync-key', ['AAAA']);
  expect(AAAA).toBeInstanceOf(baileys.proto.Message.AppStateSyncKeyData);
  expect(AAAA).toMatchObject({ keyData: Buffer.alloc(32, 5) });
});

test('another ENCRYPTION_KEY is named as the reason, and says nothing of what is sealed', async () => {
  const { baileys, rows, openWith, write } = await stage();
  await rows.save(baileys.initAuthCreds());
  await write({ session: { a: Buffer.from('one') } });
  const other = openWith(otherVault);
  await expect(other.load()).rejects.toThrow(
    /^the keys of the account cannot be read: .*ENCRYPTION_KEY/,
  );
  await expect(other.read('session', ['a'])).rejects.toThrow();
});

test('forgetting leaves nothing of the instance', async () => {
  const { db, baileys, rows, write } = await stage();
  await rows.save(baileys.initAuthCreds());
  await write({ session: { a: Buffer.from('one') } });
  await rows.removeAll();
  const count =
    'select (select count(*) from whatsapp_keys) + (select count(*) from whatsapp_credentials)';
  expect(await db.query(count, [])).toEqual([[0]]);
});
