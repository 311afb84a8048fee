import type { Module } from '../../module.ts';

export const AMQP: Module = {
  name: 'amqp',
  about: 'The way out to RabbitMQ and other brokers that speak AMQP 0-9-1.',
  needs: [],
  variables: ['AMQP_URL', 'AMQP_GLOBAL_ENABLED', 'AMQP_GLOBAL_EVENTS'],
  isUsed: ({ amqpUrl }) => amqpUrl !== null,
  load: async () => (await import('./amqp.ts')).AMQP_PARTS,
};
