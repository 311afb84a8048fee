/** Calls as the Cloud API tells of them, as events of the catalog. Pure. */

import type { CatalogEvent } from '../../../events/contract/catalog.ts';
import type { CallData } from '../../../events/types/calls.ts';
import { iso } from '../../../shared/clock.ts';
import { type Fields, text, timeMs } from '../../foreign-values.ts';

const BY_BUSINESS = 'BUSINESS_INITIATED';

/** Whether the other side is named as the one called. */
export const isOurs = (call: Fields): boolean => call.direction === BY_BUSINESS;

/**
 * Null for what is no step of a call, and for the beginning of one that the business makes. `chat`: of the other
 * side; `self`: the account's JID.
 */
export function callEvent(
  call: Fields,
  chat: string,
  self: string,
  nowMs: number,
): CatalogEvent | null {
  const CallID = text(call.id);
  if (CallID === '' || chat === '') return null;
  const data: CallData = {
    From: chat,
    Timestamp: iso(timeMs(call.timestamp, nowMs)),
    CallCreator: isOurs(call) ? self : chat,
    CallID,
  };
  switch (text(call.event)) {
    case 'connect':
      return isOurs(call)
        ? null
        : { type: 'CallOffer', data: { ...data, RemotePlatform: '', RemoteVersion: '' } };
    case 'terminate':
      return {
        type: 'CallTerminate',
        data: { ...data, Reason: text(call.status).toLowerCase() },
      };
    default:
      return null;
  }
}
