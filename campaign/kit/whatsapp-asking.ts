/** Phones of contacts that ask an account again: for what they could not read, and after a restart for what they have. */
import type { Contact, Group } from '../../test/doubles/whatsapp/server.ts';
import { pause } from './pause.ts';
import type { Random } from './random.ts';
import type { SentMessage } from './whatsapp-senders.ts';

/** The most repetitions of a phone before it shows that it waits for the message. */
const TIMES_MAX = 5;
/** A message that is not read after this time is asked for. */
const UNREAD_MS = 2_000;
const LOOKING_MS = 250;

/** A message that a contact asks for until it has come more often than before. */
interface Question {
  readonly sent: SentMessage;
  readonly by: Contact;
  readonly before: number;
  times: number;
  /** When it is asked for next. */
  at: number;
}

export interface AskingPhones {
  /** Lets a contact ask for one of the latest messages, which it has read. */
  askAgain(): void;
  /** Returns how many messages were asked for in this way, and how many of them have not arrived again. */
  asked(): number;
  unanswered(): number;
  stop(): Promise<void>;
}

export function startAsking(
  sent: readonly SentMessage[],
  arrived: ReadonlySet<string>,
  random: Random,
): AskingPhones {
  const questions: Question[] = [];
  const unread = new Map<string, Question>();
  let isStopped = false;
  let from = 0;
  const looking = (async () => {
    while (!isStopped) {
      // Messages that everybody has read, or that were lost on their way, are not checked again.
      while (from < sent.length - LATEST && isOver(sent[from], arrived)) from++;
      for (const one of sent.slice(from)) if (arrived.has(one.id)) noteUnread(one, unread);
      for (const one of [...questions, ...unread.values()]) await askIfDue(one);
      await pause(LOOKING_MS);
    }
  })();
  return {
    askAgain() {
      const read = sent
        .slice(-LATEST)
        .filter((one) => one.to.every((by) => timesRead(one, by) > 0));
      const one = read[random.between(0, Math.max(0, read.length - 1))];
      const by = one?.to[random.between(0, one.to.length - 1)];
      if (one === undefined || by === undefined) return;
      questions.push({ sent: one, by, before: timesRead(one, by), times: 0, at: 0 });
    },
    asked: () => questions.length,
    unanswered: () => questions.filter((one) => !isAnswered(one)).length,
    async stop() {
      isStopped = true;
      await looking;
    },
  };
}

/** The number of latest messages that phones ask for after a restart. */
const LATEST = 40;

const timesRead = ({ id }: SentMessage, by: Contact): number =>
  by.received.filter((one) => one.id === id).length;

const isOver = (one: SentMessage | undefined, arrived: ReadonlySet<string>): boolean =>
  one === undefined || !arrived.has(one.id) || one.to.every((by) => timesRead(one, by) > 0);

const isAnswered = ({ sent, by, before }: Question): boolean => timesRead(sent, by) > before;

function noteUnread(one: SentMessage, unread: Map<string, Question>): void {
  for (const by of one.to) {
    const key = `${one.id} ${by.number}`;
    if (timesRead(one, by) > 0) unread.delete(key);
    else if (!unread.has(key))
      unread.set(key, { sent: one, by, before: 0, times: 0, at: performance.now() + UNREAD_MS });
  }
}

async function askIfDue(question: Question): Promise<void> {
  const now = performance.now();
  if (question.times >= TIMES_MAX || now < question.at || isAnswered(question)) return;
  question.times++;
  // An answer takes a while when the service has just been killed.
  question.at = now + UNREAD_MS * (question.times + 1);
  await ask(question.sent, question.by, question.times);
}

/** Keys come along from the second time on. */
const ask = ({ id, chat }: SentMessage, by: Contact, count: number): Promise<void> =>
  by.asksAgain(chat.phone, id, {
    count,
    sendsKeys: count > 1,
    ...(chat.to !== chat.phone && { chat: chat.to as Group }),
  });
