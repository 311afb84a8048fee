/** Spells calls as webhooks of the Cloud API do. Pure. */
import type { Payloads } from '../../../events/contract/catalog.ts';
import type { CallData } from '../../../events/types/calls.ts';
import { withoutDevice } from '../../../events/types/evolution-spelling.ts';
import type { BusinessNumber, CloudChange } from './change.ts';
import { FROM, isNamed, personAt, personFields, TO } from './people.ts';
import { type Fields, seconds } from './values.ts';

/** A call cannot be answered here, so it comes without a session. */
export const offerChanges = (data: Payloads['CallOffer'], number: BusinessNumber) =>
  callChanges(data, number, { event: 'connect' });

/** Reasons for the end of calls that were taken, here or on another device. */
const TAKEN: ReadonlySet<string> = new Set(['completed', 'accepted_elsewhere']);

export const terminateChanges = (data: Payloads['CallTerminate'], number: BusinessNumber) =>
  callChanges(data, number, {
    event: 'terminate',
    status: TAKEN.has(data.Reason) ? 'COMPLETED' : 'FAILED',
  });

function callChanges(
  { From, CallCreator, CallID, Timestamp }: CallData,
  { digits, frame }: BusinessNumber,
  what: Fields,
): CloudChange[] {
  const person = personAt(From);
  if (!isNamed(person) || CallID === '') return [];
  const isOurs = digits !== '' && withoutDevice(CallCreator) === `${digits}@s.whatsapp.net`;
  const own = digits === '' ? {} : { number: digits };
  const call = {
    id: CallID,
    ...personFields(isOurs ? own : person, FROM),
    ...personFields(isOurs ? person : own, TO),
    ...what,
    timestamp: seconds(Timestamp),
    direction: isOurs ? 'BUSINESS_INITIATED' : 'USER_INITIATED',
  };
  return [{ field: 'calls', value: { ...frame, calls: [call] } }];
}
