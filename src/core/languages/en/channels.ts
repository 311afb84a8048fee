/** The ways out of the service, in the manager. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const channels = {
  title: 'Channels',
  names: {
    webhook: 'Webhook',
    'global-webhook': 'Webhook of all instances',
    amqp: 'RabbitMQ',
    'global-amqp': 'RabbitMQ of all instances',
    nats: 'NATS',
    'global-nats': 'NATS of all instances',
    websocket: 'WebSocket',
    s3: 'Bucket for media',
  },
  states: { up: 'up', down: 'down', off: 'off' },
  unused: (names: string) => `Off: ${names}`,
  changed: 'last changed',
  readers: (readers: number) =>
    count(readers, { one: '# open connection', other: '# open connections' }),
  late: (seconds: number) => `, the oldest for ${seconds} s`,
  waiting: (waiting: number, late: string, sending: number) =>
    `${waiting} waiting${late} · ${sending} sending`,
  refusing: (instances: number, place: string, time: string, error: string) =>
    `${count(instances, { one: 'Events of # instance are waiting', other: 'Events of # instances are waiting' })}. ${place} has refused them since ${time}: ${error}`,
  lastFailure: (time: string, error: string) => `Last failure ${time}: ${error}`,
};
