/** The labels of an account as its phone and its other devices change them. */
import type { WASocket } from '@whiskeysockets/baileys';
import type { Orm } from '../../db/client.ts';
import { createLabelStore } from '../../messages/labels.ts';
import { resultInTime } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import {
  type LabelAssociation,
  type LabelChange,
  type LabelEdit,
  Labelling,
} from '../labelling.ts';
import type { SessionHost } from '../provider.ts';
import { createWriteQueue, type WriteQueue } from '../write-queue.ts';
import type { Queues } from './queues.ts';
import { bareJid, isLid } from './translate/jids.ts';
import { text } from './translate/reading.ts';

interface LabelsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly orm: Orm;
  readonly host: Pick<SessionHost, 'instanceId' | 'instanceName'>;
  readonly publish: Queues['publish'];
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
}

/** Addresses as they came. */
interface Received {
  readonly socket: WASocket;
  readonly change:
    | { readonly kind: 'paired' }
    | { readonly kind: 'edit'; readonly edit: LabelEdit }
    | { readonly kind: 'association'; readonly association: LabelAssociation };
}

/** Where WhatsApp keeps labels among what the devices of an account share. */
const COLLECTION = 'regular';
const SYNC_MS = 60_000;

export class WhatsAppLabels {
  readonly #deps: LabelsDeps;
  readonly #labelling: Labelling;
  readonly #received: WriteQueue<Received>;

  constructor(deps: LabelsDeps) {
    this.#deps = deps;
    const { orm, host, publish } = deps;
    const { instanceId, instanceName } = host;
    this.#labelling = new Labelling(createLabelStore(orm, instanceId), (event) => publish(event));
    this.#received = createWriteQueue<Received>({
      ...deps,
      instanceName,
      name: 'labels',
      write: async (batch) => {
        for (const one of batch) await this.#take(one);
      },
    });
  }

  listenTo(socket: WASocket): void {
    const took = (change: Received['change']) => void this.#received.add({ socket, change });
    socket.ev.on('labels.edit', ({ id, name, color, deleted, predefinedId }) =>
      took({
        kind: 'edit',
        edit: {
          id: text(id),
          name: text(name),
          color: Number.isSafeInteger(color) ? color : 0,
          predefinedId: predefinedId ?? null,
          isDeleted: deleted === true,
        },
      }),
    );
    socket.ev.on('labels.association', ({ type, association }) => {
      const { labelId } = association;
      const chat = bareJid(association.chatId);
      const messageId = 'messageId' in association ? text(association.messageId) : '';
      const isLabelled = type === 'add';
      const formerly = chat;
      took({
        kind: 'association',
        association: { labelId, chat, formerly, messageId, isLabelled },
      });
    });
    // The library asks for what is shared with its own first look at old messages, which is not taken here.
    socket.ev.on('creds.update', ({ myAppStateKeyId }) => {
      if (myAppStateKeyId) void this.#sync(socket);
    });
    socket.ev.on('connection.update', ({ connection, isNewLogin }) => {
      if (isNewLogin === true) took({ kind: 'paired' });
      if (connection === 'open') void this.#syncOnce(socket);
    });
  }

  /** What a caller changed; on disk, with its event, when it resolves. */
  associated(association: LabelAssociation): Promise<void> {
    return this.#labelling.associated(association);
  }

  /** The same. */
  edited(edit: LabelEdit): Promise<void> {
    return this.#labelling.edited(edit);
  }

  planned(change: LabelChange): Promise<LabelEdit> {
    return this.#labelling.planned(change);
  }

  require(labelId: string): Promise<void> {
    return this.#labelling.require(labelId);
  }

  async #take({ socket, change }: Received): Promise<void> {
    if (change.kind === 'paired') return this.#labelling.paired();
    if (change.kind === 'edit') return this.#labelling.edited(change.edit);
    const chat = await phoneOf(change.association.chat, socket);
    await this.#labelling.associated({ ...change.association, chat });
  }

  /** Unless it was done before: from then on WhatsApp says when there is something new. */
  async #syncOnce(socket: WASocket): Promise<void> {
    const { creds, keys } = socket.authState;
    if (!creds.myAppStateKeyId) return;
    const known = await Promise.resolve(keys.get('app-state-sync-version', [COLLECTION])).catch(
      () => null,
    );
    if (known !== null && !known[COLLECTION]) await this.#sync(socket);
  }

  async #sync(socket: WASocket): Promise<void> {
    const { clock, log, host, ended: signal } = this.#deps;
    const syncing = socket.resyncAppState([COLLECTION], false);
    await resultInTime({ clock, ms: SYNC_MS, signal }, syncing).catch((error) =>
      log.warn('the labels of the account could not be read', {
        instanceName: host.instanceName,
        reason: messageOf(error),
      }),
    );
  }
}

/** A person's chat by phone number where that is known. */
async function phoneOf(chat: string, { signalRepository }: WASocket): Promise<string> {
  if (!isLid(chat)) return chat;
  return bareJid(await signalRepository.lidMapping.getPNForLID(chat).catch(() => null)) || chat;
}
