/** `gatehouse demo`, as its own process. */
import { afterAll, expect, test } from 'bun:test';
import { readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import jsQR from 'jsqr';
import { qrText } from '../../../src/core/providers/qr-image.ts';
import { STEPS } from '../../../src/modules/cli/demo/story.ts';
import { bun, cleanUp, spawnProcess } from '../../core/process/spawned-process.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
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

/** A folder for PATH in which there is a shell and nothing else but these. */
function pathOf(...programs: (string | null)[]): string {
  const folder = temporaryFolder();
  for (const program of [Bun.which('sh'), ...programs])
    if (program !== null) symlinkSync(program, join(folder, basename(program).split('.')[0]!));
  return folder;
}

const node = Bun.which('node');
const npm = Bun.which('npm');

test.each([
  [
    'npm run',
    'Node',
    ['npm', 'run', '--silent', 'gatehouse', '--', 'demo', '--json'],
    pathOf(node, npm),
  ],
  ['bun run', 'Bun', ['bun', '--silent', 'run', 'gatehouse', 'demo', '--json'], pathOf(bun)],
])(
  'by %s, with nothing but %s on the PATH and variables set that concern another service, every step is seen in under a minute, and nothing is left behind',
  async (_, runtime, words, PATH) => {
    if (runtime === 'Node' && npm === null) return;
    const TMPDIR = temporaryFolder();
    const others = { GLOBAL_API_KEY: 'another', PORT: '1' };
    const demo = spawnProcess([join(PATH, words[0]!), ...words.slice(1)], {
      PATH,
      TMPDIR,
      ...others,
    });
    expect(await demo.ended()).toBe(0);
    // What npm says of its own settings is none of ours.
    expect(demo.stderr().replace(/^npm warn .*\n/gm, '')).toBe('');
    const records = recordsIn(demo.stdout());
    const steps = ['the service is running', ...STEPS.map(({ name }) => name)];
    expect(records.slice(0, -1).map(({ step, seen }) => [step, seen])).toEqual(
      steps.map((step) => [step, true]),
    );
    expect(records.at(-2 - 1)?.detail).toContain('delivered after 3 attempts');
    expect(Number(records.at(-1)?.seconds)).toBeLessThan(60);
    expect(readdirSync(TMPDIR).filter((name) => name.startsWith('gatehouse-demo'))).toEqual([]);
    expect(demo.hasDescendants()).toBe(false);
  },
);

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
