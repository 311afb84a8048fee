import type { Static, TObject } from '@sinclair/typebox';
import {
  type EvolutionEvent,
  eventType,
  object,
  PERSON,
  text,
  time,
  withoutDevice,
} from './event-type.ts';

const call = {
  From: text('JID of the chat that the call comes from'),
  Timestamp: time('When this happened to the call'),
  CallCreator: text('JID of who calls'),
  CallID: text('Id of the call, the same in all its events'),
};
export type CallData = Static<TObject<typeof call>>;

const chatOf = ({ From }: CallData) => From;
const sample = (at: string): CallData => ({
  From: PERSON,
  Timestamp: at,
  CallCreator: PERSON,
  CallID: 'SAMPLE0000000003',
});

const evolutionCall = (data: CallData, status: string, reason?: string): EvolutionEvent => ({
  event: 'call',
  data: {
    id: data.CallID,
    chatId: data.From,
    from: withoutDevice(data.CallCreator),
    date: data.Timestamp,
    status,
    ...(reason !== undefined && { reason }),
  },
});

export const callOffer = eventType(
  'CallOffer',
  object('The call that comes in', {
    ...call,
    RemotePlatform: text("System of the caller's phone, such as `android`"),
    RemoteVersion: text("Version of WhatsApp on the caller's phone"),
  }),
)({
  category: 'CALL',
  olderNames: [],
  summary: 'A call comes in',
  chatOf,
  sample: (at) => ({ ...sample(at), RemotePlatform: 'android', RemoteVersion: '2.24.1' }),
  evolution: (data) => evolutionCall(data, 'offer'),
});

export const callRelayLatency = eventType(
  'CallRelayLatency',
  object('The call that is under way', call),
)({
  category: 'CALL',
  olderNames: [],
  summary: 'A call is under way',
  chatOf,
  sample,
  evolution: (data) => evolutionCall(data, 'relaylatency'),
});

/** The reasons for the end of a call, named as in the library under Evolution API. */
const CALL_ENDS = new Map([
  ['timeout', 'timeout'],
  ['busy', 'reject'],
  ['reject', 'reject'],
  ['accepted_elsewhere', 'accept'],
]);

export const callTerminate = eventType(
  'CallTerminate',
  object('The call that ended', { ...call, Reason: text('Why the call ended, such as `timeout`') }),
)({
  category: 'CALL',
  olderNames: [],
  summary: 'A call ended',
  chatOf,
  sample: (at) => ({ ...sample(at), Reason: 'timeout' }),
  evolution: (data) => evolutionCall(data, CALL_ENDS.get(data.Reason) ?? 'terminate', data.Reason),
});
