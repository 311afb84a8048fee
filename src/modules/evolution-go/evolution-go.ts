/** Adds the operations of Evolution Go to the service, and failures in their form. */

import type { FailureFacts } from '../../core/http/zone.ts';
import type { Scope } from '../../core/instances/scopes.ts';
import { invalid } from '../../core/shared/errors.ts';
import type { ModuleParts } from '../../module.ts';
import { type Operation, pathIn } from '../gateway/api.ts';
import { CHOICES } from './choices.ts';
import { text } from './fields.ts';
import { GROUPS, LABELS } from './groups.ts';
import { ALL_INSTANCES, INSTANCES } from './instances.ts';
import { MESSAGES } from './messages.ts';
import { NEWSLETTERS } from './newsletters.ts';
import { type GoRow, type GoRows, goOperations } from './operation.ts';
import { PEOPLE } from './people.ts';
import { SEND } from './send.ts';

/** Declares what is not supported: it is answered with the reason, and nothing happens. */
const refused = (scope: Scope, what: string, reason: string): GoRow => ({
  scope,
  summary: `${what} (not supported)`,
  description: `Always answers 400: ${reason}.`,
  body: {},
  run: async () => {
    throw invalid(reason);
  },
});

const { body: _, ...logs } = refused(
  'read',
  'Get the log of an instance',
  'no log is kept for each instance: its events are at /event/find/{instanceName}, and /instance/fetchInstances says why it is in its phase',
);
const NO_COMMUNITIES =
  'communities are made and changed on the phone; their groups are groups here as all others are';

const REFUSED: GoRows = {
  'POST /send/event': refused(
    'send',
    'Send an event',
    'events are made on the phone: what people answer to them comes as Message events',
  ),
  'POST /newsletter/create': refused(
    'send',
    'Create a channel',
    'channels are made on the phone: /newsletter/list has them from then on',
  ),
  'POST /newsletter/messages': refused(
    'read',
    'List the posts of a channel',
    'WhatsApp is not asked for what a channel has posted: what it posts comes as Message events, and /chat/findMessages/{instanceName} reads it back',
  ),
  'POST /community/create': refused('send', 'Create a community', NO_COMMUNITIES),
  'POST /community/add': refused('send', 'Add groups to a community', NO_COMMUNITIES),
  'POST /community/remove': refused('send', 'Take groups out of a community', NO_COMMUNITIES),
  'GET /instance/logs/:instanceId': {
    ...logs,
    params: { instanceId: text('Id of the instance, a UUID') },
  },
};

export const GO_OPERATIONS: readonly Operation[] = [
  ...ALL_INSTANCES,
  ...[INSTANCES, SEND, CHOICES, MESSAGES, PEOPLE, NEWSLETTERS, GROUPS, LABELS, REFUSED].flatMap(
    goOperations,
  ),
];

/** Below these, paths that are not known answer in the form of Evolution Go too. */
const PREFIXES = ['send', 'user', 'unlabel', 'polls', 'instance/all', 'instance/info', 'community'];

const GO_PATH = new RegExp(
  `^/(?:(?:${PREFIXES.join('|')})(?:/.*)?|${GO_OPERATIONS.flatMap(({ routes }) => routes)
    .map((route) => pathIn(route).slice(1).replaceAll(/:\w+/g, '[^/]+'))
    .join('|')})$`,
);

/** Returns the failure body `{error}` for these paths, whatever the method, or null for other paths. */
export const goFailureBody = (
  { message }: FailureFacts,
  { path }: { readonly path: string },
): { readonly error: string } | null => (GO_PATH.test(path) ? { error: message } : null);

export const EVOLUTION_GO_PARTS: ModuleParts = {
  operations: () => GO_OPERATIONS,
  failureBody: goFailureBody,
};
