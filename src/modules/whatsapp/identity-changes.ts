/** Publishes that a contact's device has another identity. */

import { createHash } from 'node:crypto';
import { digitsOf, isLid } from '../../core/shared/addresses/chat-address.ts';
import { iso } from '../../core/shared/clock.ts';
import { NotConnected } from '../../core/shared/errors.ts';
import type { SessionContext } from './context.ts';
import type { IdentityChange } from './engine/signal.ts';
import { bareJid, deviceOf, isMe, person } from './translate/jids.ts';

export class IdentityChanges {
  readonly #deps: SessionContext;

  constructor(deps: SessionContext) {
    this.#deps = deps;
  }

  /**
   * Resolves when the event is on disk; call it before the new identity is stored. After a crash between the two the
   * change is noticed again, and recognised by the session that was used before it. Rejects when the session ends.
   */
  async report({ jid, identity, formerBaseKey }: IdentityChange): Promise<void> {
    const { clock, inbox, queues, addresses } = this.#deps;
    const { self } = await addresses.knownFor({ key: { remoteJid: bareJid(jid) } });
    const { jid: address, alt } = person(self, jid);
    if (isMe(address, self)) return;
    const state = createHash('sha256').update(formerBaseKey).update(identity).digest('hex');
    const noted = `identity/${bareJid(jid)}/${state}`;
    if ((await inbox.findStored([noted])).size > 0) return;
    const lid = [address, alt].find(isLid) ?? null;
    const number = digitsOf(address);
    const data = {
      Contact: { jid: address, number, lid },
      Device: deviceOf(jid),
      Timestamp: iso(clock.now()),
    };
    const mark = { statement: inbox.noteStatement(noted) };
    const event = { type: 'ContactIdentityChanged', data } as const;
    if (!(await queues.publish(event, undefined, mark))) throw new NotConnected();
  }
}
