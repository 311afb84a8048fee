/**
 * Writes where the project is published into the pages and templates that name it. The one place to set it is
 * `repository` in package.json: change it, then run `bun run scripts/repository-pages.ts`.
 */
import { join } from 'node:path';
import manifest from '../package.json';

const ROOT = join(import.meta.dir, '..');

/** The owner in package.json until the project is published. As it is in capitals, Docker refuses an image of it. */
export const PLACEHOLDER = 'OWNER';

export const PAGES: readonly string[] = [
  'README.md',
  'README.pt-BR.md',
  'docs/start.md',
  'docs/pt-BR/start.md',
  'docs/es/start.md',
  'deploy/easypanel.json',
];

export interface Repository {
  readonly owner: string;
  readonly name: string;
  /** The page of the project, whose releases have the executables. */
  readonly url: string;
  /** The image without its tag. */
  readonly image: string;
}

/** Returns the places of a repository of GitHub, such as `git+https://github.com/OWNER/gatehouse.git`. */
export function repositoryOf(address: string): Repository {
  const [, owner, name] = /github\.com\/([\w-]+)\/([\w.-]+?)(?:\.git)?$/.exec(address) ?? [];
  if (owner === undefined || name === undefined)
    throw new Error(`repository in package.json is not one of GitHub: ${address}`);
  const path = `${owner}/${name}`;
  return {
    owner,
    name,
    url: `https://github.com/${path}`,
    // The names of images are in small letters.
    image: `ghcr.io/${owner === PLACEHOLDER ? path : path.toLowerCase()}`,
  };
}

export const REPOSITORY = repositoryOf(manifest.repository.url);

const URLS = /https:\/\/github\.com\/[\w-]+\/[\w.-]+?(?=\.git|[/)`\s])/g;
const IMAGES = /ghcr\.io\/[\w-]+\/[\w.-]+/g;
/** What is true only until the project is published. */
const NOTE = /^<!-- placeholder -->\n.*?^<!-- \/placeholder -->\n\n/gms;

/** Returns a page with the places of the repository, and without the note about the placeholder once there is an owner. */
export function withRepository(text: string, { owner, url, image }: Repository): string {
  const renewed = text.replaceAll(URLS, url).replaceAll(IMAGES, image);
  return owner === PLACEHOLDER ? renewed : renewed.replaceAll(NOTE, '');
}

if (import.meta.main)
  for (const page of PAGES) {
    const file = Bun.file(join(ROOT, page));
    await file.write(withRepository(await file.text(), REPOSITORY));
  }
