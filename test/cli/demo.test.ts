/** `gatehouse demo`, as its own process. */
import { afterAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import jsQR from 'jsqr';
import { STEPS } from '../../src/cli/demo/story.ts';
import { qrText } from '../../src/providers/qr-image.ts';
import { temporaryFolder } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';
import { cleanUp } from '../process/spawned.ts';
import { recordsIn, start } from './commands.ts';

afterAll(cleanUp);

/** The QR code of a terminal as a camera would see it, each module four pixels wide. */
function scanned(text: string): string | undefined {
  const lines = text.split('\n');
  const width = (lines[0]?.length ?? 0) * 4;
  const height = lines.length * 8;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const character = lines[y >> 3]?.[x >> 2] ?? ' ';
      const isUpper = y % 8 < 4;
      const isLight = (isUpper ? '\u2588\u2580' : '\u2588\u2584').includes(character);
      pixels.fill(isLight ? 255 : 0, (y * width + x) * 4, (y * width + x) * 4 + 3);
      pixels[(y * width + x) * 4 + 3] = 255;
    }
  return jsQR(pixels, width, height)?.data;
}

test('the QR code of a terminal is read by a scanner', () => {
  for (const text of ['2@abc', `2@${'x'.repeat(200)}`]) expect(scanned(qrText(text))).toBe(text);
});

test('every step is seen in under a minute, with variables set that concern another service, and nothing is left behind', async () => {
  const TMPDIR = temporaryFolder();
  const demo = start(['demo', '--json'], { TMPDIR, GLOBAL_API_KEY: 'another', PORT: '1' });
  expect(await demo.ended()).toBe(0);
  expect(demo.stderr()).toBe('');
  const records = recordsIn(demo.stdout());
  const steps = ['the service runs', ...STEPS.map(({ name }) => name)];
  expect(records.slice(0, -1).map(({ step, seen }) => [step, seen])).toEqual(
    steps.map((step) => [step, true]),
  );
  expect(records.at(-2 - 1)?.detail).toContain('delivered after 3 attempts');
  expect(Number(records.at(-1)?.seconds)).toBeLessThan(60);
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('gatehouse-demo'))).toEqual([]);
  expect(demo.hasDescendants()).toBe(false);
});

test.each(['SIGINT', 'SIGHUP', 'SIGTERM'] as const)(
  '%s in the middle of it ends it with exit code 1, and nothing is left behind',
  async (signal) => {
    const TMPDIR = temporaryFolder();
    const demo = start(['demo', '--json'], { TMPDIR });
    await demo.printed(/attempt 1 is refused/);
    demo.signal(signal);
    const at = performance.now();
    expect(await demo.ended()).toBe(1);
    // What was set for a service that does not stop is not waited for when it has.
    expect(performance.now() - at).toBeLessThan(8_000);
    await until('no process is left', () => !demo.hasDescendants());
    expect(readdirSync(TMPDIR).filter((name) => name.startsWith('gatehouse-demo'))).toEqual([]);
  },
);
