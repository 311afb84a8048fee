/** Sending media. */

import type { InstanceDirectory } from '../instances/directory.ts';
import type { MessageLog } from '../messages/log.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { OutgoingContext, OutgoingMedia } from '../providers/outgoing.ts';
import { withTimeout } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { AppError, invalid, notFound } from '../shared/errors.ts';
import { extensionOf } from '../shared/media-types.ts';
import { Quota } from '../shared/quota.ts';
import { contextOf } from './context.ts';
import type { ConversionContext } from './conversion.ts';
import type { MediaRequest } from './media-fields.ts';
import { mediaTypeOf, nameInUrl, usualType } from './media-types.ts';
import { roundVideoOf } from './round-video.ts';
import { type Accepted, requireConnected, type Send } from './sender.ts';
import { stickerOf } from './sticker.ts';
import { voiceOf } from './voice/voice-note.ts';
import { whenOf } from './when.ts';

interface MediaSenderDeps {
  readonly directory: InstanceDirectory;
  readonly send: Send;
  readonly messages: Pick<MessageLog, 'find'>;
  readonly outbound: Pick<Outbound, 'fetchFile'>;
  readonly clock: Clock;
  /** How many bytes of media being sent may be in memory, of all instances together; of one instance half of them. */
  readonly mediaBytesInFlight: number;
}

/**
 * 413 for a file that is too large, 409 when the instance is not connected, 404 when the message that is answered is
 * not stored, 429 when too much media is under way, 400 when a URL gives no file, or the file is not what it is to be
 * sent as. When `signal` aborts, a file that is still on its way is not sent.
 */
export type SendMedia = (
  id: string,
  request: MediaRequest,
  signal: AbortSignal,
) => Promise<Accepted>;

export function createMediaSender(deps: MediaSenderDeps): SendMedia {
  const { directory, send, messages, clock, mediaBytesInFlight } = deps;
  const budget = createMediaBudget({
    clock,
    bytes: mediaBytesInFlight,
    bytesPerInstance: mediaBytesInFlight / 2,
  });
  return async (id, request, signal) => {
    const record = directory.byId(id);
    if (!record) throw notFound('instance');
    const { file, bytesMax } = request;
    const isInline = 'bytes' in file;
    if (isInline && file.bytes.byteLength > bytesMax) throw mediaTooLarge(bytesMax);
    const when = whenOf(request, clock.now());
    if (when.scheduleAt === null) requireConnected(record);
    const context = await contextOf(request, (messageId) => messages.find(id, messageId));
    // The size of a file that must be fetchMedia first is unknown.
    const size = isInline ? file.bytes.byteLength : bytesMax;
    const reservation = await budget.take(id, size, !isInline);
    try {
      const conversion = { instanceId: id, signal, clock };
      const media = await prepareMedia(request, context, deps.outbound, conversion);
      reservation.shrink(media.bytes.byteLength);
      // A file on its way out holds up no other call.
      return await send(id, { media }, when);
    } finally {
      reservation.release();
    }
  };
}

/** What is sent as one of these is always of one type: its file is made so, or refused. */
const SHAPES: Partial<
  Record<
    OutgoingMedia['kind'],
    (bytes: Uint8Array, context: ConversionContext) => Promise<Uint8Array>
  >
> = { sticker: stickerOf, ptv: roundVideoOf, voice: voiceOf };

async function prepareMedia(
  request: MediaRequest,
  context: OutgoingContext,
  outbound: MediaSenderDeps['outbound'],
  conversion: ConversionContext,
): Promise<OutgoingMedia> {
  const { file, number, kind, caption } = request;
  const { bytes, contentType } =
    'url' in file
      ? await fetchMedia(outbound, file.url, request, conversion.signal)
      : { ...file, contentType: null };
  const shape = SHAPES[kind];
  const urlName = 'url' in file ? nameInUrl(file.url) : null;
  const hints = [request.fileName, urlName];
  const mimetype = shape
    ? usualType(kind)
    : (request.mimetype ?? mediaTypeOf(kind, contentType, hints));
  // A document without a name cannot be opened; other kinds are shown, not named.
  const fallback = kind === 'document' ? (urlName ?? `file${extensionOf(mimetype)}`) : null;
  const fileName = request.fileName ?? fallback;
  return {
    number,
    kind,
    bytes: shape ? await shape(bytes, conversion) : bytes,
    mimetype,
    ...(caption !== null && { caption }),
    ...(fileName !== null && { fileName }),
    ...(request.viewOnce && { viewOnce: true }),
    ...(request.audience && { audience: request.audience }),
    ...context,
  };
}

