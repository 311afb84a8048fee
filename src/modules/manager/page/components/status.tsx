/** One line that says how an action went; screen readers read it out. */
import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { ApiFailure } from '../api.ts';
import { texts } from '../texts.ts';

interface StatusText {
  readonly kind: 'working' | 'done' | 'failed' | '';
  readonly text: string;
}

const SILENT: StatusText = { kind: '', text: '' };

/** The result of an action: a text that says how it went, or undefined. */
export type ActionResult = Promise<string | undefined> | Promise<void>;

export interface Status {
  readonly said: Signal<StatusText>;
  /** Runs `action` and says how it went: the text it resolves with, or why it failed. Runs one at a time; never rejects. */
  run(action: () => ActionResult): Promise<void>;
  failed(error: unknown): void;
  clear(): void;
}

export function useStatus(): Status {
  const said = useSignal(SILENT);
  return useMemo(() => statusOf(said), [said]);
}

function statusOf(said: Signal<StatusText>): Status {
  const failed = (error: unknown) => {
    said.value = { kind: 'failed', text: failureText(error) };
  };
  return {
    said,
    failed,
    clear: () => {
      said.value = SILENT;
    },
    async run(action) {
      if (said.value.kind === 'working') return;
      said.value = { kind: 'working', text: texts().common.working };
      try {
        const text = await action();
        said.value = { kind: 'done', text: text || '' };
      } catch (error) {
        failed(error);
      }
    },
  };
}

export function failureText(error: unknown): string {
  if (!(error instanceof ApiFailure)) return String(error);
  const { status, code, message, hint } = error;
  const said = status === 0 ? message : `${message} (${[status, code].join(' ').trim()})`;
  return hint === '' ? said : `${said} ${hint}`;
}

export const StatusLine = ({ status }: { status: Status }) => (
  <p class="status" role="status" data-kind={status.said.value.kind}>
    {status.said.value.text}
  </p>
);

/** Why something that a view reads could not be read. */
export const FailureLine = ({ failure }: { failure: unknown }) => (
  <p class="status" role="status" data-kind="failed">
    {failure === null ? '' : failureText(failure)}
  </p>
);
