/**
 * What WhatsApp tells beside messages: receipts, calls, groups, channels.
 * Owns: that each stanza is read once, as it came, with the addresses behind hidden ones looked up before.
 */
import type { BinaryNode, GroupMetadata, WASocket } from '@whiskeysockets/baileys';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { EventQueue } from './event-queue.ts';
import { groupDescription } from './group-description.ts';
import type { Self } from './translate/jids.ts';
import { joinedGroup } from './translate/joined-group.ts';
import { eventsOfStanza } from './translate/stanza.ts';

export interface StanzaListenerDeps {
  readonly outlet: EventQueue;
  readonly log: Log;
  readonly clock: Clock;
  /** Who we are, once the phone numbers of those that `stanza` names are known as far as they can be. */
  readonly selfFor: (stanza: BinaryNode, socket: WASocket) => Promise<Self>;
  readonly isIgnored: (chat: string) => boolean;
}

const STANZAS = ['receipt', 'call', 'notification'];

/** Listens to a new connection; what it tells keeps its order. */
export function listenToStanzas(socket: WASocket, deps: StanzaListenerDeps): void {
  let last: Promise<void> = Promise.resolve();
  const listen = (stanza: BinaryNode) => {
    last = last
      .then(() => tellOf(stanza, socket, deps))
      .catch((error) => {
        const fields = { stanza: stanza.tag, reason: messageOf(error) };
        deps.log.warn('what WhatsApp told could not be read', fields);
      });
  };
  for (const tag of STANZAS) socket.ws.on(`CB:${tag}`, listen);
}

async function tellOf(
  stanza: BinaryNode,
  socket: WASocket,
  deps: StanzaListenerDeps,
): Promise<void> {
  const { outlet, clock, selfFor, isIgnored } = deps;
  const self = await selfFor(stanza, socket);
  const { events, joined } = eventsOfStanza(stanza, self, clock.now());
  for (const event of events) {
    // Not awaited: what is slow to be written must not hold up what is heard.
    if (event.type !== 'Receipt' || !isIgnored(event.data.Chat)) void outlet.tell(event);
  }
  if (joined === null) return;
  const event = joinedGroup(await describe(joined, socket, deps), self, clock.now());
  if (event !== null) void outlet.tell(event);
}

/** That the account is in the group is told even when no more can be found out. */
async function describe(
  group: string,
  socket: WASocket,
  { log, clock }: StanzaListenerDeps,
): Promise<GroupMetadata> {
  try {
    return await groupDescription(socket, group, clock);
  } catch (error) {
    log.warn('WhatsApp does not describe a group that the account joined', {
      group,
      reason: messageOf(error),
    });
    return { id: group, subject: '', owner: undefined, participants: [] };
  }
}
