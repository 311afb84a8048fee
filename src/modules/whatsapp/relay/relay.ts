/**
 * Sends messages to people, groups, channels and the status: composes the stanza, seals it for each device, and hands it
 * to the connection. Baileys would compose each part of it several times.
 */

import { isGroup, STATUS_JID } from '../../../core/providers/chats.ts';
import type { SessionHost } from '../../../core/providers/provider.ts';
import { isLid } from '../../../core/shared/addresses/chat-address.ts';
import { createKeyedMutex } from '../../../core/shared/async/mutex.ts';
import { failure, messageOf, NotConnected } from '../../../core/shared/errors.ts';
import { LimitedMap } from '../../../core/shared/limited-map.ts';
import type { Log } from '../../../core/shared/log.ts';
import type { SessionContext } from '../context.ts';
import { encodeStanza, type Stanza } from '../engine/stanza-encoder.ts';
import type { BinaryNode, GroupMetadata, proto, WASocket } from '../engine/surface.ts';
import { TrustedContacts } from '../engine/trusted-contacts.ts';
import type { GroupCache } from '../groups/cache.ts';
import { isNewsletter } from '../translate/jids.ts';
import {
  ciphertextAttributes,
  type RelayOptions,
  requiredParts,
  stanzaType,
} from './message-kind.ts';
import {
  addPadding,
  deviceIdentity,
  devicesOf,
  type SealedMessage,
  type SealedMessages,
  sealForEach,
} from './sealing.ts';
import { noteViewers } from './status-viewers.ts';

interface RelayDeps extends Pick<SessionContext, 'baileys' | 'clock'> {
  readonly log: Pick<Log, 'warn'>;
  readonly host: Pick<SessionHost, 'instanceName'>;
  readonly groups: Pick<GroupCache, 'find'>;
}

export interface RelayedMessage {
  readonly id: string;
  /** The JID to which it is sent. */
  readonly chat: string;
  readonly message: proto.IMessage;
  /** The message in its encoding. */
  readonly content: Uint8Array;
  readonly beside: RelayOptions;
}

/** The parts of a message that are the same for every device. */
interface Envelope extends RelayedMessage {
  readonly socket: WASocket;
  /** Attributes of each ciphertext. */
  readonly attrs: Record<string, string>;
  /** Whether people read it; only that makes a person a trusted contact. */
  readonly isRead: boolean;
}

interface ComposedStanza {
  readonly attrs?: Record<string, string>;
  readonly content: readonly Stanza[];
  /** Called once the stanza was handed to the connection. If it fails, the next message does its work again. */
  readonly sent: () => Promise<void>;
}

/** How many devices are remembered that cannot be reached: the log names each failure once. */
const UNREACHABLE_MAX = 1_000;
/** Devices of these are not given keys of groups. */
const HOSTED = /@hosted(?:\.lid)?$/;
const HOSTED_DEVICE = 99;

export class Relay {
  readonly #deps: RelayDeps;
  readonly #trusted: TrustedContacts;
  /** A member gets the key of a group with one message and needs it for the next. */
  readonly #inChat = createKeyedMutex();
  readonly #unreachable = new LimitedMap<string, true>(UNREACHABLE_MAX);

  constructor(deps: RelayDeps) {
    this.#deps = deps;
    this.#trusted = new TrustedContacts(deps.clock);
  }

  /** Resolves when the message was handed to the connection, which may hold it back until its keys are on disk. */
  send(socket: WASocket, relayed: RelayedMessage): Promise<void> {
    return this.#inChat.run(relayed.chat, () => this.#send(socket, relayed));
  }

