/** All paths of Evolution Go, and which requests they are meant by. */
import type { FailureFacts } from '../../http/zone.ts';
import { INSTANCES_BY_ID } from './by-id.ts';
import { GROUPS } from './group.ts';
import { OWN_INSTANCE } from './instance.ts';
import { LABELS } from './label.ts';
import { MESSAGES } from './message.ts';
import type { GoOperation } from './operation.ts';
import { REFUSED } from './refused.ts';
import { SEND } from './send.ts';
import { NEWSLETTERS, USERS } from './user.ts';

export const GO_OPERATIONS: readonly GoOperation[] = [
  ...OWN_INSTANCE,
  ...INSTANCES_BY_ID,
  ...SEND,
  ...MESSAGES,
  ...LABELS,
  ...USERS,
  ...GROUPS,
  ...NEWSLETTERS,
  ...REFUSED,
];

/** Of these nothing else is known here; all paths below answer in that family's form, unknown ones too. */
export const GO_PREFIXES = [
  '/send',
  '/user',
  '/unlabel',
  '/polls',
  '/instance/all',
  '/instance/info',
  '/community',
];

const PATHS: ReadonlySet<string> = new Set(GO_OPERATIONS.map(({ path }) => path));
/** Of the paths that name something: one segment for each name. */
const PATTERNS = [...PATHS]
  .filter((path) => path.includes(':'))
  .map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));

const isGoPath = (path: string): boolean =>
  PATHS.has(path) ||
  GO_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ||
  PATTERNS.some((pattern) => pattern.test(path));

/** Failures on these paths are `{error}`, whatever the method; null: the path is none of them. */
export const goFailureBody = (
  { message }: FailureFacts,
  { path }: { readonly path: string },
): { readonly error: string } | null => (isGoPath(path) ? { error: message } : null);
