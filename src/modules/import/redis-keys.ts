/** The keys of WhatsApp sessions as Evolution API keeps them in Redis: a hash for each instance. */
import { RedisClient } from 'bun';
import { EXIT, StartRefused } from '../../core/process/refusal.ts';
import { withTimeout } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { maskUrl } from '../../core/shared/mask-url.ts';
import { KEYS_MAX, KeyCollection, type KeySource } from './key-source.ts';

const ANSWER_MS = 10_000;
/** Fields that one answer is to have, more or less. */
const FIELDS_PER_ANSWER = 500;
/** The number of keys to ask for at once. Redis may answer with fewer or with an empty list. */
const ANSWERS_MAX = KEYS_MAX;
/** CACHE_REDIS_PREFIX_KEY of the example that comes with it, and where nothing is set. */
const PREFIXES = ['evolution', 'evolution-cache'];

export const isRedisUrl = (text: string): boolean => /^rediss?:\/\//i.test(text);

/**
 * `text` is a URL as Evolution API has it in CACHE_REDIS_URI, with `?prefix=` for a CACHE_REDIS_PREFIX_KEY of one's
 * own. Throws StartRefused when the server does not answer. Nothing but HSCAN is asked of it.
 */
export async function openRedisKeys(text: string, clock: Clock): Promise<KeySource> {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') throw new StartRefused('the URL of Redis is not valid');
  const prefix = url.searchParams.get('prefix');
  url.search = '';
  const client = new RedisClient(url.href, {
    connectionTimeout: ANSWER_MS,
    autoReconnect: false,
  });
  const withinLimit: AnswerLimit = async (work) => {
    try {
      return await withTimeout({ clock, ms: ANSWER_MS }, work);
    } catch (error) {
      client.close();
      const message = `${maskUrl(url.href)} cannot be read: ${messageOf(error)}; are address and password right?`;
      throw new StartRefused(message, EXIT.unavailable, error);
    }
  };
  await withinLimit(client.connect());
  return {
    async keysOf(instanceId) {
      for (const one of prefix === null ? PREFIXES : [prefix]) {
        const found = await keysIn(client, `${one}:instance:${instanceId}`, withinLimit);
        if (found !== null) return found;
      }
      return null;
    },
    close: async () => client.close(),
  };
}

type AnswerLimit = <T>(work: Promise<T>) => Promise<T>;

async function keysIn(client: RedisClient, hash: string, withinLimit: AnswerLimit) {
  const collected = new KeyCollection();
  let cursor = '0';
  for (let answers = 0; answers < ANSWERS_MAX; answers++) {
    const [next, fields] = await withinLimit(
      client.hscan(hash, cursor, 'COUNT', FIELDS_PER_ANSWER),
    );
    for (let index = 0; index + 1 < fields.length; index += 2)
      collected.add({ name: fields[index] ?? '', value: fields[index + 1] ?? '' });
    cursor = String(next);
    if (cursor === '0') return collected.collect();
  }
  throw new StartRefused(`Redis gave more than ${ANSWERS_MAX} answers about ${hash}`);
}
