/** Knows the platform's current media servers. */

import { count } from '../../../core/providers/foreign-values.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import type { BinaryNode } from '../engine/surface.ts';
import { attribute, child, children } from '../translate/node.ts';
import type { MediaConnection } from './upload.ts';

/** Asks the chat server; rejects when it refuses or does not answer in time. */
type Query = (question: BinaryNode, timeoutMs: number) => Promise<unknown>;

const ANSWER_MS = 10_000;
/** Used when the platform does not say how long its answer is valid. */
const BELIEVED_S = 300;

export class MediaHosts {
  readonly #clock: Clock;
  #known: { readonly connection: MediaConnection; readonly until: number } | null = null;
  #asking: Promise<MediaConnection> | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Rejects when the servers are not known and the platform does not name them. `isStale` asks even
   * when they are known.
   */
  async get(query: Query, isStale = false): Promise<MediaConnection> {
    const known = this.#known;
    if (!isStale && known !== null && this.#clock.steady() < known.until) return known.connection;
    this.#asking ??= this.#ask(query).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(query: Query): Promise<MediaConnection> {
    const attrs = { type: 'set', xmlns: 'w:m', to: 's.whatsapp.net' };
    const content = [{ tag: 'media_conn', attrs: {} }];
    const answer = await query({ tag: 'iq', attrs, content }, ANSWER_MS);
    const said = child(answer as BinaryNode | undefined, 'media_conn');
    const hostnames = children(said, 'host').map((host) => attribute(host, 'hostname'));
    if (hostnames.length === 0) throw new Error('the platform named no media servers');
    const connection = {
      auth: attribute(said, 'auth'),
      hosts: hostnames.map((hostname) => ({ hostname })),
    };
    const seconds = count(attribute(said, 'ttl')) ?? BELIEVED_S;
    this.#known = { connection, until: this.#clock.steady() + seconds * 1000 };
    return connection;
  }
}
