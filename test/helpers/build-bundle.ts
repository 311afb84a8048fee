/** Builds the bundle of `bundle.ts`, in a process of its own: `bun build-bundle.ts FOLDER PLACE`, moved to PLACE later. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { WORKERS } from '../../scripts/build.ts';
import { CLIENT, CLIENT_PLACE } from './bundled-files.ts';

const [, , folder = '', place = ''] = process.argv;
const project = join(import.meta.dir, '../..');
process.chdir(project);

/** Packages that the service loads when they are needed, or that load files of their own. */
const EXTERNAL = [CLIENT, '@nats-io/*', 'nats.ws', '@libsql/*'];
const COMMON = { target: 'bun', format: 'cjs', bytecode: true } as const;

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
    entrypoints: [Bun.resolveSync(CLIENT, project)],
    outdir: join(folder, CLIENT_PLACE),
    external: ['libsignal', 'libsignal/*'],
  }),
]);
// Files of its own it finds in its sources, packages beside the bundle.
symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
