/** AWS Signature Version 4 of one request, as every S3-compatible store checks it. */
import { createHash, createHmac } from 'node:crypto';

export interface StoreAccess {
  /** Origin of the store; the bucket goes into the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Of temporary credentials. */
  readonly sessionToken: string | null;
}

export interface Unsigned {
  readonly method: string;
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  /** SHA-256 of the body, as hex. */
  readonly bodyHash: string;
  /** Ms since 1970; stores refuse what is signed more than 15 minutes from their own time. */
  readonly at: number;
}

export interface Signed {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const hash = (content: string): string => createHash('sha256').update(content).digest('hex');
const mac = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Everything but letters, digits, `-`, `.`, `_` and `~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The body is signed too, so that the store refuses what was changed on its way. */
export function signed(access: StoreAccess, request: Unsigned): Signed {
  const { endpoint, bucket, region, accessKey, secretKey, sessionToken } = access;
  const path = `/${[bucket, ...request.key.split('/')].map(encoded).join('/')}`.replace(/\/$/, '');
  const query = Object.entries(request.query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const time = new Date(request.at).toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    host: new URL(endpoint).host,
    'x-amz-content-sha256': request.bodyHash,
    'x-amz-date': time,
    ...(sessionToken !== null && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [
    request.method,
    path,
    query,
    lines.join(''),
    names,
    headers['x-amz-content-sha256'],
  ];
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash(canonical.join('\n'))].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Uint8Array>(
    mac,
    `AWS4${secretKey}`,
  );
  const signature = mac(signingKey, toSign).toString('hex');
  const { host: _, ...sent } = headers;
  return {
    url: `${endpoint}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...sent,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
  };
}
