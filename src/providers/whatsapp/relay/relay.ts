/**
 * Sends messages to people, groups and the status: composes the stanza, seals it for each device, and hands it to the
 * connection. The library would compose each part of it several times.
 */
import type { proto, WASocket } from '@whiskeysockets/baileys';
import { createKeyedMutex } from '../../../shared/async/keyed-mutex.ts';
import type { Clock } from '../../../shared/clock.ts';
import { NotConnected } from '../../../shared/errors.ts';
import { isGroup, STATUS_JID } from '../../chats.ts';
import type { Client } from '../client.ts';
import type { DescribeGroup } from '../groups/cache.ts';
import { devicesOf, prepareDevices } from '../groups/devices.ts';
import { type RelayedBeside, relayOptions } from '../relaying.ts';
import { isLid, isNewsletter } from '../translate/jids.ts';
import { ciphertextAttributes, stanzaType } from './message-kind.ts';
import { deviceIdentity, padded, type SealedMessage, sealForEach } from './sealing.ts';
import { encodeStanza, type Stanza } from './stanza-encoder.ts';
import { noteViewers } from './status-viewers.ts';
import { TrustedContacts } from './trusted-contacts.ts';

interface RelayDeps {
  readonly client: Client;
  readonly clock: Pick<Clock, 'now'>;
  readonly describeGroup: DescribeGroup;
}

export interface RelayedMessage {
  readonly id: string;
  /** The JID to which it is sent. */
  readonly chat: string;
  readonly message: proto.IMessage;
  /** The message in its encoding. */
  readonly content: Uint8Array;
  readonly beside: RelayedBeside;
}

/** What is the same for every device. */
interface Envelope extends RelayedMessage {
  readonly socket: WASocket;
  /** Attributes of each ciphertext. */
  readonly attrs: Record<string, string>;
  /** Whether people read it; only that makes a person a trusted contact. */
  readonly isRead: boolean;
}

interface Composed {
  readonly attrs?: Record<string, string>;
  readonly content: readonly Stanza[];
  /** Called once the stanza was handed to the connection. What fails then is done again with the next message. */
  readonly sent: () => Promise<void>;
}

/** Devices of these are not given keys of groups. */
const HOSTED = /@hosted(?:\.lid)?$/;
const HOSTED_DEVICE = 99;

export class Relay {
  readonly #deps: RelayDeps;
  readonly #trusted: TrustedContacts;
  /** A member gets the key of a group with one message and needs it for the next. */
  readonly #inChat = createKeyedMutex();

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
    if (isForLibrary(chat, message)) return this.#leaveToLibrary(socket, relayed);
    const options = relayOptions(message, beside);
    const { normalizeMessageContent } = this.#deps.client;
    const inner = normalizeMessageContent(message) ?? {};
    const attrs = ciphertextAttributes(message, inner);
    const envelope = { ...relayed, socket, attrs, isRead: !inner.protocolMessage };
    const isForMany = isGroup(chat) || chat === STATUS_JID;
    const composed = await (isForMany ? this.#forMembers(envelope) : this.#forPerson(envelope));
    const stanza = {
      tag: 'message',
      attrs: {
        id,
        to: chat,
        type: stanzaType(inner),
        ...composed.attrs,
        ...options.additionalAttributes,
      },
      content: [...composed.content, ...(options.additionalNodes ?? [])],
    };
    await socket.sendRawMessage(encodeStanza(stanza));
    await composed.sent().catch(() => {});
  }

  async #leaveToLibrary(socket: WASocket, relayed: RelayedMessage): Promise<void> {
    const { id: messageId, chat, message, beside } = relayed;
    const people = beside.viewers ?? (await this.#membersOf(chat, socket));
    await prepareDevices(socket, chat, people);
    await socket.relayMessage(chat, message, { messageId, ...relayOptions(message, beside) });
  }

