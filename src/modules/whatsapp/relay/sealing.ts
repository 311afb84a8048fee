/** Seals one message for many devices, and begins sessions with devices that have no session yet. */
import { randomBytes } from 'node:crypto';
import { databaseErrorIn } from '../../../core/db/client.ts';
import { yieldToEventLoop } from '../../../core/shared/clock.ts';
import { EncodedNode, type Stanza } from '../engine/stanza-encoder.ts';
import type { AuthenticationCreds, Baileys, BinaryNode, WASocket } from '../engine/surface.ts';
import { answerTo, NoAnswer } from '../groups/queries.ts';
import { child, children } from '../translate/node.ts';

interface SealedContent {
  readonly data: Uint8Array;
  /** Attributes of each ciphertext. */
  readonly attrs: Record<string, string>;
}

/** The server is asked for the keys of this many devices at once; their sessions begin in slices. */
const ASKED_AT_ONCE = 125;
/** The devices of this many people are listed in less than 20 ms of the event loop. */
const PEOPLE_AT_ONCE = 125;
const OPENING = 'pkmsg';
const LID = /@(?:hosted\.)?lid$/;

/** Adds 1 to 16 bytes, each of which says how many they are, so that the length tells less about the message. */
export function addPadding(data: Uint8Array): Buffer {
  const [random = 0] = randomBytes(1);
  const more = (random & 15) + 1;
  const all = Buffer.alloc(data.length + more, more);
  all.set(data);
  return all;
}

/** Resolves with all devices of the people (JIDs). Others have a turn of the event loop between the parts. */
export async function devicesOf(
  { getUSyncDevices }: WASocket,
  people: readonly string[],
): Promise<Awaited<ReturnType<WASocket['getUSyncDevices']>>> {
  const devices: Awaited<ReturnType<WASocket['getUSyncDevices']>> = [];
  for (let from = 0; from < people.length; from += PEOPLE_AT_ONCE) {
    if (from > 0) await yieldToEventLoop();
    const part = people.slice(from, from + PEOPLE_AT_ONCE);
    devices.push(...(await getUSyncDevices(part, true, false)));
  }
  return devices;
}

/** A ciphertext for one device. */
interface DeviceCiphertext {
  readonly opensSession: boolean;
  readonly enc: Stanza;
}

/** Rejects when no session with the device is open. */
export async function sealFor(
  { signalRepository }: WASocket,
  jid: string,
  { data, attrs }: SealedContent,
): Promise<DeviceCiphertext> {
  const { type, ciphertext } = await signalRepository.encryptMessage({ jid, data });
  const enc = { tag: 'enc', attrs: { v: '2', type, ...attrs }, content: ciphertext };
  return { opensSession: type === OPENING, enc };
}

/** A message sealed for one device. */
export interface SealedMessage {
  readonly jid: string;
  readonly opensSession: boolean;
  /** It is encoded at once, since sealing many is spread over turns of the event loop. */
  readonly node: EncodedNode;
}

export interface SealedMessages {
  readonly sealed: readonly SealedMessage[];
  /** The reasons of the devices without a ciphertext, by JID. */
  readonly failures: ReadonlyMap<string, unknown>;
}

/** Seals a message for each device, and begins missing sessions. A device with unusable keys fails alone. */
export async function sealForEach(
  socket: WASocket,
  baileys: Baileys,
  jids: readonly string[],
  content: SealedContent,
): Promise<SealedMessages> {
  const all = new Map<string, SealedMessage>();
  const failures = new Map<string, unknown>();
  const seal = async (jid: string) => {
    try {
      const { enc, opensSession } = await sealFor(socket, jid, content);
      const node = new EncodedNode({ tag: 'to', attrs: { jid }, content: [enc] });
      all.set(jid, { jid, opensSession, node });
      failures.delete(jid);
    } catch (error) {
      if (databaseErrorIn(error) !== null) throw error;
      if (!failures.has(jid)) failures.set(jid, error);
    }
  };
  await Promise.all(jids.map(seal));
  const closed = [...failures.keys()];
  for (let from = 0; from < closed.length; from += ASKED_AT_ONCE) {
    const some = closed.slice(from, from + ASKED_AT_ONCE);
    for (const [jid, error] of await beginSessions(socket, baileys, some)) failures.set(jid, error);
    await Promise.all(some.map(seal));
  }
  return { sealed: jids.flatMap((jid) => all.get(jid) ?? []), failures };
}

/**
 * Asks the server for the keys of devices and begins sessions with them. Resolves with what failed, by JID: that is
 * NoAnswer for all of them when the server does not answer. With `isRenewal` the devices could not read a message.
 */
export async function beginSessions(
  socket: WASocket,
  baileys: Baileys,
  jids: readonly string[],
  isRenewal = false,
): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>();
  const names = await keyOwners(socket, jids);
  const reason = isRenewal ? { reason: 'identity' } : {};
  const users = [...names.keys()].map((jid) => ({ tag: 'user', attrs: { jid, ...reason } }));
  const answer = await answerTo(socket, {
    tag: 'iq',
    attrs: { xmlns: 'encrypt', type: 'get', to: baileys.S_WHATSAPP_NET },
    content: [{ tag: 'key', attrs: {}, content: users }],
  }).catch((error) => {
    if (error instanceof NoAnswer) return error;
    throw error;
  });
  if (answer instanceof NoAnswer) return new Map(jids.map((jid) => [jid, answer]));
  const absent = new Map(names);
  for (const user of children(child(answer, 'list'))) {
    const name = user.attrs.jid ?? '';
    absent.delete(name);
    try {
      await baileys.parseAndInjectE2ESessions(listOf(user), socket.signalRepository);
    } catch (error) {
      if (databaseErrorIn(error) !== null) throw error;
      // Baileys' parser expects every key to be there.
      const reason = error instanceof TypeError ? new Error('its keys are incomplete') : error;
      failures.set(names.get(name) ?? name, reason);
    }
  }
  for (const jid of absent.values()) failures.set(jid, new Error('it gives no keys'));
  return failures;
}

/** Returns under which names the server knows the devices: their LIDs, where those are known. */
async function keyOwners(
  { signalRepository: { lidMapping } }: WASocket,
  jids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = jids.filter((jid) => !LID.test(jid));
  const pairs = numbers.length > 0 ? await lidMapping.getLIDsForPNs([...numbers]) : null;
  const lids = new Map(pairs?.map(({ pn, lid }) => [pn, lid]));
  return new Map(jids.map((jid) => [lids.get(jid) ?? jid, jid]));
}

const listOf = (user: BinaryNode): BinaryNode => ({
  tag: 'iq',
  attrs: {},
  content: [{ tag: 'list', attrs: {}, content: [user] }],
});

/** Returns the node that proves whose device opens a session. */
export const deviceIdentity = (baileys: Baileys, { account }: AuthenticationCreds): Stanza[] =>
  account
    ? [
        {
          tag: 'device-identity',
          attrs: {},
          content: baileys.encodeSignedDeviceIdentity(account, true),
        },
      ]
    : [];
