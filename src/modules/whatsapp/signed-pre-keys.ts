/** Replaces the device's signed pre-key every month, and keeps the former ones for messages that still name them. */

import { messageOf } from '../../core/shared/errors.ts';
import type { SessionContext } from './context.ts';
import { signedPreKeyId } from './engine/signal.ts';
import type { KeyPair, SignalDataSet, WASocket } from './engine/surface.ts';
import { answerTo } from './groups/queries.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const MONTH_MS = 30 * DAY_MS;
/** WhatsApp keeps a message for 30 days, and its sender may have fetched the keys before. */
const FORMER_MAX = 3;
/** Ids have three bytes on the wire. */
const ID_MAX = 2 ** 24 - 1;
const SERVER = 's.whatsapp.net';

export class SignedPreKeys {
  readonly #deps: SessionContext;

  constructor(deps: SessionContext) {
    this.#deps = deps;
  }

  /**
   * Replaces the key when it is due: once a connection is open, and with what WhatsApp reports later, at most once a day,
   * so that no timer is needed for each instance.
   */
  listenTo(socket: WASocket): void {
    const { clock } = this.#deps;
    let triedAt: number | null = null;
    const look = () => {
      if (triedAt !== null && clock.now() - triedAt < DAY_MS) return;
      triedAt = clock.now();
      void this.#try(socket);
    };
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection !== 'open') return;
      look();
      for (const tag of ['CB:notification', 'CB:receipt']) socket.ws.on(tag, look);
    });
  }

  async #try(socket: WASocket): Promise<void> {
    const { log, host, ended } = this.#deps;
    try {
      await this.#replaceWhenDue(socket);
    } catch (error) {
      if (ended.aborted) return;
      const fields = { instanceName: host.instanceName, reason: messageOf(error) };
      log.warn('the signed pre-key could not be replaced; trying again tomorrow', fields);
    }
  }

  async #replaceWhenDue(socket: WASocket): Promise<void> {
    const { baileys, clock } = this.#deps;
    const { creds, keys } = socket.authState;
    const current = creds.signedPreKey;
    const timestampS = Math.floor(clock.now() / 1_000);
    // A new device, and an imported one, does not say since when it has its key.
    if (current.timestampS === undefined)
      return void socket.ev.emit('creds.update', { signedPreKey: { ...current, timestampS } });
    if (timestampS - current.timestampS < MONTH_MS / 1_000) return;
    const keyId = (current.keyId % ID_MAX) + 1;
    const keyPair = await this.#nextPair(socket, keyId);
    // The request leaves once both keys are on disk: a contact that gets the new key may name it at once.
    await keys.set(stored([current.keyId, current.keyPair], [keyId, keyPair]));
    const next = { keyPair, keyId, timestampS, signature: this.#signed(socket, keyPair) };
    const key = baileys.xmppSignedPreKey(next);
    await answerTo(socket, {
      tag: 'iq',
      attrs: { to: SERVER, type: 'set', xmlns: 'encrypt' },
      content: [{ tag: 'rotate', attrs: {}, content: [key] }],
    });
    socket.ev.emit('creds.update', { signedPreKey: next });
    await keys.set(stored([keyId - FORMER_MAX - 1, null]));
  }

  /** WhatsApp may have a key of this id already, from a request whose answer was lost. */
  async #nextPair({ authState: { keys } }: WASocket, keyId: number): Promise<KeyPair> {
    const id = signedPreKeyId(keyId);
    const { [id]: made } = await keys.get('pre-key', [id]);
    return made ?? this.#deps.baileys.Curve.generateKeyPair();
  }

  #signed({ authState: { creds } }: WASocket, { public: publicKey }: KeyPair): Uint8Array {
    const { Curve, generateSignalPubKey } = this.#deps.baileys;
    return Curve.sign(creds.signedIdentityKey.private, generateSignalPubKey(publicKey));
  }
}

const stored = (...pairs: readonly (readonly [id: number, pair: KeyPair | null])[]) =>
  ({
    'pre-key': Object.fromEntries(pairs.map(([id, pair]) => [signedPreKeyId(id), pair])),
  }) satisfies SignalDataSet;
