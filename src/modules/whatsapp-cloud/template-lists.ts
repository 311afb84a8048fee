/**
 * Caches lists of templates that were recently read from Meta; instances of one account with one token share theirs.
 */

import type { Template } from '../../core/providers/templates.ts';
import type { Clock } from '../../core/shared/clock.ts';

/** The owner of a list: what one token sees of an account. */
export interface ListedAccount {
  readonly accountId: string;
  readonly token: string;
}

interface List {
  readonly accountId: string;
  /** In steady ms. */
  readonly readAt: number;
  readonly templates: readonly Template[];
  readonly characters: number;
}

interface Loading {
  readonly now: Promise<readonly Template[]>;
  /** Begins when `now` has ended. */
  next: Promise<readonly Template[]> | null;
}

/** The limit for all lists; lists beyond it are read again each time. */
const CHARACTERS_MAX = 32 * 1024 * 1024;

export class TemplateLists {
  readonly #clock: Pick<Clock, 'steady'>;
  /** The list that was read longest ago is first. */
  readonly #lists = new Map<string, List>();
  readonly #loading = new Map<string, Loading>();
  #characters = 0;
  /** Grows with every known change: a list that is being read then may lack it. */
  #changes = 0;

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
  }

  /**
   * Returns the list as it was up to `ageMs` ago, or as `load` reads it. With 0, a call that begins now reads it;
   * callers who ask meanwhile share the call after it.
   */
  of(
    account: ListedAccount,
    ageMs: number,
    load: () => Promise<readonly Template[]>,
  ): Promise<readonly Template[]> {
    const key = `${account.accountId}\n${account.token}`;
    const kept = this.#lists.get(key);
    if (kept && this.#clock.steady() - kept.readAt < ageMs) return Promise.resolve(kept.templates);
    const running = this.#loading.get(key);
    const begin = () => this.#load(key, account, load);
    if (running === undefined) return begin();
    if (ageMs > 0) return running.now;
    running.next ??= running.now.then(begin, begin);
    return running.next;
  }

  /** Applies a change of an account's templates to the lists that have it; null forgets the account's lists. */
  change(
    accountId: string,
    change: ((templates: readonly Template[]) => readonly Template[] | null) | null,
  ): void {
    this.#changes++;
    for (const [key, list] of this.#lists) {
      if (list.accountId !== accountId) continue;
      const templates = change?.(list.templates) ?? null;
      if (templates === null) this.#forget(key);
      else this.#lists.set(key, { ...list, templates });
    }
  }

  #load(
    key: string,
    account: ListedAccount,
    load: () => Promise<readonly Template[]>,
  ): Promise<readonly Template[]> {
    const changes = this.#changes;
    const readAt = this.#clock.steady();
    const now = load().then((templates) => {
      this.#forget(key);
      if (changes === this.#changes) this.#keep(key, { ...account, readAt, templates });
      return templates;
    });
    const loading: Loading = { now, next: null };
    this.#loading.set(key, loading);
    const ended = () => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    };
    now.then(ended, ended);
    return now;
  }

  #keep(key: string, { accountId, readAt, templates }: Omit<List, 'characters'>): void {
    const { length: characters } = JSON.stringify(templates);
    if (characters > CHARACTERS_MAX) return;
    for (const oldest of this.#lists.keys()) {
      if (this.#characters + characters <= CHARACTERS_MAX) break;
      this.#forget(oldest);
    }
    this.#lists.set(key, { accountId, readAt, templates, characters });
    this.#characters += characters;
  }

  #forget(key: string): void {
    this.#characters -= this.#lists.get(key)?.characters ?? 0;
    this.#lists.delete(key);
  }
}
