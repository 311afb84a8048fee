/** The files of one session's messages, in and out. */
import type { WAMessage, WASocket } from '@whiskeysockets/baileys';
import type { MediaContent } from '../../events/contract/catalog.ts';
import type { Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { OutgoingMedia } from '../outgoing.ts';
import { type Downloaded, download } from './media/download.ts';
import { MediaHosts } from './media/hosts.ts';
import { prepareMedia, type UploadedFile } from './media/prepare.ts';
import type { MediaTransport } from './media/transport.ts';
import { createUpload } from './media/upload.ts';
import type { Reuploads } from './reuploads.ts';
import type { MediaReference } from './translate/media-reference.ts';

interface FilesDeps {
  readonly clock: Clock;
  readonly transport: MediaTransport;
  /** Larger files are not fetched. */
  readonly limitBytes: number;
  /** The connection of this moment. */
  readonly socket: () => WASocket | null;
  readonly reuploads: Reuploads;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/** Does something that takes long and needs no file in memory. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>;

export class Files {
  readonly #deps: FilesDeps;
  readonly #hosts: MediaHosts;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
    this.#hosts = new MediaHosts(deps.clock);
  }

  /** The file, or the reason why there is none. Never rejects. */
  async fetch(reference: MediaReference, message: WAMessage, aside: Aside): Promise<MediaContent> {
    const found = await this.find(reference, message, aside);
    if ('error' in found) return { error: found.error };
    return { bytes: found.bytes, mimetype: reference.mimetype };
  }

  /** The same, and whether the file is gone for good. */
  async find(reference: MediaReference, message: WAMessage, aside: Aside): Promise<Downloaded> {
    const first = await this.#download(reference);
    // What is not sealed did not come from the account's phone, which cannot upload it again.
    const isGone = 'error' in first && first.isGone && !reference.isOpen;
    return isGone ? this.#again(reference, message, aside, first) : first;
  }

  /** A share of the phone's history, or the reason why there is none. Never rejects. */
  fetchHistory(reference: MediaReference): Promise<Downloaded> {
    return this.#download(reference);
  }

  /** What the message says of its file once WhatsApp has it. Throws `upstream` with the reason when nobody takes it. */
  async handOver(media: OutgoingMedia, socket: WASocket): Promise<UploadedFile> {
    const { clock, transport, ended } = this.#deps;
    const connection = (isStale: boolean) => this.#hosts.get(socket.query, isStale);
    const upload = createUpload({ transport, clock, connection, signal: ended });
    const prepared = await prepareMedia(media, upload, clock.now());
    if ('error' in prepared) {
      const words = `the file could not be handed over, and nothing was sent: ${prepared.error}`;
      throw new AppError('upstream', words);
    }
    return prepared.file;
  }

  async #download(reference: MediaReference): Promise<Downloaded> {
    const { clock, transport, limitBytes, ended: signal } = this.#deps;
    const hosts = await this.#namedHosts();
    return download(reference, { transport, clock, hosts, limitBytes, signal });
  }

  /** Those that WhatsApp names; none where it cannot be asked. */
  async #namedHosts(): Promise<string[]> {
    const socket = this.#deps.socket();
    if (socket === null) return [];
    const connection = await this.#hosts.get(socket.query).catch(() => null);
    return connection?.hosts.map(({ hostname }) => hostname) ?? [];
  }

  /** Asks the phone for the file once. */
  async #again(
    reference: MediaReference,
    message: WAMessage,
    aside: Aside,
    gone: Downloaded & { error: string },
  ): Promise<Downloaded> {
    const { reuploads, socket } = this.#deps;
    const reupload = await aside(() => reuploads.ask(message, reference.mediaKey, socket()));
    if ('error' in reupload) return { ...gone, error: `${gone.error}; ${reupload.error}` };
    return this.#download({ ...reference, directPath: reupload.directPath });
  }
}
