/** The number and the delays of retries to an endpoint. */
import type { Field } from '../components/fields.tsx';
import { TextField } from '../components/form.tsx';
import { texts } from '../texts.ts';

interface Retry {
  readonly attempts: number;
  readonly delaysMs: readonly number[];
}

/**
 * Returns the field. If both inputs are blank, its value is null and the service default applies. A value that is not a
 * number is sent as null, and the service names it in its refusal.
 */
export const retryField = (): Field => ({
  name: 'retry',
  view: (stored, problem) => {
    const { webhook } = texts();
    const { attempts, delaysMs = [] }: Partial<Retry> = stored ?? {};
    return (
      <>
        <TextField
          label={webhook.attempts}
          name="attempts"
          type="number"
          defaultValue={String(attempts ?? '')}
          hint={webhook.attemptsHint}
        />
        <TextField
          label={webhook.delays}
          name="delays"
          defaultValue={delaysMs.join(', ')}
          hint={webhook.delaysHint}
          problem={problem}
        />
      </>
    );
  },
  read: (form): Retry | null => {
    const numbersIn = (name: string) =>
      String(form.get(name) ?? '')
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(Number);
    const [attempts = Number.NaN] = numbersIn('attempts');
    const delaysMs = numbersIn('delays');
    return Number.isNaN(attempts) && delaysMs.length === 0 ? null : { attempts, delaysMs };
  },
});
