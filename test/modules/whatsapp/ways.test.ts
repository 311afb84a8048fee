/** How many files somebody opens who follows a text from WhatsApp to its event, or from the call to WhatsApp. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryFolder } from '../../helpers/database.ts';

const root = join(import.meta.dir, '../../..');
const TEXTS = 200;
/**
 * The most of both directions; they may only fall. By this count it was 48 and 49 when each part of Signal was a file of
 * the service. Fewer files would put several subjects into one.
 */
const RECEIVED_MAX = 30;
const SENT_MAX = 32;
/** What all of the product uses, and what takes a number of steps that depends on random bytes. */
const BESIDE = /^src\/core\/(db|shared)\/|\/(signatures|qr-image)\.ts$/;

type Lines = ReadonlyMap<string, number>;

/** Returns how often each line of each file of the product ran, in a process of its own. */
async function linesRun(direction: string, texts: number): Promise<ReadonlyMap<string, Lines>> {
  const folder = temporaryFolder();
  const report = ['--coverage', '--coverage-reporter=lcov', `--coverage-dir=${folder}`];
  const run = Bun.spawn(
    [process.execPath, 'test', ...report, './test/modules/whatsapp/fixtures/texts.ts'],
    {
      cwd: root,
      env: { ...process.env, DIRECTION: direction, TEXTS: `${texts}`, WHATSAPP_WORKERS: '0' },
      stderr: 'pipe',
    },
  );
  const problem = await new Response(run.stderr).text();
  expect(await run.exited, problem).toBe(0);
  const files = new Map<string, Lines>();
  for (const part of (await Bun.file(join(folder, 'lcov.info')).text()).split('end_of_record')) {
    const file = /^SF:(.*)$/m.exec(part)?.[1] ?? '';
    const counts = [...part.matchAll(/^DA:(\d+),(\d+)/gm)];
    if (/^(src|packages)\//.test(file) && !BESIDE.test(file))
      files.set(file, new Map(counts.map(([, line = '', count]) => [line, Number(count)])));
  }
  return files;
}

/** Returns the files of which a line runs for each further text. A package is one, since its API is what one reads. */
async function filesOnTheWay(direction: string, none: ReadonlyMap<string, Lines>) {
  const all = await linesRun(direction, TEXTS);
  const isOnTheWay = ([file, lines]: [string, Lines]) =>
    [...lines].some(([line, count]) => count - (none.get(file)?.get(line) ?? 0) >= TEXTS);
  const names = [...all]
    .filter(isOnTheWay)
    .map(([file]) => /^packages\/\w+/.exec(file)?.[0] ?? file);
  return [...new Set(names)].toSorted();
}

test('a received text runs code of few files on its way to its event, and a sent one on its way to WhatsApp', async () => {
  const none = await linesRun('received', 0);
  const received = await filesOnTheWay('received', none);
  const sent = await filesOnTheWay('sent', none);
  expect(received).toContain('src/modules/whatsapp/message-receiver.ts');
  expect(sent).toContain('src/modules/whatsapp/relay/relay.ts');
  expect(received.length, received.join('\n')).toBeLessThanOrEqual(RECEIVED_MAX);
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(SENT_MAX);
}, 120_000);
