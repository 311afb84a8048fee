/** What a consumer finds in a RabbitMQ queue, and queues as others may have made them. */
import { AMQPClient, type AMQPMessage } from '@cloudamqp/amqp-client';
import { until } from './until.ts';

async function connected<T>(url: string, use: (client: AMQPClient) => Promise<T>): Promise<T> {
  const client = new AMQPClient(url);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** Takes everything out of a queue, and waits until that is at least `count` messages. */
export const takeAll = (url: string, queue: string, count: number): Promise<AMQPMessage[]> =>
  connected(url, async (client) => {
    const messages: AMQPMessage[] = [];
    const channel = await client.channel();
    await channel.basicConsume(queue, { noAck: true }, (message) => void messages.push(message));
    await until(`${count} messages are in ${queue}`, () => messages.length >= count, 20_000);
    return messages;
  });

export const declareClassic = (url: string, queue: string): Promise<unknown> =>
  connected(url, async (client) => (await client.channel()).queueDeclare(queue));

/** Declares a queue that only its connection may use; the function returned gives it up. */
export async function declareExclusive(url: string, queue: string): Promise<() => Promise<void>> {
  const client = new AMQPClient(url);
  await client.connect();
  const channel = await client.channel();
  await channel.queueDeclare(queue, { exclusive: true, durable: false });
  return () => client.close();
}

export const deleteQueue = (url: string, queue: string): Promise<unknown> =>
  connected(url, async (client) => (await client.channel()).queueDelete(queue));

/** The queue's arguments are as given, or this rejects. */
export const checkQueue = (url: string, queue: string, type: string): Promise<unknown> =>
  connected(url, async (client) =>
    (await client.channel()).queueDeclare(queue, { durable: true }, { 'x-queue-type': type }),
  );
