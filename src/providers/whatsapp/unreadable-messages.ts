/** From a message that cannot be read to its event, once for each. */
import type { WAMessage } from '@whiskeysockets/baileys';
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { Clock } from '../../shared/clock.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { Self } from './translate/jids.ts';
import { type Unreadable, undecryptableEvent } from './translate/undecryptable.ts';

interface UnreadableMessagesDeps {
  readonly clock: Clock;
  readonly publish: (event: CatalogEvent) => Promise<boolean>;
  /** Who we are, once every address in `message` that can be resolved is. */
  readonly selfFor: (message: WAMessage) => Promise<Self>;
  readonly isIgnored: (chat: string) => boolean;
}

/** A message that was asked for again and still cannot be read is no news while it is among these. */
const KNOWN_MAX = 500;

export class UnreadableMessages {
  readonly #deps: UnreadableMessagesDeps;
  readonly #known = new LimitedMap<string, true>(KNOWN_MAX);

  constructor(deps: UnreadableMessagesDeps) {
    this.#deps = deps;
  }

  /** Resolves when its event is on disk, or there is none. */
  async report(message: WAMessage, why: Unreadable): Promise<void> {
    const { clock, publish, selfFor, isIgnored } = this.#deps;
    const { remoteJid, participant, id } = message.key;
    const key = [remoteJid, participant ?? '', id].join('/');
    if (this.#known.has(key)) return;
    this.#known.set(key, true);
    const event = undecryptableEvent(message, why, await selfFor(message), clock.now());
    if (event !== null && !isIgnored(event.data.Info.Chat)) await publish(event);
  }
}
