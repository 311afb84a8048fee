/** How often and how soon a delivery to an endpoint is tried again. */
import type { Field } from '../components/fields.tsx';
import { TextField } from '../components/form.tsx';
import { texts } from '../texts.ts';

interface Retry {
  readonly attempts: number;
  readonly delaysMs: readonly number[];
}

/** Both left blank are null: the service's own. What is no number is sent as null, which the service refuses by name. */
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