  async #send(socket: WASocket, relayed: RelayedMessage): Promise<void> {
    const { chat, message, id, beside } = relayed;
    if (beside.viewers) await noteViewers(socket, id, beside.viewers);
    const inner = this.#deps.baileys.normalizeMessageContent(message) ?? {};
    const attrs = ciphertextAttributes(message, inner);
    const envelope = { ...relayed, socket, attrs, isRead: !inner.protocolMessage };
    const composed = await this.#compose(envelope);
    const required = requiredParts(message, beside);
    const stanza = {
      tag: 'message',
      attrs: { id, to: chat, type: stanzaType(inner), ...composed.attrs, ...required.attrs },
      content: [...composed.content, ...(isNewsletter(chat) ? [] : required.nodes)],
    };
    await socket.sendRawMessage(encodeStanza(stanza));
    await composed.sent().catch(() => {});
  }

  async #compose(envelope: Envelope): Promise<ComposedStanza> {
    const { chat, content, attrs } = envelope;
    if (isGroup(chat) || chat === STATUS_JID) return this.#forMembers(envelope);
    if (!isNewsletter(chat)) return this.#forPerson(envelope);
    // Everybody may read channels.
    const { 'decrypt-fail': _, ...open } = attrs;
    return { content: [{ tag: 'plaintext', attrs: open, content }], sent: async () => {} };
  }

  /** Returns no members when the chat is not a group. */
  async #membersOf(chat: string, socket: WASocket): Promise<string[]> {
    if (!isGroup(chat)) return [];
    const { participants } = await this.#deps.groups.find(chat, socket);
    return participants.map(({ id }) => id);
  }

  /** The account's other devices get a copy that says to whom it was sent. */
  async #forPerson(envelope: Envelope): Promise<ComposedStanza> {
    const { socket, chat, message, content, attrs, isRead } = envelope;
    const { jidDecode, jidNormalizedUser, proto } = this.#deps.baileys;
    const { id, lid } = ownAddresses(socket);
    const own = jidNormalizedUser(isLid(chat) && lid ? lid : id);
    const users = [id, lid].map((jid) => jidDecode(jid)?.user);
    const devices = await socket.getUSyncDevices([own, chat], true, false);
    const [mine, theirs]: [string[], string[]] = [[], []];
    for (const { jid, user } of devices)
      if (jid !== id && jid !== lid) (users.includes(user) ? mine : theirs).push(jid);
    const seal = (jids: readonly string[], data: Uint8Array) =>
      sealForEach(socket, this.#deps.baileys, jids, { data: addPadding(data), attrs });
    const copy = () =>
      proto.Message.encode({
        deviceSentMessage: { destinationJid: chat, message },
        messageContextInfo: message.messageContextInfo ?? null,
      }).finish();
    const [copies, others, trusted] = await Promise.all([
      mine.length > 0 ? seal(mine, copy()) : NOBODY,
      seal(theirs, content),
      this.#trusted.for(chat, socket),
    ]);
    if (theirs.length > 0) requireReaders(chat, theirs, others);
    else requireReaders(chat, mine, copies);
    this.#logUnreachable(envelope, copies, others);
    const participants = this.#participants(socket, [...copies.sealed, ...others.sealed]);
    const sent = async () => (isRead ? trusted.sent() : undefined);
    const proof = await this.#proofForReports(envelope);
    return { content: [...participants, ...proof, ...trusted.nodes], sent };
  }

  /** Members get the account's key for the group with the first message after they or their device joined. */
  async #forMembers(envelope: Envelope): Promise<ComposedStanza> {
    const { socket, chat, content, attrs, beside } = envelope;
    const { groups, baileys } = this.#deps;
    const { id, lid } = ownAddresses(socket);
    const { signalRepository, authState } = socket;
    const group = chat === STATUS_JID ? null : await groups.find(chat, socket);
    const people = beside.viewers ?? (await this.#membersOf(chat, socket));
    const devices = await devicesOf(socket, people);
    const mode = group?.addressingMode || 'lid';
    const meId = mode === 'lid' && lid ? lid : id;
    // Nobody has the key that is about to be made, even members who had the one before it.
    if (!(await signalRepository.hasSenderKey({ group: chat, meId })))
      await authState.keys.set({ 'sender-key-memory': { [chat]: null } });
    const { ciphertext, senderKeyDistributionMessage: key } =
      await signalRepository.encryptGroupMessage({
        group: chat,
        data: addPadding(content),
        meId,
      });
    const memory = async () => (await authState.keys.get('sender-key-memory', [chat]))[chat] ?? {};
    const known = group === null ? {} : await memory();
    const fresh = devices.filter(
      ({ jid, device }) => !known[jid] && !HOSTED.test(jid) && device !== HOSTED_DEVICE,
    );
    const distribution = baileys.proto.Message.encode({
      senderKeyDistributionMessage: { groupId: chat, axolotlSenderKeyDistributionMessage: key },
    }).finish();
    const jids = fresh.map(({ jid }) => jid);
    const keys = await sealForEach(socket, baileys, jids, {
      data: addPadding(distribution),
      attrs,
    });
    const { sealed } = keys;
    const own = [id, lid].map((jid) => baileys.jidDecode(jid)?.user);
    const others = devices.filter(({ user }) => !own.includes(user)).map(({ jid }) => jid);
    requireReaders(chat, others, keys);
    this.#logUnreachable(envelope, keys);
    // A connection that ends before must not leave members without the key.
    const sent = async () => {
      if (group === null || sealed.length === 0) return;
      const readers = sealed.map(({ jid }) => [jid, true]);
      // Other members may have been added or removed during the send.
      const now = { ...(await memory()), ...Object.fromEntries(readers) };
      await authState.keys.set({ 'sender-key-memory': { [chat]: now } });
    };
    const forAll = { tag: 'enc', attrs: { v: '2', type: 'skmsg', ...attrs }, content: ciphertext };
    return {
      attrs: groupAttributes(group),
      content: [
        forAll,
        ...this.#participants(socket, sealed),
        ...(await this.#proofForReports(envelope)),
      ],
      sent,
    };
  }

  /** Devices that cannot be reached ask for the message by themselves, and send their keys along. */
  #logUnreachable({ id: messageId }: Envelope, ...all: readonly SealedMessages[]): void {
    const failures = all
      .flatMap((one) => [...one.failures])
      .filter(([jid]) => !this.#unreachable.has(jid));
    const [first] = failures;
    if (first === undefined) return;
    for (const [jid] of failures) this.#unreachable.set(jid, true);
    const { log, host } = this.#deps;
    log.warn('devices cannot read a message: WhatsApp has no usable keys of them', {
      instanceName: host.instanceName,
      messageId,
      devices: failures.length,
      reason: messageOf(first[1]),
    });
  }

  /** Returns what proves to WhatsApp which message somebody reports, for messages with a secret. */
  async #proofForReports({ id, chat, message, content }: Envelope): Promise<BinaryNode[]> {
    const { baileys } = this.#deps;
    if (!message.messageContextInfo?.messageSecret?.length) return [];
    if (!baileys.shouldIncludeReportingToken(message)) return [];
    const key = { id, fromMe: true, remoteJid: chat };
    const proof = await baileys.getMessageReportingToken(Buffer.from(content), message, key);
    return proof === null ? [] : [proof];
  }

  /** Returns the nodes with the ciphertexts of single devices; one that opens a session proves whose device sent it. */
  #participants({ authState: { creds } }: WASocket, sealed: readonly SealedMessage[]): Stanza[] {
    if (sealed.length === 0) return [];
    const nodes = sealed.map(({ node }) => node);
    const participants = { tag: 'participants', attrs: {}, content: nodes };
    if (!sealed.some((one) => one.opensSession)) return [participants];
    return [participants, ...deviceIdentity(this.#deps.baileys, creds)];
  }
}

const groupAttributes = (group: GroupMetadata | null): Record<string, string> =>
  group === null
    ? {}
    : {
        ...(group.ephemeralDuration && { expiration: String(group.ephemeralDuration) }),
        addressing_mode: group.addressingMode || 'lid',
      };

function ownAddresses({ authState }: WASocket): { readonly id: string; readonly lid?: string } {
  const { me } = authState.creds;
  if (!me) throw new NotConnected();
  return { id: me.id, ...(me.lid && { lid: me.lid }) };
}

const NOBODY: SealedMessages = { sealed: [], failures: new Map() };

/** Throws `conflict` when none of the devices can read the message. */
function requireReaders(
  chat: string,
  devices: readonly string[],
  { failures }: SealedMessages,
): void {
  const [cause] = failures.values();
  if (cause === undefined || !devices.every((jid) => failures.has(jid))) return;
  const reason = isGroup(chat) ? 'group_without_keys' : 'recipient_without_keys';
  throw failure(reason, { problem: messageOf(cause) }, { cause });
}
