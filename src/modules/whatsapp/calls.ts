/** The actions of an account on incoming WhatsApp calls. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import type { CallActions, RingingCalls } from '../../core/providers/account-actions.ts';
import { ask, type QuestionContext } from './ask.ts';
import type { BinaryNode } from './engine/surface.ts';
import { attribute, children } from './translate/node.ts';

export class WhatsAppCalls implements CallActions {
  readonly #asking: QuestionContext;
  readonly #ringing: RingingCalls;

  constructor(asking: QuestionContext, ringing: RingingCalls) {
    this.#asking = asking;
    this.#ringing = ringing;
  }

  async reject(callId: string, from?: string): Promise<void> {
    const { address } = this.#ringing.find(callId, from);
    // WhatsApp ignores an answer that goes to another address of the same person.
    await ask(this.#asking, (socket) => socket.rejectCall(callId, address));
    this.#ringing.end(callId);
  }
}

/** Notes the call of a stanza with the address of its caller there, which may be a LID. */
export function followCall(
  ringing: RingingCalls,
  stanza: BinaryNode,
  events: readonly CatalogEvent[],
): void {
  if (stanza.tag !== 'call') return;
  const [step] = children(stanza);
  const address = attribute(step, 'call-creator') || attribute(stanza, 'from');
  for (const event of events) ringing.follow(event, address);
}
