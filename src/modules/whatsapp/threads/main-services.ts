/** The calls that the main thread answers for the sessions of one thread, besides those of their hosts. */
import type {
  FileSink,
  LinkedMedia,
  MediaSinks,
} from '../../../core/events/publish/media-links.ts';
import type { OwnDatabase } from '../../../core/events/publish/owner-writes.ts';
import type { FairSemaphore } from '../../../core/shared/async/fair-semaphore.ts';
import type { Place } from '../../../core/shared/async/semaphore.ts';
import { AppError } from '../../../core/shared/errors.ts';
import type { Log } from '../../../core/shared/log.ts';
import type { UnhandledFaults } from '../../../core/shared/unhandled-faults.ts';
import type { Logins } from '../login-pace.ts';
import type { RecordStanza } from '../recording/recorder.ts';
import type { VersionSource } from '../web-versions.ts';
import type { MainThreadCalls } from './seam.ts';

export interface MainServicesDeps {
  readonly log: Log;
  readonly faults: Pick<UnhandledFaults, 'note'>;
  readonly own: OwnDatabase;
  /** Shared by all threads. */
  readonly logins: Logins;
  readonly versions: VersionSource;
  /** Records stanzas; absent when they are not recorded. */
  readonly record?: RecordStanza | null;
  readonly filePlaces: Pick<FairSemaphore, 'of'>;
  readonly mediaSinks: MediaSinks | null;
}

interface FileUnderWay {
  readonly sink: FileSink<LinkedMedia>;
  readonly over: () => void;
}

export class MainServices implements MainThreadCalls {
  readonly #deps: MainServicesDeps;
  readonly #ended = new AbortController();
  readonly #logins = new Map<number, () => void>();
  /** The places for files that the thread has, by instance. */
  readonly #places = new Map<string, Place[]>();
  readonly #files = new Map<number, FileUnderWay>();

  constructor(deps: MainServicesDeps) {
    this.#deps = deps;
  }

  /** Releases what the thread had when it ended. */
  end(): void {
    this.#ended.abort();
    for (const loggedIn of this.#logins.values()) loggedIn();
    for (const place of [...this.#places.values()].flat()) place.release();
    this.#places.clear();
    for (const file of [...this.#files.keys()]) void this.abandonFile(file);
  }

  query: MainThreadCalls['query'] = (instanceId, text, params) =>
    this.#deps.own(instanceId).query(text, params);

  batch: MainThreadCalls['batch'] = (instanceId, statements) =>
    this.#deps.own(instanceId).batch(statements);

  async log(...[level, message, fields]: Parameters<MainThreadCalls['log']>): Promise<void> {
    this.#deps.log[level](message, fields);
  }

  async faulted(...[place, fault]: Parameters<MainThreadCalls['faulted']>): Promise<void> {
    this.#deps.faults.note(place, fault);
  }

  async loginBegins(): Promise<void> {
    this.#deps.logins.noteLogin();
  }

  async placeLogin(login: number, ended: AbortSignal): Promise<boolean> {
    const either = AbortSignal.any([ended, this.#ended.signal]);
    const loggedIn = await this.#deps.logins.place(either);
    if (loggedIn !== null) this.#logins.set(login, loggedIn);
    return loggedIn !== null;
  }

  async loggedIn(login: number): Promise<void> {
    this.#logins.get(login)?.();
    this.#logins.delete(login);
  }

  currentVersion: MainThreadCalls['currentVersion'] = (proxy) => this.#deps.versions.current(proxy);

  renewVersion: MainThreadCalls['renewVersion'] = (refused, proxy) =>
    this.#deps.versions.renew(refused, proxy);

  recordStanza: MainThreadCalls['recordStanza'] = async (...stanza) =>
    (await this.#deps.record?.(...stanza)) ?? false;

  async takeFilePlace(instanceId: string, ended: AbortSignal): Promise<boolean> {
    const place = await this.#deps.filePlaces.of(instanceId).acquire(ended);
    if (place === null) return false;
    if (this.#ended.signal.aborted) place.release();
    else this.#places.getOrInsertComputed(instanceId, () => []).push(place);
    return true;
  }

  async releaseFilePlace(instanceId: string): Promise<void> {
    const held = this.#places.get(instanceId);
    held?.pop()?.release();
    if (held?.length === 0) this.#places.delete(instanceId);
  }

  async beginFile(...[file, about, signal]: Parameters<MainThreadCalls['beginFile']>) {
    const sink = this.#deps.mediaSinks?.sink(about, signal);
    if (sink === undefined) throw new AppError('internal', 'files are not stored');
    const { promise, resolve } = Promise.withResolvers<void>();
    const over = () => {
      this.#files.delete(file);
      resolve();
    };
    this.#files.set(file, { sink, over });
    await promise;
  }

  async writeFile(file: number, bytes: Uint8Array): Promise<boolean> {
    return (await this.#files.get(file)?.sink.write(bytes)) ?? false;
  }

  async finishFile(file: number): Promise<LinkedMedia> {
    const { sink, over } = this.#file(file);
    return sink.finish().finally(over);
  }

  async abandonFile(file: number): Promise<void> {
    const { sink, over } = this.#file(file);
    await sink.abandon().finally(over);
  }

  #file(file: number): FileUnderWay {
    const found = this.#files.get(file);
    if (found === undefined) throw new AppError('internal', 'the file is not under way');
    return found;
  }
}
