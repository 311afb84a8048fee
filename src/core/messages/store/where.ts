/** Builds the conditions of a query together with their parameters. */
import type { Value } from '../../db/client.ts';

export class WhereClause {
  readonly #texts: string[] = [];
  readonly params: Value[] = [];

  /** Adds a condition unless the value is undefined; `text` has one `?`. */
  and(text: string, value: Value | boolean | undefined): this {
    if (value === undefined) return this;
    this.#texts.push(text);
    this.params.push(typeof value === 'boolean' ? Number(value) : value);
    return this;
  }

  /** Adds a condition; `text` has a `?` for each of `values`. */
  andAll(text: string, values: readonly Value[] | undefined): this {
    if (values === undefined) return this;
    this.#texts.push(text);
    this.params.push(...values);
    return this;
  }

  get sql(): string {
    return this.#texts.join(' and ');
  }
}
