/**
 * The files of one session's messages, in and out.
 * Owns: where they come from and go to, and that a file that is gone is asked for once more.
 */
import type { WAMessage, WAMessageContent, WASocket } from '@whiskeysockets/baileys';
import type { MediaContent } from '../../events/catalog.ts';
import { type Clock, pause } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { OutgoingMedia } from '../provider.ts';
import { type Downloaded, download } from './media/download.ts';
import { prepareMedia } from './media/prepare.ts';
import type { MediaTransport } from './media/transport.ts';
import { createUpload } from './media/upload.ts';
import type { MediaReference } from './translate/media-reference.ts';

export interface FilesDeps {
  readonly clock: Clock;
  readonly transport: MediaTransport;
  /** Larger files are not fetched. */
  readonly limitBytes: number;
  /** The connection of this moment. */
  readonly socket: () => WASocket | null;
  /** The reference as `message` has it after a phone has uploaded its file again. */
  readonly referenceIn: (message: WAMessage) => Promise<MediaReference | null>;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/** How long the sender's phone may take to upload a file again. */
const REUPLOAD_MS = 30_000;

export class Files {
  readonly #deps: FilesDeps;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
  }

  /** The file, or the reason why there is none. Never rejects. */
  async fetch(reference: MediaReference, message: WAMessage): Promise<MediaContent> {
    const first = await this.#download(reference);
    const found = 'error' in first && first.isGone ? await this.#again(message, first) : first;
    if ('error' in found) return { error: found.error };
    return { bytes: found.bytes, mimetype: reference.mimetype };
  }

  /** The message's content once its file is with WhatsApp. Rejects with the reason when it cannot be handed over. */
  async handOver(media: OutgoingMedia, socket: WASocket): Promise<WAMessageContent> {
    const { clock, transport, ended } = this.#deps;
    const connection = (isStale: boolean) => socket.refreshMediaConn(isStale);
    const upload = createUpload({ transport, clock, connection, signal: ended });
    const prepared = await prepareMedia(media, upload, clock.now());
    if ('error' in prepared) throw new Error(prepared.error);
    return prepared.content;
  }

  async #download(reference: MediaReference): Promise<Downloaded> {
    const { clock, transport, limitBytes, ended: signal } = this.#deps;
    const hosts = await this.#hosts();
    return download(reference, { transport, clock, hosts, limitBytes, signal });
  }

  /** Those that WhatsApp names; none where it cannot be asked. */
  async #hosts(): Promise<string[]> {
    try {
      const connection = await this.#deps.socket()?.refreshMediaConn();
      return connection?.hosts.map(({ hostname }) => hostname) ?? [];
    } catch {
      return [];
    }
  }

  /** Asks the sender's phone for the file once more. */
  async #again(message: WAMessage, gone: Downloaded & { error: string }): Promise<Downloaded> {
    const { clock, socket, referenceIn, ended } = this.#deps;
    const answered = new AbortController();
    const late = pause(clock, REUPLOAD_MS, AbortSignal.any([ended, answered.signal]));
    try {
      const asked = socket()?.updateMediaMessage(message);
      const updated = await Promise.race([asked, late.then(() => undefined)]);
      const reference = updated && (await referenceIn(updated));
      return reference ? await this.#download(reference) : gone;
    } catch (error) {
      return { ...gone, error: `${gone.error}; ${messageOf(error)}` };
    } finally {
      answered.abort();
    }
  }
}
