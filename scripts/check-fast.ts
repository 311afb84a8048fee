/**
 * `npm run check:fast`: the types that have changed, lint and format, and the rules between folders, side by side. The
 * types of the client are made of the API document meanwhile; if the API has changed, types are checked once more.
 */
import { existsSync } from 'node:fs';

const CLIENT_TYPES = 'packages/client/src/generated.ts';

/** Runs a command to its end. Returns what it printed if it failed, else null. */
async function failureOf(...command: string[]): Promise<string | null> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe', stdin: 'ignore' });
  const printed = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return (await child.exited) === 0 ? null : `${command.join(' ')}\n${printed.join('')}`;
}

const bun = process.execPath;
/** Pages have types of their own: those of a browser. */
const PROJECTS = [
  '.',
  'src/modules/manager/page',
  'test/modules/manager/page',
  'src/core/shell/page',
];
const typeFaults = async () => {
  const faults = await Promise.all(
    [...PROJECTS, 'packages/client'].map((project) => {
      const cache = `node_modules/.cache/types-${project.replaceAll('/', '-')}.json`;
      const incremental = ['--incremental', '--tsBuildInfoFile', cache];
      return failureOf('node_modules/.bin/tsc', '-p', project, '--noEmit', ...incremental);
    }),
  );
  return faults.find((one) => one !== null) ?? null;
};
const clientTypes = async () =>
  existsSync(CLIENT_TYPES) ? await Bun.file(CLIENT_TYPES).text() : null;

const before = await clientTypes();
const [client, types, ...others] = await Promise.all([
  failureOf(bun, 'run', 'scripts/client-types.ts'),
  typeFaults(),
  failureOf('node_modules/.bin/biome', 'ci', '.'),
  failureOf(bun, 'test', 'test/architecture.test.ts', 'test/mirror.test.ts'),
]);
const isNew = (await clientTypes()) !== before;
const failures = [client, isNew ? await typeFaults() : types, ...others].filter(
  (one) => one !== null,
);
process.stderr.write(failures.join('\n'));
process.exit(failures.length === 0 ? 0 : 1);
