/** Paths of Evolution Go for what is not done here: each is answered with the reason, and nothing happens. */
import { Type } from '@sinclair/typebox';
import { needs, type Scope } from '../../instances/scopes.ts';
import { invalid } from '../../shared/errors.ts';
import { body, text } from './fields.ts';
import type { GoOperation } from './operation.ts';

type Refusal = readonly [
  method: 'GET' | 'POST',
  path: string,
  scope: Scope,
  what: string,
  reason: string,
];

const NO_COMMUNITIES =
  'communities are made and changed on the phone; their groups are groups here as all others are';

const REFUSALS: readonly Refusal[] = [
  [
    ...(['POST', '/send/carousel', 'send', 'Send a carousel'] as const),
    'phones show no carousels of personal accounts: send each card as an image with a caption',
  ],
  [
    ...(['POST', '/send/event', 'send', 'Send an event'] as const),
    'events are made on the phone: what people answer to them comes as Message events',
  ],
  [
    ...(['POST', '/newsletter/create', 'send', 'Create a channel'] as const),
    'channels are made on the phone: /newsletter/list has them from then on',
  ],
  [
    ...(['POST', '/newsletter/messages', 'read', 'What a channel has posted'] as const),
    'WhatsApp is not asked for what a channel has posted: what it posts comes as Message events, and /chat/findMessages/{instanceName} reads it back',
  ],
  ['POST', '/community/create', 'send', 'Create a community', NO_COMMUNITIES],
  ['POST', '/community/add', 'send', 'Add groups to a community', NO_COMMUNITIES],
  ['POST', '/community/remove', 'send', 'Take groups out of a community', NO_COMMUNITIES],
  [
    ...(['GET', '/instance/logs/:instanceId', 'read', 'The log of an instance'] as const),
    'no log is kept for each instance: its events are at /event/find/{instanceName}, and /instance/fetchInstances says why it is in its phase',
  ],
];

const refused = ([method, path, scope, what, reason]: Refusal): GoOperation => ({
  method,
  path,
  security: needs(scope),
  summary: `${what}: always a bad request`,
  description: `It is not done: ${reason}.`,
  ...(path.includes(':instanceId') && {
    params: Type.Object({ instanceId: text('Id of the instance, a UUID') }),
  }),
  ...(method === 'POST' && { body: body({}) }),
  data: null,
  run: async () => {
    throw invalid(reason);
  },
});

export const REFUSED: readonly GoOperation[] = REFUSALS.map(refused);
