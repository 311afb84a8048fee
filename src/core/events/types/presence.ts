/** Events about who is online, writing or recording. */
import { Type } from '@sinclair/typebox';
import {
  chat,
  type EvolutionEvent,
  eventType,
  flag,
  isFromMe,
  isGroup,
  object,
  orNull,
  PERSON,
  seconds,
  text,
  time,
  withoutDevice,
  words,
} from './event-type.ts';

const evolutionPresence = (chat: string, person: string, state: object): EvolutionEvent => ({
  event: 'presence.update',
  data: { id: chat, presences: { [withoutDevice(person)]: state } },
});

export const presence = eventType(
  'Presence',
  object('Whether a watched person is online', {
    From: text('JID of the person'),
    Unavailable: flag('Whether the person is no longer online'),
    LastSeen: orNull(
      'When the person was last online, ISO 8601 in UTC; null while they are, or do not show it',
      Type.String({ shownFormat: 'date-time' }),
    ),
  }),
)({
  category: 'PRESENCE',
  olderNames: ['PRESENCE_UPDATE'],
  summary: 'A watched person is online or not',
  chatOf: ({ From }) => From,
  sample: (at) => ({ From: PERSON, Unavailable: true, LastSeen: at }),
  evolution: ({ From, Unavailable, LastSeen }) =>
    evolutionPresence(From, From, {
      lastKnownPresence: Unavailable ? 'unavailable' : 'available',
      ...(LastSeen !== null && { lastSeen: seconds(LastSeen) }),
    }),
});

export const chatPresence = eventType(
  'ChatPresence',
  object('Who types or records in a watched chat', {
    Chat: chat,
    Sender: text('JID of the person who types or records'),
    SenderAlt: text('The other address of the person who types or records; empty if unknown'),
    IsFromMe: isFromMe,
    IsGroup: isGroup,
    State: words('Whether the person has begun or has stopped', 'composing', 'paused'),
    Media: words('`audio` if a voice note is recorded; empty if a text is typed', '', 'audio'),
    Timestamp: time('When the person began or stopped'),
  }),
)({
  category: 'CHAT_PRESENCE',
  olderNames: ['PRESENCE_UPDATE'],
  summary: 'A person types or records in a watched chat',
  chatOf: ({ Chat }) => Chat,
  sample: (at) => ({
    Chat: PERSON,
    Sender: PERSON,
    SenderAlt: '',
    IsFromMe: false,
    IsGroup: false,
    State: 'composing',
    Media: '',
    Timestamp: at,
  }),
  evolution: ({ Chat, Sender, State, Media }) =>
    evolutionPresence(Chat, Sender, {
      lastKnownPresence: State === 'composing' && Media === 'audio' ? 'recording' : State,
    }),
});
