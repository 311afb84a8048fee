/** All paths of Evolution Go, and which requests they are meant by. */
import type { FailureFacts } from '../../http/zone.ts';
import { GROUPS } from './group.ts';
import { OWN_INSTANCE } from './instance.ts';
import { MESSAGES } from './message.ts';
import type { GoOperation } from './operation.ts';
import { SEND } from './send.ts';
import { NEWSLETTERS, USERS } from './user.ts';

export const GO_OPERATIONS: readonly GoOperation[] = [
  ...OWN_INSTANCE,
  ...SEND,
  ...MESSAGES,
  ...USERS,
  ...GROUPS,
  ...NEWSLETTERS,
];

/** Of these nothing else is known here; all paths below answer in that family's form, unknown ones too. */
export const GO_PREFIXES = [
  '/send',
  '/user',
  '/unlabel',
  '/polls',
  '/instance/all',
  '/instance/info',
];

const PATHS: ReadonlySet<string> = new Set(GO_OPERATIONS.map(({ path }) => path));

const isGoPath = (path: string): boolean =>
  PATHS.has(path) || GO_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

/** Failures on these paths are `{error}`, whatever the method; null: the path is none of them. */
export const goFailureBody = (
  { message }: FailureFacts,
  { path }: { readonly path: string },
): { readonly error: string } | null => (isGoPath(path) ? { error: message } : null);
