/** Which real brokers a test may use, and the one line that says why not. */
import { natsServerPath } from './nats-server.ts';
import { rabbitMqScripts } from './rabbitmq.ts';

const missing = (what: string, how: string): false => {
  if (process.env.CI === 'true') throw new Error(`${what} is needed: ${how}`);
  console.warn(`tests with ${what} are skipped: ${how}`);
  return false;
};

export const hasRabbitMq = (): boolean =>
  process.env.TEST_AMQP_URL !== undefined ||
  rabbitMqScripts() !== null ||
  missing('RabbitMQ', 'install rabbitmq-server, or set TEST_AMQP_URL');

export const hasNats = (): boolean =>
  process.env.TEST_NATS_URL !== undefined ||
  natsServerPath() !== null ||
  missing('NATS', 'install nats-server, or set TEST_NATS_URL');
