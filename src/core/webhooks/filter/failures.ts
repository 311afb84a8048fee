/** Says that filters could not be decided: such events are delivered, and each filter is named once in the log. */
import type { BodyFields } from '../../events/contract/channel.ts';
import type { Log } from '../../shared/log.ts';

export interface FilterFailures {
  /** How many events were delivered because a filter could not be decided. */
  readonly count: number;
  /** Returns what reports the failures of one filter. */
  of(endpoint: string): (event: BodyFields, reason: string) => void;
}

export function createFilterFailures(log: Pick<Log, 'warn'>): FilterFailures {
  let count = 0;
  return {
    get count() {
      return count;
    },
    of(endpoint) {
      let isLogged = false;
      return (event, reason) => {
        count++;
        if (isLogged) return;
        isLogged = true;
        const { instanceName, instanceId, accountId } = event;
        log.warn('a filter could not be decided, and its events are delivered', {
          endpoint,
          ...(accountId === undefined ? { instanceName, instanceId } : { accountId }),
          reason,
        });
      };
    },
  };
}
