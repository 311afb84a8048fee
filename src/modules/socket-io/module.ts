import type { Module } from '../../module.ts';

export const SOCKET_IO: Module = {
  name: 'socket-io',
  about: 'The feed of events by Socket.IO, as clients of Evolution API read it.',
  needs: ['gateway'],
  variables: [],
  load: async () => (await import('./socket-io.ts')).SOCKET_IO_PARTS,
};
