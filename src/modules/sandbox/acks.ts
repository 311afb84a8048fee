/**
 * Decides the statuses of messages that are sent through a sandbox: taken and delivered, unless its driver says
 * otherwise; and builds receipts.
 */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { lockEnd, lockedSentence, type NewChatLimit } from '../../core/messages/new-chats.ts';
import type { StatusChange } from '../../core/messages/status.ts';
import { isGroup } from '../../core/providers/chats.ts';
import { NEW_CHAT_REFUSED, refusalReason } from '../../core/providers/refusals.ts';
import { RECEIPT_TYPE } from '../../core/providers/session-events.ts';
import { type Clock, iso } from '../../core/shared/clock.ts';
import { failure, invalid } from '../../core/shared/errors.ts';
import type { AckOrder, ArrivingReceipt } from './driver.ts';
import { chatJid, personJid } from './jids.ts';

interface AcksDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Reports the new status of a message. */
  readonly progress: (change: StatusChange) => void;
  /** Runs `work` after `ms`, unless the connection is not open then. */
  readonly runLater: (ms: number, work: () => Promise<void>) => void;
  /** Publishes a receipt that the message was delivered. */
  readonly delivered: (chat: string, id: string) => Promise<void>;
  readonly wasSent: (id: string) => Promise<boolean>;
  readonly limit: () => Promise<NewChatLimit>;
}

const DELIVERED_AFTER_MS = 1000;

/** The answer for messages that are sent from now on. */
interface Rule {
  readonly status: 'None' | 'ServerAck' | 'Delivered' | 'Error';
  readonly code: number | null;
  readonly delayMs: number;
  left: number;
}

const AS_EVER: Rule = {
  status: 'Delivered',
  code: null,
  delayMs: 0,
  left: Number.POSITIVE_INFINITY,
};

export class Acks {
  readonly #deps: AcksDeps;
  #rule = AS_EVER;

  constructor(deps: AcksDeps) {
    this.#deps = deps;
  }

  /** Called with each message that was sent. */
  sent(chat: string, id: string): void {
    const { status, code, delayMs } = this.#take();
    if (status === 'None') return;
    const { runLater, delivered } = this.#deps;
    const answer = () => this.#report(id, status === 'Error' ? 'Error' : 'ServerAck', code);
    if (delayMs === 0) answer();
    else runLater(delayMs, async () => answer());
    if (status !== 'Delivered') return;
    runLater(delayMs + DELIVERED_AFTER_MS, () => delivered(chat, id));
  }

  /** Notes that a receipt has named these messages. */
  received(state: 'Delivered' | 'Read', ids: readonly string[]): void {
    for (const id of ids) this.#report(id, state, null);
  }

  /** Throws `invalid` for an order that contradicts itself, `not_found` for a message that was not sent. */
  async order(order: AckOrder): Promise<void> {
    const { messageId, status = order.code === undefined ? undefined : 'Error' } = order;
    if (order.code !== undefined && status !== 'Error')
      throw invalid('code is only for status Error');
    if (messageId === undefined) this.#rule = ruleOf(order, status);
    else await this.#answer(messageId, order, status);
  }

  #take(): Rule {
    const rule = this.#rule;
    rule.left--;
    if (rule.left <= 0) this.#rule = AS_EVER;
    return rule;
  }

  async #answer(id: string, order: AckOrder, status: AckOrder['status']): Promise<void> {
    if (order.times !== undefined) throw invalid('times does not go with messageId');
    if (status === undefined || status === 'None')
      throw invalid('with messageId, a status other than None or a code is required');
    const { wasSent, runLater } = this.#deps;
    if (!(await wasSent(id))) throw failure('message_not_found');
    const report = () => this.#report(id, status, order.code ?? null);
    if (order.delayMs) runLater(order.delayMs, async () => report());
    else report();
  }

  #report(id: string, status: StatusChange['status'], code: number | null): void {
    const { progress, clock } = this.#deps;
    const at = clock.now();
    if (status !== 'Error') progress({ id, status, code, reason: null, at });
    else void this.#reason(code).then((reason) => progress({ id, status, code, reason, at }));
  }

  async #reason(code: number | null): Promise<string> {
    if (code === null) return 'The sandbox was told to refuse the message.';
    const { limit, clock } = this.#deps;
    const end = code === NEW_CHAT_REFUSED ? lockEnd(await limit(), clock.now()) : null;
    return end === null ? refusalReason(`${code}`) : lockedSentence(end);
  }
}

function ruleOf({ code, delayMs, times }: AckOrder, status: AckOrder['status']): Rule {
  if (status === 'Read' || status === 'Played')
    throw invalid(`${status} is for one message: name it by messageId`);
  return {
    status: status ?? 'Delivered',
    code: code ?? null,
    delayMs: delayMs ?? 0,
    left: times ?? Number.POSITIVE_INFINITY,
  };
}

/** Returns the event of a receipt; `self` is the JID of the account. */
export function receiptEvent(receipt: ArrivingReceipt, self: string, nowMs: number): CatalogEvent {
  const chat = chatJid('chat', receipt.chat);
  const isOwn = receipt.state === 'ReadSelf';
  const other = receipt.from === undefined ? chat : personJid('from', receipt.from);
  return {
    type: 'Receipt',
    state: receipt.state,
    data: {
      Chat: chat,
      Sender: isOwn ? self : other,
      IsFromMe: isOwn,
      IsGroup: isGroup(chat),
      MessageIDs: [...receipt.messageIds],
      Timestamp: iso(nowMs),
      Type: RECEIPT_TYPE[receipt.state],
    },
  };
}
