/** The page from which WhatsApp serves its web client, which names the current version. */

import type { WatchedDatabase } from '../../../src/core/db/outage.ts';
import type { Outbound } from '../../../src/core/outbound/outbound.ts';
import type { WebVersion } from '../../../src/core/providers/all.ts';
import type { Clock } from '../../../src/core/shared/clock.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import {
  createWebVersionStore,
  latestWebVersion,
  type VersionSource,
  WebVersions,
} from '../../../src/modules/whatsapp/web-versions.ts';

type FetchedFile = Awaited<ReturnType<Outbound['fetchFile']>>;

export class VersionPage implements Pick<Outbound, 'fetchFile'> {
  /** The addresses that were asked for. */
  readonly asked: string[] = [];
  #answer: FetchedFile = { problem: 'no route' };

  /** Serves this revision. */
  serve(revision: number): void {
    this.answer(`self.__config = {"client_revision":${revision}};`);
  }

  /** Answers with this text. */
  answer(text: string): void {
    this.#answer = { bytes: Buffer.from(text), contentType: null, fileName: null, url: '' };
  }

  /** Answers with a failure. */
  fail(answer: FetchedFile): void {
    this.#answer = answer;
  }

  fetchFile = async (url: string): Promise<FetchedFile> => {
    this.asked.push(url);
    return this.#answer;
  };
}

/** Never asks anybody. */
export const fixedVersion = (version: WebVersion): VersionSource => ({
  current: async () => version,
  renew: async () => 'same',
});

/** The versions as a service with this database decides on them. */
export const versionsAt = (
  page: VersionPage,
  db: Pick<WatchedDatabase, 'query'>,
  clock: Clock,
  lines: string[] = [],
): WebVersions =>
  new WebVersions({
    clock,
    log: createLog('debug', clock.now, (line) => lines.push(line)),
    fixed: null,
    store: createWebVersionStore(db),
    fetchLatest: (signal, proxy) => latestWebVersion(page, signal, proxy),
  });
