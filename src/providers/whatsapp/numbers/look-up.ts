/** Looks phone numbers up: known ones from disk, the rest from WhatsApp, no faster than an account may ask. */
import type { NumberFound } from '../../chat-actions.ts';
import { otherSpellings } from './spellings.ts';
import type { NumberStore } from './store.ts';
import type { LookUpTurns } from './turns.ts';

interface NumberLookUpDeps {
  readonly turns: LookUpTurns;
  readonly store: NumberStore;
  /** Asks WhatsApp about at most 50 numbers; the result lacks those about which it says nothing. */
  readonly query: (numbers: readonly string[]) => Promise<Map<string, NumberFound>>;
}

const NUMBERS_PER_QUERY = 50;

const NOBODY: NumberFound = { jid: null, lid: null };

export class NumberLookUp {
  readonly #deps: NumberLookUpDeps;

  constructor(deps: NumberLookUpDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves with results in the order of `numbers` (digits). Somebody who is not found is looked
   * for under the number's other spellings. Throws `rate_limited` when it would take longer than a
   * minute. What was found before a failure is not asked again.
   */
  async find(numbers: readonly string[]): Promise<readonly NumberFound[]> {
    const unique = [...new Set(numbers)];
    const found = await this.#known(unique);
    const unknown = unique.filter((number) => !found.has(number));
    if (unknown.length > 0) await this.#ask(unknown, found);
    return numbers.map((number) => found.get(number) ?? NOBODY);
  }

  async #known(numbers: readonly string[]): Promise<Map<string, NumberFound>> {
    const read = pages(numbers).map((page) => this.#deps.store.read(page));
    return new Map((await Promise.all(read)).flatMap((page) => [...page]));
  }

  async #ask(numbers: readonly string[], found: Map<string, NumberFound>): Promise<void> {
    const waiting = pages(numbers);
    await this.#deps.turns.whileWaiting(waiting.length, async () => {
      for (const page of waiting) {
        const answers = await this.#answers(page);
        await this.#deps.store.write(answers);
        for (const [number, one] of answers) found.set(number, one);
      }
    });
  }

  async #answers(page: readonly string[]): Promise<Map<string, NumberFound>> {
    const asGiven = await this.#inTurn(page);
    const isFound = (one: NumberFound | undefined) => one !== undefined && one.jid !== null;
    const spellings = page.filter((one) => !isFound(asGiven.get(one))).flatMap(otherSpellings);
    const otherwise = spellings.length > 0 ? await this.#inTurn(spellings) : asGiven;
    const answerTo = (number: string) =>
      [asGiven.get(number), ...otherSpellings(number).map((other) => otherwise.get(other))].find(
        isFound,
      ) ?? NOBODY;
    return new Map(page.map((number) => [number, answerTo(number)]));
  }

  #inTurn(page: readonly string[]): Promise<Map<string, NumberFound>> {
    const { turns, query } = this.#deps;
    return turns.ask(() => query(page));
  }
}

const pages = (numbers: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(numbers.length / NUMBERS_PER_QUERY) }, (_, page) =>
    numbers.slice(page * NUMBERS_PER_QUERY, (page + 1) * NUMBERS_PER_QUERY),
  );
