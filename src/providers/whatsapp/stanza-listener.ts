/** Listens to the stanzas of a connection other than messages. */
import type { BinaryNode, GroupMetadata, WASocket } from '@whiskeysockets/baileys';
import type { StatusChange } from '../../messages/status.ts';
import { Mutex } from '../../shared/async/mutex.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { RingingCalls } from '../calls.ts';
import { NEW_CHAT_REFUSED } from '../refusals.ts';
import { followCall } from './calls.ts';
import type { DescribeGroup } from './groups/cache.ts';
import type { JoinedNewsletters } from './newsletters.ts';
import type { Queues } from './queues.ts';
import type { Self } from './translate/jids.ts';
import { joinedGroup } from './translate/joined-group.ts';
import { statusOfAck } from './translate/message-status.ts';
import { eventsOfStanza } from './translate/stanza.ts';

interface StanzaListenerDeps {
  readonly queues: Queues;
  readonly log: Log;
  readonly clock: Clock;
  /** Resolves with the account's own addresses, once as many as possible of those that `stanza` names are known. */
  readonly selfFor: (stanza: BinaryNode, socket: WASocket) => Promise<Self>;
  readonly isIgnored: (chat: string) => boolean;
  readonly describe: DescribeGroup;
  readonly ringing: RingingCalls;
  readonly newsletters: JoinedNewsletters;
  /** Adds to the refusal of a message that would open a chat the day from which it may be sent. Never rejects. */
  readonly explained: (refusal: StatusChange, socket: WASocket) => Promise<StatusChange>;
}

const STANZAS = ['receipt', 'call', 'notification'];

/** Listens to a new connection and publishes what it reports in the same order. */
export function listenToStanzas(socket: WASocket, deps: StanzaListenerDeps): void {
  const reading = new Mutex();
  const listen = (stanza: BinaryNode) => {
    reading
      .run(() => publishStanza(stanza, socket, deps))
      .catch((error) => {
        const fields = { stanza: stanza.tag, reason: messageOf(error) };
        deps.log.warn('what WhatsApp sent could not be read', fields);
      });
  };
  for (const tag of STANZAS) socket.ws.on(`CB:${tag}`, listen);
  // These are not read in turn: a refusal must not wait until an address has been looked up.
  socket.ws.on('CB:ack,class:message', (ack: BinaryNode) => {
    const change = statusOfAck(ack, deps.clock.now());
    if (change?.code === NEW_CHAT_REFUSED)
      void deps.explained(change, socket).then((explained) => deps.queues.recordStatus(explained));
    else if (change !== null) deps.queues.recordStatus(change);
  });
}

async function publishStanza(
  stanza: BinaryNode,
  socket: WASocket,
  deps: StanzaListenerDeps,
): Promise<void> {
  const { queues, clock, selfFor, isIgnored } = deps;
  const self = await selfFor(stanza, socket);
  const { events, statuses, joined } = eventsOfStanza(stanza, self, clock.now());
  for (const status of statuses) queues.recordStatus(status);
  followCall(deps.ringing, stanza, events);
  for (const event of events) {
    // This is not awaited: slow writes must not delay what arrives.
    if (event.type === 'NewsletterJoin') deps.newsletters.announce(event);
    else if (event.type !== 'Receipt' || !isIgnored(event.data.Chat)) void queues.publish(event);
  }
  if (joined === null) return;
  const event = joinedGroup(await describedOrNamed(joined, socket, deps), self, clock.now());
  if (event !== null) void queues.publish(event);
}

/** The account's joining is published even when nothing more can be found out about the group. */
async function describedOrNamed(
  group: string,
  socket: WASocket,
  { log, describe }: StanzaListenerDeps,
): Promise<GroupMetadata> {
  try {
    return await describe(group, socket);
  } catch (error) {
    log.warn('WhatsApp does not describe a group that the account joined', {
      group,
      reason: messageOf(error),
    });
    return { id: group, subject: '', owner: undefined, participants: [] };
  }
}
