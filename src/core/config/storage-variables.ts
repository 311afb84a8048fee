/** The variables of object storage: all that it needs must be set together. */
import { credential, integer, type Kind, optional, variable } from '../shared/variables/kinds.ts';

/** The longest time that signatures allow: 7 days. */
const LINK_TTL_SECONDS_MAX = 604_800;

const endpoint: Kind<string> = {
  accepts: 'an http or https URL of a host alone, such as `https://s3.example.com`',
  read(text) {
    const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
    // Nothing beside the origin: no credentials, path, query or fragment.
    return url && url.href === `${url.origin}/` ? url.origin : undefined;
  },
};

export const bucketName: Kind<string> = {
  accepts: '3 to 63 letters, digits, dots, dashes or underscores',
  read: (text) => (/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(text) ? text : undefined),
};

/** The place of an archive: `prefix` is '' or ends with a slash. */
interface BucketPlace {
  readonly endpoint: string;
  readonly bucket: string;
  readonly prefix: string;
}

const bucketUrl: Kind<BucketPlace> = {
  accepts: 'an http or https URL with a bucket, such as `https://s3.example.com/events`',
  read(text) {
    const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
    if (url === null || `${url.origin}${url.pathname}` !== url.href) return undefined;
    const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
    const isPlain = folders.every((folder) => /^[A-Za-z0-9._-]{1,63}$/.test(folder));
    if (bucketName.read(bucket) === undefined || !isPlain) return undefined;
    const prefix = folders.map((folder) => `${folder}/`).join('');
    return { endpoint: url.origin, bucket, prefix };
  },
};

const region: Kind<string> = {
  accepts: 'the name of a region, such as `eu-central-1`',
  read: (text) => (/^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined),
};

export const STORAGE_VARIABLES = {
  s3Endpoint: optional({
    name: 'S3_ENDPOINT',
    kind: endpoint,
    secret: 'in-address',
    about: 'S3-compatible store for media, which is then sent [as a link](events.md#media).',
  }),
  s3Bucket: optional({
    name: 'S3_BUCKET',
    kind: bucketName,
    about: 'The bucket for media, which must exist.',
  }),
  s3AccessKey: optional({
    name: 'S3_ACCESS_KEY',
    kind: credential,
    secret: 'whole',
    about: 'Access key that may put, get and delete objects there, and abort uploads.',
  }),
  s3SecretKey: optional({
    name: 'S3_SECRET_KEY',
    kind: credential,
    secret: 'whole',
    about: 'Secret of that key.',
  }),
  s3Region: variable({
    name: 'S3_REGION',
    kind: region,
    unset: 'us-east-1',
    about:
      'Region of the bucket; of an archive and of backups too, unless their host names one, as `s3.eu-central-1.amazonaws.com` does.',
  }),
  s3LinkTtlSeconds: variable({
    name: 'S3_LINK_TTL_SECONDS',
    kind: integer(60, LINK_TTL_SECONDS_MAX),
    unset: LINK_TTL_SECONDS_MAX,
    about: 'How long a `mediaUrl` works after its event.',
  }),
  eventArchiveUrl: optional({
    name: 'EVENT_ARCHIVE_URL',
    kind: bucketUrl,
    secret: 'in-address',
    about:
      'Bucket, and a folder in it, where events are [archived](events.md#archive) before they are pruned.',
  }),
  eventArchiveAccessKey: optional({
    name: 'EVENT_ARCHIVE_ACCESS_KEY',
    kind: credential,
    defaultText: '`S3_ACCESS_KEY`',
    secret: 'whole',
    about: 'Access key that may put, get and list objects there.',
  }),
  eventArchiveSecretKey: optional({
    name: 'EVENT_ARCHIVE_SECRET_KEY',
    kind: credential,
    defaultText: '`S3_SECRET_KEY`',
    secret: 'whole',
    about: 'Secret of that key.',
  }),
  backupS3Endpoint: optional({
    name: 'BACKUP_S3_ENDPOINT',
    kind: endpoint,
    defaultText: '`S3_ENDPOINT`',
    secret: 'in-address',
    about:
      'S3-compatible store for [backups](operations.md#backup); the service itself does not use it.',
  }),
  backupS3AccessKey: optional({
    name: 'BACKUP_S3_ACCESS_KEY',
    kind: credential,
    defaultText: '`S3_ACCESS_KEY`',
    secret: 'whole',
    about: 'Access key that may put, get, list and delete objects there.',
  }),
  backupS3SecretKey: optional({
    name: 'BACKUP_S3_SECRET_KEY',
    kind: credential,
    defaultText: '`S3_SECRET_KEY`',
    secret: 'whole',
    about: 'Secret of that key.',
  }),
};

