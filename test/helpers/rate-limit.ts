/** Event rates without a limit, as `INSTANCE_EVENTS_PER_SECOND=0` sets them. */
import { createEventRateLimits } from '../../src/core/events/publish/rate-limit.ts';
import { systemClock } from '../../src/core/shared/clock.ts';

export const unlimitedRate = createEventRateLimits(0, systemClock(), { reached() {} });
