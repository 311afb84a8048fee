/**
 * Posts messages to Meta at the pace that Meta asks for, and never again when it may have taken one; and files, each
 * once.
 */

import { createHash } from 'node:crypto';
import type { FileToUpload } from '../../core/providers/at-meta.ts';
import { type Fields, text } from '../../core/providers/foreign-values.ts';
import { sleep } from '../../core/shared/clock.ts';
import { NotConnected } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { CloudContext, PostingContext } from './context.ts';
import { actionOf } from './faults.ts';
import { GraphFailure, noAnswer } from './graph-failure.ts';
import { isRateAction, MustWait, mayRepeat, wordsOf } from './graph-refusal.ts';
import type { StoredFile } from './stored-content.ts';

type PostingDeps = PostingContext & Pick<CloudContext, 'ended'>;

/** Nothing is posted while a hold lasts: to anybody, or to one person. */
interface Hold {
  /** In steady ms. */
  readonly until: number;
  /** How often in a row Meta has refused. */
  readonly times: number;
  /** The last refusal, which asks to wait. */
  readonly failure: GraphFailure;
}

/** No caller waits longer: the message goes into the queue, or the caller is told when to send again. */
export const WAIT_MAX_MS = 20_000;
/** How many people who were written to too fast are remembered. */
const CHATS_MAX = 1_000;
/** If Meta names no time, each wait is four times the previous one; an application's limit counts by the hour. */
const FIRST_WAIT_MS = { 'rate-app': 60_000, 'rate-number': 1_000, 'rate-pair': 4_000 } as const;
const GROWTH = 4;
const GUESS_MAX_MS = 3_600_000;
/** The pause before the only repetition after a fault of Meta's own. */
const AGAIN_MS = 1_000;

export class Posting {
  readonly #deps: PostingDeps;
  readonly #chats = new LimitedMap<string, Hold>(CHATS_MAX);
  #number: Hold | undefined;

  constructor(deps: PostingDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when a message to the chat may be posted; throws `rate_limited` when that is later than `until` (steady
   * ms).
   */
  async turn(chat: string, until: number): Promise<void> {
    const { clock, ended } = this.#deps;
    for (let hold = this.#holdOf(chat); hold !== null; hold = this.#holdOf(chat)) {
      const ms = hold.until - clock.steady();
      if (hold.until > until) throw new MustWait(ms, wordsOf(hold.failure), hold.failure.platform);
      await sleep(clock, ms, ended);
      if (ended.aborted) throw new NotConnected();
    }
  }

  /**
   * Returns the answer to a message. After a refusal for sending too much the message is posted again when it may be,
   * until `until`; after anything else at most once, and never after a lost answer. Throws GraphFailure, or
   * `rate_limited` as `turn` does.
   */
  async post(chat: string, message: Fields, until: number): Promise<Fields> {
    const { graph, number, clock, ended } = this.#deps;
    const body = { messaging_product: 'whatsapp', ...message };
    for (let isAgain = false; ; ) {
      await this.turn(chat, until);
      try {
        const answer = await graph.post(`/${number().phoneNumberId}/messages`, body);
        this.#taken(chat);
        return answer;
      } catch (error) {
        if (!(error instanceof GraphFailure)) throw error;
        if (this.#isHeld(error, chat)) continue;
        if (isAgain || !mayRepeat(error) || ended.aborted) throw error;
      }
      isAgain = true;
      await sleep(clock, AGAIN_MS, ended);
    }
  }

  /** Returns the hold that ends last of those that last for the chat, or null if none does. */
  #holdOf(chat: string): Hold | null {
    const now = this.#deps.clock.steady();
    const holds = [this.#number, this.#chats.get(chat)].filter((one) => one !== undefined);
    const [last] = holds.toSorted((one, other) => other.until - one.until);
    return last !== undefined && last.until > now ? last : null;
  }

  /** Tells whether Meta asks to wait, and notes it. */
  #isHeld(failure: GraphFailure, chat: string): boolean {
    const { code, retryAfterMs } = failure;
    if (code === null) return false;
    const { action } = actionOf(code);
    if (!isRateAction(action)) return false;
    const isOfChat = action === 'rate-pair';
    const times = ((isOfChat ? this.#chats.get(chat) : this.#number)?.times ?? 0) + 1;
    const guessedMs = Math.min(FIRST_WAIT_MS[action] * GROWTH ** (times - 1), GUESS_MAX_MS);
    const until = this.#deps.clock.steady() + (retryAfterMs ?? guessedMs);
    if (isOfChat) this.#chats.set(chat, { until, times, failure });
    else this.#number = { until, times, failure };
    return true;
  }

  /** Notes that Meta took a message. One that was sent before Meta asked to wait does not end the wait. */
  #taken(chat: string): void {
    const now = this.#deps.clock.steady();
    if ((this.#chats.get(chat)?.until ?? 0) <= now) this.#chats.delete(chat);
    if (this.#number !== undefined && this.#number.until <= now) this.#number = undefined;
  }
}

/** Meta keeps uploads for 30 days. */
const LIFE_MS = 29 * 24 * 3_600_000;
const KNOWN_MAX = 1_000;

interface KnownUpload {
  readonly id: string;
  /** In steady ms. */
  readonly until: number;
}

/** Uploads files to Meta, each once for as long as Meta keeps it. */
export class Uploads {
  readonly #deps: PostingContext;
  /** Keyed by type and content. */
  readonly #known = new LimitedMap<string, KnownUpload>(KNOWN_MAX);
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(deps: PostingContext) {
    this.#deps = deps;
  }

  /** Throws GraphFailure. */
  async fileOf({ bytes, mimetype, fileName }: FileToUpload): Promise<StoredFile> {
    const sha256 = createHash('sha256').update(bytes).digest('base64');
    const key = `${mimetype} ${sha256}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.until > this.#deps.clock.steady())
      return { id: known.id, mimetype, sha256 };
    const upload = this.#underWay.get(key) ?? this.#upload(bytes, mimetype, fileName);
    this.#underWay.set(key, upload);
    try {
      const id = await upload;
      this.#known.set(key, { id, until: this.#deps.clock.steady() + LIFE_MS });
      return { id, mimetype, sha256 };
    } finally {
      this.#underWay.delete(key);
    }
  }

  /** Forgets a file after Meta refused a message with it, so that it is uploaded again the next time. */
  forget({ mimetype, sha256 }: StoredFile): void {
    this.#known.delete(`${mimetype} ${sha256}`);
  }

  async #upload(bytes: Uint8Array, mimetype: string, fileName = 'file'): Promise<string> {
    const { graph, number } = this.#deps;
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', mimetype);
    form.set('file', new File([new Uint8Array(bytes)], fileName, { type: mimetype }));
    const { id } = await graph.post(`/${number().phoneNumberId}/media`, form);
    if (text(id) === '') throw noAnswer('took a file and gave it no id');
    return text(id);
  }
}
