/** The result of a webhook test: whether the sample was delivered, the request, and the answer. */
import { reasonText } from '../../../../core/languages/reasons.ts';
import { texts } from '../texts.ts';
import { errorWords } from './error-words.ts';
import { Exchange } from './exchange.tsx';

export interface TestResult {
  readonly delivered: boolean;
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  readonly advice?: string | null;
  readonly adviceReason?: string | null;
  readonly request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly body: string | null;
}

export function TestOutcome({ result }: { result: TestResult }) {
  const { traffic, formats } = texts();
  const { delivered, status, durationMs, error, advice, adviceReason, request, headers, body } =
    result;
  const took = formats.number(durationMs);
  const said =
    status === null
      ? traffic.noAnswer(took, errorWords(error ?? ''))
      : traffic.answered(delivered, status, took);
  return (
    <div>
      <div role="status">
        <p class="status" data-kind={delivered ? 'done' : 'failed'}>
          {said}
        </p>
        {advice && <p>{reasonText(texts().advice, adviceReason ?? '', {}) ?? advice}</p>}
      </div>
      {request && (
        <Exchange
          title={traffic.sent}
          first={`POST ${request.url}`}
          headers={request.headers}
          body={request.body}
        />
      )}
      {/* Without an answer the body repeats why. */}
      {status !== null && (
        <Exchange
          title={traffic.answer}
          first={traffic.status(status)}
          headers={headers}
          body={body}
        />
      )}
    </div>
  );
}
