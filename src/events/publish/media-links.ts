/** Media by link: stored before its event is published, which goes with the reason in place of a link that failed. */
import { createCallOrder } from '../../shared/async/call-order.ts';
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

/** Where a file goes piece by piece as it comes. */
export interface FileSink<T> {
  /** Takes the next bytes; resolves when more may come, with false when it has failed and wants no more. Never rejects. */
  write(bytes: Uint8Array): Promise<boolean>;
  /** All bytes were written and are what they should be. Returns what has become of the file. Never rejects. */
  finish(): Promise<T>;
  /** The file is not what it should be, or does not come: nothing is left of it. Never rejects. */
  abandon(): Promise<void>;
}

export interface MediaLinks {
  /** Stores the bytes and hands out a link, or says why not, within bounded time; never rejects. */
  store(media: MessageMedia): Promise<LinkedMedia>;
}

export interface MediaSinks {
  /**
   * Stores a file that is still on its way, in parts of which few are in memory; there is no object before `finish`.
   * What takes long is broken off when `signal` aborts.
   */
  sink(file: Omit<MessageMedia, 'bytes'>, signal: AbortSignal): FileSink<LinkedMedia>;
}

type MessageEvent = Extract<CatalogEvent, { type: 'Message' }>;

const hasBytes = (event: CatalogEvent): event is MessageEvent =>
  event.type === 'Message' && event.media !== undefined && 'bytes' in event.media;

/**
 * `publish` with links in place of media, stored before it is called; events of a stream keep the order of the
 * calls although some wait for uploads. With `isWanted` false media is left out.
 */
export function publishWithLinks(
  publish: Publisher['publish'],
  links: MediaLinks,
  isWanted: boolean,
): Publisher['publish'] {
  const order = createCallOrder();
  return async (stream, events, change) => {
    const ready = withLinks(links, isWanted, stream, events);
    await order.run(stream.id, ready, (linked) => publish(stream, linked, change));
  };
}

/** All stored side by side; at once when none has media. */
function withLinks(
  links: MediaLinks,
  isWanted: boolean,
  stream: Stream,
  events: readonly CatalogEvent[],
): readonly CatalogEvent[] | Promise<readonly CatalogEvent[]> {
  if (!events.some(hasBytes)) return events;
  if (!isWanted) return events.map((event) => (hasBytes(event) ? withFields(event, {}) : event));
  return Promise.all(
    events.map((event) => (hasBytes(event) ? linked(links, stream, event) : event)),
  );
}

async function linked(
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

/** Without the bytes, so that they are let go. */
const withFields = (
  { type, data }: MessageEvent,
  fields: Pick<MessageContent, 'mediaUrl' | 'mimetype' | 'mediaError'>,
): MessageEvent => ({ type, data: { ...data, Message: { ...data.Message, ...fields } } });
