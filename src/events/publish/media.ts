/**
 * Media bytes of message events. Owns: when they are kept, and how they get into a body.
 * They are stored once per event; a body holds a marker where they go, so that it is small until it is sent.
 */
import type { Database, Statement } from '../../db/client.ts';
import { newId } from '../../shared/ids.ts';
import type { CatalogEvent, MessageData } from '../contract/catalog.ts';

/** Above this, media travels by link or not at all. */
export const MEDIA_BYTES_MAX = 16 * 1024 * 1024;

const markerOf = (mediaId: string): string => `@media:${mediaId}@`;

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
    data: withField(data, { base64: markerOf(mediaId) }),
  };
}

const withField = (data: MessageData, field: Partial<MessageData['Message']>): MessageData => ({
  ...data,
  Message: { ...data.Message, ...field },
});

interface StoredBody {
  readonly body: string;
  readonly mediaId: string | null;
}

/** EventBodies as they go out. */
export interface EventBodies {
  /** How many bytes `with` would give, at least: asked without reading the media. */
  sizeOf(stored: StoredBody, base64: boolean): Promise<number>;
  /** The body with its media as base64, or without it. */
  with(stored: StoredBody, base64: boolean): Promise<string>;
}

export function createEventBodies(db: Pick<Database, 'query'>): EventBodies {
  return {
    async sizeOf({ body, mediaId }, base64) {
      const size = Buffer.byteLength(body);
      if (mediaId === null || !base64) return size;
      const [row] = await db.query('select octet_length(bytes) from media where id = ?', [mediaId]);
      return size + Math.ceil(Number(row?.[0] ?? 0) / 3) * 4;
    },
    async with({ body, mediaId }, base64) {
      if (mediaId === null) return body;
      const marker = JSON.stringify(markerOf(mediaId));
      const bytes = base64 ? await mediaBytes(db, mediaId) : null;
      if (bytes !== null)
        return body.replace(marker, () => `"${Buffer.from(bytes).toString('base64')}"`);
      // The marker is the last field of its object, so the comma before it goes with it.
      const field = new RegExp(`,?"base64":${marker}`);
      return base64
        ? body.replace(`"base64":${marker}`, '"mediaError":"the media is no longer kept"')
        : body.replace(field, '');
    },
  };
}

async function mediaBytes(db: Pick<Database, 'query'>, id: string): Promise<Uint8Array | null> {
  const rows = await db.query('select bytes from media where id = ?', [id]);
  const bytes = rows[0]?.[0];
  return bytes instanceof Uint8Array ? bytes : null;
}
