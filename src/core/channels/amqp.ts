/** RabbitMQ, or another broker that speaks AMQP 0-9-1. */
import { type Broker, brokerVariables } from './broker.ts';

export const AMQP: Broker<'amqp'> = {
  name: 'amqp',
  field: 'rabbitmq',
  title: 'RabbitMQ',
  place: 'queue',
  ports: { 'amqp:': 5672, 'amqps:': 5671 },
  variables: brokerVariables('amqp', {
    schemes: ['amqp', 'amqps'],
    aboutUrl:
      'RabbitMQ, or another AMQP 0-9-1 broker with quorum queues; `/` and a virtual host may follow.',
    aboutGlobal: 'The queues `{event}` receive the events of every instance.',
  }),
};
