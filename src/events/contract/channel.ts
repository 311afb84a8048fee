/** What a channel implements: one attempt to hand one event to one target. Retries, records, order are the engine's. */
import type { CancelSignal } from '../../shared/async/cancellation.ts';
import type { Endpoint } from './endpoint.ts';

/** Where an endpoint's deliveries go right now; settings can change it between two attempts. */
export interface Target {
  readonly channel: Endpoint['kind'];
  /** What shares one concurrency limit: name and port of a receiver, or a broker. */
  readonly host: string;
  /** How many attempts that host takes at once; absent: as many as any receiver. */
  readonly hostLimit?: number;
  /** URL, queue or subject; may hold secrets, so it is never shown. */
  readonly address: string;
  /** The address with credentials and query masked, for answers and logs. */
  readonly shown: string;
  /** Extra headers in the order they were configured. */
  readonly headers: Readonly<Record<string, string>>;
  /** Signing secrets (`whsec_…`), newest first; empty: unsigned. */
  readonly secrets: readonly string[];
  /** Media bytes inside the body: null follows WEBHOOK_FILES. */
  readonly base64: boolean | null;
  /** Of webhooks: gives every body another shape before it is signed. Absent: it goes as it is stored. */
  readonly reshape?: Reshape;
}

/** Makes what is sent, and the address on the same host it is sent to, of a stored body. */
export type Reshape = (body: string) => { readonly body: string; readonly address: string };

/** One attempt's input. `body` is what is signed and sent, byte for byte, unless the target reshapes it. */
export interface Outgoing {
  readonly eventId: string;
  readonly type: string;
  /** From 1. */
  readonly attempt: number;
  readonly body: string;
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
      /** A stable first word (`timeout`, `connection_refused`, `http_status`, …), then text for people. */
      readonly error: string;
      readonly responseBody: string | null;
    };

/** Nothing was sent, for a reason on this side that may pass by itself: it counts as no attempt. */
export interface Unsent {
  readonly kind: 'unsent';
  /** A stable first word, then text for people, as in an outcome's `error`. */
  readonly reason: string;
}

export interface Channel {
  /**
   * Makes one attempt and says how it ended; never throws for anything the other side did.
   * Must end soon after `signal` aborts (the target changed or the service stops); its outcome is then ignored.
   */
  send(outgoing: Outgoing, target: Target, signal: CancelSignal): Promise<Outcome | Unsent>;
  /** True while no attempt can succeed, whatever its target; its deliveries then wait. Absent: never. */
  isDown?(): boolean;
  /** Calls `listener` every time the channel is up again. */
  whenUp?(listener: () => void): void;
}

/** One request of a webhook, as people may see it. */
export interface ShownRequest {
  /** Credentials and query values are masked. */
  readonly url: string;
  /** Values that were configured are masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What an attempt sent and what it got. */
export interface Trace {
  readonly outcome: Outcome | Unsent;
  /** Null: the address is none that anything may be sent to. */
  readonly request: ShownRequest | null;
  /** Of the answer; null: there was none. */
  readonly answerHeaders: Readonly<Record<string, string>> | null;
}

/** The channel of webhooks, which can also say what it sends. */
export interface WebhookChannel extends Channel {
  /** Makes one attempt as `send` does. */
  trace(outgoing: Outgoing, target: Target, signal: CancelSignal): Promise<Trace>;
  /** What an attempt would send now; a text: why it cannot. */
  preview(outgoing: Outgoing, target: Target): ShownRequest | string;
}
