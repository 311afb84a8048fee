/** Keys that Evolution API keeps in Redis, and sessions that are there whole. */
import { expect, test } from 'bun:test';
import { startRedisDouble } from '../../doubles/redis.ts';
import { freePort } from '../../helpers/free-port.ts';
import { instance, session } from './evolution-api.ts';
import { contentOf, dumpOf, inventedCreds, KEYS, keyFolder, openedKeys, target } from './stage.ts';

const SHOP = '6f1c9a4e-0f57-4d7b-9c55-0c1a6a4f6a11';

/** As Evolution API stores them there: JSON in a text of JSON. */
const FIELDS = KEYS.map(({ name, value }) => [name, JSON.stringify(value)] as const);

const keysIn = (file: string): string[] => {
  const { whatsapp_keys: rows = [] } = contentOf(file);
  return (rows as { type: string; id: string }[]).map(({ type, id }) => `${type}-${id}`).toSorted();
};

test('keys in Redis are found under either prefix that there is, each once, and Redis is only read', async () => {
  const dump = dumpOf([instance(SHOP, 'shop'), session(SHOP, await inventedCreds())]);
  for (const prefix of ['evolution', 'evolution-cache']) {
    const redis = startRedisDouble({ [`${prefix}:instance:${SHOP}`]: FIELDS }, 'hidden-word');
    const { file, run } = await target();
    const { line, exitCode } = await run(dump, '--keys', redis.url, '--apply');
    expect(line).toStartWith(
      `shop: taken: instance, session of 5511999990000@s.whatsapp.net with ${KEYS.length} keys, key\n`,
    );
    expect(exitCode).toBe(0);
    expect(keysIn(file)).toEqual(KEYS.map(({ name }) => name).toSorted());
    expect(new Set(redis.commands)).toEqual(new Set(['HELLO', 'SELECT', 'HSCAN']));
    redis.stop();
  }
});

test('a prefix of their own is named in the URL, and a session that Redis has whole is taken', async () => {
  const creds = ['creds', JSON.stringify(await inventedCreds())] as const;
  const hashes = { [`ours:instance:${SHOP}`]: [creds, ...FIELDS] };
  const redis = startRedisDouble(hashes, 'hidden-word');
  const { run } = await target();
  const dump = dumpOf([instance(SHOP, 'shop')]);
  expect((await run(dump, '--keys', redis.url)).line).toContain('session: none');
  const { line } = await run(dump, '--keys', `${redis.url}?prefix=ours`);
  expect(line).toContain(`session of 5511999990000@s.whatsapp.net with ${KEYS.length} keys`);
  redis.stop();
});

test('keys from Redis are stored as those from files are', async () => {
  const dump = dumpOf([instance(SHOP, 'shop'), session(SHOP, await inventedCreds())]);
  const redis = startRedisDouble({ [`evolution:instance:${SHOP}`]: FIELDS }, 'hidden-word');
  const [fromRedis, fromFiles] = [await target(), await target()];
  await fromRedis.run(dump, '--keys', redis.url, '--apply');
  await fromFiles.run(dump, '--keys', keyFolder(SHOP, KEYS), '--apply');
  expect(openedKeys(fromRedis.file)).toEqual(openedKeys(fromFiles.file));
  redis.stop();
});

test('a Redis that does not answer, or refuses the password, is named without it', async () => {
  const dump = dumpOf([instance(SHOP, 'shop')]);
  const { run } = await target();
  const redis = startRedisDouble({}, 'hidden-word');
  const urls = [
    `redis://:not-the-word@127.0.0.1:${new URL(redis.url).port}`,
    `redis://:not-the-word@127.0.0.1:${freePort()}`,
  ];
  for (const url of urls) {
    const refusal = await run(dump, '--keys', url).catch((error) => error);
    expect(refusal).toMatchObject({ exitCode: 75 });
    expect(refusal.message).toStartWith('redis://********@127.0.0.1');
    expect(refusal.message).toContain('cannot be read');
    expect(refusal.message).not.toContain('not-the-word');
  }
  redis.stop();
});
