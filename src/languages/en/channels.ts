/** The ways out of the service, in the manager. */
import { createFormats } from '../formats.ts';

const { count } = createFormats('en');

export const channels = {
  title: 'Channels',
  titles: {
    webhook: 'Webhooks',
    amqp: 'RabbitMQ',
    nats: 'NATS',
    websocket: 'WebSocket',
    s3: 'Bucket for media',
  },
  since: (time: string) => `since ${time}`,
  readers: (readers: number) => count(readers, { one: '# open', other: '# open' }),
  late: (seconds: number) => `, the oldest for ${seconds} s`,
  waiting: (waiting: number, late: string, sending: number) =>
    `${waiting} waiting${late} · ${sending} being sent`,
  refusing: (instances: number, place: string, time: string, error: string) =>
    `${count(instances, { one: 'Events of # instance wait', other: 'Events of # instances wait' })}: ${place} has refused them since ${time}: ${error}`,
  lastFailure: (time: string, error: string) => `Last failure ${time}: ${error}`,
};
