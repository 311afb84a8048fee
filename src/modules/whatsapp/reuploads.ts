/** Asks the account's own phone to upload files again that WhatsApp no longer has. */

import { text } from '../../core/providers/foreign-values.ts';
import { resultInTime } from '../../core/shared/async/deadline.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { SessionContext } from './context.ts';
import type { WAMessage, WASocket } from './engine/surface.ts';

type ReuploadsDeps = Pick<SessionContext, 'baileys' | 'clock' | 'ended' | 'socket'>;

/** The new place of the file, or the reason of the failure. */
type Reupload = { readonly directPath: string } | { readonly error: string };

interface Answer {
  readonly media?: { readonly ciphertext: Uint8Array; readonly iv: Uint8Array };
  readonly error?: Error;
}

const ANSWER_MS = 30_000;
const NOBODY: Reupload = { error: 'the phone did not upload it again' };

export class Reuploads {
  readonly #deps: ReuploadsDeps;
  /** Keyed by message id. */
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  constructor(deps: ReuploadsDeps) {
    this.#deps = deps;
  }

  /** Listens for the answers that come on a new connection. */
  listenTo(socket: WASocket): void {
    socket.ev.on('messages.media-update', (answers) => {
      for (const { key, ...answer } of answers) this.#waiting.get(key.id ?? '')?.(answer);
    });
  }

  /** Resolves with the new place or the reason of the failure. Never rejects. */
  async ask({ key }: WAMessage, mediaKey: Uint8Array): Promise<Reupload> {
    const { baileys, clock, ended } = this.#deps;
    const socket = this.#deps.socket();
    const id = key.id ?? '';
    const me = socket?.user?.id;
    if (!socket || me === undefined) return NOBODY;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    try {
      await socket.sendNode(baileys.encryptMediaRetryRequest(key, Buffer.from(mediaKey), me));
      const upload = await resultInTime({ clock, ms: ANSWER_MS, signal: ended }, answer);
      return upload ? this.#read(id, upload, mediaKey) : NOBODY;
    } catch (error) {
      return { error: messageOf(error) };
    } finally {
      this.#waiting.delete(id);
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
