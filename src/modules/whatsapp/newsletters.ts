/** The actions of an account in WhatsApp channels. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import {
  GUEST,
  type Newsletter,
  type NewsletterActions,
} from '../../core/providers/account-actions.ts';
import { type Fields, record, text } from '../../core/providers/foreign-values.ts';
import { AppError, failure } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import { ask, askMex, mexCode, mexRefusal, type QuestionContext } from './ask.ts';
import type { WASocket } from './engine/surface.ts';
import { newsletterOf } from './translate/stanza.ts';

type JoinEvent = Extract<CatalogEvent, { type: 'NewsletterJoin' }>;

/**
 * WhatsApp's number of the query for the channels that the account follows; Baileys has those of the other queries.
 */
const FOLLOWED = '6388546374527196';
/** A second notice within this time that the account follows a channel is a repetition. */
const SAME_MS = 60_000;
const ANNOUNCED_MAX = 100;

interface Announcement {
  /** Steady ms. */
  readonly at: number;
  readonly written: Promise<boolean>;
}

/** Announces a channel once, whether WhatsApp's notice or the answer to `follow` comes first. */
export class JoinedNewsletters {
  readonly #publish: (event: JoinEvent) => Promise<boolean>;
  readonly #clock: QuestionContext['clock'];
  readonly #announced = new LimitedMap<string, Announcement>(ANNOUNCED_MAX);

  constructor(clock: QuestionContext['clock'], publish: (event: JoinEvent) => Promise<boolean>) {
    this.#clock = clock;
    this.#publish = publish;
  }

  /** Resolves with true once the announcement is on disk, this one or the one that it repeats. */
  announce(event: JoinEvent): Promise<boolean> {
    const { id } = event.data;
    const now = this.#clock.steady();
    const last = this.#announced.get(id);
    if (last !== undefined && now - last.at < SAME_MS) return last.written;
    const written = this.#publish(event).then((isWritten) => {
      if (!isWritten) this.left(id);
      return isWritten;
    });
    this.#announced.set(id, { at: now, written });
    return written;
  }

  /** Forgets the channel, so that the next join is announced. */
  left(id: string): void {
    this.#announced.delete(id);
  }
}

export class WhatsAppNewsletters implements NewsletterActions {
  readonly #asking: QuestionContext;
  readonly #joined: JoinedNewsletters;

  constructor(asking: QuestionContext, joined: JoinedNewsletters) {
    this.#asking = asking;
    this.#joined = joined;
  }

  all(): Promise<readonly Newsletter[]> {
    return this.#ask('', async (socket) =>
      (await followed(socket)).flatMap((one) => newsletterOf(record(one), 'SUBSCRIBER') ?? []),
    );
  }

  find(jid: string): Promise<Newsletter> {
    return this.#describe('jid', jid);
  }

  findByInvite(code: string): Promise<Newsletter> {
    return this.#describe('invite', code);
  }

  async follow(jid: string): Promise<void> {
    const found = await this.find(jid);
    if (found.viewer_metadata.role !== GUEST) return;
    await this.#ask(jid, (socket) => socket.newsletterFollow(jid));
    const viewer_metadata = { ...found.viewer_metadata, role: 'SUBSCRIBER' };
    void this.#joined.announce({ type: 'NewsletterJoin', data: { ...found, viewer_metadata } });
  }

  async unfollow(jid: string): Promise<void> {
    await this.#ask(jid, (socket) => socket.newsletterUnfollow(jid));
    this.#joined.left(jid);
  }

  #describe(by: 'jid' | 'invite', key: string): Promise<Newsletter> {
    return this.#ask(key, async (socket) => {
      const found = newsletterOf(record(await socket.newsletterMetadata(by, key)), GUEST);
      if (found === null) throw failure('channel_not_found', { which: ` ${key}` });
      return found;
    });
  }

  #ask<T>(channel: string, question: (socket: WASocket) => Promise<T>): Promise<T> {
    return ask(this.#asking, (socket) =>
      question(socket).catch((error) => {
        throw failureOf(error, channel);
      }),
    );
  }
}

async function followed(socket: WASocket): Promise<readonly unknown[]> {
  const data = await askMex(socket, FOLLOWED, {}, (refusal) => refusedWith(refusal, ''));
  const found = data.xwa2_newsletter_subscribed;
  if (!Array.isArray(found)) throw unreadable();
  return found;
}

/** Baileys puts WhatsApp's refusal into the data of its error; other errors are returned unchanged. */
function failureOf(error: unknown, channel: string): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof SyntaxError) return unreadable();
  const { data } = error instanceof Error ? record(error) : { data: null };
  const refusal = record(data);
  if (text(refusal.message) !== '' || refusal.extensions !== undefined)
    return refusedWith(refusal, channel);
  // The answer itself has an unexpected form.
  return text(refusal.tag) === 'iq' ? unreadable(error) : error;
}

function refusedWith(refusal: Fields, channel: string): AppError {
  const code = mexCode(refusal);
  if (code === 404) return failure('channel_not_found', { which: channel && ` ${channel}` });
  if (code === 401 || code === 403) return failure('channel_refused');
  return mexRefusal(refusal);
}

const unreadable = (cause?: unknown): AppError => failure('channel_answer_unknown', {}, { cause });
