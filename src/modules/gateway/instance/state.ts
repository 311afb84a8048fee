/** The state of an instance's connection, now and as it was recorded. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { words } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { readTransitions } from '../../../core/instances/store.ts';
import { lockEnd, lockedSentence } from '../../../core/messages/new-chats.ts';
import type { PairingOffer } from '../../../core/providers/provider.ts';
import { iso, isoOrNull } from '../../../core/shared/clock.ts';
import { instanceOperation } from '../operation.ts';
import { PageLimit } from '../page-query.ts';
import { ProxyState, toProxyState } from '../proxy/operations.ts';
import { InstancePhase, InstanceState, Passkey, Reason, toNamedState, toPasskey } from './model.ts';

const OfferedCode = NamedObject(
  'OfferedCode',
  {
    kind: words('qr', 'code'),
    count: Type.Optional(
      Type.Integer({ description: 'Number of the QR code within this attempt' }),
    ),
    maxCount: Type.Optional(
      Type.Integer({
        description: 'Number of QR codes after which the attempt ends (QRCODE_MAX_COUNT)',
      }),
    ),
    expiresInMs: Type.Integer({ description: 'Milliseconds until the code expires' }),
  },
  {
    description:
      'The current pairing code, without the code itself, which GET /instance/connect returns',
  },
);

const ConnectionState = NamedObject('ConnectionState', {
  instance: Type.Object({
    instanceName: Type.String(),
    state: InstanceState,
    phase: InstancePhase,
    reason: Reason,
    proxy: Type.Optional(ProxyState),
    passkey: Type.Optional(Passkey),
    code: Type.Optional(OfferedCode),
  }),
});

export const connectionState = instanceOperation('GET /instance/connectionState/:instanceName', {
  tag: 'Instances',
  scope: 'read',
  summary: 'Get the state of the connection, with its reason',
  answer: ConnectionState,
  agent: { tool: 'get_instance_state', effect: 'reads' },
  run({ sessions, proxies }, { instance: record }) {
    const { phase, reason } = record;
    const condition = proxies.condition(record.id);
    const proxy = condition && { proxy: toProxyState(condition) };
    const offer = toOffered(sessions.offer(record.id));
    return { instance: { ...toNamedState(record), phase, reason, ...proxy, ...offer } };
  },
});

/** Returns the current offer for pairing, and how long it is valid. */
function toOffered(offer: PairingOffer | null) {
  if (offer === null) return {};
  if (offer.kind === 'passkey') return { passkey: toPasskey(offer) };
  const { kind, expiresInMs } = offer;
  const which = kind === 'qr' && { count: offer.count, maxCount: offer.maxCount };
  const code: Static<typeof OfferedCode> = { kind, ...which, expiresInMs: Math.ceil(expiresInMs) };
  return { code };
}

const StateChange = NamedObject('StateChange', {
  at: Time(),
  state: InstanceState,
  phase: InstancePhase,
  reason: Reason,
});

export const listStates = instanceOperation('GET /instance/states/:instanceName', {
  tag: 'Instances',
  scope: 'read',
  summary: 'List the states that an instance was in, with their reasons',
  description: 'Returns every recorded change of phase or reason; the last 200 are kept.',
  query: Type.Object({ limit: PageLimit('Maximum number of entries; the last 200 are kept') }),
  answer: NamedObject('StateChanges', {
    states: Type.Array(StateChange, { description: 'Newest first' }),
  }),
  agent: { tool: 'list_instance_states', effect: 'reads' },
  async run({ db }, { instance, query: { limit } }) {
    const found = await readTransitions(db.orm, instance.id, limit);
    return { states: found.map(({ at, ...change }) => ({ at: iso(at), ...change })) };
  },
});

export const readLimits = instanceOperation('GET /instance/limits/:instanceName', {
  tag: 'Instances',
  scope: 'read',
  summary: 'Get the limits that the platform sets for the account',
  description:
    'Returns what the platform last reported, without asking it. While new chats are locked, a first message to somebody is answered 409 with the end of the lock.',
  answer: NamedObject('InstanceLimits', {
    newChats: Type.Object(
      {
        locked: Type.Boolean(),
        until: orNull(Time(), 'When the lock ends; null if new chats are not locked'),
        reason: textOrNull('Meaning of the lock, and what to do about it'),
        checkedAt: orNull(Time(), 'When the platform reported it; null if it never has'),
      },
      { description: 'Whether the account may write to people it has no chat with' },
    ),
  }),
  agent: { tool: 'get_instance_limits', effect: 'reads' },
  async run({ messages, clock }, { instance }) {
    const limit = await messages.newChats.of(instance.id).limit();
    const end = lockEnd(limit, clock.now());
    const reason = end === null ? null : lockedSentence(end);
    const checkedAt = isoOrNull(limit.checkedAt);
    return { newChats: { locked: end !== null, until: isoOrNull(end), reason, checkedAt } };
  },
});
