/** Names what an account of the official API cannot do, each with the reason: the Cloud API does not have it. */

import type { ChatActions } from '../../core/providers/chat-actions.ts';
import type { Session } from '../../core/providers/provider.ts';
import { failure } from '../../core/shared/errors.ts';

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
