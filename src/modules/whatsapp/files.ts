/**
 * Fetches and uploads the files of one session's messages; the account's phone uploads those again that WhatsApp no
 * longer has.
 */
import type { MediaContent } from '../../core/events/contract/catalog.ts';
import type { FileSink } from '../../core/events/publish/media-links.ts';
import type { StoredMessage } from '../../core/messages/rows.ts';
import { text } from '../../core/providers/foreign-values.ts';
import type { HeaderFile, NativeCard } from '../../core/providers/interactive.ts';
import { mediaContent } from '../../core/providers/media-content.ts';
import { keyOf } from '../../core/providers/message-content.ts';
import {
  contentOf,
  type FileInMemory,
  type MessageFile,
  memorySink,
  messageFile,
  type NotFetched,
} from '../../core/providers/message-files.ts';
import type { OutgoingContent, OutgoingMedia } from '../../core/providers/outgoing.ts';
import { resultInTime } from '../../core/shared/async/deadline.ts';
import { failure, messageOf } from '../../core/shared/errors.ts';
import { fileIn } from '../../core/shared/file-in-message.ts';
import type { SessionContext } from './context.ts';
import type { WAMessage, WASocket } from './engine/surface.ts';
import { download } from './media/download.ts';
import { type MediaTransport, throughProxy } from './media/transport.ts';
import { createUpload, MediaHosts, prepareMedia, type UploadedFile } from './media/upload.ts';
import { unwrap } from './translate/content.ts';
import { type MediaReference, mediaReference } from './translate/media-reference.ts';

type DownloadResult = FileInMemory | NotFetched;

/** How long fetching and storing a file may take. */
const STORING_MS = 90_000;
/** How long fetching a file and handing it to a caller may take. */
const FLOWING_MS = 240_000;

const isMissing = (found: unknown): found is NotFetched =>
  typeof found === 'object' && found !== null && 'isGone' in found;

/** Runs `wait`, which takes long and needs no file in memory. */
type WaitOutside = <T>(wait: () => Promise<T>) => Promise<T>;

export class Files {
  readonly #deps: SessionContext;
  readonly #hosts: MediaHosts;
  readonly #reuploads: Reuploads;
  readonly #transport: MediaTransport;

  constructor(deps: SessionContext, reuploads: Reuploads) {
    this.#deps = deps;
    this.#reuploads = reuploads;
    this.#transport = throughProxy(deps.mediaTransport, () => deps.host.proxy());
    this.#hosts = new MediaHosts(deps.clock);
  }

  /** Resolves with the file or the link to it, or with the reason of the failure. Never rejects. */
  async fetch(
    reference: MediaReference,
    message: WAMessage,
    aside: WaitOutside,
  ): Promise<MediaContent> {
    const { mediaSinks, host } = this.#deps;
    const { mimetype } = reference;
    if (mediaSinks === null) {
      const found = await this.find(reference, message, aside);
      return 'error' in found ? { error: found.error } : { ...found, mimetype };
    }
    const file = { streamId: host.instanceId, messageId: message.key.id ?? '', mimetype };
    const found = await this.#found(reference, message, aside, (from) =>
      this.#download(from, (signal) => mediaSinks.sink(file, signal), STORING_MS),
    );
    if ('mediaUrl' in found) return { mediaUrl: found.mediaUrl, mimetype };
    return { error: 'error' in found ? found.error : found.mediaError };
  }

  /**
   * Resolves with the file in memory, or with the reason of the failure and whether WhatsApp has removed the file.
   * Never rejects.
   */
  find(reference: MediaReference, message: WAMessage, aside: WaitOutside): Promise<DownloadResult> {
    return this.#found(reference, message, aside, (from) => this.fetchHistory(from));
  }

  /**
   * Returns the file of a stored message. Throws `invalid` for a message without a file, `gone` when neither WhatsApp nor
   * the phone has it any more, and `unavailable` with the reason when it cannot be fetched now.
   */
  async of(stored: StoredMessage): Promise<MessageFile> {
    const message = this.#deps.baileys.proto.Message.decode(stored.content ?? new Uint8Array(0));
    const found = fileIn(unwrap(message).content);
    if (found === null) throw failure('no_file_in_message');
    const reference = mediaReference(found, stored.chatAddress);
    const known = { key: fileKeyOf(stored), message };
    const waiting: WaitOutside = (wait) => wait();
    const coming = await contentOf((flow) =>
      this.#found(reference, known, waiting, (from) =>
        this.#download(from, (signal) => flow.sink(signal), FLOWING_MS),
      ),
    );
    return messageFile(found, coming);
  }

  /** Resolves with a share of the phone's history, or with the reason of the failure. Never rejects. */
  fetchHistory(reference: MediaReference): Promise<DownloadResult> {
    return this.#download(reference, memorySink);
  }

  /**
   * Uploads the file and returns what the message says of it. Throws `upstream` with the reason
   * when no media host takes it.
   */
  async handOver(media: OutgoingMedia, socket: WASocket): Promise<UploadedFile> {
    const { clock, ended } = this.#deps;
    const transport = this.#transport;
    const connection = (isStale: boolean) => this.#hosts.get(socket.query, isStale);
    const upload = createUpload({ transport, clock, connection, signal: ended });
    const prepared = await prepareMedia(media, upload, clock.now());
    if ('error' in prepared) {
      throw failure('file_not_handed_over', { problem: prepared.error });
    }
    return prepared.file;
  }

  /** Runs `download`, and again at the new place when the file was gone and the phone has uploaded it again. */
  async #found<T>(
    reference: MediaReference,
    message: WAMessage,
    aside: WaitOutside,
    download: (from: MediaReference) => Promise<T | NotFetched>,
  ): Promise<T | NotFetched> {
    const first = await download(reference);
    // A file that is not sealed did not come from the account's phone, so it cannot be uploaded again.
    if (!isMissing(first) || !first.isGone || reference.isOpen) return first;
    const reupload = await aside(() => this.#reuploads.ask(message, reference.mediaKey));
    if ('error' in reupload) return { ...first, error: `${first.error}; ${reupload.error}` };
    return download({ ...reference, directPath: reupload.directPath });
  }

  async #download<T>(
    reference: MediaReference,
    begin: (signal: AbortSignal) => FileSink<T>,
    ms?: number,
  ): Promise<T | NotFetched> {
    const { clock, mediaLimitBytes: limitBytes, ended: signal } = this.#deps;
    const hosts = await this.#namedHosts();
    const limits = { limitBytes, signal, ...(ms !== undefined && { ms }) };
    const deps = { ...limits, clock, hosts, transport: this.#transport };
    return download(reference, deps, begin);
  }

  /** Returns the hosts that WhatsApp names; an empty list if it cannot be asked. */
  async #namedHosts(): Promise<string[]> {
    const socket = this.#deps.socket();
    if (socket === null) return [];
    const connection = await this.#hosts.get(socket.query).catch(() => null);
    return connection?.hosts.map(({ hostname }) => hostname) ?? [];
  }
}

