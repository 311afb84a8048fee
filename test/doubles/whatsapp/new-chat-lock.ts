/** Whether accounts may open new chats: what the server says when it is asked, and of its own accord. */
import { type BinaryNode, newId, nowSeconds, resultOf, SERVER, stanza } from './stanzas.ts';

const QUESTION = '23983697327930364';

export class NewChatLock {
  /** Until when, in ms since 1970; null: they may. */
  until: number | null = null;
  /** True: questions have no answer. */
  isSilent = false;
  /** How often it was asked. */
  questions = 0;

  /** Null: it is another question. */
  answer(query: BinaryNode): BinaryNode | 'sent' | null {
    if (!asks(query)) return null;
    this.questions++;
    if (this.isSilent) return 'sent';
    const lock = { ...this.#described(), enforcement_type: 'DEFAULT' };
    const data = { xwa2_fetch_account_reachout_timelock: lock };
    return resultOf(query, [stanza('result', {}, JSON.stringify({ data }))]);
  }

  notification(): BinaryNode {
    const content = JSON.stringify({
      data: { xwa2_notify_account_reachout_timelock: this.#described() },
    });
    return stanza('notification', { from: SERVER, type: 'mex', id: newId(), t: nowSeconds() }, [
      stanza('update', { op_name: 'NotificationUserReachoutTimelockUpdate' }, content),
    ]);
  }

  #described() {
    const ends = this.until === null ? '0' : `${Math.floor(this.until / 1000)}`;
    return { is_active: this.until !== null, time_enforcement_ends: ends };
  }
}

const asks = (query: BinaryNode): boolean => {
  const [question] = Array.isArray(query.content) ? query.content : [];
  return question?.attrs.query_id === QUESTION;
};
