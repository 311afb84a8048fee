import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { bun, cleanUp, spawnProcess } from '../../core/process/spawned-process.ts';
import { temporaryFolder } from '../../helpers/database.ts';

afterAll(cleanUp);

/** Keys are 32 bytes and more; what is shorter is a counter or a name. */
const KEY_BYTES = 32;

/** Every sequence of bytes in what is stored of a device, however deep. */
function secretsIn(value: unknown): Buffer[] {
  if (typeof value === 'string') {
    const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : null;
    return bytes && bytes.length >= KEY_BYTES ? [bytes] : [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(secretsIn) : [];
}

/** How a key looks where somebody prints it. */
const formsOf = (key: Buffer): string[] => [
  key.toString('base64').slice(0, 40),
  key.toString('base64url').slice(0, 40),
  key.toString('hex').slice(0, 40),
  [...key.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
  [...key.subarray(0, 12)].join(', '),
  [...key.subarray(0, 12)].join(','),
];

test('pairing, talking and replacing a session prints no key, at the finest log level', async () => {
  const file = join(temporaryFolder(), 'kept.json');
  const child = spawnProcess([bun, 'run', join(import.meta.dir, 'fixtures/talk.ts'), file]);
  expect(await child.ended()).toBe(0);
  const printed = `${child.stdout()}\n${child.stderr()}`.replace(/\s+/g, ' ');
  expect(printed).toContain('the product logs');
  expect(printed).toContain('whatsapp: ');
  const stored: string[] = await Bun.file(file).json();
  const secrets = stored.flatMap((text) => secretsIn(JSON.parse(text)));
  expect(secrets.length).toBeGreaterThan(20);
  const leaks = secrets.flatMap(formsOf).filter((form) => printed.includes(form));
  expect(leaks).toEqual([]);
  expect(printed).not.toMatch(/session:|privKey|rootKey/i);
}, 30_000);
