/** The WhatsApp session of one instance of a source: the device's own keys, and those of its conversations. */

import { invalid } from '../../core/shared/errors.ts';
import { type Baileys, type ForeignSession, readForeignSession } from '../whatsapp/api.ts';
import type { KeySource } from './key-source.ts';
import type { Part } from './settings.ts';
import { rowOf, type Source, textIn } from './source.ts';

export interface SessionDeps {
  readonly source: Source;
  readonly baileys: Baileys;
  /** Null if the command names no source of keys. */
  readonly keySource: KeySource | null;
  /** A session is taken without the keys of its conversations too. */
  readonly withoutKeys: boolean;
}

const NO_KEYS =
  'the keys of its conversations are missing: name the folder `instances` or the Redis of Evolution API with --keys, or take it with --without-keys';
const WITHOUT =
  'session: taken without the keys of its conversations; what others send first is asked for again';

/** Throws an AppError when it cannot be taken whole. */
export async function sessionOf(
  { source, baileys, keySource, withoutKeys }: SessionDeps,
  instanceId: string,
): Promise<Part<ForeignSession>> {
  const keys = (await keySource?.keysOf(instanceId)) ?? [];
  const row = await rowOf(source, 'Session', instanceId);
  // With CACHE_REDIS_SAVE_INSTANCES they are beside the others.
  const creds = (row && textIn(row, 'creds')) ?? keys.find(({ name }) => name === 'creds')?.value;
  const session = creds === undefined ? null : readForeignSession(baileys, creds, keys);
  if (session === null) return { value: null, notes: ['session: none, since it was never paired'] };
  if (session.keys.length === 0 && !withoutKeys) throw invalid(NO_KEYS);
  const { unreadable } = session;
  const notes = [
    ...(session.keys.length === 0 ? [WITHOUT] : []),
    ...(unreadable === 0 ? [] : [`session: ${unreadable} of its keys could not be read`]),
  ];
  return { value: session, notes };
}
