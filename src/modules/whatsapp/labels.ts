/** Publishes changes of an account's labels that its phone and its other devices make. */

import { createLabelStore } from '../../core/messages/labels.ts';
import { text } from '../../core/providers/foreign-values.ts';
import {
  type LabelAssociation,
  type LabelEdit,
  Labelling,
} from '../../core/providers/labelling.ts';
import { createWriteQueue, type WriteQueue } from '../../core/providers/write-queue.ts';
import { NotConnected } from '../../core/shared/errors.ts';
import { CHANGES_MAX } from './app-state.ts';
import type { SessionContext } from './context.ts';
import type { WASocket } from './engine/surface.ts';
import { byNumber } from './other-address.ts';
import { bareJid } from './translate/jids.ts';

/** Received changes, with addresses as they came. */
interface ReceivedChange {
  readonly socket: WASocket;
  readonly change:
    | { readonly kind: 'paired' }
    | { readonly kind: 'edit'; readonly edit: LabelEdit }
    | { readonly kind: 'association'; readonly association: LabelAssociation };
}

export class WhatsAppLabels {
  /** Stores what callers change. */
  readonly labelling: Labelling;
  readonly #received: WriteQueue<ReceivedChange>;

  constructor(deps: SessionContext) {
    const { db, host, queues } = deps;
    const store = createLabelStore(db.orm, host.instanceId);
    this.labelling = new Labelling(store, async (event, statement) => {
      const mark = statement && { statement };
      if (!(await queues.publish(event, undefined, mark))) throw new NotConnected();
    });
    this.#received = createWriteQueue<ReceivedChange>({
      ...deps,
      name: 'labels',
      waitingMax: CHANGES_MAX,
      write: async (batch) => {
        for (const one of batch) await this.#take(one);
      },
    });
  }

  listenTo(socket: WASocket): void {
    const took = (change: ReceivedChange['change']) => void this.#received.add({ socket, change });
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
    socket.ev.on('connection.update', ({ isNewLogin }) => {
      if (isNewLogin === true) took({ kind: 'paired' });
    });
  }

  /** Resolves with true once all that was received is on disk, or with false when the session ended before. */
  written(): Promise<boolean> {
    return this.#received.written();
  }

  async #take({ socket, change }: ReceivedChange): Promise<void> {
    if (change.kind === 'paired') return this.labelling.paired();
    if (change.kind === 'edit') return this.labelling.edited(change.edit);
    const chat = await byNumber(change.association.chat, socket);
    await this.labelling.associated({ ...change.association, chat });
  }
}