  /** Returns no members when the chat is not a group. */
  async #membersOf(chat: string, socket: WASocket): Promise<string[]> {
    if (!isGroup(chat)) return [];
    const { participants } = await this.#deps.describeGroup(chat, socket);
    return participants.map(({ id }) => id);
  }

  /** The account's other devices get a copy that says to whom it was sent. */
  async #forPerson(envelope: Envelope): Promise<Composed> {
    const { socket, chat, message, content, attrs, isRead } = envelope;
    const { jidDecode, jidNormalizedUser, proto } = this.#deps.client;
    const { id, lid } = ownAddresses(socket);
    const own = jidNormalizedUser(isLid(chat) && lid ? lid : id);
    const users = [id, lid].map((jid) => jidDecode(jid)?.user);
    const devices = await socket.getUSyncDevices([own, chat], true, false);
    const [mine, theirs]: [string[], string[]] = [[], []];
    for (const { jid, user } of devices)
      if (jid !== id && jid !== lid) (users.includes(user) ? mine : theirs).push(jid);
    const seal = (jids: readonly string[], data: Uint8Array) =>
      sealForEach(socket, jids, { data: padded(data), attrs });
    const copy = () =>
      proto.Message.encode({
        deviceSentMessage: { destinationJid: chat, message },
        messageContextInfo: message.messageContextInfo ?? null,
      }).finish();
    const [copies, sealed, trusted] = await Promise.all([
      mine.length > 0 ? seal(mine, copy()) : [],
      seal(theirs, content),
      this.#trusted.for(chat, socket),
    ]);
    const participants = this.#participants(socket, [...copies, ...sealed]);
    const sent = async () => (isRead ? trusted.sent() : undefined);
    return { content: [...participants, ...trusted.nodes], sent };
  }

  /** Members get the account's key for the group with the first message after they or their device joined. */
  async #forMembers({ socket, chat, content, attrs, beside }: Envelope): Promise<Composed> {
    const { describeGroup, client } = this.#deps;
    const { id, lid } = ownAddresses(socket);
    const { signalRepository, authState } = socket;
    const group = chat === STATUS_JID ? null : await describeGroup(chat, socket);
    const people = beside.viewers ?? (await this.#membersOf(chat, socket));
    const devices = await devicesOf(socket, people);
    const mode = group?.addressingMode || 'lid';
    const meId = mode === 'lid' && lid ? lid : id;
    // Nobody has a key that is about to be made, whoever had the one before it.
    if (!(await signalRepository.hasSenderKey({ group: chat, meId })))
      await authState.keys.set({ 'sender-key-memory': { [chat]: null } });
    const { ciphertext, senderKeyDistributionMessage: key } =
      await signalRepository.encryptGroupMessage({
        group: chat,
        data: padded(content),
        meId,
      });
    const memory = async () => (await authState.keys.get('sender-key-memory', [chat]))[chat] ?? {};
    const known = group === null ? {} : await memory();
    const fresh = devices.filter(
      ({ jid, device }) => !known[jid] && !HOSTED.test(jid) && device !== HOSTED_DEVICE,
    );
    const distribution = client.proto.Message.encode({
      senderKeyDistributionMessage: { groupId: chat, axolotlSenderKeyDistributionMessage: key },
    }).finish();
    const jids = fresh.map(({ jid }) => jid);
    const sealed = await sealForEach(socket, jids, { data: padded(distribution), attrs });
    // A connection that ends before must not leave members without the key.
    const sent = async () => {
      if (group === null || sealed.length === 0) return;
      const given = sealed.map(({ jid }) => [jid, true]);
      // Others may have been noted or forgotten meanwhile.
      const now = { ...(await memory()), ...Object.fromEntries(given) };
      await authState.keys.set({ 'sender-key-memory': { [chat]: now } });
    };
    const forAll = { tag: 'enc', attrs: { v: '2', type: 'skmsg', ...attrs }, content: ciphertext };
    return {
      attrs: groupAttributes(group),
      content: [forAll, ...this.#participants(socket, sealed)],
      sent,
    };
  }

  /** Returns the nodes with the ciphertexts of single devices; one that opens a session proves whose device sent it. */
  #participants({ authState: { creds } }: WASocket, sealed: readonly SealedMessage[]): Stanza[] {
    if (sealed.length === 0) return [];
    const nodes = sealed.map(({ node }) => node);
    const participants = { tag: 'participants', attrs: {}, content: nodes };
    if (!sealed.some((one) => one.opensSession)) return [participants];
    return [participants, ...deviceIdentity(this.#deps.client, creds)];
  }
}

const groupAttributes = (
  group: Awaited<ReturnType<DescribeGroup>> | null,
): Record<string, string> =>
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

/** Returns whether the library has to send the message: to a channel, or with a proof for reports. */
const isForLibrary = (chat: string, { messageContextInfo }: proto.IMessage): boolean =>
  isNewsletter(chat) || Boolean(messageContextInfo?.messageSecret?.length);
