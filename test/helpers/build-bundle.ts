/** Builds the bundle of `bundle.ts`, in a process of its own: `bun build-bundle.ts FOLDER PLACE`, moved to PLACE later. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WORKERS } from '../../scripts/build.ts';
import { CLIENT, CLIENT_PLACE } from './bundled-files.ts';

const [, , folder = '', place = ''] = process.argv;
const project = join(import.meta.dir, '../..');
process.chdir(project);

/** Packages that the service loads when they are needed, or that load files of their own. */
const EXTERNAL = [CLIENT, '@nats-io/*', 'nats.ws', '@libsql/*'];
const REPORTING = 'Utils/reporting-utils.js';
const COMMON = { target: 'bun', format: 'cjs', bytecode: true } as const;

/** The client together with a part of it that it does not export. */
function writeClientEntry(): string {
  const client = Bun.resolveSync(CLIENT, project);
  const entry = join(folder, 'entry/index.js');
  mkdirSync(dirname(entry), { recursive: true });
  const modules = [client, join(dirname(client), REPORTING)];
  writeFileSync(entry, modules.map((path) => `export * from ${JSON.stringify(path)};\n`).join(''));
  return entry;
}

await Promise.all([
  Bun.build({
    ...COMMON,
    entrypoints: ['src/main.ts', ...WORKERS],
    root: 'src',
    outdir: folder,
    external: EXTERNAL,
    define: { BUNDLE: JSON.stringify(`${Bun.pathToFileURL(place)}/`) },
    plugins: [
      {
        name: 'own files',
        setup(build) {
          const path = join(import.meta.dir, 'bundled-files.ts');
          build.onResolve({ filter: /\/own-files\.ts$/ }, ({ importer }) =>
            importer === path ? undefined : { path },
          );
        },
      },
    ],
  }),
  // The service mends modules of the Signal library, which have to be those that the client has.
  Bun.build({
    ...COMMON,
    entrypoints: [writeClientEntry()],
    outdir: join(folder, CLIENT_PLACE),
    external: ['libsignal', 'libsignal/*'],
  }),
]);
// What the service loads by the path of a file of the client is in the one file of the bundle.
const ofClient = join(folder, CLIENT_PLACE, REPORTING);
mkdirSync(dirname(ofClient), { recursive: true });
writeFileSync(ofClient, "module.exports = require('../index.js');\n");
// Files of its own it finds in its sources, packages beside the bundle.
symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
