/** The phone's part when media is gone from the host: it uploads again and says where, or that it cannot. */
import { proto } from '@whiskeysockets/baileys';
import type { Companion } from './companion.ts';
import type { MediaHost } from './media-host.ts';
import { type MediaKind, type SealedMedia, sealForRetry } from './media-keys.ts';
import { at, type BinaryNode, nowSeconds, stanza } from './stanzas.ts';

const { ResultType } = proto.MediaRetryNotification;
const MAX_REMEMBERED = 10_000;

export class Reuploads {
  /** What the account's phone does when it is asked. */
  behaviour: 'uploads' | 'not-found' | 'silent' = 'uploads';
  /** How often it was asked. */
  asked = 0;
  readonly #host: MediaHost;
  readonly #known = new Map<string, { sealed: SealedMedia; kind: MediaKind }>();

  constructor(host: MediaHost) {
    this.#host = host;
  }

  remember(messageId: string, sealed: SealedMedia, kind: MediaKind): void {
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    this.#known.set(messageId, { sealed, kind });
  }

  /** A device's request, as its `server-error` receipt. */
  answer(companion: Companion, receipt: BinaryNode): void {
    this.asked += 1;
    const id = receipt.attrs.id ?? '';
    const known = this.#known.get(id);
    if (!known || this.behaviour === 'silent') return;
    const { sealed, kind } = known;
    const result =
      this.behaviour === 'uploads'
        ? { result: ResultType.SUCCESS, directPath: this.#host.keep(kind, sealed.bytes) }
        : { result: ResultType.NOT_FOUND };
    const plain = proto.MediaRetryNotification.encode({ stanzaId: id, ...result }).finish();
    const reply = sealForRetry(sealed.mediaKey, id, plain);
    const { jid, from_me, participant } = at(receipt, 'rmr')?.attrs ?? {};
    companion.push(
      stanza(
        'notification',
        { from: companion.person.pn, type: 'mediaretry', id, t: nowSeconds() },
        [
          stanza('encrypt', {}, [
            stanza('enc_p', {}, reply.sealed),
            stanza('enc_iv', {}, reply.iv),
          ]),
          stanza('rmr', { jid, from_me, participant }),
        ],
      ),
    );
  }
}
