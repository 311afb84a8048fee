/** The main thread's side of one thread of sessions: starts it, watches whether it works, and ends it. */
import { type Clock, momentOf, yieldToEventLoop } from '../../../core/shared/clock.ts';
import { AppError, messageOf } from '../../../core/shared/errors.ts';
import { ownModule } from '../../../core/shared/own-files.ts';
import { MainServices, type MainServicesDeps } from './main-services.ts';
import { ERROR_TYPES, MAIN, type SessionThreadCalls, THREAD, type ThreadSettings } from './seam.ts';
import { type CallMessage, ThreadCalls } from './thread-calls.ts';

export interface SessionThreadDeps extends MainServicesDeps {
  readonly clock: Clock;
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
  new AppError(
    'unavailable',
    'the thread of the instance has ended, and a new one is being started; it is not known whether the request was carried out',
    { mayBeDone: true, headers: { 'retry-after': '5' } },
  );

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
    this.calls = new ThreadCalls({
      post: (message) => this.#worker.postMessage(message),
      errorTypes: ERROR_TYPES,
    });
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
