/**
 * Refuses requests before their body is read. Handlers check again, because things may change until the body is there.
 */
import type { UnreadRequest } from '../../core/http/body-reader.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import { requireConnected } from '../../core/sending/sender.ts';
import { instanceFor } from './guard.ts';
import { targetOf } from './instance/target.ts';
import { firstPartOf, type OperationTable } from './operation-table.ts';

const ARRIVING_MESSAGE = '/sandbox/:instanceName/message';

/** 403, 400 or 404 for the instance in the path or of the key; 409 where media comes in for one that is not connected. */
export const createBeforeBody =
  (
    directory: InstanceDirectory,
    { sendsFile, prefixes }: Pick<OperationTable, 'sendsFile' | 'prefixes'>,
  ) =>
  ({ request, route, params }: UnreadRequest): void => {
    const { instanceName } = params;
    // A repetition with the same key gets the first answer, connected or not.
    const isRepeatable = request.headers.has('idempotency-key');
    const needsConnection = sendsFile.has(route) && !isRepeatable;
    // The path does not name the instance, so the key decides which one is meant.
    if (needsConnection && instanceName === undefined)
      requireConnected(targetOf({ request }, directory));
    // In other zones no key of the gateway says whose instance it is.
    if (instanceName === undefined || !prefixes.includes(firstPartOf(route))) return;
    const record = instanceFor({ request }, directory, instanceName);
    if (needsConnection) requireConnected(record);
    // The sandbox operation is a bad request on other providers, whatever their state.
    if (route === ARRIVING_MESSAGE && record.provider === 'sandbox') requireConnected(record);
  };
