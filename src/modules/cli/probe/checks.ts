/** The checks for a receiver, and what counts as passed. */
import { EVENT_TYPES } from '../../../core/events/contract/event-names.ts';
import { newSigningSecret } from '../command.ts';
import type { Player } from './player.ts';
import type { RawAnswer } from './raw-post.ts';

export interface Check {
  readonly name: string;
  /** Whether it needs the receiver's secret. */
  readonly needsSecret: boolean;
  /** Resolves with null when the receiver passed, else with the reason and what to do about it. */
  play(player: Player): Promise<string | null>;
}

const check = (name: string, play: Check['play']): Check => ({ name, needsSecret: false, play });
const signedCheck = (name: string, play: Check['play']): Check => ({
  name,
  needsSecret: true,
  play,
});

/** Anything but 2xx is a failure, and is delivered again later. */
function acceptanceFault(answer: RawAnswer, hint: string): string | null {
  if ('problem' in answer) return `${answer.problem}; ${hint}`;
  if (answer.status >= 200 && answer.status <= 299) return null;
  return `answered ${answer.status}; ${hint}`;
}

/** Only a 4xx is a refusal, since a 5xx may be a crash. */
function refusalFault(answer: RawAnswer, hint: string): string | null {
  if ('problem' in answer) return `${answer.problem}; answer 401 instead`;
  if (answer.status >= 400 && answer.status <= 499) return null;
  return `answered ${answer.status}; ${hint}`;
}

const ANSWER_2XX = 'answer every event with 2xx, also events that you do not use';

const eventChecks = EVENT_TYPES.map((type) =>
  check(`takes ${type}`, async (player) =>
    acceptanceFault(await player.send(player.delivery(type)), ANSWER_2XX),
  ),
);

/** How much base64 the large media message has. */
const LARGE_BYTES = 3 * 1024 * 1024;

const bodyChecks: readonly Check[] = [
  check('takes an unknown field', async (player) => {
    const delivery = player.delivery('Message', { addedLater: { in: 'a later version' } });
    return acceptanceFault(await player.send(delivery), 'ignore unknown fields');
  }),
  check('takes a body of 4 MiB, such as a message with media', async (player) => {
    const media = Buffer.alloc(LARGE_BYTES).toString('base64');
    const data = { Message: { imageMessage: { mimetype: 'image/png' }, base64: media } };
    const hint = 'raise the body limit of your server, or store media in a bucket';
    return acceptanceFault(await player.send(player.delivery('Message', { data })), hint);
  }),
  check('waits for a slow body', async (player) =>
    acceptanceFault(
      await player.send(player.delivery('Message'), { pace: 'slow' }),
      'read the body to its end before you answer',
    ),
  ),
  check('takes a complete delivery after it was cut off', async (player) => {
    const delivery = player.delivery('Message');
    const cut = await player.send(delivery, { pace: 'cut' });
    if ('status' in cut && cut.status < 300)
      return `answered ${cut.status} to half a body; compare its length with content-length`;
    const hint = 'store an id as handled only after its body is complete and verified';
    return acceptanceFault(await player.send(delivery, { attempt: 2 }), hint);
  }),
];

const repeatChecks: readonly Check[] = [
  check('answers a repeat with 2xx', async (player) => {
    const delivery = player.delivery('Message');
    await player.send(delivery);
    const hint = 'answer an id that you have handled with success, or it is sent again';
    return acceptanceFault(await player.send(delivery, { attempt: 2 }), hint);
  }),
  check('answers two repeats at the same moment with 2xx', async (player) => {
    const delivery = player.delivery('Message');
    const answers = await Promise.all([player.send(delivery), player.send(delivery)]);
    const hint =
      'let the second wait for the first, or ignore it, for example by an insert that may conflict';
    return (
      answers.map((answer) => acceptanceFault(answer, hint)).find((why) => why !== null) ?? null
    );
  }),
  check('takes events out of sequence', async (player) => {
    for (const sequence of [3, 1, 2]) {
      const answer = await player.send(player.delivery('Message', { sequence }));
      const hint = `(sequence ${sequence}) accept it, and sort by \`sequence\` where order matters`;
      const why = acceptanceFault(answer, hint);
      if (why !== null) return why;
    }
    return null;
  }),
];

const MINUTES_10 = 600;
const VERIFY = 'verify `webhook-signature` before anything else, and answer 401';
const TOLERANCE = 'refuse when `webhook-timestamp` is more than 5 minutes from now';

/** The first two need no secret: a receiver that accepts a request which nobody could have signed verifies nothing. */
const signatureChecks: readonly Check[] = [
  check('refuses a delivery without a signature', async (player) =>
    refusalFault(await player.send(player.delivery('Message'), { secrets: [] }), VERIFY),
  ),
  check('refuses a signature by another secret', async (player) => {
    const secrets = [newSigningSecret()];
    return refusalFault(await player.send(player.delivery('Message'), { secrets }), VERIFY);
  }),
  signedCheck('refuses a body that was changed after it was signed', async (player) => {
    const delivery = player.delivery('Message');
    const signedBody = delivery.body.replace('"Message"', '"Receipt"');
    const hint = 'verify the bytes as they arrived, not the parsed body';
    return refusalFault(await player.send(delivery, { signedBody }), hint);
  }),
  signedCheck('refuses a delivery that was signed ten minutes ago', async (player) =>
    refusalFault(
      await player.send(player.delivery('Message'), { ageSeconds: MINUTES_10 }),
      TOLERANCE,
    ),
  ),
  signedCheck('refuses a delivery that was signed in ten minutes', async (player) =>
    refusalFault(
      await player.send(player.delivery('Message'), { ageSeconds: -MINUTES_10 }),
      TOLERANCE,
    ),
  ),
  signedCheck(
    'takes a delivery with two signatures, as while a secret is replaced',
    async (player) => {
      const secrets = [newSigningSecret(), player.secret ?? ''];
      const hint = 'accept if one signature in the header is valid';
      return acceptanceFault(await player.send(player.delivery('Message'), { secrets }), hint);
    },
  ),
];

export const CHECKS: readonly Check[] = [
  ...eventChecks,
  ...bodyChecks,
  ...repeatChecks,
  ...signatureChecks,
];
