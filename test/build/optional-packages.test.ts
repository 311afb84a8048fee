/** Which packages go beside an executable. */
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOptionalPackages } from '../../scripts/optional-packages.ts';
import { temporaryFolder } from '../helpers/database.ts';

function packageIn(folder: string, manifest: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}

test('beside the executable goes what the optional packages need, also what a package inside of one needs, and nothing else', () => {
  const [checkout, folder] = [temporaryFolder(), temporaryFolder()];
  const at = (path: string) => join(checkout, 'node_modules', path);
  packageIn(checkout, { optionalDependencies: { '@scope/client': '1.0.0' } });
  packageIn(at('@scope/client'), { dependencies: { keys: '2.0.0', waves: '1.0.0' } });
  packageIn(at('@scope/client/node_modules/keys'), { dependencies: { numbers: '1.0.0' } });
  for (const name of ['keys', 'waves', 'numbers', 'server']) packageIn(at(name), {});
  copyOptionalPackages(checkout, folder);
  const copied = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
  expect(copied.filter((path) => path.endsWith('package.json')).sort()).toEqual([
    '@scope/client/node_modules/keys/package.json',
    '@scope/client/package.json',
    'numbers/package.json',
    'waves/package.json',
  ]);
});

test('an optional package that is not installed is named, with the command that installs it', () => {
  const checkout = temporaryFolder();
  packageIn(checkout, { optionalDependencies: { client: '1.0.0' } });
  expect(() => copyOptionalPackages(checkout, temporaryFolder())).toThrow(
    'the package client is not installed: npm install --include=optional',
  );
});