/** The file at a URL; 400 when there is none, 413 when it is too large. */
export async function fetchMedia(
  { fetchFile }: MediaSenderDeps['outbound'],
  url: string,
  { bytesMax }: Pick<MediaRequest, 'bytesMax'>,
  signal: AbortSignal,
) {
  const media = await fetchFile(url, { bytesMax, signal });
  if ('problem' in media) throw invalid(`media could not be fetchMedia: ${media.problem}`);
  if ('isTooLarge' in media) throw mediaTooLarge(bytesMax);
  return media;
}

export const mediaTooLarge = (bytesMax: number): AppError =>
  new AppError('too_large', `media is larger than ${bytesMax} bytes`);

interface MediaBudgetOptions {
  readonly clock: Clock;
  /** Of all instances together. */
  readonly bytes: number;
  /** Of one instance. */
  readonly bytesPerInstance: number;
}

export interface MediaBudget {
  /**
   * Resolves once `bytes` may be held. A caller that does not have them yet may wait for up to 10 s (`mayWait`);
   * one that does would only hold memory meanwhile. 429 when there is no room, or no room in time.
   */
  take(instanceId: string, bytes: number, mayWait: boolean): Promise<MediaReservation>;
}

interface MediaReservation {
  /** Gives back all but `bytes`. */
  shrink(bytes: number): void;
  /** Gives back the rest; to be called once. */
  release(): void;
}

interface WaitingFile {
  readonly bytes: number;
  readonly grant: (reservation: MediaReservation) => void;
}

const WAIT_MS = 10_000;
const WAITING_MAX = 200;
const WAITING_OF_ONE_MAX = 50;
/** Of all bytes, the last ones are for instances that hold none: those of two slow ones leave room for a third. */
const RESERVED_SHARE = 1 / 4;

/**
 * Room goes to the waiting instance that holds least, and among equals to the one that got some longest ago; within an
 * instance in the order of asking. A smaller file may go before one that there is no room for.
 */
export function createMediaBudget(options: MediaBudgetOptions): MediaBudget {
  const { clock, bytes: total, bytesPerInstance } = options;
  const held = new Quota(total, bytesPerInstance);
  const waits = new Quota(WAITING_MAX, WAITING_OF_ONE_MAX);
  /** By instance; the one that got room last is at the end. */
  const waiting = new Map<string, Set<WaitingFile>>();

  const hasRoom = (instanceId: string, bytes: number): boolean => {
    const reserved = held.heldBy(instanceId) === 0 ? 0 : total * RESERVED_SHARE;
    return held.hasRoom(bytes + reserved) && held.hasRoomFor(instanceId, bytes);
  };

  const take = (instanceId: string, bytes: number): MediaReservation => {
    held.add(instanceId, bytes);
    let own = bytes;
    const shrink = (to: number) => {
      held.add(instanceId, to - own);
      own = to;
      while (grantNext());
    };
    return { shrink, release: () => shrink(0) };
  };

  /** To the end of the instances, or out of them when nothing of this one waits any more. */
  const leave = (instanceId: string, one: WaitingFile) => {
    const own = waiting.get(instanceId);
    if (!own?.delete(one)) return;
    waits.add(instanceId, -1);
    waiting.delete(instanceId);
    if (own.size > 0) waiting.set(instanceId, own);
  };

  const grantNext = (): boolean => {
    const instances = [...waiting].sort(([a], [b]) => held.heldBy(a) - held.heldBy(b));
    for (const [instanceId, own] of instances)
      for (const one of own)
        if (hasRoom(instanceId, one.bytes)) {
          leave(instanceId, one);
          one.grant(take(instanceId, one.bytes));
          return true;
        }
    return false;
  };

  return {
    async take(instanceId, bytes, mayWait) {
      if (hasRoom(instanceId, bytes)) return take(instanceId, bytes);
      if (!mayWait || !waits.hasRoom(1) || !waits.hasRoomFor(instanceId, 1)) throw full();
      const { promise, resolve } = Promise.withResolvers<MediaReservation>();
      const one = { bytes, grant: resolve };
      waiting.getOrInsertComputed(instanceId, () => new Set()).add(one);
      waits.add(instanceId, 1);
      return withTimeout({ clock, ms: WAIT_MS }, promise, () => {
        leave(instanceId, one);
        return full();
      });
    },
  };
}

const full = (): AppError =>
  new AppError('rate_limited', 'too much media is being sent at this moment', {
    headers: { 'retry-after': '5' },
  });
