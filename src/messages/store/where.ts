/** Conditions of a query, put together with their parameters. */
import type { Value } from '../../db/client.ts';

export class Where {
  readonly #texts: string[] = [];
  readonly params: Value[] = [];

  /** Left out where the value is undefined; `text` has one `?`. */
  and(text: string, value: Value | boolean | undefined): this {
    if (value === undefined) return this;
    this.#texts.push(text);
    this.params.push(typeof value === 'boolean' ? Number(value) : value);
    return this;
  }

  /** `text` has a `?` for each of `values`. */
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

/** Ms since 1970, both included. */
export interface Period {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}
