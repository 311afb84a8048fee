import type { CatalogEvent } from '../events/contract/catalog.ts';
import { iso } from '../shared/clock.ts';
import type { Fate } from './rows.ts';
import type { StatusChange } from './status.ts';

export const afterChange = (before: Fate, { status, code, reason, at }: StatusChange): Fate => ({
  chat: before.chat,
  status,
  code,
  reason,
  history: [...before.history, { status, at }],
});

export const statusEvent = (chat: string, change: StatusChange): CatalogEvent => ({
  type: 'MessageStatus',
  data: {
    ID: change.id,
    Chat: chat,
    Status: change.status,
    Code: change.code,
    Reason: change.reason,
    Timestamp: iso(change.at),
  },
});
