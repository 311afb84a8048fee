/** Routes of /rabbitmq, /nats and /websocket: whether an instance's events also go there. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, isFields, uncheckedBody } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs, type Security } from '../../../instances/scopes.ts';
import { invalid, notFound } from '../../../shared/errors.ts';
import type {
  Brokers,
  EventSettings,
  EventSettingsStore,
} from '../../../webhooks/event-settings.ts';
import { changeDetails } from '../audit/details.ts';
import type { Audit } from '../audit/operations.ts';
import { instanceFor } from '../guard.ts';
import { ChannelFields } from '../instance/first-events.ts';
import { instanceFailures, instanceParams } from '../operation.ts';

interface ChannelDeps {
  readonly directory: InstanceDirectory;
  readonly settings: Pick<EventSettingsStore, 'get' | 'update'>;
  readonly brokers: Brokers;
  readonly audit: Audit;
}

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

const tagged = (security: Security) => ({ tags: ['Channels'], security });

export const channelRoutes = (deps: ChannelDeps) =>
  new Elysia({ name: 'channels' })
    .use(setChannel(deps, 'rabbitmq'))
    .use(setChannel(deps, 'nats'))
    .use(setChannel(deps, 'websocket'))
    .use(findChannel(deps, 'rabbitmq'))
    .use(findChannel(deps, 'nats'))
    .use(findChannel(deps, 'websocket'));

const setChannel = ({ directory, settings, brokers, audit }: ChannelDeps, name: ChannelName) =>
  new Elysia().post(
    `/${name}/set/:instanceName`,
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      return audit.run(context, { action: `${name}.set`, instance }, async (note) => {
        const { body } = context;
        // Clients of an older system send everything inside a field of the channel's name.
        const inner = isFields(body) && isFields(body[name]) ? body[name] : body;
        const { enabled, events = [] } = checkedFields(ChannelFields, inner);
        const { broker, setting, title, variable } = CHANNELS[name];
        if (enabled && broker !== null && brokers.routes[broker] === null)
          throw invalid(`${title} is not configured here: ${variable} is not set`);
        const change = { [setting]: enabled, ...(events.length > 0 && { subscribe: events }) };
        note({ details: changeDetails(change) });
        await settings.update(instance.id, change);
        context.set.status = 201;
        return toChannel(name, settings.get(instance.id));
      });
    },
    {
      params: instanceParams,
      body: uncheckedBody(ChannelFields),
      response: { 201: Channel, ...instanceFailures },
      detail: {
        ...tagged(needs('settings')),
        summary: `Whether events also go to ${CHANNELS[name].title}`,
        description: `An instance has one list of events: \`events\` changes what its webhook and its other channels get too, and what is absent or empty stays. The fields may stand inside \`${name}\`.`,
      },
    },
  );

const findChannel = ({ directory, settings }: ChannelDeps, name: ChannelName) =>
  new Elysia().get(
    `/${name}/find/:instanceName`,
    (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      return toChannel(name, settings.get(id));
    },
    {
      params: instanceParams,
      response: { 200: Channel, ...instanceFailures },
      detail: {
        ...tagged(needs('read')),
        summary: `Whether events go to ${CHANNELS[name].title}, and which`,
      },
    },
  );

function toChannel(name: ChannelName, settings: EventSettings | null) {
  if (settings === null) throw notFound('instance'); // Deleted since it was looked up.
  return { enabled: settings[CHANNELS[name].setting], events: [...settings.subscribe] };
}
