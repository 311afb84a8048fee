/** The licences of the packages that an executable holds, which go where it goes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Licence {
  /** `name@version`. */
  readonly name: string;
  /** The licence that the package names, such as `MIT`. */
  readonly kind: string;
  /** The licence texts of the package; its address if it has no text. */
  readonly text: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: string | { readonly url: string };
}

const TEXTS = /^(licen[cs]e|notice|copying|third_party_notices)(\.(md|txt))?$/i;
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const RULE = `\n${'-'.repeat(80)}\n\n`;

/** Returns the licences of the packages that `files` belong to, sorted by name. Paths start at the working folder. */
export function licencesOf(files: Iterable<string>): Licence[] {
  const folders = new Set<string>();
  for (const file of files) {
    const [, folder] = PACKAGE.exec(file) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders].map(licenceIn).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One text for people. */
export const licenceTexts = (licences: readonly Licence[]): string =>
  [
    `What is inside beside Gatehouse. Bun ${Bun.version}, the runtime, and what it holds: https://bun.com/docs/project/license\n`,
    ...licences.map(({ name, kind, text }) => `${name} (${kind})\n\n${text.trim()}\n`),
  ].join(RULE);

function licenceIn(folder: string): Licence {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license: kind = 'unknown', repository = '' } = manifest;
  const texts = readdirSync(folder)
    .filter((file) => TEXTS.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const origin = typeof repository === 'string' ? repository : repository.url;
  return { name: `${name}@${version}`, kind, text: texts.length > 0 ? texts.join('\n') : origin };
}