/** Returns the key by which the phone finds the file: it names the author of the account's own messages too. */
const fileKeyOf = (stored: StoredMessage): WAMessage['key'] => ({
  ...keyOf(stored),
  ...(stored.authorAddress !== '' && { participant: stored.authorAddress }),
});

type ReuploadsDeps = Pick<SessionContext, 'baileys' | 'clock' | 'ended' | 'socket'>;

/** The new place of the file, or the reason of the failure. */
type Reupload = { readonly directPath: string } | { readonly error: string };

interface Answer {
  readonly media?: { readonly ciphertext: Uint8Array; readonly iv: Uint8Array };
  readonly error?: Error;
}

const ANSWER_MS = 30_000;
const NOBODY: Reupload = { error: 'the phone did not upload it again' };

/** Asks the account's own phone to upload files again that WhatsApp no longer has. */
export class Reuploads {
  readonly #deps: ReuploadsDeps;
  /** Callers by message id: several may want the file of one message. */
  readonly #waiting = new Map<string, Set<(answer: Answer) => void>>();

  constructor(deps: ReuploadsDeps) {
    this.#deps = deps;
  }

  /** Listens for the answers that come on a new connection. */
  listenTo(socket: WASocket): void {
    socket.ev.on('messages.media-update', (answers) => {
      for (const { key, ...answer } of answers)
        for (const take of this.#waiting.get(key.id ?? '') ?? []) take(answer);
    });
  }

  /** Resolves with the new place or the reason of the failure. Never rejects. */
  async ask({ key }: WAMessage, mediaKey: Uint8Array): Promise<Reupload> {
    const { baileys, clock, ended } = this.#deps;
    const socket = this.#deps.socket();
    const id = key.id ?? '';
    const me = socket?.user?.id;
    if (!socket || me === undefined) return NOBODY;
    const { promise: answer, resolve } = Promise.withResolvers<Answer>();
    const waiting = this.#waiting.getOrInsertComputed(id, () => new Set());
    waiting.add(resolve);
    try {
      await socket.sendNode(baileys.encryptMediaRetryRequest(key, Buffer.from(mediaKey), me));
      const upload = await resultInTime({ clock, ms: ANSWER_MS, signal: ended }, answer);
      return upload ? this.#read(id, upload, mediaKey) : NOBODY;
    } catch (error) {
      return { error: messageOf(error) };
    } finally {
      waiting.delete(resolve);
      if (waiting.size === 0) this.#waiting.delete(id);
    }
  }

  /** Throws the error that WhatsApp reports, or why the phone's answer cannot be read. */
  #read(id: string, { media, error }: Answer, mediaKey: Uint8Array): Reupload {
    const { decryptMediaRetryData, proto } = this.#deps.baileys;
    if (media === undefined) throw error ?? new Error('the answer is empty');
    const { result, directPath } = decryptMediaRetryData(media, mediaKey, id);
    const { ResultType } = proto.MediaRetryNotification;
    if (result !== ResultType.SUCCESS || text(directPath) === '')
      return { error: `the phone did not upload it again (${ResultType[result ?? 0]})` };
    return { directPath: text(directPath) };
  }
}

/** Returns the content with each of its files uploaded, one after another. Rejects as `upload` does. */
export async function withUploadedFiles(
  content: OutgoingContent,
  upload: (file: HeaderFile) => Promise<UploadedFile>,
): Promise<OutgoingContent> {
  if (content.kind === 'native_buttons') return withUploadedFile(content, upload);
  if (content.kind !== 'carousel') return content;
  const cards: NativeCard[] = [];
  for (const card of content.cards) cards.push(await withUploadedFile(card, upload));
  return { ...content, cards };
}

async function withUploadedFile<C extends NativeCard>(
  card: C,
  upload: (file: HeaderFile) => Promise<UploadedFile>,
): Promise<C> {
  const { file } = card;
  if (file === undefined) return card;
  const described = mediaContent(file, { ...(await upload(file)) }, IN_HEADER);
  const [uploaded = {}] = Object.values(described) as Record<string, unknown>[];
  return { ...card, file: { ...file, uploaded } };
}

/** A file inside a message answers nothing and mentions nobody. */
const IN_HEADER = { self: '', chat: '', decode: () => ({}), nowMs: 0 };
