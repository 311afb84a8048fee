/** The parts that this module adds to the service. */
import type { ModuleParts } from '../../module.ts';
import { createNatsChannel } from './channel.ts';
import { createNatsWakeupBus } from './wakeup-bus.ts';

export const NATS_PARTS: ModuleParts = {
  broker: {
    name: 'nats',
    open: (url, { natsJetstream, natsStream }, deps) =>
      createNatsChannel({ ...deps, url, stream: natsJetstream ? natsStream : null }),
  },
  wakeupBus: ({ natsUrl }, options) =>
    natsUrl === null ? null : createNatsWakeupBus({ ...options, url: natsUrl }),
};
