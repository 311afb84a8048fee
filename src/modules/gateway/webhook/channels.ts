/** Switches on and off whether an instance's events also go to brokers and the WebSocket feed. */
import { Type } from '@sinclair/typebox';
import { type Broker, variableOf } from '../../../core/channels/broker.ts';
import { BROKERS } from '../../../core/channels/brokers.ts';
import type { Database } from '../../../core/db/client.ts';
import { declarationOf } from '../../../core/events/contract/catalog.ts';
import type { LoggedDelivery } from '../../../core/events/log/deliveries.ts';
import { searchDeliveries } from '../../../core/events/log/delivery-search.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { checkedFields, isFields } from '../../../core/http/read-fields.ts';
import { invalid } from '../../../core/shared/errors.ts';
import {
  type Brokers,
  type EventSettings,
  type SettingsChange,
  settingsOf,
} from '../../../core/webhooks/event-settings.ts';
import { changeDetails } from '../audit/audited-operation.ts';
import { readBody } from '../body.ts';
import { ChannelFields } from '../instance/create-event-settings.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';

/** A channel beside the webhook, and how an instance's settings say whether it is on. */
interface Way {
  /** First part of the path. */
  readonly name: string;
  readonly title: string;
  isOn(settings: EventSettings): boolean;
  change(isOn: boolean): SettingsChange;
  /** Returns why the channel cannot be switched on here, or null if it can. */
  problem(brokers: Brokers): string | null;
}

const brokerWay = (broker: Broker): Way => ({
  name: broker.field,
  title: broker.title,
  isOn: ({ brokers }) => brokers[broker.name] ?? false,
  change: (isOn) => ({ brokers: { [broker.name]: isOn } }),
  problem({ routes, leftOut }) {
    const { name, title } = broker;
    if (routes.has(name)) return null;
    const why = leftOut.has(name)
      ? `GATEHOUSE_WITHOUT leaves out ${name}`
      : `${variableOf(broker, 'Url').name} is not set`;
    return `${title} is not configured here: ${why}`;
  },
});

const WAYS: readonly Way[] = [
  ...BROKERS.map(brokerWay),
  {
    name: 'websocket',
    title: 'the WebSocket feed',
    isOn: ({ websocketEnabled }) => websocketEnabled,
    change: (isOn) => ({ websocketEnabled: isOn }),
    problem: () => null,
  },
];

const Channel = NamedObject('EventChannel', {
  enabled: Type.Boolean(),
  events: Type.Array(Type.String(), {
    description: 'Event list of the instance, wherever its events go',
  }),
});

const setChannel = (way: Way) => {
  const { name, title } = way;
  return instanceOperation(`POST /${name}/set/:instanceName`, {
    tag: 'Channels',
    scope: 'settings',
    summary: `Set whether events also go to ${title}`,
    description: `Sets whether the events of an instance also go to ${title}. An instance has one list of events: \`events\` changes what its webhook and its other channels get too; absent or empty keeps it. The fields may be inside \`${name}\`.`,
    // Clients of an older system send everything inside a field of the channel's name.
    body: readBody(ChannelFields, (body) =>
      checkedFields(ChannelFields, isFields(body) && isFields(body[name]) ? body[name] : body),
    ),
    answer: Channel,
    status: 201,
    audit: `${name}.set`,
    example: { body: { enabled: true, events: ['MESSAGE', 'CONNECTION'] } },
    async run(parts, { instance, body: { enabled, events = [] }, note }) {
      const { brokers, settings } = parts;
      const problem = enabled ? way.problem(brokers) : null;
      if (problem !== null) throw invalid(problem);
      const change = {
        ...way.change(enabled),
        ...(events.length > 0 && { webhook: { events } }),
      };
      note({ details: changeDetails(change) });
      await settings.update(instance.id, change);
      return shownChannel(parts, way, instance.id);
    },
  });
};

const findChannel = (way: Way) =>
  instanceOperation(`GET /${way.name}/find/:instanceName`, {
    tag: 'Channels',
    scope: 'read',
    summary: `Get whether and which events go to ${way.title}`,
    answer: Channel,
    run: (parts, { instance }) => shownChannel(parts, way, instance.id),
  });

export const CHANNEL_OPERATIONS: readonly Operation[] = WAYS.flatMap((way) => [
  setChannel(way),
  findChannel(way),
]);

function shownChannel({ settings }: GatewayParts, way: Way, instanceId: string) {
  const found = settingsOf(settings, instanceId);
  return { enabled: way.isOn(found), events: [...found.webhook.events] };
}

// The kept events that a customer may see: those that were sent to the customer, without codes that pair the instance.

/** How many deliveries are looked at, the newest first. */
export const SENT_MAX = 1_000;

/** Returns whether events of a type have codes, with which a reader could pair the instance. */
export const hasPairingCode = (type: string): boolean => declarationOf(type)?.category === 'QRCODE';

interface SentTo {
  readonly streamId: string;
  /** As deliveries name them. */
  readonly endpoints: readonly string[];
  readonly eventId?: string | undefined;
  readonly type?: string | undefined;
}

/** Returns the sequences of events that were sent to these endpoints, or wait for it, the newest delivery first. */
export async function sequencesSentTo(
  db: Database,
  { eventId, type, ...sentTo }: SentTo,
): Promise<number[]> {
  const anyone = { state: null, destination: null, endpoint: null, replay: null, lastStatus: null };
  const anytime = { from: null, to: null, before: null };
  const { rows } = await searchDeliveries(db, {
    ...anyone,
    ...anytime,
    ...sentTo,
    limit: SENT_MAX,
    eventId: eventId ?? null,
    type: type ?? null,
  });
  const isShown = (row: LoggedDelivery) => !hasPairingCode(row.type);
  return [...new Set(rows.filter(isShown).map(({ sequence }) => sequence))];
}
