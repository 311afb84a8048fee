/**
 * The interface of a channel: one attempt to send one event to one target. The engine does retries, records and order.
 */
import type { CancelSignal } from '../../shared/async/cancellation.ts';
import type { Endpoint } from './endpoint.ts';
import type { FilterBudget } from './filter-budget.ts';

/** How often and how soon a webhook is tried again. */
export interface RetryRule {
  /** How many attempts a delivery gets in one round, the first included. */
  readonly attempts: number;
  /** The ms from the end of each failed attempt to the next; the last one repeats. */
  readonly delaysMs: readonly number[];
}

/** Returns the ms from the end of an attempt to the next. `attempt` is counted from 1. */
export const delayAfter = ({ delaysMs }: RetryRule, attempt: number): number =>
  delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 0;

/** Where an endpoint's deliveries go at present; settings can change it between two attempts. */
export interface Target {
  readonly channel: Endpoint['kind'];
  /** The unit of the concurrency limit: name and port of a receiver, or a broker. */
  readonly host: string;
  /** How many attempts the host takes at once; absent for the general limit. */
  readonly hostLimit?: number;
  /** The URL, queue or subject. It may contain secrets, so it is never shown. */
  readonly address: string;
  /** The address with credentials and query masked, for answers and logs. */
  readonly maskedAddress: string;
  /** Extra headers in the order they were configured. */
  readonly headers: Readonly<Record<string, string>>;
  /** The signing secrets (`whsec_…`), the newest first; empty if deliveries are not signed. */
  readonly secrets: readonly string[];
  /** Whether media is sent inside the body; null follows WEBHOOK_FILES. */
  readonly base64: boolean | null;
  /** The retries of a webhook that has its own; absent for those of the service. */
  readonly retry?: RetryRule;
  /** Present if the endpoint's health is kept; `disables`: it may be switched off when it counts as dead. */
  readonly watch?: { readonly disables: boolean };
  /** Whether first attempts of a chat start without waiting for each other. */
  readonly isUnordered?: boolean;
  /**
   * Returns whether the endpoint gets an event; never throws. If absent, it gets every event of its list. The budget is
   * that of one filter unless it is given.
   */
  readonly wants?: (event: BodyFields, budget?: FilterBudget) => boolean;
  /** The id of the replay whose events go to it; absent for live events. */
  readonly replay?: string;
  /**
   * Returns the reason if the format has no body for a stored event, or null. Absent if the format has one for every
   * event. `wants` already leaves out such events when they are published, so this concerns deliveries that were
   * waiting when their endpoint got another format.
   */
  readonly reasonToSkip?: (body: string) => string | null;
  /** Whether requests are also signed as Meta signs its webhooks. */
  readonly signsAsHub?: true;
  /** Changes the shape of a body before it is signed or published. If absent, the body is sent as it is stored. */
  readonly reshape?: Reshape;
  /** Changes the reshaped body of a webhook before it is signed. */
  readonly transform?: TransformBody;
}

/** The fields of a body as filters see them: without the file, and with the sequence where that is known. */
export type BodyFields = Readonly<Record<string, unknown>>;

/**
 * Makes the body that its owner wants of one that has its form already, or returns why it cannot, as an outcome's `error`
 * says it. `stored` is the body as it is stored, with its file.
 */
type TransformBody = (
  body: string,
  stored: string,
) => { readonly body: string; readonly contentType: string } | { readonly problem: string };

/** Returns the body to send for a stored body. */
export type Reshape = (body: string) => ReceiverBody;

export interface ReceiverBody {
  readonly body: string;
  /** The address on the same host to send it to; null for that of the target. */
  readonly address: string | null;
  /** The key of an instance in the body, which is masked in the receiver's answer; absent for a body without a key. */
  readonly key?: string | null;
}

/** The input of an attempt. `body` is signed and sent byte for byte, unless the target reshapes it. */
export interface AttemptInput {
  readonly eventId: string;
  readonly type: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly body: string;
  /** The name of the attempt's span, for the receiver; absent or null if it is not traced. */
  readonly traceparent?: string | null;
}

export type Outcome =
  | {
      readonly kind: 'delivered';
      readonly status: number | null;
      readonly responseBody: string | null;
    }
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      /** Begins with a stable word (`timeout`, `connection_refused`, `http_status`, …), followed by text for people. */
      readonly error: string;
      readonly responseBody: string | null;
      readonly refusedBy?: RefusalCause;
      /** For how long the receiver asks to be left alone, in ms, if it does. */
      readonly retryAfterMs?: number;
    };

