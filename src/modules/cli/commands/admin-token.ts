/** `admin token`: a new token that opens every account. */

import { EXIT } from '../../../core/process/refusal.ts';
import { makeAccessToken } from '../../crm/api.ts';
import type { Run } from '../command.ts';

export const run: Run = async (_words, terminal) => {
  const { token, email } = await makeAccessToken(terminal.settings());
  terminal.note(
    `Token of the super_admin ${email}: it opens every account. Copy it now: it is not shown again.`,
  );
  await terminal.say(token, { token, email });
  return EXIT.stopped;
};
