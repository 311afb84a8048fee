/** Prepares media to be sent: sealed, unless it is for a channel, and uploaded. */
import { FAMILY } from '../../../core/providers/media-content.ts';
import type { OutgoingMedia } from '../../../core/providers/outgoing.ts';
import { bareJid, isNewsletter } from '../translate/jids.ts';
import { type SealedFile, seal, sha256 } from './cipher.ts';
import type { Upload, UploadPlace } from './upload.ts';

/** The message's fields about its file: its place and, when it is sealed, its key. */
export type UploadedFile = UploadPlace &
  Pick<SealedFile, 'fileSha256' | 'fileLength'> &
  Partial<Pick<SealedFile, 'mediaKey' | 'fileEncSha256'>> & {
    /** Seconds since 1970, if the file is sealed. */
    readonly mediaKeyTimestamp?: number;
  };

type PreparedMedia = { readonly file: UploadedFile } | { readonly error: string };

/** `nowMs` is when the file was sealed, which the platform wants to know. Never rejects. */
export async function prepareMedia(
  { bytes, kind, number }: Pick<OutgoingMedia, 'bytes' | 'kind' | 'number'>,
  upload: Upload,
  nowMs: number,
): Promise<PreparedMedia> {
  const family = FAMILY[kind];
  const isOpen = isNewsletter(bareJid(number));
  const prepared = isOpen ? asItIs(bytes) : seal(bytes, family);
  const uploaded = await upload(prepared, family);
  if ('error' in uploaded) return uploaded;
  const { bytes: _, ...sums } = prepared;
  const sealedAt = isOpen ? {} : { mediaKeyTimestamp: Math.floor(nowMs / 1000) };
  return { file: { ...uploaded, ...sums, ...sealedAt } };
}

const asItIs = (bytes: Uint8Array) => ({
  bytes: new Uint8Array(bytes),
  fileSha256: sha256(bytes),
  fileLength: bytes.byteLength,
});