/** Fields that must all be set or all be unset. */
const MEDIA = ['s3Endpoint', 's3Bucket', 's3AccessKey', 's3SecretKey'] as const;
const BACKUPS = ['backupS3Endpoint', 'backupS3AccessKey', 'backupS3SecretKey'] as const;

type RequiredValues = { readonly [F in (typeof MEDIA)[number]]: string | null };
interface ArchiveValues {
  readonly eventArchiveUrl: BucketPlace | null;
  readonly eventArchiveAccessKey: string | null;
  readonly eventArchiveSecretKey: string | null;
}
type BackupValues = { readonly [F in (typeof BACKUPS)[number]]: string | null };

/** Silent while one of them is wrong by itself, and so not among the values. */
export const partlySetLines = (
  values: Partial<RequiredValues & BackupValues & ArchiveValues>,
): string[] => [
  ...partlySet('object storage', MEDIA, values),
  ...partlySet('a store for backups', BACKUPS, values),
  ...(isWithoutKeys(values)
    ? [
        'EVENT_ARCHIVE_URL needs EVENT_ARCHIVE_ACCESS_KEY and EVENT_ARCHIVE_SECRET_KEY, or S3_ACCESS_KEY and S3_SECRET_KEY',
      ]
    : []),
];

/** False while one of them is wrong by itself. */
const isWithoutKeys = (values: Partial<RequiredValues & ArchiveValues>): boolean =>
  values.eventArchiveUrl != null &&
  ((values.eventArchiveAccessKey === null && values.s3AccessKey === null) ||
    (values.eventArchiveSecretKey === null && values.s3SecretKey === null));

function partlySet<F extends keyof typeof STORAGE_VARIABLES>(
  what: string,
  fields: readonly F[],
  values: { readonly [P in F]?: unknown },
): string[] {
  const nameOf = (field: F) => STORAGE_VARIABLES[field].name;
  const missing = fields.filter((field) => values[field] === null).map(nameOf);
  const isWrong = fields.some((field) => values[field] === undefined);
  const isPartlySet = !isWrong && missing.length > 0 && missing.length < fields.length;
  const needed = fields.map(nameOf).join(', ');
  return isPartlySet
    ? [`${missing.join(', ')} not set; ${what} needs all of ${needed}, or none`]
    : [];
}

interface Storage extends RequiredValues {
  readonly s3Region: string;
  readonly s3LinkTtlSeconds: number;
}

/** Returns the settings of the bucket's client; null without object storage. */
export function storageOf(settings: Storage) {
  const { s3Endpoint: endpoint, s3Bucket: bucket } = settings;
  const { s3AccessKey: accessKey, s3SecretKey: secretKey } = settings;
  if (endpoint === null || bucket === null || accessKey === null || secretKey === null) return null;
  const { s3Region: region, s3LinkTtlSeconds: linkTtlSeconds } = settings;
  return { endpoint, bucket, accessKey, secretKey, region, linkTtlSeconds };
}

const REGION_IN_HOST = /^https?:\/\/s3[.-]([a-z]{2}(?:-[a-z]+)+-\d+)\./;

/** Returns the region that the host of a store names, or `otherwise`. */
const regionAt = (endpoint: string, otherwise: string): string =>
  REGION_IN_HOST.exec(endpoint)?.[1] ?? otherwise;

/** The store that backups go to: one of their own, or that of media; null without either. */
export function backupStoreOf(settings: Storage & BackupValues) {
  const { backupS3Endpoint, backupS3AccessKey, backupS3SecretKey, s3Region } = settings;
  if (backupS3Endpoint !== null && backupS3AccessKey !== null && backupS3SecretKey !== null)
    return {
      endpoint: backupS3Endpoint,
      accessKey: backupS3AccessKey,
      secretKey: backupS3SecretKey,
      region: regionAt(backupS3Endpoint, s3Region),
      isOfMedia: false,
    };
  const media = storageOf(settings);
  if (media === null) return null;
  const { endpoint, accessKey, secretKey, region } = media;
  return { endpoint, accessKey, secretKey, region, isOfMedia: true };
}

/** The bucket of the archive of events with its keys, which are its own or those of media; null without one. */
export function archiveStoreOf(settings: Storage & ArchiveValues) {
  const { eventArchiveUrl, eventArchiveAccessKey, eventArchiveSecretKey } = settings;
  const accessKey = eventArchiveAccessKey ?? settings.s3AccessKey;
  const secretKey = eventArchiveSecretKey ?? settings.s3SecretKey;
  if (eventArchiveUrl === null || accessKey === null || secretKey === null) return null;
  const region = regionAt(eventArchiveUrl.endpoint, settings.s3Region);
  return { ...eventArchiveUrl, accessKey, secretKey, region };
}
