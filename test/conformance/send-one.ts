/** A process of its own that sends one event to a broker and prints what came of it: `bun send-one.ts nats URL`. */

import { systemClock } from '../../src/core/shared/clock.ts';
import { createLog } from '../../src/core/shared/log.ts';
import { createAmqpChannel } from '../../src/modules/amqp/channel.ts';
import { createNatsChannel } from '../../src/modules/nats/channel.ts';
import { until } from '../helpers/until.ts';
import { send } from './channel.ts';

const [kind, url = '', address = ''] = process.argv.slice(2);
const clock = systemClock();
const log = createLog('error', clock.now);
const channel =
  kind === 'amqp'
    ? createAmqpChannel({ url, clock, log })
    : createNatsChannel({ url, stream: null, clock, log });
channel.link.start();
await until('it was tried', () => !channel.link.condition.error?.startsWith('connecting'));
const name = kind === 'amqp' ? 'amqp' : 'nats';
const outcome = await send(channel, {
  channel: name,
  host: 'broker',
  address,
  maskedAddress: address,
  headers: {},
  secrets: [],
  base64: null,
});
process.stdout.write(outcome.kind === 'failed' ? outcome.error : outcome.kind);
await channel.link.stop();
process.exit(0);
