/** The main thread's side of one thread of sessions: starts it, watches whether it works, and ends it. */
import type { FileSink, LinkedMedia } from '../../../core/events/publish/media-links.ts';
import type { ProviderDeps } from '../../../core/providers/provider.ts';
import type { Place } from '../../../core/shared/async/semaphore.ts';
import { momentOf, yieldToEventLoop } from '../../../core/shared/clock.ts';
import { type AppError, failure, messageOf } from '../../../core/shared/errors.ts';
import { ownModule } from '../../../core/shared/own-files.ts';
import type { WhatsAppOptions } from '../context.ts';
import {
  ERROR_TYPES,
  MAIN,
  type MainThreadCalls,
  type SessionThreadCalls,
  THREAD,
  type ThreadSettings,
} from './seam.ts';
import { type CallMessage, ThreadCalls } from './thread-calls.ts';

/** `logins` and `filePlaces` are shared by all threads. */
export interface SessionThreadDeps
  extends Pick<ProviderDeps, 'clock' | 'log' | 'faults' | 'own' | 'mediaSinks'>,
    Pick<WhatsAppOptions, 'versions' | 'record'>,
    Required<Pick<WhatsAppOptions, 'logins' | 'filePlaces'>> {
  readonly settings: ThreadSettings;
  /** By default the worker that is part of the service. */
  readonly startWorker?: () => Worker;
}

/** A session as its thread knows it. */
export interface ThreadUser {
  /** Called when the thread has ended with all that it had. */
  lost(reason: string): void;
}

export const WORKER = 'src/modules/whatsapp/threads/session-worker.ts';
/** Time between two checks whether a thread works. */
const BEAT_MS = 1_000;
/**
 * A thread counts as stuck after this many checks in a row without an answer; the second limit is
 * for one that is still starting.
 */
const MISSED_MAX = 10;
const MISSED_AT_START_MAX = 60;

// Only sessions keep the process alive, not a thread alone.
const startOwnWorker = () => new Worker(ownModule(WORKER), { ref: false });

const endedError = (): AppError =>
  failure('thread_ended', {}, { mayBeDone: true, headers: { 'retry-after': '5' } });

export class SessionThread {
  readonly calls: ThreadCalls;
  readonly asked: SessionThreadCalls;
  readonly users = new Set<ThreadUser>();
  readonly #deps: SessionThreadDeps;
  readonly #worker: Worker;
  readonly #services: MainServices;
  readonly #gone: () => void;
  #cancelBeat: () => void = () => {};
  #missed = 0;
  #hasBegun = false;
  #isEnded = false;

  /** `gone` is called when the thread has ended for any reason. */
  constructor(deps: SessionThreadDeps, gone: () => void) {
    this.#deps = deps;
    this.#gone = gone;
    this.#services = new MainServices(deps);
    this.#worker = (deps.startWorker ?? startOwnWorker)();
    this.calls = new ThreadCalls((message) => this.#worker.postMessage(message), ERROR_TYPES);
    this.calls.expose(MAIN, () => this.#services);
    this.#worker.onmessage = ({ data }: MessageEvent<CallMessage>) => this.calls.receive(data);
    this.#worker.onerror = ({ message }) => this.end(message);
    this.#worker.addEventListener('close', () => this.end('it stopped'));
    this.asked = this.calls.remote<SessionThreadCalls>(THREAD);
    this.asked.begin(deps.settings, momentOf(deps.clock)).then(
      () => {
        this.#hasBegun = true;
      },
      (error) => this.end(messageOf(error)),
    );
    this.#beatLater();
  }

  /** Ends the thread at once, whatever it is doing; `reason` is null when nobody needs it any more. */
  end(reason: string | null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#cancelBeat();
    this.#worker.terminate();
    this.calls.end(endedError());
    this.#services.end();
    this.#gone();
    if (reason === null) return;
    const sessions = this.users.size;
    this.#deps.log.error('a thread of WhatsApp sessions ended', { reason, sessions });
    for (const user of [...this.users]) user.lost(reason);
  }

  #beatLater(): void {
    this.#cancelBeat = this.#deps.clock.after(BEAT_MS, () => void this.#beat());
  }

  async #beat(): Promise<void> {
    // Messages that arrived while this thread was busy are handled first.
    await yieldToEventLoop();
    if (this.#isEnded) return;
    if (this.#missed >= (this.#hasBegun ? MISSED_MAX : MISSED_AT_START_MAX))
      return this.end('it did not answer any more');
    if (this.#missed++ === 0) this.#ask();
    this.#beatLater();
  }

  /** Only one check runs at a time. */
  #ask(): void {
    const answered = () => {
      this.#missed = 0;
    };
    this.asked.beat(momentOf(this.#deps.clock)).then(answered, () => {});
  }
}

interface FileUnderWay {
  readonly sink: FileSink<LinkedMedia>;
  readonly over: () => void;
}

/** The calls that the main thread answers for the sessions of one thread, besides those of their hosts. */
export class MainServices implements MainThreadCalls {
  readonly #deps: Omit<SessionThreadDeps, 'clock' | 'settings'>;
  readonly #ended = new AbortController();
  readonly #logins = new Map<number, () => void>();
  /** The places for files that the thread has, by instance. */
  readonly #places = new Map<string, Place[]>();
  readonly #files = new Map<number, FileUnderWay>();

  constructor(deps: Omit<SessionThreadDeps, 'clock' | 'settings'>) {
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
    if (sink === undefined) throw new Error('files are not stored');
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
    if (found === undefined) throw new Error('the file is not under way');
    return found;
  }
}
