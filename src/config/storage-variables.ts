/** Variables of object storage: all that it needs, or none. */
import { credential, integer, type Kind, optional, variable } from './kinds.ts';

/** What signatures allow: 7 days. */
const LINK_TTL_SECONDS_MAX = 604_800;

const endpoint: Kind<string> = {
  accepts: 'an http or https URL of a host alone, such as `https://s3.example.com`',
  read(text) {
    const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
    // Nothing beside the origin: no credentials, path, query or fragment.
    return url && url.href === `${url.origin}/` ? url.origin : undefined;
  },
};

const bucketName: Kind<string> = {
  accepts: '3 to 63 letters, digits, dots, dashes or underscores',
  read: (text) => (/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(text) ? text : undefined),
};

const region: Kind<string> = {
  accepts: 'the name of a region, such as `eu-central-1`',
  read: (text) => (/^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined),
};

export const STORAGE_VARIABLES = {
  s3Endpoint: optional({
    name: 'S3_ENDPOINT',
    kind: endpoint,
    about: 'S3-compatible store for media, which then goes by link; see Media.',
  }),
  s3Bucket: optional({
    name: 'S3_BUCKET',
    kind: bucketName,
    about: 'Its bucket, which must exist.',
  }),
  s3AccessKey: optional({
    name: 'S3_ACCESS_KEY',
    kind: credential,
    secret: 'whole',
    about: 'Access key that may put and get objects there.',
  }),
  s3SecretKey: optional({
    name: 'S3_SECRET_KEY',
    kind: credential,
    secret: 'whole',
    about: 'Its secret.',
  }),
  s3Region: variable({
    name: 'S3_REGION',
    kind: region,
    unset: 'us-east-1',
    about: 'Region of the bucket.',
  }),
  s3LinkTtlSeconds: variable({
    name: 'S3_LINK_TTL_SECONDS',
    kind: integer(60, LINK_TTL_SECONDS_MAX),
    unset: LINK_TTL_SECONDS_MAX,
    about: 'How long a `mediaUrl` opens, from the moment of its event.',
  }),
};

const NEEDED = ['s3Endpoint', 's3Bucket', 's3AccessKey', 's3SecretKey'] as const;

type Needed = { readonly [F in (typeof NEEDED)[number]]: string | null };

/** Silent while one of them is wrong by itself, and so not among the values. */
export function partlySetLines(values: Partial<Needed>): string[] {
  const nameOf = (field: (typeof NEEDED)[number]) => STORAGE_VARIABLES[field].name;
  const missing = NEEDED.filter((field) => values[field] === null).map(nameOf);
  const isWrong = NEEDED.some((field) => values[field] === undefined);
  const isPartlySet = !isWrong && missing.length > 0 && missing.length < NEEDED.length;
  const needed = NEEDED.map(nameOf).join(', ');
  return isPartlySet
    ? [`${missing.join(', ')} not set; object storage needs all of ${needed}, or none`]
    : [];
}

interface Storage extends Needed {
  readonly s3Region: string;
  readonly s3LinkTtlSeconds: number;
}

/** What a client of the bucket needs; null without object storage. */
export function storageOf(settings: Storage) {
  const { s3Endpoint: endpoint, s3Bucket: bucket } = settings;
  const { s3AccessKey: accessKey, s3SecretKey: secretKey } = settings;
  if (endpoint === null || bucket === null || accessKey === null || secretKey === null) return null;
  const { s3Region: region, s3LinkTtlSeconds: linkTtlSeconds } = settings;
  return { endpoint, bucket, accessKey, secretKey, region, linkTtlSeconds };
}
