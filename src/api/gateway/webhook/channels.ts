/** Whether an instance's events also go to RabbitMQ, NATS and the WebSocket feed. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, isFields } from '../../../http/read-fields.ts';
import { invalid } from '../../../shared/errors.ts';
import { changeDetails } from '../audit/details.ts';
import { readBody } from '../body.ts';
import { ChannelFields } from '../instance/first-events.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { settingsOf } from './operations.ts';

/** By the first part of the path: the setting, how it is called, and the variable without which there is none. */
const CHANNELS = {
  rabbitmq: { setting: 'amqpEnabled', broker: 'amqp', title: 'RabbitMQ', variable: 'AMQP_URL' },
  nats: { setting: 'natsEnabled', broker: 'nats', title: 'NATS', variable: 'NATS_URL' },
  websocket: {
    setting: 'websocketEnabled',
    broker: null,
    title: 'the WebSocket feed',
    variable: '',
  },
} as const;
type ChannelName = keyof typeof CHANNELS;

const Channel = NamedObject('EventChannel', {
  enabled: Type.Boolean(),
  events: Type.Array(Type.String(), { description: 'Those of the instance, wherever they go' }),
});

const setChannel = (name: ChannelName) => {
  const { broker, setting, title, variable } = CHANNELS[name];
  return instanceOperation(`POST /${name}/set/:instanceName`, {
    tag: 'Channels',
    scope: 'settings',
    summary: `Whether events also go to ${title}`,
    description: `An instance has one list of events: \`events\` changes what its webhook and its other channels get too, and what is absent or empty stays. The fields may stand inside \`${name}\`.`,
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
      if (enabled && broker !== null && brokers.routes[broker] === null)
        throw invalid(`${title} is not configured here: ${variable} is not set`);
      const change = { [setting]: enabled, ...(events.length > 0 && { subscribe: events }) };
      note({ details: changeDetails(change) });
      await settings.update(instance.id, change);
      return shownChannel(parts, name, instance.id);
    },
  });
};

const findChannel = (name: ChannelName) =>
  instanceOperation(`GET /${name}/find/:instanceName`, {
    tag: 'Channels',
    scope: 'read',
    summary: `Whether events go to ${CHANNELS[name].title}, and which`,
    answer: Channel,
    run: (parts, { instance }) => shownChannel(parts, name, instance.id),
  });

export const CHANNEL_OPERATIONS: readonly Operation[] = (
  ['rabbitmq', 'nats', 'websocket'] as const
).flatMap((name) => [setChannel(name), findChannel(name)]);

function shownChannel({ settings }: GatewayParts, name: ChannelName, instanceId: string) {
  const found = settingsOf(settings, instanceId);
  return { enabled: found[CHANNELS[name].setting], events: [...found.subscribe] };
}
