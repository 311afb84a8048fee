/** Says after `npm test` which tests this machine has skipped, and what to install for them. */
import '../test/helpers/chromium.ts';
import '../test/helpers/sqld.ts';
import { hasNats, hasRabbitMq } from '../test/helpers/brokers.ts';

hasRabbitMq();
hasNats();
