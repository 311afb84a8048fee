/**
 * Stores changes of labels on any platform, each in one commit with its event. A change without an effect has no event.
 */
import type { Statement } from '../db/client.ts';
import type { CatalogEvent } from '../events/contract/catalog.ts';
import { LABELS_MAX, type Label, type LabelStore } from '../messages/labels.ts';
import { Mutex } from '../shared/async/mutex.ts';
import { failure, invalidFields } from '../shared/errors.ts';
import { problem } from '../shared/reasons/problems.ts';

export interface LabelEdit extends Label {
  readonly isDeleted: boolean;
}

/** A caller's request for a label. Null keeps a field, and gives a new label a default or free value. */
export interface LabelChange {
  readonly id: string | null;
  readonly name: string | null;
  readonly color: number | null;
  readonly isDeleted: boolean;
}

export interface LabelAssociation {
  readonly labelId: string;
  /** A JID. */
  readonly chat: string;
  /** Another address of the same chat, under which it may have been stored earlier, or ''. */
  readonly formerly: string;
  /** The id of the labelled message, or '' when the chat is labelled. */
  readonly messageId: string;
  readonly isLabelled: boolean;
}

/** Resolves once the event is on disk, in one commit with the change if there is one. */
type PublishLabel = (event: CatalogEvent, change?: Statement) => Promise<void>;

export class Labelling {
  readonly #store: LabelStore;
  readonly #publish: PublishLabel;
  /** Each change is compared with what is stored before it. */
  readonly #turns = new Mutex();

  constructor(store: LabelStore, publish: PublishLabel) {
    this.#store = store;
    this.#publish = publish;
  }

  /** Throws `not_found` for a label that the account does not have. */
  async require(labelId: string): Promise<void> {
    if ((await this.#store.find(labelId)) === null) throw failure('label_not_found');
  }

  /** Returns the stored label with the change. Throws the errors of `ChatActions.editLabel`. */
  async planned({ id, name, color, isDeleted }: LabelChange): Promise<LabelEdit> {
    const all = await this.#store.all();
    const known = all.find((label) => label.id === id);
    if (known === undefined && isDeleted) throw failure('label_not_found');
    if (known === undefined && name === null)
      throw invalidFields([{ field: 'name', ...problem('required_for_new_label') }]);
    if (known === undefined && all.length >= LABELS_MAX)
      throw failure('too_many_labels', { max: LABELS_MAX });
    const { predefinedId = null } = known ?? {};
    return {
      id: id ?? freeId(all),
      name: name ?? known?.name ?? '',
      color: color ?? known?.color ?? 0,
      predefinedId,
      isDeleted,
    };
  }

  /** Forgets the labels, since the account that was paired again may be another one, whose labels are still to come. */
  paired(): Promise<void> {
    return this.#turns.run(() => this.#store.clear());
  }

  async edited({ isDeleted, ...label }: LabelEdit): Promise<void> {
    const { id: ID, name: Name, color: Color, predefinedId: PredefinedID } = label;
    const data = { ID, Name, Color, PredefinedID, Deleted: isDeleted };
    const commit = (change: Statement) => this.#publish({ type: 'Label', data }, change);
    await this.#turns.run(() =>
      isDeleted ? this.#store.remove(label.id, commit) : this.#store.put(label, commit),
    );
  }

  /** Labels on messages are not stored. */
  async associated(association: LabelAssociation): Promise<void> {
    const { labelId, chat, formerly, messageId, isLabelled } = association;
    const data = { LabelID: labelId, Chat: chat, MessageID: messageId, Labeled: isLabelled };
    const commit = (change?: Statement) =>
      this.#publish({ type: 'LabelAssociation', data }, change);
    await this.#turns.run(async () => {
      // The new address comes first: a crash between the two leaves the chat labelled under both.
      if (formerly !== chat && (await this.#isMarked(labelId, formerly))) {
        await this.#store.mark(labelId, chat, true);
        await this.#store.mark(labelId, formerly, false);
      }
      if (messageId !== '') await commit();
      else await this.#store.mark(labelId, chat, isLabelled, commit);
    });
  }

  async #isMarked(labelId: string, chat: string): Promise<boolean> {
    return chat !== '' && (await this.#store.all(chat)).some(({ id }) => id === labelId);
  }
}

/** Platforms number labels; labels of other devices may have any number. */
const freeId = (labels: readonly Label[]): string =>
  String(1 + Math.max(0, ...labels.map(({ id }) => Number(id)).filter(Number.isSafeInteger)));
