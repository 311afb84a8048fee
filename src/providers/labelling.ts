/** Stores changes of labels on any platform and then publishes them; a change without an effect gives no event. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import { LABELS_MAX, type Label, type LabelStore } from '../messages/labels.ts';
import { conflict, invalid, notFound } from '../shared/errors.ts';

export interface LabelEdit extends Label {
  readonly isDeleted: boolean;
}

/** What a caller wants a label to be. Null keeps a field, and gives a new label a default or free value. */
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

export class Labelling {
  readonly #store: LabelStore;
  readonly #publish: (event: CatalogEvent) => Promise<unknown>;

  constructor(store: LabelStore, publish: (event: CatalogEvent) => Promise<unknown>) {
    this.#store = store;
    this.#publish = publish;
  }

  /** Throws `not_found` for a label that the account does not have. */
  async require(labelId: string): Promise<void> {
    if ((await this.#store.find(labelId)) === null) throw notFound('label');
  }

  /** Returns the stored label with the change. Throws the errors of `ChatActions.editLabel`. */
  async planned({ id, name, color, isDeleted }: LabelChange): Promise<LabelEdit> {
    const all = await this.#store.all();
    const known = all.find((label) => label.id === id);
    if (known === undefined && isDeleted) throw notFound('label');
    if (known === undefined && name === null) throw invalid('name is required for a new label');
    if (known === undefined && all.length >= LABELS_MAX)
      throw conflict(`the account has ${LABELS_MAX} labels already: delete one first`);
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
    return this.#store.clear();
  }

  async edited({ isDeleted, ...label }: LabelEdit): Promise<void> {
    const isNews = isDeleted ? await this.#store.remove(label.id) : await this.#store.put(label);
    if (!isNews) return;
    const { id: ID, name: Name, color: Color, predefinedId: PredefinedID } = label;
    await this.#publish({
      type: 'Label',
      data: { ID, Name, Color, PredefinedID, Deleted: isDeleted },
    });
  }

  /** Labels on messages are not stored. */
  async associated(association: LabelAssociation): Promise<void> {
    const { labelId, chat, formerly, messageId, isLabelled } = association;
    if (formerly !== chat && (await this.#store.mark(labelId, formerly, false)))
      await this.#store.mark(labelId, chat, true);
    const isNews = messageId !== '' || (await this.#store.mark(labelId, chat, isLabelled));
    if (!isNews) return;
    await this.#publish({
      type: 'LabelAssociation',
      data: { LabelID: labelId, Chat: chat, MessageID: messageId, Labeled: isLabelled },
    });
  }
}

/** Platforms number labels; labels of other devices may have any number. */
const freeId = (labels: readonly Label[]): string =>
  String(1 + Math.max(0, ...labels.map(({ id }) => Number(id)).filter(Number.isSafeInteger)));
