/** Calls between two threads: each can call what the other exposes, and gets results and errors. */
import { causesOf, failure } from '../../../core/shared/errors.ts';
import { LimitedMap } from '../../../core/shared/limited-map.ts';
import { presentTrace, withinTrace } from '../../../core/shared/tracing.ts';

/** A message between the threads. */
export type CallMessage =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly to: string;
      readonly method: string;
      readonly args: readonly unknown[];
      /** The index of the AbortSignal among the arguments, which cannot be sent; or -1. */
      readonly signalAt: number;
      /** The span in which it is called, or null. */
      readonly trace: string | null;
    }
  | { readonly kind: 'abort'; readonly id: number }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly value: unknown;
      /**
       * The field of the value that is read piece by piece from the other side; '' for the value itself, null for a
       * plain value.
       */
      readonly stream: string | null;
    }
  | { readonly kind: 'failure'; readonly id: number; readonly error: SentError };

/** The most running calls of one side. Callers have their own limits; this one is for all of them together. */
const CALLS_MAX = 50_000;

/** The most streams that were not read to the end; the oldest is dropped. */
const STREAMS_MAX = 1_000;

const streamName = (call: number): string => `what call ${call} gave`;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

type Methods = Record<string, (...args: unknown[]) => unknown>;

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class ThreadCalls {
  readonly #send: (message: CallMessage) => void;
  readonly #errorTypes: ErrorTypes;
  readonly #exposed = new Map<string, () => object>();
  readonly #streams = new LimitedMap<string, AsyncIterator<unknown>>(STREAMS_MAX);
  readonly #waiting = new Map<number, PendingCall>();
  /** Running calls of the other side. */
  readonly #serving = new Map<number, AbortController>();
  #lastId = 0;
  #end: Error | null = null;
  #whenServed: (() => void) | null = null;

  /**
   * `send` sends a message to the other thread, and throws when it contains what cannot be sent, such as a function.
   * Errors of these types keep their type; others become an Error.
   */
  constructor(send: (message: CallMessage) => void, errorTypes: ErrorTypes) {
    this.#send = send;
    this.#errorTypes = errorTypes;
  }

  /** Lets the other side call every method of `target()`; if it throws, the call fails with its error. */
  expose(name: string, target: () => object): void {
    this.#exposed.set(name, target);
  }

  withdraw(name: string): void {
    this.#exposed.delete(name);
  }

  /**
   * Returns what the other side exposes as `name`. Its methods always return promises. Arguments and results are
   * copied; one argument may be an AbortSignal, and a result, or a field of it, an AsyncIterable.
   */
  remote<T extends object>(name: string): T {
    const method = (key: string | symbol) =>
      // Awaiting the object asks whether it is a promise.
      typeof key === 'symbol' || key === 'then'
        ? undefined
        : (...args: unknown[]) => this.#call(name, key, args);
    return new Proxy({} as T, { get: (_, key) => method(key) });
  }

  receive(message: CallMessage): void {
    if (this.#end !== null) return;
    if (message.kind === 'call') void this.#serve(message);
    else if (message.kind === 'abort') this.#serving.get(message.id)?.abort();
    else {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.kind === 'answer') waiting?.resolve(this.#received(message));
      else waiting?.reject(fromSent(message.error, this.#errorTypes));
    }
  }

  /** Rejects all running and later calls with `error`; calls of the other side are aborted. */
  end(error: Error): void {
    if (this.#end !== null) return;
    this.#end = error;
    this.#exposed.clear();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    for (const serving of this.#serving.values()) serving.abort();
  }

  /** Returns whether a call of the other side is running. */
  get isServing(): boolean {
    return this.#serving.size > 0;
  }

  /** Resolves once no call of the other side is running; only one caller may wait. */
  async served(): Promise<void> {
    if (!this.isServing) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenServed = resolve;
    await promise;
  }

  async #call(to: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#end !== null) throw this.#end;
    if (this.#waiting.size >= CALLS_MAX) throw failure('thread_busy');
    const id = ++this.#lastId;
    const signalAt = args.findIndex((arg) => arg instanceof AbortSignal);
    const signal = signalAt === -1 ? undefined : (args[signalAt] as AbortSignal);
    const sent = signal === undefined ? args : args.with(signalAt, null);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const trace = presentTrace();
    this.#send({ kind: 'call', id, to, method, args: sent, signalAt, trace });
    this.#waiting.set(id, { resolve, reject });
    if (signal === undefined) return promise;
    const abort = () => this.#end ?? this.#send({ kind: 'abort', id });
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  async #serve(call: CallMessage & { kind: 'call' }): Promise<void> {
    const { id, to, method, args, signalAt, trace } = call;
    const aborting = new AbortController();
    this.#serving.set(id, aborting);
    try {
      const target = (this.#streams.get(to) ?? this.#exposed.get(to)?.()) as Methods | undefined;
      if (target === undefined) throw failure('part_closed', { part: to });
      const callArgs = signalAt === -1 ? args : args.with(signalAt, aborting.signal);
      this.#answer(id, await withinTrace(trace, () => target[method]?.(...callArgs)));
      if (method === 'return') this.#streams.delete(to);
    } catch (error) {
      this.#post({ kind: 'failure', id, error: toSent(error, this.#errorTypes) });
    } finally {
      this.#serving.delete(id);
      if (this.#serving.size === 0) this.#whenServed?.();
    }
  }

  /** Sends the result, which may be a stream itself or have one as a field. */
  #answer(id: number, value: unknown): void {
    const fields: Record<string, unknown> = isPlainObject(value) ? value : { '': value };
    const found = Object.entries(fields).find(([, field]) => isStream(field));
    const [stream, source] = found ?? [null, null];
    if (isStream(source)) this.#streams.set(streamName(id), source[Symbol.asyncIterator]());
    const sent = stream === null ? value : { ...fields, [stream]: null };
    this.#post({ kind: 'answer', id, value: sent, stream });
  }

  #received({ id, value, stream }: CallMessage & { kind: 'answer' }): unknown {
    if (stream === null) return value;
    const pieces = this.#pieces(this.remote<Required<AsyncIterator<unknown>>>(streamName(id)));
    return stream === '' ? pieces : { ...(value as object), [stream]: pieces };
  }

  /** Requests each piece when it is wanted. If the reader stops, the other side is told. */
  async *#pieces(source: Required<AsyncIterator<unknown>>): AsyncGenerator<unknown, void> {
    try {
      for (;;) {
        const { done, value } = await source.next();
        if (done) return;
        yield value;
      }
    } finally {
      void source.return().catch(() => {});
    }
  }

  #post(message: CallMessage): void {
    if (this.#end === null) this.#send(message);
  }
}

/** Classes by their names. Their fields must be ones that can be copied. */
export type ErrorTypes = Readonly<Record<string, { readonly prototype: Error }>>;

/** An error and its causes, outermost first. */
type SentError = readonly {
  readonly type: string | null;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}[];

const isPlain = (value: unknown): boolean =>
  value === null || !/^(object|function|symbol)$/.test(typeof value);

/** Converts an error for another thread, since sending copies its text but loses its class. */
function toSent(error: unknown, types: ErrorTypes): SentError {
  const whole = error instanceof Error ? error : new Error(String(error));
  return [...causesOf(whole)].map((one) => {
    const type = typeOf(one, types);
    const fields = Object.entries(one).filter(([, value]) => type !== null || isPlain(value));
    const { message, stack, name } = one;
    return { type, message, stack, fields: { name, ...Object.fromEntries(fields) } };
  });
}

function typeOf(error: Error, types: ErrorTypes): string | null {
  const own = Object.entries(types).find(([, type]) => type === error.constructor);
  return own?.[0] ?? null;
}

function fromSent(sent: SentError, types: ErrorTypes): Error {
  return sent.reduceRight<Error | undefined>((cause, { type, message, stack, fields }) => {
    const error = new Error(message, cause === undefined ? undefined : { cause });
    const known = type === null ? undefined : types[type];
    if (known !== undefined) Object.setPrototypeOf(error, known.prototype);
    return Object.assign(error, fields, stack === undefined ? {} : { stack });
  }, undefined) as Error;
}
