/** Words WhatsApp's refusals about groups. */

import { record } from '../../../core/providers/foreign-values.ts';
import {
  AppError,
  failure,
  messageOf,
  NotConnected,
  optionsOf,
} from '../../../core/shared/errors.ts';
import { refusalCode } from '../asking.ts';

/** Turns WhatsApp's number for a refusal into an error with a reason and words that say what to do. */
export function refusalOf(error: unknown, group: string): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error ? record(error).data : null;
  const about = group === '' ? '' : ` in ${group}`;
  const said = { where: about, text: messageOf(error) };
  switch (code) {
    case 401:
    case 403:
      return failure('group_refused', { where: about }, { cause: error });
    case 404:
      return failure('group_not_found', { which: group && ` ${group}` }, { cause: error });
    case 400:
    case 406:
      return failure('group_change_refused', said, { cause: error });
    case 410:
      return failure('group_invitation_revoked', {}, { cause: error });
    case 409:
      return failure('group_unchanged', { where: about }, { cause: error });
    case 419:
      return failure('group_full', { where: about }, { cause: error });
    case 429:
      return failure('groups_asked_too_often', {}, { cause: error });
    default:
      return failure('group_change_failed', said, { cause: error });
  }
}

/** Returns the failure of a change, marked as possibly done unless WhatsApp has refused it or was never asked. */
export function failureOfOrder(error: unknown): unknown {
  if (!(error instanceof AppError) || error instanceof NotConnected) return error;
  if (refusalCode(error.cause) !== null) return error;
  return new AppError(error.reason, error.message, {
    ...optionsOf(error),
    cause: error,
    mayBeDone: true,
  });
}

/** Returns what happened to one person for whom WhatsApp answered this number. */
export function reasonForPerson(status: number): string | null {
  switch (status) {
    case 200:
      return null;
    case 401:
      return 'They have blocked the account.';
    case 403:
      return 'They let only their contacts add them: send them an invitation.';
    case 404:
      return 'They are not on WhatsApp, or not in the group.';
    case 408:
      return 'They left the group lately: send them an invitation.';
    case 409:
      return 'They are in the group already.';
    case 419:
      return 'The group is full.';
    default:
      return `WhatsApp refused with ${status}.`;
  }
}
