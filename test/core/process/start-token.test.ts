/** Starts on a libSQL server that does not accept the token: the line says so and does not show it. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { join } from 'node:path';
import { temporaryFolder } from '../../helpers/database.ts';
import { isSqldMissing, type Sqld, startSqld } from '../../helpers/sqld.ts';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  type SpawnedProcess,
  spawnService,
} from './spawned-process.ts';

const servers: Sqld[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
});
afterAll(cleanUp);

/** How a start ends that should end by itself, and what it leaves on stderr. */
async function outcome(service: SpawnedProcess) {
  const code = await service.ended();
  return { code, lines: service.stderr().trimEnd().split('\n') };
}

describe.skipIf(isSqldMissing)('78 naming DATABASE_AUTH_TOKEN', () => {
  const keys = generateKeyPairSync('ed25519');
  /** A token of `key` that allows reading alone (`ro`) or writing too (`rw`). */
  function tokenOf(key: KeyObject, access: string): string {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: access })}`;
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
  }
  async function guardedServer() {
    const keyFile = join(temporaryFolder(), 'key.pem');
    await Bun.write(keyFile, keys.publicKey.export({ type: 'spki', format: 'pem' }));
    const server = await startSqld(['--auth-jwt-key-file', keyFile]);
    servers.push(server);
    return server.address;
  }
  const startOn = async (url: string, token?: string) =>
    spawnService({
      ...isolated(await freshDataDir()),
      DATABASE_URL: url,
      ...(token !== undefined && { DATABASE_AUTH_TOKEN: token }),
    });

  test.each(['http', 'ws'])('by %s, and the token is in no line', async (scheme) => {
    const address = await guardedServer();
    const url = `${scheme}://${address}`;
    const wrong = tokenOf(generateKeyPairSync('ed25519').privateKey, 'rw');
    for (const token of [wrong, 'hunter2']) {
      const service = await startOn(url, token);
      expect(await outcome(service)).toEqual({
        code: 78,
        lines: [
          `DATABASE_AUTH_TOKEN is ******** (${token.length} characters); the database server ${address} does not accept it, or not for writing`,
        ],
      });
      expect(service.stdout()).not.toContain(token);
    }
    expect(await outcome(await startOn(url))).toEqual({
      code: 78,
      lines: [`DATABASE_AUTH_TOKEN is not set, and the database server ${address} asks for one`],
    });
    const right = await startOn(url, tokenOf(keys.privateKey, 'rw'));
    await listening(right);
    right.signal('SIGTERM');
    expect(await right.ended()).toBe(0);
  });

  test('that allows only reading', async () => {
    const address = await guardedServer();
    const { code, lines } = await outcome(
      await startOn(`http://${address}`, tokenOf(keys.privateKey, 'ro')),
    );
    expect(code).toBe(78);
    expect(lines).toEqual([expect.stringMatching(/^DATABASE_AUTH_TOKEN .* or not for writing$/)]);
  });
});
