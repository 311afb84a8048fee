import type { Module } from '../../module.ts';

export const NATS: Module = {
  name: 'nats',
  about: 'The way out to NATS, and the hints that nodes send each other.',
  needs: [],
  variables: [
    'NATS_URL',
    'NATS_GLOBAL_ENABLED',
    'NATS_GLOBAL_EVENTS',
    'NATS_JETSTREAM',
    'NATS_STREAM',
  ],
  isUsed: ({ natsUrl }) => natsUrl !== null,
  load: async () => (await import('./nats.ts')).NATS_PARTS,
};
