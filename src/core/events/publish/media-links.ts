/** Stores media before its event is published with the link, or with the reason why storing failed. */
import { createCallOrder } from '../../shared/async/caller-turns.ts';
import type { CatalogEvent, Stream } from '../contract/catalog.ts';
import type { MessageContent } from '../types/message-data.ts';
import type { Publisher } from './publish.ts';

export interface MessageMedia {
  readonly streamId: string;
  readonly messageId: string;
  readonly bytes: Uint8Array;
  readonly mimetype: string;
}

export type LinkedMedia = { readonly mediaUrl: string } | { readonly mediaError: string };

/** Receives a file piece by piece. */
export interface FileSink<T> {
  /**
   * Takes the next bytes. Resolves when more may follow, with false when it failed and wants no more. Never rejects.
   */
  write(bytes: Uint8Array): Promise<boolean>;
  /** Must be called when all bytes were written and are correct. Returns the link or the error. Never rejects. */
  finish(): Promise<T>;
  /** Must be called when the file is incomplete or wrong: removes everything written. Never rejects. */
  abandon(): Promise<void>;
}

export interface MediaLinks {
  /** Stores the bytes and returns a link, or the reason why not, within bounded time. Never rejects. */
  store(media: MessageMedia): Promise<LinkedMedia>;
}

export interface MediaSinks {
  /**
   * Stores a file while it arrives, with only a few parts in memory; the object does not exist before `finish`.
   * Aborting `signal` stops slow requests.
   */
  sink(file: Omit<MessageMedia, 'bytes'>, signal: AbortSignal): FileSink<LinkedMedia>;
}

type MessageEvent = Extract<CatalogEvent, { type: 'Message' }>;

const hasBytes = (event: CatalogEvent): event is MessageEvent =>
  event.type === 'Message' && event.media !== undefined && 'bytes' in event.media;

/**
 * Wraps `publish`: media is stored first and replaced by links. Events of a stream keep the order of the calls although
 * some wait for uploads. If `isWanted` is false, media is dropped.
 */
export function publishWithLinks(
  publish: Publisher['publish'],
  links: MediaLinks,
  isWanted: boolean,
): Publisher['publish'] {
  const order = createCallOrder();
  return async (stream, events, change) => {
    const ready = withLinks(links, isWanted, stream, events);
    await order.run(stream.id, ready, (linkMedia) => publish(stream, linkMedia, change));
  };
}

/** Stores all media concurrently. Returns at once for events without media. */
function withLinks(
  links: MediaLinks,
  isWanted: boolean,
  stream: Stream,
  events: readonly CatalogEvent[],
): readonly CatalogEvent[] | Promise<readonly CatalogEvent[]> {
  if (!events.some(hasBytes)) return events;
  if (!isWanted) return events.map((event) => (hasBytes(event) ? withFields(event, {}) : event));
  return Promise.all(
    events.map((event) => (hasBytes(event) ? linkMedia(links, stream, event) : event)),
  );
}

async function linkMedia(
  links: MediaLinks,
  stream: Stream,
  event: MessageEvent,
): Promise<MessageEvent> {
  const { media, data } = event;
  if (media === undefined || !('bytes' in media)) return event;
  const { bytes, mimetype } = media;
  const messageId = data.Info.ID;
  const link = await links.store({ streamId: stream.id, messageId, bytes, mimetype });
  return withFields(event, 'mediaUrl' in link ? { ...link, mimetype } : link);
}

/** Drops the bytes, so that their memory is freed. */
const withFields = (
  { type, data }: MessageEvent,
  fields: Pick<MessageContent, 'mediaUrl' | 'mimetype' | 'mediaError'>,
): MessageEvent => ({ type, data: { ...data, Message: { ...data.Message, ...fields } } });
