/** Publishes that a contact's device has another identity. */
import { createHash } from 'node:crypto';
import type { MessageInbox } from '../../messages/inbox.ts';
import { type Clock, iso } from '../../shared/clock.ts';
import { NotConnected } from '../../shared/errors.ts';
import type { KnownPeople } from './addresses.ts';
import type { IdentityChange } from './engine/signal.ts';
import type { Publish } from './queues.ts';
import { bareJid, deviceOf, isLid, isMe, isPhone, person } from './translate/jids.ts';

interface IdentityChangesDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly inbox: Pick<MessageInbox, 'findStored' | 'noteStatement'>;
  readonly publish: Publish;
  /** Resolves with what is known at once of the person with this JID. */
  readonly knownFor: (jid: string) => Promise<KnownPeople>;
}

export class IdentityChanges {
  readonly #deps: IdentityChangesDeps;

  constructor(deps: IdentityChangesDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when the event is on disk; call it before the new identity is stored. After a crash between the two the
   * change is noticed again, and recognised by the session that was used before it. Rejects when the session ends.
   */
  async report({ jid, identity, formerBaseKey }: IdentityChange): Promise<void> {
    const { clock, inbox, publish, knownFor } = this.#deps;
    const { self } = await knownFor(bareJid(jid));
    const { jid: address, alt } = person(self, jid);
    if (isMe(address, self)) return;
    const state = createHash('sha256').update(formerBaseKey).update(identity).digest('hex');
    const noted = `identity/${bareJid(jid)}/${state}`;
    if ((await inbox.findStored([noted])).size > 0) return;
    const lid = [address, alt].find(isLid) ?? null;
    const number = isPhone(address) ? address.slice(0, address.indexOf('@')) : null;
    const data = {
      Contact: { jid: address, number, lid },
      Device: deviceOf(jid),
      Timestamp: iso(clock.now()),
    };
    const mark = { statement: inbox.noteStatement(noted) };
    const event = { type: 'ContactIdentityChanged', data } as const;
    if (!(await publish(event, undefined, mark))) throw new NotConnected();
  }
}
