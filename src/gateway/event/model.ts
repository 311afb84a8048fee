/** Schemas of /event. */

import { Type } from '@sinclair/typebox';
import { Time } from '../../http/time.ts';

const EventBody = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    event: Type.String(),
    instanceId: Type.String({ format: 'uuid' }),
    instanceName: Type.String(),
    sequence: Type.Integer({ minimum: 1 }),
    timestamp: Time(),
    state: Type.Optional(Type.String({ description: 'Receipt only: Read, ReadSelf or Delivered' })),
    data: Type.Object({}, { additionalProperties: true }),
  },
  { description: 'The body as every channel carries it' },
);

export const EventPage = Type.Object({
  events: Type.Array(EventBody, { description: 'In sequence order' }),
  next: Type.Integer({ description: 'The value for `after` of the next call' }),
});
