import type { Operation } from '../gateway/api.ts';
import { BLOCK_USERS } from './block-users.ts';
import { debugToken } from './debug-token.ts';
import { MEDIA } from './media.ts';
import { MESSAGES } from './messages.ts';
import { NUMBERS } from './numbers.ts';
import { graphOperations } from './operation.ts';
import { PROFILE } from './profile.ts';
import { REGISTRATION } from './registration.ts';
import { SUBSCRIBED_APPS } from './subscribed-apps.ts';
import { TEMPLATES } from './templates.ts';

/** All paths of the Graph API. */
export const GRAPH_OPERATIONS: readonly Operation[] = [
  debugToken,
  ...[
    MEDIA,
    MESSAGES,
    TEMPLATES,
    NUMBERS,
    REGISTRATION,
    SUBSCRIBED_APPS,
    PROFILE,
    BLOCK_USERS,
  ].flatMap(graphOperations),
];
