/** Compares the fate of messages at a WhatsApp under faults with what was promised. */
import type { FakeWhatsApp } from '../../test/doubles/whatsapp/server.ts';
import type { Findings } from './case.ts';
import { type EventsOfMessage, type Ledger, UNTOLD } from './ledger.ts';
import { pause } from './pause.ts';
import type { Chat } from './whatsapp-chats.ts';
import type { SentMessage } from './whatsapp-senders.ts';

/** Reports of the accounts' devices about messages that arrived. */
export interface DeviceReports {
  /** Ids of those that were asked for again. */
  readonly askedAgain: ReadonlySet<string>;
  /** Ids of those that were refused with an error, which the platform takes as final. */
  readonly refused: ReadonlySet<string>;
  /** Ids of messages that the devices sent, and that reached the platform. */
  readonly arrived: ReadonlySet<string>;
}

export function listenTo(whatsapp: FakeWhatsApp): DeviceReports {
  const askedAgain = new Set<string>();
  const refused = new Set<string>();
  const arrived = new Set<string>();
  whatsapp.hearsEach((_from, { tag, attrs }) => {
    const { id = '', type, error } = attrs;
    if (tag === 'message') arrived.add(id);
    if (tag === 'receipt' && type === 'retry') askedAgain.add(id);
    if (tag === 'ack' && attrs.class === 'message' && error !== undefined) refused.add(id);
  });
  return { askedAgain, refused, arrived };
}

const queued = (chats: readonly Chat[]): number => {
  const devices = new Set(chats.flatMap(({ phone }) => phone.devices));
  return [...devices].reduce((sum, { pending }) => sum + pending, 0);
};

export interface Outcome {
  readonly chats: readonly Chat[];
  readonly heard: DeviceReports;
  readonly sent: readonly SentMessage[];
  readonly ledger: Ledger;
}

/** Waits until nothing is queued at the platform, every message was told and `isAnswered`, or the time is over. */
export async function untilSettled(
  outcome: Outcome,
  limitMs: number,
  isAnswered: () => boolean,
): Promise<void> {
  const { chats, ledger } = outcome;
  const end = performance.now() + limitMs;
  for (;;) {
    const told = await ledger.told();
    const untold = chats.flatMap(({ whole, damaged }) => [...whole, ...damaged]);
    const isDone = untold.every((id) => told.has(id)) && queued(chats) === 0;
    const isOver = isDone && unreadable(outcome).length === 0 && isAnswered();
    if (isOver || performance.now() > end) return;
    await pause(250);
  }
}

export async function reportFacts(findings: Findings, outcome: Outcome): Promise<void> {
  const { chats, heard, sent, ledger } = outcome;
  const told = await ledger.told();
  const whole = chats.flatMap((chat) => chat.whole);
  const damaged = chats.flatMap((chat) => chat.damaged);
  const count = (ids: readonly string[], fits: (about: EventsOfMessage, id: string) => boolean) =>
    ids.filter((id) => fits(told.get(id) ?? UNTOLD, id)).length;
  findings.atLeast('whole messages', whole.length, 1);
  findings.atLeast('damaged messages', damaged.length, 1);
  findings.atMost('lost', count(whole, isUntold), 0);
  const repeated = count([...whole, ...damaged], ({ messages }) => messages > 1);
  findings.atMost('told under a second event id', repeated, 0);
  const again = count(whole, (_, id) => heard.askedAgain.has(id));
  findings.atMost('whole messages asked for again', again, 0);
  findings.atMost('whole messages told as unreadable', count(whole, isCalledUnreadable), 0);
  const refused = count(whole, (about, id) => heard.refused.has(id) && isUntold(about));
  findings.atMost('refused and never told', refused, 0);
  findings.atMost('out of order', outOfOrder(chats, told), 0);
  findings.atMost('queued at the platform', queued(chats), 0);
  const silent = count(damaged, (about) => isUntold(about) && about.unreadable === 0);
  findings.atMost('damaged, and nothing told', silent, 0);
  findings.figure(
    'damaged, read in the end',
    count(damaged, (about) => !isUntold(about)),
  );
  const twice = count(damaged, ({ unreadable }) => unreadable > 1);
  findings.atMost('told as unreadable twice', twice, 0);
  const late = count(damaged, (about) => !isUntold(about) && about.unreadableAt > about.sequence);
  findings.atMost('told as unreadable after the message', late, 0);
  findings.figure('sent', sent.length);
  // Its status stays pending, and nothing is sent a second time by itself.
  const cut = sent.filter(({ id }) => !heard.arrived.has(id)).length;
  findings.figure('sent and lost with the connection', cut);
  findings.atMost('sent and not readable', unreadable(outcome).length, 0);
}

/** Returns messages that reached the platform but not everybody they are for. */
const unreadable = ({ sent, heard }: Outcome): SentMessage[] =>
  sent.filter((one) => heard.arrived.has(one.id) && !isRead(one));

const isUntold = ({ messages }: EventsOfMessage): boolean => messages === 0;
const isCalledUnreadable = ({ unreadable }: EventsOfMessage): boolean => unreadable > 0;

const isRead = ({ id, to }: SentMessage): boolean =>
  to.every(({ received }) => received.some((one) => one.id === id));

/** Messages that were told after one that was written later in their chat. */
function outOfOrder(chats: readonly Chat[], told: ReadonlyMap<string, EventsOfMessage>): number {
  let count = 0;
  for (const { whole } of chats) {
    let highest = 0;
    for (const id of whole) {
      const { sequence } = told.get(id) ?? UNTOLD;
      if (sequence === 0) continue;
      if (sequence < highest) count++;
      highest = Math.max(highest, sequence);
    }
  }
  return count;
}
