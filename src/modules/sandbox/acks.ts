/**
 * Decides the statuses of messages that are sent through a sandbox: taken and delivered, unless its driver says
 * otherwise; and builds receipts.
 */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { lockEnd, lockedSentence } from '../../core/messages/new-chats.ts';
import type { StatusChange } from '../../core/messages/status.ts';
import { isGroup } from '../../core/providers/chats.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { RECEIPT_TYPE } from '../../core/providers/session-events.ts';
import type { SessionTasks } from '../../core/providers/session-tasks.ts';
import type { WriteQueue } from '../../core/providers/write-queue.ts';
import { type Clock, iso } from '../../core/shared/clock.ts';
import { failure, invalid } from '../../core/shared/errors.ts';
import { NEW_CHAT_REFUSED, refusalReason } from '../whatsapp/api.ts';
import type { SandboxConnection } from './connection.ts';
import type { AckOrder, ArrivingReceipt } from './driver.ts';
import { chatJid, personJid } from './jids.ts';

interface AcksDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly host: Pick<SessionHost, 'findMessage' | 'newChats'>;
  readonly tasks: Pick<SessionTasks, 'beginAfter'>;
  readonly connection: SandboxConnection;
  readonly statuses: WriteQueue<StatusChange>;
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
    const answer = () => this.#report(id, status === 'Error' ? 'Error' : 'ServerAck', code);
    if (delayMs === 0) answer();
    else this.#later(delayMs, async () => answer());
    if (status !== 'Delivered') return;
    this.#later(delayMs + DELIVERED_AFTER_MS, () => this.#delivered(chat, id));
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
    const sent = await this.#deps.host.findMessage(id);
    if (!sent?.isFromMe) throw failure('message_not_found');
    const report = () => this.#report(id, status, order.code ?? null);
    if (order.delayMs) this.#later(order.delayMs, async () => report());
    else report();
  }

  #report(id: string, status: StatusChange['status'], code: number | null): void {
    const { statuses, clock } = this.#deps;
    const at = clock.now();
    if (status !== 'Error') void statuses.add({ id, status, code, reason: null, at });
    else void this.#reason(code).then((reason) => statuses.add({ id, status, code, reason, at }));
  }

  /** Answers wait in the session's turn. A connection that is lost before then brings no answers. */
  #later(ms: number, work: () => Promise<void>): void {
    const { tasks, connection } = this.#deps;
    tasks.beginAfter(ms, async () => {
      if (connection.openAccount() !== null) await work();
    });
  }

  async #delivered(chat: string, id: string): Promise<void> {
    const { clock, connection, statuses } = this.#deps;
    const { jid } = connection.requireOpen();
    const receipt = { state: 'Delivered', chat, messageIds: [id] } as const;
    await connection.publish([receiptEvent(receipt, jid, clock.now())]);
    await statuses.add({ id, status: 'Delivered', code: null, reason: null, at: clock.now() });
  }

  async #reason(code: number | null): Promise<string> {
    if (code === null) return 'The sandbox was told to refuse the message.';
    const { host, clock } = this.#deps;
    const isLock = code === NEW_CHAT_REFUSED;
    const end = isLock ? lockEnd(await host.newChats.limit(), clock.now()) : null;
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
