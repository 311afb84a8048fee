import type { IdempotentWork } from '../../../core/http/idempotency.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import type { MessageLog } from '../../../core/messages/log.ts';
import type { AcceptedMessage } from '../../../core/sending/sender.ts';
import { AppError, failure } from '../../../core/shared/errors.ts';

/**
 * Returns the stored message that an earlier attempt at the same request has sent or queued, without comparing the
 * content. Returns null if no such message is stored: it is still to be sent, since a message is stored before it is
 * sent. Throws if the stored status says that it was not sent, or that the outcome is unknown.
 */
export async function findEarlierSend(
  { messages }: { readonly messages: Pick<MessageLog, 'fateOf'> },
  { id: instanceId, profileName }: Pick<InstanceRecord, 'id' | 'profileName'>,
  work: IdempotentWork,
  part?: string,
): Promise<AcceptedMessage | null> {
  if (!work.isRepeat) return null;
  const id = work.messageId(part);
  const fate = await messages.fateOf(instanceId, id);
  if (fate === null) return null;
  const { chat, status, reason, history, platformId } = fate;
  if (status === 'Error') throw new AppError('upstream', `message ${id} was not sent: ${reason}`);
  if (status === 'Unknown') throw unknownFate(id);
  return {
    id,
    remoteJid: chat,
    timestamp: Math.floor((history[0]?.at ?? 0) / 1_000),
    message: {},
    pushName: profileName ?? '',
    isQueued: status === 'Queued',
    ...(platformId !== undefined && { platformId }),
  };
}

const unknownFate = (id: string): AppError =>
  failure('fate_unknown', { id }, { kind: 'unknown_fate', mayBeDone: true });
