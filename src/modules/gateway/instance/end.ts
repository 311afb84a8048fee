/** Ending the connection of an instance: restarting or closing it, unpairing it, deleting the instance. */
import { type Static, Type } from '@sinclair/typebox';
import { FailureEnvelope } from '../../../core/http/failures.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import { connectionHint } from '../failure-help.ts';
import { instanceOperation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { Done, NamedState, toNamedState } from './model.ts';
import { byNameOrId } from './target.ts';

/** Says that it worked, in the fields that clients of Evolution API read. */
const workedFields = {
  status: Type.Literal('SUCCESS'),
  error: Type.Literal(false),
  response: Type.Object({ message: Type.String() }),
};

const Ended = NamedObject('InstanceEnded', { ...Done.properties, ...workedFields });

export const disconnect = instanceOperation('POST /instance/disconnect/:instanceName', {
  tag: 'Instances',
  scope: 'connect',
  summary: 'Close the connection of an instance and keep it paired',
  description:
    'Closes the connection until it is connected by request, also across restarts of the service. The platform keeps what arrives in that time.',
  answer: Ended,
  audit: 'instance.disconnect',
  async run({ service }, { instance: { id, name } }) {
    const wasConnected = await service.disconnect(id);
    return toEnded(`Instance ${name} ${wasConnected ? 'disconnected' : 'was closed'}`);
  },
});

export const logOut = instanceOperation('DELETE /instance/logout/:instanceName', {
  tag: 'Instances',
  scope: 'connect',
  summary: 'Unpair an instance',
  description:
    'Logs the instance out of its account. The id of the instance may replace its name in the path.',
  target: byNameOrId,
  answer: Ended,
  audit: 'instance.logout',
  async run({ service }, { instance: { id, name } }) {
    const wasConnected = await service.logOut(id);
    return toEnded(`Instance ${name} ${wasConnected ? 'logged out' : 'was not logged in'}`);
  },
});

export const deleteInstance = instanceOperation('DELETE /instance/delete/:instanceName', {
  tag: 'Instances',
  scope: 'global',
  summary: 'Delete an instance',
  description:
    'Deletes and unpairs the instance, and discards what waits for its own channels. The id of the instance may replace its name in the path.',
  target: byNameOrId,
  answer: Ended,
  audit: 'instance.delete',
  async run({ service }, { instance: { id, name } }) {
    await service.remove(id);
    return toEnded(`Instance ${name} deleted`);
  },
});

/** The one place of this form of failure: restarting what is not connected. */
const NotConnected = NamedObject('NotConnected', {
  error: Type.Literal(true),
  message: Type.String(),
});

export const RestartFields = { instance: NamedState, ...workedFields };

/** The parts of the operation that are the same in every mode. */
export const RESTART = {
  aliases: ['PUT /instance/restart/:instanceName'],
  tag: 'Instances',
  scope: 'connect',
  summary: 'Restart the connection of an instance',
  description:
    'Closes the connection and opens it again. A second call joins a restart in progress. POST and PUT are the same operation.',
  failures: ['UPSTREAM_ERROR'],
  answers: { 400: Type.Union([FailureEnvelope('BAD_REQUEST'), NotConnected]) },
  audit: 'instance.restart',
} as const;

interface RestartCall {
  readonly instance: InstanceRecord;
  readonly set: { status?: unknown };
}

export async function restartInstance(
  { service }: Pick<GatewayParts, 'service'>,
  { instance, set }: RestartCall,
) {
  const outcome = await service.restart(instance.id);
  if (outcome.kind === 'restarted') {
    const { record } = outcome;
    return { instance: toNamedState(record), ...toWorked(`Instance ${record.name} restarted`) };
  }
  set.status = 400;
  const message = `Instance ${instance.name} is not connected: ${connectionHint(instance)}`;
  const failure: Static<typeof NotConnected> = { error: true, message };
  return Response.json(failure, { status: 400 });
}

export const restart = instanceOperation('POST /instance/restart/:instanceName', {
  ...RESTART,
  answer: NamedObject('RestartResult', RestartFields),
  run: restartInstance,
});

const toWorked = (message: string) => ({
  status: 'SUCCESS' as const,
  error: false as const,
  response: { message },
});

const toEnded = (message: string): Static<typeof Ended> => ({
  success: true,
  message,
  ...toWorked(message),
});
