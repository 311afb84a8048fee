/** The health of an endpoint in answers of both zones. */
import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { Health, HealthState } from '../events/contract/health.ts';
import { orNull, textOrNull } from '../http/nullable.ts';
import { words } from '../http/read-fields.ts';
import { Time } from '../http/time.ts';
import { isoOrNull } from '../shared/clock.ts';

export const healthFields = {
  state: Type.Unsafe<HealthState>({
    ...words('healthy', 'failing', 'disabled'),
    description:
      '`failing`: the last attempt failed. `disabled`: nothing is sent, and events wait until the endpoint is enabled again',
  }),
  since: orNull(Time(), 'When the endpoint entered this state; null if it never failed'),
  failures: Type.Integer({ description: 'Number of attempts that failed in a row' }),
  percent: Type.Integer({
    description: 'How close the endpoint is to counting as dead, in percent: 0, 50, 75 or 100',
  }),
  reason: textOrNull('Why the last attempt failed'),
};

/** Without health nothing has ever failed. */
export const healthView = (health: Health | undefined): Static<TObject<typeof healthFields>> => ({
  state: health?.state ?? 'healthy',
  since: isoOrNull(health?.since ?? null),
  failures: health?.failures ?? 0,
  percent: health?.percent ?? 0,
  reason: health?.reason ?? null,
});
