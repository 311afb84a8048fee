/** Logs parts of a webhook that have no effect. */

import { type Fields, text } from '../../core/providers/foreign-values.ts';
import type { Log } from '../../core/shared/log.ts';
import type { WebhookItems } from './webhook-items.ts';

/** Entries of a list in one line of the log, and characters of each text. */
const SHOWN_MAX = 5;
const CHARACTERS_MAX = 200;

/** Logs the faults that Meta reports, and what was omitted. */
export function noteOdd(
  log: Pick<Log, 'warn'>,
  instanceName: string,
  { errors, tooLarge }: WebhookItems,
): void {
  if (errors.length > 0)
    log.warn('Meta reports errors of its own', { instanceName, errors: shownErrors(errors) });
  const ids = tooLarge.slice(0, SHOWN_MAX).map(({ id }) => text(id).slice(0, CHARACTERS_MAX));
  if (ids.length > 0)
    log.warn('parts of a webhook larger than WhatsApp allows were ignored', { instanceName, ids });
}

const shownErrors = (errors: readonly Fields[]) =>
  errors.slice(0, SHOWN_MAX).map(({ code, title, message }) => ({
    code: typeof code === 'number' ? code : null,
    title: (text(title) || text(message)).slice(0, CHARACTERS_MAX),
  }));
