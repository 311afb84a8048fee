/** The channels that a sandbox instance follows. They are kept only in memory. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import {
  GUEST,
  type Newsletter,
  type NewsletterActions,
} from '../../core/providers/account-actions.ts';
import type { Account } from '../../core/providers/provider.ts';
import { failure } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { Random } from './invented-values.ts';
import { newsletterJid, userOf } from './jids.ts';

/** The channel that was followed longest ago is removed. */
const FOLLOWED_MAX = 1_000;

export interface SandboxNewslettersDeps {
  /** Resolves when it is on disk. */
  readonly publish: (event: CatalogEvent) => Promise<void>;
  /** Ms since 1970. */
  readonly now: () => number;
  readonly random: Random;
}

/** Every channel exists except those whose number begins with 0. */
export class SandboxNewsletters implements NewsletterActions {
  readonly #deps: SandboxNewslettersDeps;
  readonly #followed = new LimitedMap<string, Newsletter>(FOLLOWED_MAX);
  #owner = '';

  constructor(deps: SandboxNewslettersDeps) {
    this.#deps = deps;
  }

  /** Forgets the channels when another account is paired. */
  of({ jid }: Account): this {
    if (jid !== this.#owner) this.#followed.clear();
    this.#owner = jid;
    return this;
  }

  /** Notes a channel that the account joined. */
  noteEvent(event: CatalogEvent): void {
    if (event.type === 'NewsletterJoin') this.#followed.set(event.data.id, event.data);
  }

  async all(): Promise<readonly Newsletter[]> {
    return [...this.#followed.values()];
  }

  async find(jid: string): Promise<Newsletter> {
    const known = this.#followed.get(jid);
    if (known !== undefined) return known;
    const { data } = this.#invented(jid);
    return { ...data, viewer_metadata: { ...data.viewer_metadata, role: GUEST } };
  }

  async findByInvite(code: string): Promise<Newsletter> {
    const all = [...this.#followed.values()];
    const found = all.find(({ thread_metadata }) => thread_metadata.invite === code);
    if (found === undefined) throw failure('channel_not_found', { which: ` ${code}` });
    return found;
  }

  async follow(jid: string): Promise<void> {
    if (this.#followed.has(jid)) return;
    const event = this.#invented(jid);
    await this.#deps.publish(event);
    this.noteEvent(event);
  }

  async unfollow(jid: string): Promise<void> {
    if (!this.#followed.delete(jid)) this.#invented(jid);
  }

  #invented(address: string) {
    const jid = newsletterJid('jid', address);
    if (jid.startsWith('0')) throw failure('channel_not_found', { which: ` ${jid}` });
    const { now, random } = this.#deps;
    const nowMs = now();
    return {
      type: 'NewsletterJoin',
      data: {
        id: jid,
        state: { type: 'ACTIVE' },
        thread_metadata: {
          creation_time: String(Math.floor(nowMs / 1000)),
          invite: Buffer.from(random(12)).toString('base64url'),
          name: { text: `Channel ${userOf(jid)}`, id: String(nowMs) },
          description: { text: '' },
          subscribers_count: 1,
          verification: 'UNVERIFIED',
          picture: null,
        },
        viewer_metadata: { mute: 'OFF', role: 'SUBSCRIBER' },
      },
    } satisfies CatalogEvent;
  }
}
