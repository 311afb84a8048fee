/** The number and the delays of retries to an endpoint. */
import type { Field } from '../components/fields.tsx';
import { TextField } from '../components/form.tsx';
import { texts } from '../texts.ts';

/**
 * Returns the field; `delays` is what bodies call the delays. If both inputs are blank, its value is null and the service
 * default applies. A value that is not a number is sent as null, and the service names it in its refusal.
 */
export const retryField = (delays: string): Field => ({
  name: 'retry',
  view: (stored, problem) => {
    const { webhook, common } = texts();
    const { attempts = '', [delays]: present = [] } = (stored ?? {}) as Record<string, unknown>;
    return (
      <div class="form-part-fields">
        <TextField
          label={common.attempts}
          name="attempts"
          type="number"
          defaultValue={String(attempts)}
          hint={webhook.attemptsHint}
        />
        <TextField
          label={webhook.delays}
          name="delays"
          defaultValue={[present].flat().join(', ')}
          hint={webhook.delaysHint}
          problem={problem}
        />
      </div>
    );
  },
  read: (form) => {
    const numbersIn = (name: string) =>
      String(form.get(name) ?? '')
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(Number);
    const [attempts = Number.NaN] = numbersIn('attempts');
    const entered = numbersIn('delays');
    return Number.isNaN(attempts) && entered.length === 0 ? null : { attempts, [delays]: entered };
  },
});
