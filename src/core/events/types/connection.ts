/** Changes of the connection of a paired instance. */
import { Type } from '@sinclair/typebox';
import { type EventInstance, type EvolutionEvent, eventType } from './event-type.ts';
import { withoutDevice } from './evolution-spelling.ts';
import { count, flag, isOpen, OWN_JID, object, ownJid, pushName, text } from './fields.ts';

/** `account` has further fields about the account. */
export const connectionUpdate = (
  { instanceName }: EventInstance,
  state: 'close' | 'connecting' | 'open',
  statusReason: number,
  account: object = {},
): EvolutionEvent => ({
  event: 'connection.update',
  data: { instance: instanceName, state, statusReason, ...account },
});

export const profile = (jid: string, profileName: string) => ({
  wuid: withoutDevice(jid),
  profileName,
});

export const connected = eventType(
  'Connected',
  object('The account that is connected', { status: isOpen, jid: ownJid, pushName }),
)({
  category: 'CONNECTION',
  olderNames: ['CONNECTION_UPDATE'],
  summary: 'The instance is connected',
  sample: () => ({ status: 'open', jid: OWN_JID, pushName: 'Sample shop' }),
  evolution: ({ jid, pushName }, instance) =>
    connectionUpdate(instance, 'open', 200, profile(jid, pushName)),
});

export const offlineSyncCompleted = eventType(
  'OfflineSyncCompleted',
  object('How much came while the instance was offline', {
    Count: count('Number of messages, receipts and other notices that came'),
    Unconfirmed: Type.Optional(
      flag(
        'True if the platform has not said that this was all, and nothing more came for a minute; only then. If it says so later, the event comes again without this field',
      ),
    ),
  }),
)({
  category: 'CONNECTION',
  olderNames: ['CONNECTION_UPDATE'],
  summary: 'Everything that came while the instance was offline has been delivered',
  sample: () => ({ Count: 0 }),
  evolution: (_, instance) => connectionUpdate(instance, 'open', 200),
  // That system says once that the connection is open.
  duplicatesType: () => 'Connected',
});

export const loggedOut = eventType(
  'LoggedOut',
  object('Why the instance was logged out', {
    Reason: text('Reason as a word that stays the same, such as `logged_out`'),
    reason: text('Reason as a sentence for people'),
    OnConnect: flag('Whether this was found out while connecting'),
    code: count("The platform's number for the reason, such as 401"),
  }),
)({
  category: 'CONNECTION',
  olderNames: ['CONNECTION_UPDATE'],
  summary: 'The instance was logged out, here or on the phone',
  sample: () => ({
    Reason: 'logged_out',
    reason: 'logged out from another device',
    OnConnect: false,
    code: 401,
  }),
  evolution: ({ code }, instance) => connectionUpdate(instance, 'close', code),
});
