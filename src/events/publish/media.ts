/**
 * Media bytes of message events as they are stored: once per event, with a marker where they go in the body, so that
 * it is small until it is sent.
 */
import type { Statement } from '../../db/client.ts';
import { newId } from '../../shared/ids.ts';
import { type CatalogEvent, type MessageData, mediaMarker } from '../contract/catalog.ts';

/** Above this, media travels by link or not at all. */
export const MEDIA_BYTES_MAX = 16 * 1024 * 1024;

export interface PreparedMedia {
  readonly mediaId: string | null;
  readonly statements: readonly Statement[];
  readonly bytes: number;
  /** The payload to store: with a marker, with `mediaError`, or as it was. */
  readonly data: unknown;
}

const INSERT = 'insert into media (id, mimetype, bytes, created_at) values (?, ?, ?, ?)';

/** Of events that never carry any. */
export const NO_MEDIA = { mediaId: null, statements: [], bytes: 0 } as const;

/** `wanted`: some destination takes media inside the body. */
export function prepareMedia(event: CatalogEvent, wanted: boolean, now: number): PreparedMedia {
  const asItIs = { ...NO_MEDIA, data: event.data };
  if (event.type !== 'Message' || event.media === undefined) return asItIs;
  const { media, data } = event;
  if ('error' in media) return { ...asItIs, data: withField(data, { mediaError: media.error }) };
  if (!wanted) return asItIs;
  if (media.bytes.byteLength > MEDIA_BYTES_MAX) {
    const mediaError = `the media has ${media.bytes.byteLength} bytes, more than ${MEDIA_BYTES_MAX}`;
    return { ...asItIs, data: withField(data, { mediaError }) };
  }
  const mediaId = newId();
  return {
    mediaId,
    statements: [{ sql: INSERT, params: [mediaId, media.mimetype, media.bytes, now] }],
    bytes: media.bytes.byteLength,
    data: withField(data, { base64: mediaMarker(mediaId) }),
  };
}

const withField = (data: MessageData, field: Partial<MessageData['Message']>): MessageData => ({
  ...data,
  Message: { ...data.Message, ...field },
});
