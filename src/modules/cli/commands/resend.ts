/** `resend`: sends deliveries again, by id, by state, or all since a time. */
import { EXIT } from '../../../core/process/refusal.ts';
import { iso } from '../../../core/shared/clock.ts';
import { readInstant } from '../../../core/shared/instant.ts';
import { type Run, UsageFault, type Words } from '../command.ts';
import { gatewayOf } from '../gateway.ts';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export const run: Run = async (words, terminal) => {
  const selection = selectionIn(words, terminal.clock.now());
  const gateway = await gatewayOf(words, terminal);
  const { instanceName } = await gateway.instance(words);
  const path = `/delivery/redeliver/${encodeURIComponent(instanceName)}`;
  const { body } = await terminal.during({ label: 'resending', total: null }, () =>
    gateway.call('POST', path, selection),
  );
  const { redelivering } = body as { redelivering: number };
  await terminal.say(`${redelivering} deliveries of ${instanceName} are being redelivered`, {
    instance: instanceName,
    redelivering,
  });
  return EXIT.stopped;
};

function selectionIn(words: Words, now: number): object {
  const state = words.value('state');
  const since = words.value('since');
  const ids = words.operands;
  if (ids.length === 0 && state === null && since === null)
    throw new UsageFault('resend: select deliveries by their IDs, with --state, or with --since');
  return {
    ...(ids.length > 0 && { ids }),
    ...(state !== null && { state }),
    ...(since !== null && { from: iso(instantIn(since, now)) }),
  };
}

/** Reads a time, or how long ago it was. */
function instantIn(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const at =
    count === undefined
      ? readInstant(text, { isDateEnough: true })
      : now - Number(count) * (UNITS[unit] ?? 0);
  if (at !== null) return at;
  throw new UsageFault(
    `--since ${JSON.stringify(text)} is not a time: use 30m, 2h, 7d, or a time such as 2027-01-31T09:00:00Z`,
  );
}
