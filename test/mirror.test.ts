/** Where a test is found: beside what it tests, in the same folder below `test` and under the same name. */
import { expect, test } from 'bun:test';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dir, '..');
const found = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync(root)];

/** Folders in which a test may have the name of what happens, since several files together make it happen. */
const OF_SEVERAL: readonly { readonly why: string; readonly folders: readonly string[] }[] = [
  {
    why: 'the service and its process, started as a whole',
    folders: ['app', 'core/process', 'modules', 'modules/cli', 'modules/docs', 'modules/import'],
  },
  {
    why: 'the engine, with channels that answer as a test says',
    folders: ['core/events/deliver'],
  },
  { why: 'the texts of all languages', folders: ['core/languages'] },
  { why: 'several nodes on one database', folders: ['modules/cluster'] },
  {
    why: 'a session with the platform that a test plays',
    folders: ['modules/sandbox', 'modules/whatsapp'],
  },
  { why: 'the views, in a browser', folders: ['modules/manager'] },
  {
    why: 'operations as callers use them, past the guard and with what they change',
    folders: [
      'modules/crm',
      'modules/crm/access-tokens',
      'modules/crm/accounts',
      'modules/crm/audit-logs',
      'modules/crm/inboxes',
      'modules/crm/mcp-servers',
      'modules/crm/pipeline-stages',
      'modules/crm/pipelines',
      'modules/crm/roles',
      'modules/crm/users',
      'modules/crm/webhooks',
      'modules/evolution-go',
      'modules/gateway',
      'modules/gateway/instance',
      'modules/gateway/live',
      'modules/gateway/message',
      'modules/gateway/portal',
      'modules/gateway/webhook',
      'modules/graph',
      'modules/mcp',
      'modules/socket-io',
      'modules/templates',
    ],
  },
];

/** The names of the files in each folder of `src`. */
const files = Map.groupBy(found('src/**/*.{ts,tsx}'), (path) => dirname(path).slice('src/'.length));

/** Returns whether a test is called after a file, alone or followed by what it is about. */
function isOfOneFile(path: string): boolean {
  const name = basename(path).replace(/\.test\.tsx?$/, '');
  return (files.get(folderOf(path)) ?? [])
    .map((file) => basename(file).replace(/\..*/, ''))
    .some((file) => name === file || name.startsWith(`${file}-`));
}

const folderOf = (path: string): string => dirname(path).slice('test/'.length);

test('a test has the name of the file that it tests, but where several files together are tested', () => {
  const nameless = found('test/{app,core,modules}/**/*.test.{ts,tsx}').filter(
    (path) => !isOfOneFile(path),
  );
  const allowed = OF_SEVERAL.flatMap(({ folders }) => folders);
  expect(nameless.filter((path) => !allowed.includes(folderOf(path)))).toEqual([]);
  // A folder leaves the list with the last such test.
  expect(allowed.filter((folder) => !nameless.map(folderOf).includes(folder))).toEqual([]);
});
