/** The end of the service, in order and in bounded time. */

import type { ClusterNode } from '../offers.ts';
import { type ListeningServer, stopListening } from './closing.ts';
import type { Parts } from './parts.ts';

interface Stopping {
  /** Null when this process has the database file to itself. */
  readonly node: Pick<ClusterNode, 'drain' | 'leave'> | null;
  readonly parts: Parts;
  readonly server: ListeningServer;
  readonly pruning: { stop(): void };
  /** Closes the database. */
  readonly close: () => Promise<void>;
}

/** Readers come back at other nodes, not all at once. */
const READERS_SPREAD_MS = 2_000;
/** The time that requests under way get even if the hand-over took all of `graceMs`. */
const LEAST_MS = 1_000;

/**
 * Lets attempts and requests under way end for `graceMs`. A node hands its streams over first and still answers
 * requests while it does.
 */
export async function stopService(stopping: Stopping, graceMs: number): Promise<void> {
  const { node, parts, server, pruning, close } = stopping;
  const { clock, works, engine, service, mediaStore, brokers, upkeep, proxies, outgoing } = parts;
  pruning.stop();
  const until = clock.steady() + graceMs;
  const readers = works.map((work) => work.close?.(node === null ? 0 : READERS_SPREAD_MS));
  await node?.drain(graceMs);
  await Promise.all(readers);
  const leftMs = node === null ? graceMs : Math.max(LEAST_MS, until - clock.steady());
  const closed = stopListening(server, { clock, graceMs: leftMs });
  mediaStore?.stop();
  upkeep.stop();
  outgoing.stop();
  await service.stop();
  await proxies.stop();
  await engine.stop(leftMs);
  await brokers.stop();
  await closed;
  for (const work of works) await work.stop?.();
  await node?.leave();
  for (const work of works) await work.end?.();
  await close();
}
