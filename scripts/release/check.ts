/** What must be true before a version is released. */
import { PLACEHOLDER, type Repository } from '../repository-pages.ts';
import { changesOf } from './notes.ts';

interface Candidate {
  /** The version in package.json. */
  readonly version: string;
  readonly changelog: string;
  readonly repository: Repository;
  /** The tag that releases it; null without one. */
  readonly tag: string | null;
  /** As `owner/name`: where the workflow runs, and so where its image goes. Undefined outside of it. */
  readonly place: string | undefined;
}

/** Returns the text of this version in the changelog. Throws if the version cannot be released, and says why. */
export function releasableChanges({
  version,
  changelog,
  repository,
  tag,
  place,
}: Candidate): string {
  if (tag !== `v${version}`)
    throw new Error(`the tag is ${tag}, and package.json has the version ${version}`);
  if (repository.owner === PLACEHOLDER)
    throw new Error('set `repository` in package.json, then run scripts/repository-pages.ts');
  if (place !== undefined && !repository.url.toLowerCase().endsWith(`/${place.toLowerCase()}`))
    throw new Error(`this is ${place}, and package.json has the repository ${repository.url}`);
  return changesOf(changelog, version);
}

/** Returns the text for a dry run: that of the version, or what has no version yet. */
export const drawnChanges = (changelog: string, version: string): string =>
  changesOf(changelog, changelog.includes(`\n## ${version}`) ? version : 'Unreleased');
