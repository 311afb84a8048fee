/** Fetches and uploads the files of one session's messages. */

import type { MediaContent } from '../../core/events/contract/catalog.ts';
import type { FileSink } from '../../core/events/publish/media-links.ts';
import type { StoredMessage } from '../../core/messages/rows.ts';
import { keyOf } from '../../core/providers/about-another.ts';
import { contentOf, type NotFetched } from '../../core/providers/file-flow.ts';
import { type FileInMemory, memorySink } from '../../core/providers/memory-sink.ts';
import { type MessageFile, messageFile } from '../../core/providers/message-file.ts';
import type { OutgoingMedia } from '../../core/providers/outgoing.ts';
import { failure } from '../../core/shared/errors.ts';
import { fileIn } from '../../core/shared/file-in-message.ts';
import type { SessionContext } from './context.ts';
import type { WAMessage, WASocket } from './engine/surface.ts';
import { download } from './media/download.ts';
import { MediaHosts } from './media/hosts.ts';
import { prepareMedia, type UploadedFile } from './media/prepare.ts';
import { type MediaTransport, throughProxy } from './media/transport.ts';
import { createUpload } from './media/upload.ts';
import type { Reuploads } from './reuploads.ts';
import { unwrap } from './translate/content.ts';
import { type MediaReference, mediaReference } from './translate/media-reference.ts';

type FilesDeps = Pick<
  SessionContext,
  | 'baileys'
  | 'clock'
  | 'host'
  | 'ended'
  | 'socket'
  | 'mediaLimitBytes'
  | 'mediaSinks'
  | 'mediaTransport'
>;

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
  readonly #deps: FilesDeps;
  readonly #hosts: MediaHosts;
  readonly #reuploads: Reuploads;
  readonly #transport: MediaTransport;

  constructor(deps: FilesDeps, reuploads: Reuploads) {
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
