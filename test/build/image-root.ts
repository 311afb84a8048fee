/** A root file system for a process of its own, as containers have one: read-only but for `/data`. On Linux, as root. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Image } from './dockerfile.ts';

/** Mounts in a namespace of this process alone, and ends with it. `$1` is the root, `$2` the working folder. */
const SCRIPT = `set -e
root=$1 folder=$2; shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
for shared in usr proc dev; do mount --bind "/$shared" "$root/$shared"; mount -o remount,bind,ro "$root/$shared"; done
mount --bind "$root/data" "$root/data"
mount -o remount,bind,ro "$root"
cd "$root$folder"
exec chroot "$root" env --chdir="$folder" "$@"`;

const LINKS = ['bin', 'lib', 'lib64', 'sbin'];

/** Where processes may mount. */
export const canHaveRoot = (): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  Bun.spawnSync(['unshare', '-m', 'mount', '--make-rprivate', '/'], { stderr: 'ignore' }).success;

/**
 * The words that run `command` with `root` as its root, as the image's user and in its working folder. Programs are
 * those of this machine, after those of the image.
 */
export function inRoot(root: string, image: Image, command: readonly string[]): string[] {
  for (const name of ['usr', 'proc', 'dev']) mkdirSync(join(root, name), { recursive: true });
  for (const name of LINKS) link(`usr/${name}`, join(root, name));
  const path = image.environment.PATH?.replace('$PATH', '/usr/bin:/bin');
  const [user = '', group = ''] = image.last('USER')?.split(':') ?? [];
  const asUser =
    user === 'root' ? [] : ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups'];
  const words = [...asUser, 'env', `PATH=${path}`, ...command];
  return ['unshare', '-m', 'sh', '-c', SCRIPT, 'sh', root, image.last('WORKDIR') ?? '/', ...words];
}

function link(target: string, path: string): void {
  try {
    symlinkSync(target, path);
  } catch {
    // It is there from the command before.
  }
}
