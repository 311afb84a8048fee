/** What a person finds who knows none of the commands. */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { COMMANDS } from '../../../src/modules/cli/table.ts';
import { commandOf, helpOf, wordsOf } from '../../../src/modules/cli/words.ts';
import {
  bun,
  cleanUp,
  freshDataDir,
  isolated,
  projectDir,
  spawnProcess,
} from '../../core/process/spawned-process.ts';
import { bundledService } from '../../helpers/bundle.ts';
import { freePort } from '../../helpers/free-port.ts';
import { until } from '../../helpers/until.ts';
import { recordsIn, run } from './commands.ts';

afterAll(cleanUp);

const page = await Bun.file(join(projectDir, 'docs/command.md')).text();

test.each(COMMANDS.map((command) => [command.name, command] as const))(
  'the help of `%s` shows each of its words and an example that it accepts, and the page names it',
  (name, command) => {
    const help = helpOf(command);
    for (const { name } of [...command.operands, ...command.options]) expect(help).toContain(name);
    const [, words = ''] = /gatehouse (.*)$/.exec(command.example) ?? [];
    const { command: meant, rest } = commandOf(COMMANDS, words.split(' '));
    expect(meant).toBe(command);
    expect(() => wordsOf(meant, rest)).not.toThrow();
    expect(page).toContain(`gatehouse ${name}`);
    for (const option of command.options) expect(page).toContain(`--${option.name}`);
  },
);

test('without a variable set rightly, --help still lists every command, for programs as JSON', async () => {
  const wrong = { PORT: 'wrong' };
  const { code, out } = await run(['--help'], wrong);
  expect(code).toBe(0);
  for (const { name } of COMMANDS) expect(out).toContain(`\n  ${name} `);
  const [listed] = recordsIn((await run(['help', '--json'], wrong)).out);
  expect(listed?.commands).toHaveLength(COMMANDS.length);
  expect((await run(['audit', 'verify', '--help'], wrong)).out).toContain('ID:HASH');
  expect((await run(['help', 'import'], wrong)).out).toContain('--without-keys');
});

test.each([
  [['strat'], 'there is no command "strat": did you mean start?\n'],
  [['admin', 'tokn'], 'there is no command "admin tokn": did you mean admin token?\n'],
  [['frobnicate'], 'there is no command "frobnicate": `gatehouse --help` lists all commands\n'],
  [['start', 'now'], 'start does not take "now"; usage: gatehouse start\n'],
  [['start', '--jsn'], 'start has no option --jsn: did you mean --json?\n'],
  [['start', '--json=1'], '--json takes no value, but got "1"\n'],
  [
    ['import'],
    'import: evolution-api is missing; usage: gatehouse import evolution-api SOURCE [options]\n',
  ],
  [['backup', ''], 'backup: PLACE is missing; usage: gatehouse backup PLACE [options]\n'],
])('%j is refused in one line that names what was wrong, with exit code 2', async (words, line) => {
  expect(await run(words)).toEqual({ code: 2, out: '', error: line });
});

test('a wrong variable is refused by name with exit code 78 where a command needs the settings', async () => {
  const { code, error } = await run(['admin', 'token'], { PORT: 'wrong' });
  expect(code).toBe(78);
  expect(error).toBe('PORT is "wrong"; it accepts an integer from 0 to 65535\n');
});

/** The file that `npm link` and `npx` run. */
const bin = join(projectDir, 'bin/gatehouse.js');
const node = Bun.which('node');

test.each([
  ['Node', node ? [node, bin] : null],
  ['Bun', [bun, bin]],
])(
  'run by %s, `gatehouse start` serves, and SIGTERM ends it with exit code 0',
  async (_, words) => {
    if (words === null) return;
    const service = spawnProcess([...words, 'start'], isolated(await freshDataDir()));
    await service.printed(/^listening on http/m);
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
    expect(service.hasDescendants()).toBe(false);
  },
);

test('the service that npx started ends with it', async () => {
  const npx = Bun.which('npx');
  if (npx === null) return;
  const words = [npx, 'gatehouse', 'start'];
  const service = spawnProcess(words, isolated(await freshDataDir()));
  // npm alone takes a second of CPU.
  await service.printed(/^listening on http/m, 25_000);
  service.signal('SIGTERM');
  await service.ended();
  await until('no process is left', () => !service.hasDescendants());
});

test('`gatehouse start` serves on when nobody reads its log any more', async () => {
  const port = await freePort();
  const words = ['sh', '-c', `bun run ${bundledService()} start | head -1`];
  const service = spawnProcess(words, { ...isolated(await freshDataDir()), PORT: `${port}` });
  const health = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('it answers', health);
  expect(service.stdout().trimEnd().split('\n')).toHaveLength(1);
});

test('run without a word it explains itself, and passes on the exit code of a command', async () => {
  const told = spawnProcess([bun, bin]);
  expect(await told.ended()).toBe(0);
  expect(told.stdout()).toStartWith('gatehouse COMMAND');
  const wrong = spawnProcess([node ?? bun, bin, 'strat']);
  expect(await wrong.ended()).toBe(2);
});
