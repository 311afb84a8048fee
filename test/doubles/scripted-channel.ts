/** A channel the test answers for: every attempt is kept, and ends as the script says or when it is released. */
import type {
  AttemptInput,
  Channel,
  Outcome,
  Target,
  UnsentOutcome,
} from '../../src/core/events/contract/channel.ts';

export interface SentAttempt {
  readonly outgoing: AttemptInput;
  readonly target: Target;
  /** Payload as the receiver would parse it. */
  readonly body: { id: string; sequence: number; event: string; instanceId: string };
  /** Ends the attempt, for those the script left open. */
  readonly end: (outcome: Outcome | UnsentOutcome) => void;
}

export interface ScriptedChannel extends Channel {
  readonly sent: SentAttempt[];
  /** Attempts that have not ended. */
  readonly open: Set<SentAttempt>;
  /** What an attempt answers; null leaves it open until it is ended or broken off. */
  script: (outgoing: AttemptInput, target: Target) => Outcome | UnsentOutcome | null;
}

export const OK: Outcome = { kind: 'delivered', status: 200, responseBody: 'ok' };
export const refusal = (status: number | null, error: string): Outcome => ({
  kind: 'failed',
  status,
  error,
  responseBody: null,
});

export function scriptedChannel(): ScriptedChannel {
  const channel: ScriptedChannel = {
    sent: [],
    open: new Set(),
    script: () => OK,
    send(outgoing, target, signal) {
      const answer = Promise.withResolvers<Outcome | UnsentOutcome>();
      const sent: SentAttempt = {
        outgoing,
        target,
        body: JSON.parse(outgoing.body),
        end(outcome) {
          channel.open.delete(sent);
          answer.resolve(outcome);
        },
      };
      channel.sent.push(sent);
      channel.open.add(sent);
      signal.addEventListener('abort', () => sent.end(refusal(null, 'aborted')));
      const outcome = channel.script(outgoing, target);
      if (outcome !== null) sent.end(outcome);
      return answer.promise;
    },
  };
  return channel;
}
