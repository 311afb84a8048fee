import type { InstanceDirectory } from '../instances/directory.ts';
import type { MessageLog } from '../messages/log.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type {
  MediaKind,
  OutgoingContext,
  OutgoingMedia,
  SentMediaKind,
} from '../providers/outgoing.ts';
import { withTimeout } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { type AppError, failure, invalidFields } from '../shared/errors.ts';
import { Quota, type QuotaShare } from '../shared/quota.ts';
import { problem } from '../shared/reasons/problems.ts';
import { contextOf } from './context.ts';
import type { ConversionContext } from './conversion.ts';
import { type DescribedFile, describeFile, isShown, usualType } from './describe-file.ts';
import { type FileSource, readFileSource, type SourceFile } from './fetched-file.ts';
import { formatOf } from './format/format-of.ts';
import type { MediaRequest } from './media-fields.ts';
import { isMoving } from './moving-picture.ts';
import { stickerOf } from './pictures.ts';
import { sendTimeOf } from './send-time.ts';
import { type AcceptedMessage, requireConnected, type Send } from './sender.ts';
import { voiceOf } from './voice/voice-note.ts';

interface MediaSenderDeps {
  readonly directory: InstanceDirectory;
  readonly send: Send;
  readonly messages: Pick<MessageLog, 'find'>;
  readonly outbound: Pick<Outbound, 'fetchFile'>;
  readonly clock: Clock;
  readonly budget: MediaBudget;
}

/**
 * Sends a file. Answers 413 when it is too large, 409 when the instance is not connected, and 404 when the quoted
 * message is not stored. Answers 429 when too much media is under way, and 400 when the URL leads to no file or the
 * file does not fit its kind. If `signal` aborts while the file is fetched or converted, it is not sent.
 */
export type SendMedia = (
  id: string,
  request: MediaRequest,
  signal: AbortSignal,
) => Promise<AcceptedFile>;

interface AcceptedFile extends AcceptedMessage {
  /** A sentence on the part of the file that people will not see; absent if they see all of it. */
  readonly loss?: string;
}

export function createMediaSender(deps: MediaSenderDeps): SendMedia {
  const { directory, send, messages, clock, budget } = deps;
  return async (id, request, signal) => {
    const record = directory.byId(id);
    if (!record) throw failure('instance_not_found');
    const { file, bytesMax } = request;
    const isInline = 'bytes' in file;
    if (isInline && file.bytes.byteLength > bytesMax) throw mediaTooLarge(bytesMax);
    const when = sendTimeOf(request, clock.now());
    if (when.scheduleAt === null) requireConnected(record);
    const context = await contextOf(request, (...asked) => messages.find(id, ...asked));
    const size = isInline ? file.bytes.byteLength : mostBytes(file, bytesMax);
    const reservation = await budget.take(id, size, !isInline);
    try {
      const conversion = { instanceId: id, signal, clock };
      const { media, loss } = await prepareMedia(request, context, deps.outbound, conversion);
      reservation.shrink(media.bytes.byteLength);
      // Other calls of the instance do not wait for the upload.
      const accepted = await send(id, { media }, when);
      return loss === null ? accepted : { ...accepted, loss };
    } finally {
      reservation.release();
    }
  };
}

/** The size of a file at a URL is unknown until it has been fetched. */
const mostBytes = (file: FileSource, bytesMax: number): number =>
  'uploaded' in file ? Math.min(file.uploaded.size, bytesMax) : bytesMax;

/** Phones take these kinds in one type only, so their files are converted to it or refused. */
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
): Promise<{ readonly media: OutgoingMedia; readonly loss: string | null }> {
  const { file, number, kind, caption } = request;
  const source = await readSource(outbound, file, request, conversion.signal);
  const { bytes } = source;
  const isMadeVoice = kind === 'audio' && formatOf(bytes)?.type === 'audio/wav';
  const shape = isMadeVoice ? voiceOf : SHAPES[kind];
  const { mimetype, fileName } = isMadeVoice
    ? { ...request, mimetype: usualType('voice') }
    : describeSent(request, source);
  const media: OutgoingMedia = {
    number,
    kind,
    bytes: shape ? await shape(bytes, conversion) : bytes,
    mimetype,
    ...(caption !== null && { caption }),
    ...(fileName !== null && { fileName }),
    ...(request.viewOnce && { viewOnce: true }),
    ...(request.gifPlayback && { gifPlayback: true }),
    ...(request.audience && { audience: request.audience }),
    ...(request.id !== undefined && { id: request.id }),
    ...context,
  };
  return { media, loss: isMadeVoice ? WAV_LOSS : lossOf(kind, bytes) };
}

/** Phones do not play WAV, which many programs record. */
const WAV_LOSS =
  'phones do not play WAV: it is sent as a voice note, Opus with one channel; send MP3 or M4A for music, or mediatype document for the file itself';