/**
 * Tells which part a broker refuses while it is up. `address`: the queue or subject takes nothing until somebody
 * repairs it, so other deliveries of the lane need no attempt. `event`: the broker will never take this event.
 */
export type RefusalCause = 'address' | 'event';

/** Builds an attempt without an answer; `error` begins with a stable word. */
export const failedOutcome = (error: string, refusedBy?: RefusalCause): Outcome => ({
  kind: 'failed',
  status: null,
  error,
  responseBody: null,
  ...(refusedBy && { refusedBy }),
});

/** Nothing was sent for a temporary reason on this side, so it does not count as an attempt. */
export interface UnsentOutcome {
  readonly kind: 'unsent';
  /** Begins with a stable word, as an outcome's `error` does. */
  readonly reason: string;
}

export interface Channel {
  /**
   * Makes one attempt and returns how it ended. Never throws for anything that the other side does. Must end soon after
   * `signal` aborts (because the target changed or the service stops); its outcome is then ignored.
   */
  send(
    outgoing: AttemptInput,
    target: Target,
    signal: CancelSignal,
  ): Promise<Outcome | UnsentOutcome>;
  /**
   * Returns true while no attempt can succeed, whatever its target; deliveries wait until then. If absent, it is never
   * down.
   */
  isDown?(): boolean;
  /** Calls `listener` every time the channel is up again. */
  whenUp?(listener: () => void): void;
}

/** A request of a webhook without its secrets. */
export interface ShownRequest {
  /** Credentials and query values are masked. */
  readonly url: string;
  /** Values that were configured are masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request of an attempt and the answer to it. */
export interface Trace {
  readonly outcome: Outcome | UnsentOutcome;
  /** Null if nothing may be sent to the address. */
  readonly request: ShownRequest | null;
  /** Null if there was no answer. */
  readonly answerHeaders: Readonly<Record<string, string>> | null;
}

/** The channel of webhooks, which can also show what it sends. */
export interface WebhookChannel extends Channel {
  /** Makes one attempt like `send`, and returns what was sent and received. */
  trace(outgoing: AttemptInput, target: Target, signal: CancelSignal): Promise<Trace>;
  /** Returns the request that an attempt would send now, or a text that says why none can be sent. */
  preview(outgoing: AttemptInput, target: Target): ShownRequest | string;
}

/** Longer bodies, in characters, are read from the event log when they are sent. */
export const BODY_IN_MEMORY_MAX = 64 * 1024;

/** A delivery in memory. `body` is null when it must be read from the event log before sending. */
export interface Delivery {
  readonly id: string;
  readonly streamId: string;
  readonly endpoint: string;
  readonly eventId: string;
  readonly type: string;
  /** When its event was made, in ms since 1970. */
  readonly createdAt: number;
  readonly sequence: number;
  readonly chat: string | null;
  readonly attemptCount: number;
  /** How many attempts there were before the present round. */
  readonly roundFrom: number;
  readonly body: string | null;
  /** The approximate size of the stored body without media. */
  readonly bodyBytes: number;
  /** The size of its media, or 0 for an event without media. */
  readonly mediaBytes: number;
  /** Whether its receiver refused it with its media as too large in this round, so that it goes without. */
  readonly isMediaRefused?: boolean;
  /** The span in which its event was published; null if that was not traced. */
  readonly traceparent: string | null;
  /** The holder in its row while this process has it. */
  readonly holder: string;
}

/** A lane with deliveries in the table that are not in memory. */
export interface WaitingLane {
  readonly streamId: string;
  readonly endpoint: string;
  /** When its earliest retry is due, in ms of the steady clock; null if it has first attempts. */
  readonly retryDueAt: number | null;
}

/** The sender of deliveries, as far as publishing uses it. */
export interface DeliveryHandoff {
  /** Returns whether a new delivery may be sent without waiting in the table. */
  maySkipTable(streamId: string, endpoint: string): boolean;
  /** Takes a delivery that is committed and leased to this process, with the target it was published for. */
  accept(delivery: Delivery, target: Target): void;
  /** Starts what was accepted, as far as the limits allow. */
  pump(): void;
  /** Reports a delivery that was committed as waiting because it was not admitted. */
  recordOverflow(streamId: string, endpoint: string): void;
}
