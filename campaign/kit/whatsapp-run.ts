/** A service with accounts of a WhatsApp that is at work: contacts write to them, callers write through them. */
import {
  type FakeWhatsApp,
  type Group,
  type Phone,
  startFakeWhatsApp,
} from '../../test/doubles/whatsapp/server.ts';
import { pairInstance, whatsAppVariables } from '../../test/helpers/whatsapp.ts';
import type { Findings } from './case.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { type Ledger, startLedger } from './ledger.ts';
import { pause } from './pause.ts';
import { isOpen } from './publishers.ts';
import type { Random } from './random.ts';
import { startAsking } from './whatsapp-asking.ts';
import { type Chat, chatsOf, keepWriting, type WritingPace } from './whatsapp-chats.ts';
import { listenTo, type Outcome, reportFacts, untilSettled } from './whatsapp-facts.ts';
import { keepSending, type SentMessage } from './whatsapp-senders.ts';

export interface WhatsAppRunOptions {
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly accounts: number;
  readonly pace: WritingPace;
  readonly sendingPauseMs: readonly [number, number];
  readonly random: Random;
}

export interface WhatsAppRun {
  /** Returns how many damaged messages were written so far. */
  damaged(): number;
  /** Kills it like kill -9 and starts it; resolves when it listens again. */
  killAndStart(): Promise<void>;
  /** Cuts the connection of one of the accounts. */
  drop(): void;
  /** A contact asks for a message that it has already, as after a restart of its own. */
  askAgain(): void;
  /** A contact reinstalls WhatsApp and has another identity; half of the time WhatsApp says so. */
  reinstall(): Promise<void>;
  /** The members of all groups know each other by LID from now on. */
  turnGroups(): void;
  /** Ends writing, waits until all is told or the time is over, and reports; everything has ended then. */
  end(findings: Findings, limitMs: number): Promise<void>;
}

interface Account {
  readonly name: string;
  readonly phone: Phone;
}

export async function startWhatsAppRun(options: WhatsAppRunOptions): Promise<WhatsAppRun> {
  const { dataDir, random } = options;
  const speak = quieten();
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  whatsapp.handedOverFirst = HANDED_OVER_FIRST;
  const ledger = await startLedger();
  const environment = { ...whatsAppVariables(whatsapp), ...options.environment };
  const start = () => startGateway({ dataDir, environment });
  let gateway = await start();
  const accounts: Account[] = [];
  for (let index = 0; index < options.accounts; index++)
    accounts.push(await openAccount({ gateway, whatsapp, ledger, index }));
  const heard = listenTo(whatsapp);
  const work = startWork(options, { whatsapp, accounts, gateway: () => gateway });
  const handingOver = keepHandingOver({ whatsapp, accounts, random });
  const outcome: Outcome = { ...work, heard, ledger };
  const asking = startAsking(work.sent, heard.arrived, random);
  let identities = 0;
  return {
    damaged: () => work.chats.reduce((sum, { damaged }) => sum + damaged.length, 0),
    async killAndStart() {
      await gateway.kill();
      gateway = await start();
    },
    drop() {
      const account = accounts[random.between(0, accounts.length - 1)];
      if (account) whatsapp.drop(account.phone);
    },
    askAgain: () => asking.askAgain(),
    async reinstall() {
      const chat = work.chats[random.between(0, work.chats.length - 1)];
      const contact = chat?.authors[random.between(0, chat.authors.length - 1)];
      if (chat === undefined || contact === undefined) return;
      const isTold = random.between(0, 1) === 0;
      // After what the phone is sealing or reading.
      await contact.person.lane.run(() => contact.reinstalls(chat.phone, isTold));
      identities++;
    },
    turnGroups() {
      for (const { to, phone } of work.chats) if (to !== phone) (to as Group).addressing = 'lid';
    },
    async end(findings, limitMs) {
      await work.stop();
      for (const { name } of accounts) await isOpen(gateway, name).catch(() => {});
      await untilSettled(outcome, limitMs, () => asking.unanswered() === 0);
      await asking.stop();
      await handingOver.stop();
      await reportFacts(findings, outcome);
      findings.figure('identities that changed', identities);
      findings.figure('asked for again', asking.asked());
      findings.atMost('asked for again and not given', asking.unanswered(), 0);
      findings.figure('readings of contacts that failed', unreadIn(whatsapp));
      findings.holds('ends in order', (await gateway.stop()) === 0);
      await whatsapp.stop();
      ledger.stop();
      speak();
    },
  };
}

/** How many of the messages that waited WhatsApp hands over at first, and when it hands over the others, in ms. */
const HANDED_OVER_FIRST = 5;
const HANDED_OVER_MS = [20, 400] as const;

/** Hands over what devices have not got at first, a while later. */
function keepHandingOver({
  whatsapp,
  accounts,
  random,
}: Pick<Places, 'whatsapp' | 'accounts'> & Pick<WhatsAppRunOptions, 'random'>) {
  let isStopped = false;
  const handing = (async () => {
    while (!isStopped) {
      await pause(random.between(...HANDED_OVER_MS));
      for (const { phone } of accounts) whatsapp.handOver(phone);
    }
  })();
  return {
    async stop(): Promise<void> {
      isStopped = true;
      await handing;
    },
  };
}

interface Work {
  readonly chats: readonly Chat[];
  readonly sent: readonly SentMessage[];
  /** Ends it and waits until all has ended. */
  stop(): Promise<void>;
}

interface Places {
  readonly whatsapp: FakeWhatsApp;
  readonly accounts: readonly Account[];
  readonly gateway: () => Gateway;
}

/** Everybody writes, in both directions. */
function startWork(
  { pace, sendingPauseMs: pauseMs, random }: WhatsAppRunOptions,
  at: Places,
): Work {
  const { whatsapp, accounts, gateway } = at;
  const sent: SentMessage[] = [];
  let isStopped = false;
  const common = { random, isStopped: () => isStopped };
  const writing = accounts.map(({ name, phone }) => {
    const chats = chatsOf(whatsapp, phone);
    const sending = keepSending({ ...common, gateway, instance: name, chats, pauseMs }, sent);
    return { chats, work: [sending, ...chats.map((chat) => keepWriting(chat, pace, common))] };
  });
  const all = Promise.all(writing.flatMap(({ work }) => work));
  return {
    chats: writing.flatMap(({ chats }) => chats),
    sent,
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

const unreadIn = ({ complaints }: FakeWhatsApp): number =>
  complaints.filter((one) => one.includes('cannot read')).length;

interface Opening {
  readonly gateway: Gateway;
  readonly whatsapp: FakeWhatsApp;
  readonly ledger: Ledger;
  readonly index: number;
}

/** An instance whose webhook is set before its first event. */
async function openAccount({ gateway, whatsapp, ledger, index }: Opening): Promise<Account> {
  const name = `phone-${index}`;
  const phone = whatsapp.phone({ number: `55119999900${10 + index}`, name });
  await gateway.call('POST', '/instance/create', { instanceName: name, provider: 'whatsapp' });
  const settings = { enabled: true, url: ledger.url, events: ['ALL'] };
  await gateway.call('POST', `/webhook/set/${name}`, settings);
  await pairInstance(gateway.call, name, phone);
  return { name, phone };
}

/** Silences the contacts' library, which prints its failed tries. Returns the function that ends the silence. */
function quieten(): () => void {
  const { info, warn, error } = console;
  const silent = () => {};
  Object.assign(console, { info: silent, warn: silent, error: silent });
  return () => void Object.assign(console, { info, warn, error });
}