/** Returns what phones will not show of a moving picture, or null. */
function lossOf(kind: SentMediaKind, bytes: Uint8Array): string | null {
  if ((kind !== 'sticker' && kind !== 'image') || !isMoving(bytes)) return null;
  return kind === 'sticker'
    ? 'the sticker stands still: it is the first picture of a moving GIF or PNG; send a moving WebP'
    : 'phones show the first picture of a moving GIF or PNG: send it as MP4, with mediatype video and gifPlayback';
}

/** Files of other kinds than these have one type, to which they are converted. */
function describeSent(
  { kind, mimetype, fileName }: MediaRequest,
  { bytes, contentType: served, fileName: ownName }: SourceFile,
): DescribedFile {
  if (!isMediaKind(kind)) return { mimetype: usualType(kind), fileName };
  return describeFile({ kind, bytes, named: mimetype, served, fileName, ownName });
}

const isMediaKind = (kind: SentMediaKind): kind is MediaKind => !(kind in SHAPES);

/**
 * Returns the bytes of a file with its type and name as far as they are known. Throws invalid if its URL leads to no
 * file, gone if an uploaded file was removed, and too_large if a file that is not in memory yet is larger than
 * `bytesMax`.
 */
export async function readSource(
  outbound: MediaSenderDeps['outbound'],
  file: FileSource,
  request: Pick<MediaRequest, 'kind' | 'bytesMax'> &
    Partial<Pick<MediaRequest, 'mimetype' | 'fileName'>>,
  signal: AbortSignal,
): Promise<SourceFile> {
  const found = await readFileSource(outbound, file, { ...request, signal });
  if (found === null) throw mediaTooLarge(request.bytesMax);
  return found;
}

export const mediaTooLarge = (bytesMax: number): AppError =>
  failure('file_too_large', { max: bytesMax }, { kind: 'unusable_file' });

interface MediaBudgetOptions {
  readonly clock: Clock;
  /** The limit for all instances together. */
  readonly bytes: number;
  /** The limit for one instance. */
  readonly bytesPerInstance: number;
}

export interface MediaBudget {
  /**
   * Resolves once `bytes` may be in memory. Set `mayWait` if they are not in memory yet: the call then waits up to 10 s
   * for room. Throws rate_limited when there is no room, or none in time.
   */
  take(instanceId: string, bytes: number, mayWait: boolean): Promise<MediaReservation>;
}

interface MediaReservation {
  /** Keeps only `bytes` reserved. */
  shrink(bytes: number): void;
  /** Frees the rest. Must be called exactly once. */
  release(): void;
}

interface WaitingFile {
  readonly bytes: number;
  /** Its place among those that wait. */
  readonly place: QuotaShare;
  readonly grant: (reservation: MediaReservation) => void;
}

const WAIT_MS = 10_000;
const WAITING_MAX = 200;
const WAITING_OF_ONE_MAX = 50;
/** This share is reserved for instances that have no media in memory, so that two slow ones leave room for a third. */
const RESERVED_SHARE = 1 / 4;

/**
 * Free room goes to the waiting instance with the fewest bytes in memory, and among equals to the one that was served
 * longest ago. Within an instance the oldest request is first. A smaller file may overtake one that does not fit.
 */
export function createMediaBudget(options: MediaBudgetOptions): MediaBudget {
  const { clock, bytes: total, bytesPerInstance } = options;
  const held = new Quota(total, bytesPerInstance);
  const waits = new Quota(WAITING_MAX, WAITING_OF_ONE_MAX);
  /** The waiting files of each instance; the instance that was served last is at the end. */
  const waiting = new Map<string, Set<WaitingFile>>();

  const hasRoom = (instanceId: string, bytes: number): boolean => {
    const reserved = held.heldBy(instanceId) === 0 ? 0 : total * RESERVED_SHARE;
    return held.hasRoom(bytes + reserved) && held.hasRoomFor(instanceId, bytes);
  };

  const take = (instanceId: string, bytes: number): MediaReservation => {
    const share = held.hold(instanceId, bytes);
    return {
      shrink(to) {
        share.resize(to);
        while (grantNext());
      },
      release() {
        share.release();
        while (grantNext());
      },
    };
  };

  /** Stops waiting: moves the instance to the end, or removes it when none of its files waits. */
  const leave = (instanceId: string, one: WaitingFile) => {
    const own = waiting.get(instanceId);
    if (!own?.delete(one)) return;
    one.place.release();
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
      const place = mayWait ? waits.take(instanceId, 1) : null;
      if (place === null) throw full();
      const { promise, resolve } = Promise.withResolvers<MediaReservation>();
      const one = { bytes, place, grant: resolve };
      waiting.getOrInsertComputed(instanceId, () => new Set()).add(one);
      return withTimeout({ clock, ms: WAIT_MS }, promise, () => {
        leave(instanceId, one);
        return full();
      });
    },
  };
}

const full = (): AppError => failure('too_much_media', {}, { headers: { 'retry-after': '5' } });

/** Returns the file unchanged. Throws invalid when it is not MP4, of which QuickTime and 3GP are forms. */
async function roundVideoOf(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isShown('video', formatOf(bytes)?.type ?? ''))
    throw invalidFields([{ field: 'video', ...problem('not_round_video') }]);
  return bytes;
}
