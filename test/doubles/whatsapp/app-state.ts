/** What all devices of an account share, as WhatsApp keeps it: sealed patches, which the phone alone can open. */
import { randomBytes } from 'node:crypto';
import {
  type ChatModification,
  chatModificationToAppPatch,
  decodePatches,
  encodeSyncdPatch,
  newLTHashState,
  proto,
} from '@whiskeysockets/baileys';
import type { Companion } from './companion.ts';
import { Inbox } from './inbox.ts';
import type { Person } from './person.ts';
import {
  at,
  type BinaryNode,
  childrenOf,
  errorOf,
  newId,
  nowSeconds,
  resultOf,
  SERVER,
  stanza,
} from './stanzas.ts';

type State = ReturnType<typeof newLTHashState>;

/** A change that a device of the account made: what it is about, and what it is now. */
export interface Change {
  /** The kind of change, then what it is about: `['archive', jid]`. */
  readonly index: readonly string[];
  readonly value: proto.ISyncActionValue;
}

interface Collection {
  readonly name: Parameters<typeof decodePatches>[0];
  /** The first one makes version 1. */
  readonly patches: Uint8Array[];
  state: State;
}

export class AppState {
  /** True: answers nothing but that it cannot. */
  isBroken = false;
  /** Changes of linked devices. */
  readonly changes = new Inbox<Change>('a change of the shared state');
  readonly #person: Person;
  readonly #keyId = randomBytes(6);
  readonly #keyData = randomBytes(32);
  readonly #collections = new Map<string, Collection>();

  constructor(person: Person) {
    this.#person = person;
  }

  /** What the phone gives out to its devices. */
  keyShare(): proto.IMessage {
    const fingerprint = { rawId: 1, currentIndex: 0, deviceIndexes: [0] };
    const keyData = { keyData: this.#keyData, fingerprint, timestamp: Date.now() };
    return {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
        appStateSyncKeyShare: { keys: [{ keyId: { keyId: this.#keyId }, keyData }] },
      },
    };
  }

  /** The phone changes something; its devices are told where, and ask what. Not `isTold`: as before they were linked. */
  async change(change: ChatModification, jid: string, isTold = true): Promise<void> {
    const patch = chatModificationToAppPatch(change, jid);
    const collection = this.#collection(patch.type);
    const keyId = this.#keyId.toString('base64');
    const made = await encodeSyncdPatch(patch, keyId, collection.state, this.#key);
    this.#add(collection, made.patch, made.state);
    if (isTold) this.#announce(collection, null);
  }

  async answer(query: BinaryNode, from: Companion, complain: (what: string) => void) {
    if (this.isBroken) return errorOf(query, 500, 'internal-server-error');
    const answers: BinaryNode[] = [];
    for (const node of childrenOf(at(query, 'sync'), 'collection')) {
      const collection = this.#collection(node.attrs.name ?? '');
      const since = Number(node.attrs.version ?? 0);
      const sent = at(node, 'patch')?.content;
      if (sent instanceof Uint8Array) {
        if (since !== collection.patches.length) return errorOf(query, 409, 'conflict');
        if (!(await this.#take(collection, sent, complain)))
          return errorOf(query, 400, 'bad-request');
        this.#announce(collection, from);
      }
      const newer = sent === undefined ? collection.patches.slice(since) : [];
      const { name } = collection;
      answers.push(
        stanza('collection', { name, version: `${collection.patches.length}`, type: 'result' }, [
          stanza(
            'patches',
            {},
            newer.map((patch) => stanza('patch', {}, patch)),
          ),
        ]),
      );
    }
    return resultOf(query, [stanza('sync', {}, answers)]);
  }

  /** Opened with the keys that the phone gave out, and every seal checked. */
  async #take(collection: Collection, sent: Uint8Array, complain: (what: string) => void) {
    const patch = proto.SyncdPatch.decode(sent);
    patch.version = { version: collection.patches.length + 1 };
    const flaws: string[] = [];
    const note = (_: unknown, text?: string) => flaws.push(text ?? 'unknown');
    const quiet = () => {};
    const logger = {
      level: 'warn',
      trace: quiet,
      debug: quiet,
      info: quiet,
      warn: note,
      error: note,
    };
    const child = (): Logger => ({ ...logger, child });
    const { state, mutationMap } = await decodePatches(
      collection.name,
      [proto.SyncdPatch.decode(proto.SyncdPatch.encode(patch).finish())],
      collection.state,
      this.#key,
      {},
      undefined,
      child(),
    );
    const found = Object.values(mutationMap);
    if (flaws.length > 0 || found.length !== patch.mutations.length) {
      complain(`a patch of ${collection.name} that does not open: ${flaws.join(', ')}`);
      return false;
    }
    this.#add(collection, patch, state);
    for (const { index, syncAction } of found)
      this.changes.push({ index, value: syncAction.value ?? {} });
    return true;
  }

  #add(collection: Collection, patch: proto.ISyncdPatch, state: State) {
    const version = { version: collection.patches.length + 1 };
    collection.patches.push(proto.SyncdPatch.encode({ ...patch, version }).finish());
    collection.state = state;
  }

  #announce({ name, patches }: Collection, except: Companion | null) {
    for (const companion of this.#person.linked()) {
      if (companion === except) continue;
      companion.push(
        stanza(
          'notification',
          { from: SERVER, type: 'server_sync', id: newId(), t: nowSeconds() },
          [stanza('collection', { name, version: `${patches.length}` })],
        ),
      );
    }
  }

  #collection(name: string): Collection {
    const known = this.#collections.get(name);
    if (known) return known;
    const made = { name: name as Collection['name'], patches: [], state: newLTHashState() };
    this.#collections.set(name, made);
    return made;
  }

  readonly #key = async (keyId: string) =>
    keyId === this.#keyId.toString('base64')
      ? proto.Message.AppStateSyncKeyData.fromObject({ keyData: this.#keyData })
      : null;
}

type Logger = NonNullable<Parameters<typeof decodePatches>[6]>;
