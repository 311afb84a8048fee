/** Holds messages on disk whose events wait for a file, or for an earlier message of their chat. */
import { type Database, faultOf } from '../../core/db/client.ts';
import type { MessageInbox } from '../../core/messages/inbox.ts';
import {
  type FileSlot,
  HeldMessages,
  type HeldMessagesDeps,
  type PreparedEvent,
} from '../../core/providers/held-messages.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { CloudFiles, FetchedFile } from './files.ts';
import { recordOf, type TranslatedMessage, withFileLength } from './translate/message.ts';
import type { ReceivedMessage } from './webhook-items.ts';

/** A message as it waits on disk: with its chat and sender as receivers know them. */
export interface HeldMessage extends ReceivedMessage {
  readonly chat: string;
  readonly sender: string;
}

interface CloudHeldMessagesDeps
  extends Omit<HeldMessagesDeps<never>, 'inbox' | 'read' | 'prepare' | 'publish'>,
    Pick<SessionHost, 'emitAll' | 'wantsFiles'> {
  readonly db: Pick<Database, 'batch'>;
  readonly inbox: MessageInbox;
  readonly files: Pick<CloudFiles, 'fetch' | 'sizeOf'>;
  /** Returns what to publish now, or null when there is nothing. */
  readonly translated: (held: HeldMessage) => Promise<TranslatedMessage | null>;
  /** Stores who sent a published message. */
  readonly enter: (held: HeldMessage) => Promise<void>;
}

const PRUNE_EVERY_MS = 3_600_000;

/** Call `hold` one at a time. */
export class CloudHeldMessages extends HeldMessages<HeldMessage> {
  readonly #deps: CloudHeldMessagesDeps;
  #prunedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: CloudHeldMessagesDeps) {
    super({
      ...deps,
      // Only `hold` writes this.
      read: async (body) => JSON.parse(body) as HeldMessage,
      prepare: (...held) => this.#prepare(...held),
      publish: async ({ event, record }, mark, held) => {
        await deps.emitAll([event], record && [record], [mark.statement]).catch(async (error) => {
          // An earlier try may have been committed although its answer was lost.
          if (faultOf(error) !== 'constraint' || !(await mark.wasWritten?.())) throw error;
        });
        await deps.enter(held);
        return true;
      },
    });
    this.#deps = deps;
  }

  /** Resolves once they are on disk; a repeated message is stored once. Publishes earlier ones too. */
  async hold(messages: readonly HeldMessage[]): Promise<void> {
    const { db, inbox } = this.#deps;
    const rows = messages.map((held) => ({
      held,
      ...inbox.arrival(String(held.message.id), JSON.stringify(held)),
    }));
    const news = await inbox.store(rows, (some) =>
      db.batch(some.map(({ statement }) => statement)),
    );
    for (const { id, held } of news) this.add(id, held);
    this.begin();
  }

  override begin(): void {
    this.#prune();
    super.begin();
  }

  /** Returns the event with its file, and what is stored of it with the file's size. */
  async #prepare(
    held: HeldMessage,
    before: Promise<void>,
    slot: FileSlot,
  ): Promise<PreparedEvent | null> {
    const { translated, wantsFiles, files } = this.#deps;
    // It may answer the message before it, whose sender is stored last.
    await before;
    const incoming = await translated(held);
    if (incoming === null) return null;
    const { data, media: file } = incoming;
    if (file === null) return { event: { type: 'Message', data }, record: recordOf(incoming) };
    const isWanted = wantsFiles();
    if (isWanted) await slot.take();
    const fetched = isWanted ? await files.fetch(file, data.Info.ID) : null;
    const bytes = fetched === null ? await files.sizeOf(file) : bytesOf(fetched);
    // Meanwhile its person may have got another number, and so another chat.
    const latest = (await translated(held)) ?? incoming;
    const sized = bytes === null ? latest : withFileLength(latest, bytes);
    const message = { type: 'Message', data: sized.data } as const;
    if (fetched === null) return { event: message, record: recordOf(sized) };
    const { size: _, ...media } = fetched;
    return { event: { ...message, media }, record: recordOf(sized) };
  }

  #prune(): void {
    const { clock, log, inbox } = this.#deps;
    const now = clock.steady();
    if (now - this.#prunedAt < PRUNE_EVERY_MS) return;
    this.#prunedAt = now;
    inbox.prune().catch((error) => {
      log.warn('old received messages could not be deleted', { reason: messageOf(error) });
    });
  }
}

const bytesOf = (fetched: FetchedFile): number | null =>
  'bytes' in fetched ? fetched.bytes.byteLength : (fetched.size ?? null);
