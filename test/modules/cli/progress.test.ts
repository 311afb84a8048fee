/** The line that says how far long work has come: on a real terminal, and nowhere else. */
import { afterEach, expect, test } from 'bun:test';
import { mebibytes, progressText } from '../../../src/modules/cli/progress.ts';
import { bun, projectDir } from '../../core/process/spawned-process.ts';
import { bundledService } from '../../helpers/bundle.ts';
import { until } from '../../helpers/until.ts';

const servers: { stop(force: boolean): unknown }[] = [];
afterEach(() => servers.splice(0).map((server) => server.stop(true)));

test.each([
  [{ total: 4, done: 0 }, 0, 'probing [>                       ]   0 %  0 of 4  0:00'],
  [{ total: 4, done: 2 }, 61, 'probing [============>           ]  50 %  2 of 4  1:01'],
  [{ total: 4, done: 9 }, 7, 'probing [========================] 100 %  4 of 4  0:07'],
  [{ total: 0, done: 0 }, 0, 'probing [========================] 100 %  0 of 0  0:00'],
  [{ total: null, done: 0 }, 3.9, 'probing  0:03'],
  [{ total: null, done: 12, format: mebibytes }, 3, 'probing  0.0 MiB  0:03'],
])('%j after %d s is shown as "%s"', (amount, seconds, text) => {
  expect(progressText({ label: 'probing', ...amount }, seconds)).toBe(text);
});

interface TerminalRun {
  /** All that it wrote, to stdout and to stderr. */
  screen(): string;
  readonly ended: Promise<number>;
}

/** `gatehouse WORDS` on a terminal of 60 columns; `words` may be followed by what a shell does with its output. */
function onTerminal(words: string, environment: Record<string, string> = {}): TerminalRun {
  let screen = '';
  const command = Bun.spawn(['sh', '-c', `exec ${bun} run ${bundledService()} ${words}`], {
    cwd: projectDir,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm', ...environment },
    terminal: {
      cols: 60,
      data: (_, bytes) => {
        screen += Buffer.from(bytes).toString();
      },
    },
  });
  return { screen: () => screen, ended: command.exited };
}

/** Takes everything, the third delivery only once it may. */
function slowReceiver() {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      await request.bytes();
      if (++asked === 3) await gate.promise;
      return new Response('ok');
    },
  });
  servers.push(server);
  return { url: `http://127.0.0.1:${server.port}/hook`, go: () => gate.resolve() };
}

const ERASED = '\r\u001b[K';
const BAR = /probing \[=*>? *\] +\d+ %/;

test('on a terminal the line shows how far it has come, below the results, no wider than the terminal, and goes at the end', async () => {
  const { url, go } = slowReceiver();
  const { screen, ended } = onTerminal(`probe ${url}`);
  await until('one point is done', () => /probing .* {2}1 of/.test(screen()));
  go();
  await ended;
  await until('all has come', () => screen().includes('grade '));
  const lines = screen()
    .split('\r\n')
    .map((line) => line.split(ERASED).at(-1) ?? '');
  expect(lines.filter((line) => BAR.test(line))).toEqual([]);
  expect(lines[0]).toContain('takes ');
  for (const shown of screen().split(ERASED))
    if (BAR.test(shown)) expect(shown.length).toBeLessThan(60);
});

test('there is no such line with --json, with NO_COLOR, on a dumb terminal and when stderr goes elsewhere', async () => {
  const { url, go } = slowReceiver();
  go();
  const commands = [
    onTerminal(`probe ${url} --json`),
    onTerminal(`probe ${url}`, { NO_COLOR: '1' }),
    onTerminal(`probe ${url}`, { TERM: 'dumb' }),
    onTerminal(`probe ${url} 2>/dev/null`),
  ];
  for (const { screen, ended } of commands) {
    await ended;
    await until('all has come', () => screen().includes('grade'));
    expect(screen()).not.toContain(ERASED);
    expect(screen()).not.toMatch(BAR);
  }
});
