/** The part of a session that sends, fetches files and confirms messages as read. */
import type { FileToUpload } from '../../core/providers/at-meta.ts';
import type { Session } from '../../core/providers/provider.ts';
import type { CloudConnection } from './connection.ts';
import type { CloudContext } from './context.ts';
import type { CloudFiles } from './files.ts';
import type { People } from './people.ts';
import { readMarks } from './reading.ts';
import { Recipients } from './recipients.ts';
import { CloudSending, SEND_MS } from './sending.ts';
import { UNAVAILABLE_IN_CHATS } from './unavailable.ts';

interface MessagingDeps extends CloudContext {
  readonly connection: Pick<CloudConnection, 'requireOpen'>;
  readonly files: CloudFiles;
  readonly people: People;
}

export interface Messaging
  extends Pick<Session, 'sendMs' | 'send' | 'sendMedia' | 'fileOf' | 'chats'> {
  /** Resolves with Meta's id of a file. Throws as sending a file does. */
  handOver(file: FileToUpload): Promise<string>;
  /** Resolves when everything that was begun has ended, which is soon after the session has. */
  ended(): Promise<void>;
}

export function createMessaging(deps: MessagingDeps): Messaging {
  const { connection, files, host, outerHost } = deps;
  const recipients = new Recipients(host, deps.people);
  const sending = new CloudSending({
    ...deps,
    host: {
      instanceName: host.instanceName,
      emitAll: host.emitAll,
      windowOf: host.windowOf,
      recordPlatformId: outerHost.recordPlatformId,
      recordStatuses: outerHost.recordStatuses,
    },
    recipients,
    account: () => connection.requireOpen(),
  });
  const chats = { ...UNAVAILABLE_IN_CHATS, ...readMarks({ ...deps, recipients }) };
  return {
    sendMs: SEND_MS,
    // This is not in the session's turn, in which the number is checked: each chat has an order of its own.
    send: (message, room) => sending.say(message, room),
    sendMedia: (media, room) => sending.media(media, room),
    async fileOf(message) {
      connection.requireOpen();
      return files.of(message);
    },
    chats() {
      connection.requireOpen();
      return chats;
    },
    handOver: (file) => sending.handOver(file),
    ended: () => sending.ended(),
  };
}
