/** Where the project is published: one line of package.json says it, and every page repeats it. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import {
  PAGES,
  PLACEHOLDER,
  REPOSITORY,
  repositoryOf,
  withRepository,
} from '../../../scripts/repository-pages.ts';
import { projectDir } from '../../core/process/spawned-process.ts';

const textOf = (page: string) => Bun.file(join(projectDir, page)).text();

test('images and downloads have the owner of package.json on every page (else: bun run scripts/repository-pages.ts)', async () => {
  for (const page of PAGES) {
    const text = await textOf(page);
    expect(text).toContain(REPOSITORY.image);
    expect(text).toBe(withRepository(text, REPOSITORY));
  }
});

test('no other page or template names an image of the project, or its repository', async () => {
  const patterns = ['*.md', 'docs/**/*.md', 'deploy/**/*', '*.toml', 'Dockerfile'];
  const files = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(projectDir)]);
  const naming: string[] = [];
  for (const file of files)
    if (/ghcr\.io\/|github\.com\/[\w-]+\/gatehouse\b/.test(await textOf(file))) naming.push(file);
  expect(naming.sort()).toEqual([...PAGES].sort());
});

test('with an owner the commands name it, and no page says that nothing is published', async () => {
  const acme = repositoryOf('git+https://github.com/Acme-Corp/gatehouse.git');
  for (const page of PAGES) {
    const text = withRepository(await textOf(page), acme);
    expect(text).not.toMatch(new RegExp(`${PLACEHOLDER}|placeholder`));
    expect(text).toContain('ghcr.io/acme-corp/gatehouse');
    if (page.endsWith('.md'))
      expect(text).toContain('https://github.com/Acme-Corp/gatehouse/releases/');
    expect(withRepository(text, acme)).toBe(text);
  }
});

test.each([
  [
    'git+https://github.com/Acme/gatehouse.git',
    'https://github.com/Acme/gatehouse',
    'ghcr.io/acme/gatehouse',
  ],
  [
    'https://github.com/acme/gate.house',
    'https://github.com/acme/gate.house',
    'ghcr.io/acme/gate.house',
  ],
  ['git@github.com/a-b/g.git', 'https://github.com/a-b/g', 'ghcr.io/a-b/g'],
])('%s is at %s and %s', (address, url, image) => {
  expect(repositoryOf(address)).toMatchObject({ url, image });
});

test('a repository elsewhere is refused, since nothing else is known of it', () => {
  expect(() => repositoryOf('https://example.com/acme/gatehouse')).toThrow('not one of GitHub');
});

test('until there is an owner, Docker refuses the image instead of running somebody else’s', () => {
  const isPlaceholder = REPOSITORY.owner === PLACEHOLDER;
  // The grammar of Docker's names has no capitals.
  expect(/^[a-z0-9./-]+$/.test(REPOSITORY.image)).toBe(!isPlaceholder);
});
