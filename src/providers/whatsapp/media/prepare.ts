/** Media to be sent: sealed and uploaded. */
import { FAMILY } from '../../media-content.ts';
import type { OutgoingMedia } from '../../outgoing.ts';
import { type Sealed, seal } from './cipher.ts';
import type { Upload } from './upload.ts';

/** What a message says of its file: with what it opens, and where it lies. */
export interface UploadedFile extends Omit<Sealed, 'bytes'> {
  readonly directPath: string;
  readonly url: string;
  /** Seconds since 1970. */
  readonly mediaKeyTimestamp: number;
}

type Prepared = { readonly file: UploadedFile } | { readonly error: string };

/** `nowMs`: when the file was sealed, which the platform wants to know. Never rejects. */
export async function prepareMedia(
  { bytes, kind }: Pick<OutgoingMedia, 'bytes' | 'kind'>,
  upload: Upload,
  nowMs: number,
): Promise<Prepared> {
  const sealed = seal(bytes, FAMILY[kind]);
  const uploaded = await upload(sealed, FAMILY[kind]);
  if ('error' in uploaded) return uploaded;
  const { bytes: _, ...sums } = sealed;
  return { file: { ...uploaded, ...sums, mediaKeyTimestamp: Math.floor(nowMs / 1000) } };
}
