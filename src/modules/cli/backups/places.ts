/** Finds the place that the words of a command name: a folder, or `s3://BUCKET/PREFIX`. */

import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { backupStoreOf, bucketName } from '../../../core/config/storage-variables.ts';
import { StartRefused } from '../../../core/process/refusal.ts';
import type { StoreAccess } from '../../storage/api.ts';
import { UsageFault } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { bucketPlace } from './bucket.ts';
import { folderPlace } from './folder.ts';
import { type BackupPlace, backupOf, type Work } from './place.ts';

const S3 = /^s3:\/\/([^/]*)\/?(.*)$/is;
const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;

/** Throws UsageFault for a text that names neither, StartRefused when no store is configured. */
export function placeIn(text: string, terminal: Terminal): BackupPlace {
  const [, bucket, prefix = ''] = S3.exec(text) ?? [];
  if (bucket !== undefined) return placeInBucket(text, bucket, prefix, terminal);
  if (SCHEME.test(text))
    throw new UsageFault(`${text} is not a place for backups: use a folder, or s3://BUCKET/PREFIX`);
  return folderPlace(text);
}

function placeInBucket(text: string, bucket: string, prefix: string, terminal: Terminal) {
  if (bucketName.read(bucket) === undefined)
    throw new UsageFault(
      `${text} names no bucket: use s3://BUCKET/PREFIX; a bucket name is ${bucketName.accepts}`,
    );
  const path = prefix.replace(/\/$/, '');
  const parts = path === '' ? [] : path.split('/');
  if (parts.some((part) => /^\.{0,2}$/.test(part) || !part.isWellFormed() || CONTROL.test(part)))
    throw new UsageFault(
      `${text} has an invalid part: parts must not be empty, only dots or invalid text`,
    );
  return bucketPlace({
    access: accessTo(bucket, terminal),
    prefix: parts.map((part) => `${part}/`).join(''),
    clock: terminal.clock,
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f]/;

function accessTo(bucket: string, { settings, environment }: Terminal): StoreAccess {
  const store = backupStoreOf(settings());
  if (store === null)
    throw new StartRefused(
      'no store is set: set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY, or the S3_ variables',
    );
  const { isOfMedia, ...access } = store;
  // The client for media reads the token from there too.
  const token = isOfMedia ? (environment.S3_SESSION_TOKEN ?? environment.AWS_SESSION_TOKEN) : null;
  return { ...access, bucket, sessionToken: token || null };
}

export interface NamedBackup {
  readonly place: BackupPlace;
  readonly name: string;
}

/** Returns one backup. Throws UsageFault when the text names a place of backups (with its newest one) or nothing. */
export async function backupIn(text: string, work: Work): Promise<NamedBackup> {
  const path = text.replace(/\/+$/, '');
  const name = basename(path);
  if (SCHEME.test(text)) {
    const parent = path.slice(0, -name.length);
    const isOne = /^s3:\/\/[^/]+\/./i.test(path) && backupOf(name, 0) !== null;
    if (isOne) return { place: placeIn(parent, work.terminal), name };
    throw await refusalOf(text, placeIn(text, work.terminal), work);
  }
  if (!existsSync(text)) throw new UsageFault(`there is no file ${text}`);
  if (statSync(text).isDirectory()) throw await refusalOf(text, placeIn(text, work.terminal), work);
  return { place: folderPlace(dirname(path)), name };
}

async function refusalOf(text: string, place: BackupPlace, work: Work): Promise<UsageFault> {
  const newest = (await place.list(work)).at(-1);
  const hint =
    newest === undefined
      ? 'there is no backup in it'
      : `the newest in it is ${place.at(newest.name)}`;
  return new UsageFault(`${text} is not a backup: ${hint}`);
}
