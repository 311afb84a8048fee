/** Schemas of the WebSocket operations. */
import { Type } from '@sinclair/typebox';

export const Ticket = Type.Object({
  ticket: Type.String({ description: 'To be given as `?ticket=` of GET /ws' }),
  expiresAt: Type.String({ format: 'date-time' }),
});

export const LiveQuery = Type.Object({
  instance: Type.Optional(
    Type.String({
      description:
        'Name of the instance to listen to. Default: the instance of the key; with the global key every instance whose WebSocket is enabled',
    }),
  ),
  after: Type.Optional(
    Type.String({
      description: 'First replay what came after this sequence; only together with `instance`',
    }),
  ),
  ticket: Type.Optional(Type.String({ description: 'Instead of a key, from POST /ws/ticket' })),
});

export const Opened = Type.Void({ description: 'The WebSocket opens; each frame is one event' });
