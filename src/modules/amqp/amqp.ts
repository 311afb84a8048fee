/** The parts that this module adds to the service. */
import type { ModuleParts } from '../../module.ts';
import { createAmqpChannel } from './channel.ts';

export const AMQP_PARTS: ModuleParts = {
  broker: {
    name: 'amqp',
    open: (url, _settings, deps) => createAmqpChannel({ ...deps, url }),
  },
};
