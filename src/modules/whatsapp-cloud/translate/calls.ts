/** Turns calls of the Cloud API into events of the catalog. Pure. */

import type { CatalogEvent } from '../../../core/events/contract/catalog.ts';
import type { CallData } from '../../../core/events/types/calls.ts';
import { type Fields, text, timeMs } from '../../../core/providers/foreign-values.ts';
import { iso } from '../../../core/shared/clock.ts';

const BY_BUSINESS = 'BUSINESS_INITIATED';

/** Tells whether the business calls, so that the other side is named as the one called. */
export const isOurs = (call: Fields): boolean => call.direction === BY_BUSINESS;

/**
 * Returns null for what is not a step of a call, and for the beginning of a call that the business makes. `chat` is
 * that of the other side, `self` the account's JID.
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
