/** Builds the bodies that are sent from stored ones: with their media as base64, or without it. */
import type { Database } from '../../db/client.ts';
import { mediaMarker } from '../contract/catalog.ts';

interface StoredBody {
  readonly body: string;
  readonly mediaId: string | null;
}

export interface EventBodies {
  /** Returns the least size that `with` can give, without reading the media. */
  sizeOf(stored: StoredBody, base64: boolean): Promise<number>;
  /** Returns the body with its media as base64, or without it. */
  with(stored: StoredBody, base64: boolean): Promise<string>;
  /** Returns the body without its media and with the reason as its `mediaError`. */
  without(stored: StoredBody, reason: string): string;
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
      const marker = markerOf(mediaId);
      const bytes = base64 ? await mediaBytes(db, mediaId) : null;
      if (bytes !== null)
        return body.replace(marker, () => `"${Buffer.from(bytes).toString('base64')}"`);
      // The marker is the last field of its object, so the comma before it goes with it.
      const field = new RegExp(`,?"base64":${marker}`);
      return base64
        ? withError(body, marker, 'the media is no longer kept')
        : body.replace(field, '');
    },
    without: ({ body, mediaId }, reason) =>
      mediaId === null ? body : withError(body, markerOf(mediaId), reason),
  };
}

const markerOf = (mediaId: string): string => JSON.stringify(mediaMarker(mediaId));

const withError = (body: string, marker: string, reason: string): string =>
  body.replace(`"base64":${marker}`, () => `"mediaError":${JSON.stringify(reason)}`);

async function mediaBytes(db: Pick<Database, 'query'>, id: string): Promise<Uint8Array | null> {
  const rows = await db.query('select bytes from media where id = ?', [id]);
  const bytes = rows[0]?.[0];
  return bytes instanceof Uint8Array ? bytes : null;
}
