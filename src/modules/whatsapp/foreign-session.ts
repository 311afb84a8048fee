/**
 * Takes over the session of a paired device that another program with the same library has stored,
 * so that nobody has to pair again.
 */
import type { Orm, Statement } from '../../core/db/client.ts';
import { whatsappCredentials } from '../../core/db/schema/whatsapp.ts';
import { placeOf } from '../../core/db/sealed-tables.ts';
import type { Vault } from '../../core/shared/crypto.ts';
import { invalid } from '../../core/shared/errors.ts';
import type { AuthenticationCreds, Baileys, SignalDataTypeMap } from './engine/surface.ts';
import { sealingOf, upsertKeys } from './key-rows.ts';

/**
 * A key as such programs store it: a name like `pre-key-7`, and its value as JSON or as a JSON text that holds JSON.
 */
export interface StoredText {
  readonly name: string;
  readonly value: string;
}

export interface ForeignSession {
  readonly creds: AuthenticationCreds;
  readonly keys: readonly {
    readonly type: string;
    readonly id: string;
    readonly value: unknown;
  }[];
  /** How many keys were of an unknown kind or were not JSON. */
  readonly unreadable: number;
  readonly ownerJid: string;
  readonly profileName: string | null;
}

/** Longer names come first: `sender-key-memory-…` also begins with `sender-key`. */
const KEY_TYPES = Object.keys({
  'app-state-sync-version': true,
  'app-state-sync-key': true,
  'sender-key-memory': true,
  'sender-key': true,
  'identity-key': true,
  'lid-mapping': true,
  'device-list': true,
  'pre-key': true,
  session: true,
  tctoken: true,
} satisfies Record<keyof SignalDataTypeMap, true>);

/**
 * `creds` is the JSON of the device's own keys, or a JSON text that holds it. Returns null when the
 * device was never paired; throws an AppError when `creds` is something else.
 */
export function readForeignSession(
  baileys: Baileys,
  creds: string,
  keys: readonly StoredText[],
): ForeignSession | null {
  const found = readCreds(baileys, creds);
  if (found === null) return null;
  const read = keys.filter(({ name }) => name !== 'creds').map((key) => readKey(baileys, key));
  const known = read.filter((key) => key !== null);
  return {
    creds: found,
    keys: known,
    unreadable: read.length - known.length,
    ownerJid: baileys.jidNormalizedUser(found.me?.id),
    profileName: found.me?.name ?? found.me?.verifiedName ?? null,
  };
}

const UNREADABLE = 'its session is not one of the library Baileys: pair it again';

function readCreds(baileys: Baileys, text: string): AuthenticationCreds | null {
  const value = parsed(baileys, text);
  if (typeof value !== 'object' || value === null) throw invalid(UNREADABLE);
  // Fields that Baileys has added since get the values of a new device.
  const creds = { ...baileys.initAuthCreds(), ...value } as AuthenticationCreds;
  if (!creds.me || !creds.account) return null;
  const pairs = [creds.noiseKey, creds.signedIdentityKey, creds.signedPreKey?.keyPair];
  const isWhole =
    pairs.every((pair) => isKey(pair?.private) && isKey(pair?.public)) &&
    typeof creds.advSecretKey === 'string' &&
    typeof creds.registrationId === 'number' &&
    baileys.jidDecode(creds.me.id) !== undefined;
  if (!isWhole) throw invalid(UNREADABLE);
  return creds;
}

const isKey = (value: unknown): boolean => value instanceof Uint8Array && value.length === 32;

function readKey(baileys: Baileys, { name, value }: StoredText) {
  const type = KEY_TYPES.find((known) => name.startsWith(`${known}-`));
  if (type === undefined) return null;
  try {
    const read = parsed(baileys, value);
    return read === null ? null : { type, id: name.slice(type.length + 1), value: read };
  } catch {
    return null;
  }
}

/** Parses JSON, or JSON in a JSON text. Throws an AppError for anything else. */
function parsed(baileys: Baileys, text: string): unknown {
  try {
    const value = JSON.parse(text, baileys.BufferJSON.reviver);
    return typeof value === 'string' && /^[{["]/.test(value)
      ? JSON.parse(value, baileys.BufferJSON.reviver)
      : value;
  } catch {
    throw invalid(UNREADABLE);
  }
}

interface StoreDeps {
  readonly orm: Orm;
  readonly baileys: Baileys;
  readonly vault: Vault;
  /** Ms since 1970. */
  readonly now: number;
}

/** Returns the statements that store the session, sealed, for an instance without a session. */
export function storingOf(
  { orm, baileys, vault, now }: StoreDeps,
  instanceId: string,
  session: ForeignSession,
): Statement[] {
  const sealing = sealingOf(baileys, vault);
  const place = placeOf(whatsappCredentials.credsSealed, instanceId);
  const creds = { instanceId, credsSealed: sealing.seal(session.creds, place), updatedAt: now };
  return [
    orm.insert(whatsappCredentials).values(creds).toSQL() as Statement,
    upsertKeys(sealing, instanceId, session.keys),
  ];
}
