/** The tables of `docs/architecture.md` that follow a text file by file. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dir, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

/** What a chapter says how many files it names, and those files. */
function chapter(title: string) {
  const [, text = ''] = page.split(`## ${title}, file by file\n`);
  const [chapterText = ''] = text.split('\n## ');
  const rows = chapterText.split('\n').filter((line) => line.startsWith('| '));
  const files = rows.flatMap((row) => [...row.matchAll(/`((?:src|packages)\/[^`]+)`/g)]);
  return {
    stated: Number(/\b(\d+) files\b/.exec(chapterText)?.[1]),
    files: files.map(([, file = '']) => file),
  };
}

/** What a file imports, types too. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const named = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, name = '']) => name);
  const imports = named.map((name) => normalize(join(dirname(file), name)));
  return file.startsWith('packages/signal/') ? [...imports, SIGNAL] : imports;
}

/** Where files meet that do not import one another: an interface, or Baileys, which calls them. */
const SEAMS = [
  'src/providers/provider.ts',
  'src/providers/whatsapp/engine/surface.ts',
  'src/events/contract/channel.ts',
];
/** The only file that imports the package, which it hands on. */
const SIGNAL = 'src/providers/whatsapp/engine/signal.ts';

function areJoined(one: string, other: string): boolean {
  const [ones, others] = [importsOf(one), importsOf(other)];
  if (ones.includes(other) || others.includes(one)) return true;
  return [...SEAMS, SIGNAL].some((seam) => ones.includes(seam) && others.includes(seam));
}

test.each(['A received text', 'A sent text'])(
  '%s goes through as many files as the page says, each of which exists and is named once',
  (title) => {
    const { stated, files } = chapter(title);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect([files.length, new Set(files).size]).toEqual([stated, stated]);
    expect(stated).toBeLessThanOrEqual(25);
  },
);

test.each(['A received text', 'A sent text'])(
  '%s comes into each file from one that is named before it, or goes on to the next',
  (title) => {
    const { files } = chapter(title);
    const isLost = (file: string, at: number) => {
      const around = files.slice(0, at + 2).filter((other) => other !== file);
      return !around.some((other) => areJoined(other, file));
    };
    expect(files.filter(isLost)).toEqual([]);
  },
);
