/**
 * The chat actions of the official API: messages are confirmed as read, and an answer is shown as being written. The rest
 * is refused, each with the reason: the Cloud API does not have it.
 */
import type { KeyedMessage } from '../../core/messages/rows.ts';
import { WINDOW_MS } from '../../core/messages/windows.ts';
import type { Activity, ChatActions } from '../../core/providers/chat-actions.ts';
import type { Fields } from '../../core/providers/foreign-values.ts';
import type { Session, SessionHost } from '../../core/providers/provider.ts';
import { withTimeout } from '../../core/shared/async/deadline.ts';
import { failure, invalid } from '../../core/shared/errors.ts';
import type { CloudContext, PostingContext } from './context.ts';
import { refusalOf, reportRefusal } from './graph-refusal.ts';
import { platformIdOf } from './outgoing.ts';
import type { Recipients } from './recipients.ts';

interface ReadingDeps extends PostingContext, Pick<CloudContext, 'failed'> {
  readonly host: Pick<SessionHost, 'windowOf'>;
  readonly recipients: Pick<Recipients, 'find'>;
}

/** The time limit for all calls of one request; callers of a session wait little longer. */
const ANSWER_MS = 10_000;
/** How many chats are confirmed at once. */
const TOGETHER = 10;

export function readMarks(deps: ReadingDeps): Pick<ChatActions, 'confirm' | 'showActivity'> {
  return {
    async confirm(as, messages) {
      if (as === 'played')
        throw invalid('the Cloud API cannot mark voice notes as played: mark them as read');
      const newest = newestOfChats(messages).map(platformIdOf);
      await inTime(deps, async () => {
        for (let from = 0; from < newest.length; from += TOGETHER) {
          const some = newest.slice(from, from + TOGETHER);
          await Promise.all(some.map((id) => mark(deps, { message_id: id })));
        }
      });
    },
    async showActivity(number, activity) {
      if (requireShown(activity) === 'paused') return;
      const { chat } = await deps.recipients.find(number);
      const window = await deps.host.windowOf(chat);
      if (window === null || deps.clock.now() >= window.openedAt + WINDOW_MS)
        throw failure('typing_unanswerable');
      const typing = { message_id: window.messageId, typing_indicator: { type: 'text' } };
      await inTime(deps, () => mark(deps, typing));
    },
  };
}

/** Typing ends by itself: with the next message, or after 25 s. */
function requireShown(activity: Activity): Exclude<Activity, 'recording'> {
  if (activity === 'recording')
    throw invalid('the Cloud API cannot show recording: show composing');
  return activity;
}

/** Confirming a message confirms all before it in the chat. One that is not stored counts as older than all. */
function newestOfChats(messages: readonly KeyedMessage[]): KeyedMessage[] {
  const newest = new Map<string, KeyedMessage>();
  for (const message of messages) {
    const before = newest.get(message.chat);
    if (!message.isFromMe && (before === undefined || (before.sentAt ?? 0) < (message.sentAt ?? 0)))
      newest.set(message.chat, message);
  }
  return [...newest.values()];
}

async function mark({ graph, number, failed }: ReadingDeps, what: Fields): Promise<void> {
  const body = { messaging_product: 'whatsapp', status: 'read', ...what };
  try {
    await graph.post(`/${number().phoneNumberId}/messages`, body);
  } catch (error) {
    throw reportRefusal(error, failed, (fault) => refusalOf(fault, 'read'));
  }
}

/** Limits the time of a call. A call that is not answered in time may have been done. */
const inTime = <T>({ clock }: ReadingDeps, work: () => Promise<T>): Promise<T> =>
  withTimeout({ clock, ms: ANSWER_MS }, work(), () =>
    failure('meta_silent', { seconds: ANSWER_MS / 1_000 }),
  );

/** Returns a function that always throws `invalid`: `what` cannot be done. */
const cannot =
  (what: string, instead = '') =>
  (): never => {
    throw failure('cloud_action_unsupported', { what: `${what}${instead && `: ${instead}`}` });
  };

const rejects = (what: string, instead?: string) => async () => cannot(what, instead)();

/** Everything but confirming messages and showing that one is typing. */
export const UNAVAILABLE_IN_CHATS: Omit<ChatActions, 'confirm' | 'showActivity'> = {
  showPresence: rejects('show an account as online'),
  watch: rejects('tell whether people are online or typing'),
  change: rejects('archive, pin, mute or mark chats'),
  label: rejects('label chats'),
  labelMessage: rejects('label messages'),
  editLabel: rejects('make labels'),
  lookUp: rejects(
    'tell whether numbers are on WhatsApp',
    'send, and the fate of the message says whether it arrived',
  ),
  numbersOf: async () => [],
  findUsername: rejects(
    'find people by their username',
    'send to their number, or to the id that they have for the business',
  ),
  pictureOf: rejects('show pictures of people'),
  history: rejects('fetch older messages', 'what came in since the instance exists is stored here'),
  profileOf: rejects('show the profiles of people'),
  blocked: rejects('list whom the account has blocked here', 'see the WhatsApp Manager'),
  block: rejects('block people here', 'block them in the WhatsApp Manager'),
};

/** Groups of actions that are unavailable as a whole. */
export const UNAVAILABLE: Pick<Session, 'groups' | 'newsletters' | 'phoneCalls' | 'ownProfile'> = {
  groups: cannot('manage groups'),
  newsletters: cannot('follow channels'),
  phoneCalls: cannot('reject calls here', 'switch calls off in the WhatsApp Manager'),
  ownProfile: cannot('change this here', 'change name, picture and text in the WhatsApp Manager'),
};
