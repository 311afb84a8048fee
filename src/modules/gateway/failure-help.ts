/** Hints in failures of this zone: which name was probably meant, and what to do first. */
import { principalOf } from '../../core/http/principal.ts';
import type { Zone } from '../../core/http/zone.ts';
import type { InstanceDirectory, InstanceRecord } from '../../core/instances/directory.ts';
import { hasTrunkZero } from '../../core/shared/addresses/phone-number.ts';
import { AboutInstance, NotConnected, UnknownNumbers } from '../../core/shared/errors.ts';
import { didYouMean } from '../../core/shared/nearest.ts';
import { type GatewayPrincipal, visibleInstances } from './guard.ts';

export const createFailureHelp =
  (directory: InstanceDirectory): NonNullable<Zone['hintOf']> =>
  (error, request) => {
    if (error instanceof UnknownNumbers) return aboutNumbers(error);
    if (error instanceof NotConnected) return connectionHint(named(request, directory));
    if (error instanceof AboutInstance && error.reason === 'not_found')
      return nearestInstance(
        error.instanceName,
        visibleInstances(principalOf({ request }), directory),
      );
    return undefined;
  };

function nearestInstance(name: string, visible: readonly InstanceRecord[]): string {
  if (visible.length === 0) return 'there is no instance yet: POST /instance/create makes one';
  const names = visible.map((one) => one.name);
  return (
    didYouMean(name, names) ??
    'GET /instance/fetchInstances lists the instances that the key may see'
  );
}

/** Returns the instance of the key, or that which the path names. */
function named(request: Request, directory: InstanceDirectory): InstanceRecord | null {
  const principal = principalOf<GatewayPrincipal>({ request });
  if (principal.kind !== 'global') return directory.byId(principal.instanceId);
  const parts = new URL(request.url).pathname.split('/').filter(Boolean);
  const name = parts[0] === 'sandbox' ? parts[1] : parts.at(-1);
  return directory.byName(decodeURIComponent(name ?? ''));
}

/** The call, and the present state, which says whether it has been made already. */
export function connectionHint(instance: InstanceRecord | null): string {
  if (instance === null) return 'GET /instance/connect/{instanceName} connects an instance';
  const { name, state, phase } = instance;
  const path = encodeURIComponent(name);
  const present = `${name} is ${state} (${phase})`;
  if (state === 'close') return `${present}: GET /instance/connect/${path} connects it`;
  return phase === 'waiting_qr' || phase === 'pairing'
    ? `${present}: scan or type the code that GET /instance/connect/${path} gives`
    : `${present}: send again when GET /instance/connectionState/${path} says open`;
}

function aboutNumbers({ numbers }: UnknownNumbers): string | undefined {
  for (const { number } of numbers) {
    if (hasTrunkZero(number))
      return `${number} has a 0 behind the code of its country, which is dialled only inside the country`;
    const whole = withCodeOfBrazil(number);
    if (whole !== null)
      return `${number} is read as +${number}: with the code of Brazil it is ${whole}`;
  }
  const isShort = numbers.some(({ number }) => /^\d{1,9}$/.test(number));
  return isShort ? 'a number begins with the code of its country, such as 55' : undefined;
}

/** The codes of its areas, the first two digits of a number. */
const AREA = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/;
/** Nine digits of a mobile, which begin with 9, or eight of any other. */
const SUBSCRIBER = /^..(?:9\d{8}|[2-9]\d{7})$/;

/** Returns the number with the code of the country, or null for digits that are no number of Brazil without it. */
export const withCodeOfBrazil = (digits: string): string | null =>
  AREA.test(digits) && SUBSCRIBER.test(digits) ? `55${digits}` : null;
