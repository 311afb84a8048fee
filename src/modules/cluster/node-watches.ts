/**
 * Checks, while calls wait for a node, whether the node is alive and answers; a silent connection does not show it. All
 * calls that wait for one node share what is found.
 */
import type { Cancel, Clock } from '../../core/shared/clock.ts';
import { isUnsent } from '../../core/shared/errors.ts';
import type { Membership } from './membership.ts';
import type { Owner } from './owners.ts';

interface WatchDeps {
  readonly clock: Clock;
  readonly membership: Pick<Membership, 'nodes'>;
  /** Sends a request to another node. */
  readonly fetch: (url: string, options: BunFetchRequestInit) => Promise<Response>;
}

/** The wait of one call. */
export interface CallWatch {
  /** Aborts when the wait for the node should end; its reason says why. */
  readonly gone: AbortSignal;
  /** Must be called when the node has answered. */
  recordAnswer(): void;
  /** Must be called when the call has stopped waiting. */
  stop(): void;
}

type WatchedNode = Pick<Owner, 'id' | 'url'>;

/**
 * How often a node is looked at, and asked whether it is there unless it has answered since. Looks are counted instead
 * of time, because a pause of this process is no silence of the other.
 */
const LOOK_MS = 1_000;
/** After so many looks without an answer the next calls are refused at once, */
const SILENT_AFTER = 3;
/** and after so many no call waits any longer: as long as a request waits for an owner. */
const GONE_AFTER = 15;
/** For so many looks after the last call a silent node is still asked. */
const ASKED_WITHOUT_CALLS = 30;
/** How long its answer may take, which is longer than any operation; the body of the answer has no limit. */
const ANSWER_MS = 120_000;

export class NodeWatches {
  readonly #deps: WatchDeps;
  /** The nodes that calls wait for, and those that are silent, by id. */
  readonly #watches = new Map<string, NodeWatch>();

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** Watches the node for one call. */
  begin(node: WatchedNode): CallWatch {
    const create = () => new NodeWatch(this.#deps, node, () => void this.#watches.delete(node.id));
    return this.#watches.getOrInsertComputed(node.id, create).begin();
  }

  /** Returns whether the node has answered nothing for 3 s: the next call would get no answer either. */
  isSilent(nodeId: string): boolean {
    return this.#watches.get(nodeId)?.isSilent ?? false;
  }
}

class NodeWatch {
  readonly #deps: WatchDeps;
  readonly #node: WatchedNode;
  readonly #onEnd: () => void;
  /** Ends the wait of each call. */
  readonly #calls = new Set<(why: string) => void>();
  #looksWithoutAnswer = 0;
  #looksWithoutCalls = 0;
  /** Breaks off the question whether it is there. */
  #question: AbortController | null = null;
  #cancelLook: Cancel;

  constructor(deps: WatchDeps, node: WatchedNode, ended: () => void) {
    this.#deps = deps;
    this.#node = node;
    this.#onEnd = ended;
    this.#cancelLook = deps.clock.after(LOOK_MS, () => this.#look());
  }

  get isSilent(): boolean {
    return this.#looksWithoutAnswer >= SILENT_AFTER;
  }

  begin(): CallWatch {
    const gone = new AbortController();
    this.#looksWithoutCalls = 0;
    const stop = () => {
      cancelLimit();
      this.#calls.delete(end);
      if (this.#calls.size === 0 && !this.isSilent) this.#end();
    };
    const end = (why: string) => {
      stop();
      gone.abort(new Error(why));
    };
    const limit = `the node has not answered in ${ANSWER_MS / 1_000} seconds`;
    const cancelLimit = this.#deps.clock.after(ANSWER_MS, () => end(limit));
    this.#calls.add(end);
    return { gone: gone.signal, recordAnswer: () => this.#recordAnswer(), stop };
  }

  #look(): void {
    const { clock, membership } = this.#deps;
    this.#cancelLook = clock.after(LOOK_MS, () => this.#look());
    this.#looksWithoutAnswer++;
    this.#looksWithoutCalls = this.#calls.size > 0 ? 0 : this.#looksWithoutCalls + 1;
    const isAlive = membership.nodes.some(({ id }) => id === this.#node.id);
    if (!isAlive) this.#end('the lease of the node has ended');
    else if (this.#looksWithoutCalls >= ASKED_WITHOUT_CALLS) this.#end();
    else {
      if (this.#looksWithoutAnswer % GONE_AFTER === 0) this.#nothingAnswers();
      if (this.#question === null) void this.#ask();
    }
  }

  async #ask(): Promise<void> {
    const { url } = this.#node;
    const question = new AbortController();
    this.#question = question;
    try {
      const { signal } = question;
      const answer = await this.#deps.fetch(`${url}/health`, { signal, redirect: 'manual' });
      await answer.body?.cancel();
      if (!question.signal.aborted) this.#recordAnswer();
    } catch (error) {
      if (question.signal.aborted) return;
      this.#question = null;
      // Anything else may have happened to this connection alone: the next look asks again.
      if (isUnsent(error)) this.#nothingAnswers();
    }
  }

  #recordAnswer(): void {
    this.#breakOff();
    this.#looksWithoutAnswer = 0;
    if (this.#calls.size === 0) this.#end();
  }

  #nothingAnswers(): void {
    this.#breakOff();
    this.#endCalls(`nothing answers at ${this.#node.url}`);
  }

  #breakOff(): void {
    this.#question?.abort();
    this.#question = null;
  }

  #endCalls(why: string): void {
    for (const end of [...this.#calls]) end(why);
  }

  #end(why?: string): void {
    this.#looksWithoutAnswer = 0;
    this.#cancelLook();
    this.#breakOff();
    this.#onEnd();
    if (why !== undefined) this.#endCalls(why);
  }
}
