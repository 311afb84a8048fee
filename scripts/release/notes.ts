/** The notes of a release: its section of CHANGELOG.md, and how to get and check what is released. */
import type { Repository } from '../repository-pages.ts';
import type { ReleaseFile } from './files.ts';

export interface Notes {
  readonly version: string;
  /** The text of the version in CHANGELOG.md. */
  readonly changes: string;
  readonly repository: Repository;
  readonly files: readonly ReleaseFile[];
  /** The line that says how fast it is beside the version before; null if nobody has measured it. */
  readonly speed: string | null;
}

/**
 * Returns the text of a version in CHANGELOG.md, such as below `## 0.1.0, 2026-12-01`. `Unreleased` names the text that
 * has no version yet. Throws if the version has no text, or if the text does not say how to upgrade.
 */
export function changesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => /^[^\s,]+/.exec(one)?.[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}"`);
  const text = section
    .slice(section.indexOf('\n') + 1)
    .replace(/\n\*\*Read next:[\s\S]*$/, '')
    .trim();
  if (!/^### Upgrade$/m.test(text))
    throw new Error(`"## ${version}" of CHANGELOG.md has no part "### Upgrade"`);
  return text;
}

/** The tags of the image of a version. */
export const imageTags = (version: string): string[] => [
  version,
  version.split('.').slice(0, 2).join('.'),
  'latest',
];

/** Returns the notes as Markdown. */
export function releaseNotes({ version, changes, repository, files, speed }: Notes): string {
  const { url, image } = repository;
  const rows = files.map(({ name, bytes, sum }) => `| ${name} | ${sizeOf(bytes)} | \`${sum}\` |`);
  const parts = [
    absolute(changes, `${url}/blob/v${version}/`),
    '### Get it',
    `\`\`\`sh\ndocker pull ${image}:${version}\n\`\`\``,
    'The image is for linux/amd64 and linux/arm64. Image and executables come [without the WhatsApp library](' +
      `${url}/blob/v${version}/docs/operations.md#one-file), because of its licences. The executables of macOS and Windows are not signed by a known publisher: both systems warn at the first start.`,
    ['| File | Size | SHA-256 |', '| --- | --- | --- |', ...rows].join('\n'),
    `Check what you have downloaded: \`sha256sum --check --ignore-missing SHA256SUMS\`. The file \`*.cdx.json\` is the bill of materials, in CycloneDX form, with the optional packages that image and executables do not have.`,
    ...(speed === null ? [] : [speed.trim()]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Links of a file at the top of the repository lead nowhere from the page of a release. */
const absolute = (text: string, base: string): string =>
  text.replaceAll(/\]\((?!https?:|#)([^)]+)\)/g, `](${base}$1)`);

const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${Math.round(bytes / 1e6)} MB`;
