/** Schemas of the frames that a WebSocket sends, for the API document. */
import { Type } from '@sinclair/typebox';
import { EVENT_BODIES } from '../event/documented.ts';

export const GapFrame = Type.Object(
  {
    gap: Type.Object({
      from: Type.Integer({ minimum: 1, description: 'First sequence that is missing' }),
      to: Type.Integer({ minimum: 1, description: 'The last one' }),
    }),
  },
  {
    additionalProperties: false,
    description: 'Gap where retention has removed events',
    examples: [{ gap: { from: 5, to: 10 } }],
  },
);

/** Every text frame is one of these. They have no names, because linters ignore what only `x-websockets` uses. */
export const LiveFrame = Type.Union([...EVENT_BODIES, GapFrame], {
  description: 'One event, which has the field `event`, or the gap where events were',
});
