/** Finds a person by their other address: WhatsApp names people by number or by LID. */
import { isLid, isPhone } from '../../core/shared/addresses/chat-address.ts';
import type { WASocket } from './engine/surface.ts';
import { bareJid } from './translate/jids.ts';

type MappingOf = Pick<WASocket, 'signalRepository'>;

/** Resolves with the number of a LID, or the LID of a number; '' where it is not known. Rejects when it cannot be read. */
export async function otherAddress(
  jid: string,
  { signalRepository: { lidMapping } }: MappingOf,
): Promise<string> {
  return bareJid(
    isLid(jid) ? await lidMapping.getPNForLID(jid) : await lidMapping.getLIDForPN(jid),
  );
}

/** Resolves with the address by number of a person's chat where it is known, else with `chat`. */
export const byNumber = async (chat: string, socket: MappingOf): Promise<string> =>
  (isLid(chat) && (await otherAddress(chat, socket).catch(() => ''))) || chat;

/** Resolves with the LID of a person's chat if the person has one, else with `chat`. Rejects when it cannot be read. */
export const byLid = async (chat: string, socket: MappingOf): Promise<string> =>
  (isPhone(chat) && (await otherAddress(chat, socket))) || chat;
