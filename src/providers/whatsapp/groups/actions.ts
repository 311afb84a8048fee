/** What can be asked about groups on WhatsApp. */
import type { WASocket } from '@whiskeysockets/baileys';
import { AppError, conflict, messageOf } from '../../../shared/errors.ts';
import type { GroupActions } from '../../groups.ts';
import type { WhatsAppConnection } from '../connection.ts';
import { groupOf } from '../translate/group-metadata.ts';
import type { Self } from '../translate/jids.ts';
import { record } from '../translate/reading.ts';
import type { GroupCache } from './cache.ts';

interface GroupActionsDeps {
  readonly connection: Pick<WhatsAppConnection, 'requireOpen'>;
  readonly cache: GroupCache;
  /** The account, as it is at this moment. */
  readonly self: () => Self;
}

export function createGroupActions({ connection, cache, self }: GroupActionsDeps): GroupActions {
  /** What WhatsApp answers; `group` is the one that a refusal is about. */
  const asked = async <T>(
    group: string,
    question: (socket: WASocket) => Promise<T>,
  ): Promise<T> => {
    const { socket } = connection.requireOpen();
    try {
      return await question(socket);
    } catch (error) {
      if (!socket.ws.isOpen) throw conflict('the connection was lost before WhatsApp answered');
      throw refusalOf(error, group);
    }
  };
  return {
    find: (group) =>
      asked(group, async (socket) => groupOf(await cache.find(group, socket), self())),
    all: () =>
      asked('', async (socket) => {
        const groups = await cache.all(socket);
        const own = self();
        return groups.map((group) => groupOf(group, own));
      }),
  };
}

/** WhatsApp's number for a refusal as a reason of ours, in words that say what to do. */
export function refusalOf(error: unknown, group: string): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error ? record(error).data : null;
  const about = group === '' ? '' : ` in ${group}`;
  const refusal = (reason: AppError['reason'], text: string) =>
    new AppError(reason, text, { cause: error });
  switch (code) {
    case 401:
    case 403:
      return refusal(
        'forbidden',
        `WhatsApp does not let the account do this${about}: it is not a member, or not an admin`,
      );
    case 404:
      return refusal('not_found', group === '' ? 'group not found' : `group ${group} not found`);
    case 400:
    case 406:
      return refusal('invalid', `WhatsApp does not accept this${about}: ${messageOf(error)}`);
    case 409:
      return refusal('conflict', `WhatsApp says that this is so already${about}`);
    case 419:
      return refusal('conflict', `a limit of WhatsApp is reached${about}: no more fit`);
    case 429:
      return refusal('rate_limited', 'WhatsApp was asked too often about groups: wait a minute');
    default:
      return refusal('unavailable', `WhatsApp did not do this${about}: ${messageOf(error)}`);
  }
}
