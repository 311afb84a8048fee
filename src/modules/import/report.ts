/** Writes the final report of an import: a line for each instance, and what was not imported. */
import type { PlanEntry, PlannedInstance } from './plan.ts';

export interface InstanceReport {
  readonly outcome: PlanEntry['outcome'];
  readonly lines: readonly string[];
}

interface Report {
  readonly reported: readonly InstanceReport[];
  /** Rows of tables that are not read, by table. */
  readonly left: ReadonlyMap<string, number>;
  readonly isApplied: boolean;
}

const DRY = 'Dry run: nothing was written. Add --apply to import.';
const NEXT =
  'Stop Evolution API before this service connects: WhatsApp allows each device one connection.';

/** The whole report: instances in the order of the source, then the sums. */
export function reportText({ reported, left, isApplied }: Report): string {
  const times = (wanted: string) => reported.filter(({ outcome }) => outcome === wanted).length;
  const rows = [...left].map(([table, count]) => `${count} ${table}`).join(', ');
  const verb = isApplied ? 'imported' : 'to import';
  return [
    ...reported.flatMap(({ lines }) => lines),
    `${times('taken')} ${verb}, ${times('there')} here already, ${times('refused')} not taken`,
    ...(rows === '' ? [] : [`Not read, and left where it is: ${rows}`]),
    ...(isApplied ? [] : [DRY]),
    ...(times('taken') > 0 ? [NEXT] : []),
  ].join('\n');
}

/**
 * Returns the lines of one instance. They hold no secrets, neither keys nor header values. `messages` is a sentence on
 * its messages, or null if messages are not imported.
 */
export function report(planned: PlanEntry, messages: string | null): InstanceReport {
  const { outcome } = planned;
  const said = messages === null ? [] : [`  - ${messages}`];
  if (outcome === 'there')
    return { outcome, lines: [`${planned.name}: here already, left as it is`, ...said] };
  if (outcome === 'refused')
    return {
      outcome,
      lines: [`${printable(planned.name)}: not taken: ${inOneLine(planned.reason)}`],
    };
  const notes = planned.notes.map((note) => `  - ${inOneLine(note)}`);
  return {
    outcome,
    lines: [`${planned.record.name}: taken: ${partsOf(planned)}`, ...notes, ...said],
  };
}

function partsOf({
  record,
  session,
  webhook,
  settings,
  proxy,
  isKeyTaken,
}: PlannedInstance): string {
  const parts = [
    'instance',
    session && `session of ${record.ownerJid} with ${session.keys.length} keys`,
    isKeyTaken && 'key',
    webhook && 'webhook',
    settings && 'settings',
    proxy && 'proxy',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Texts of the source may hold what ends a line, or moves the cursor of a terminal. */
const inOneLine = (sentence: string): string => sentence.replace(/\p{Cc}/gu, '\ufffd');

/** A name that was refused may be anything. */
const printable = (name: string): string =>
  /^[\w.-]{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64));
