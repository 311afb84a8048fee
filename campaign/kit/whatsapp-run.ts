/** A service with accounts of a WhatsApp that is at work: contacts write to them, callers write through them. */
import {
  type FakeWhatsApp,
  type Phone,
  startFakeWhatsApp,
} from '../../test/doubles/whatsapp/server.ts';
import { pairInstance, whatsAppVariables } from '../../test/helpers/whatsapp.ts';
import type { Findings } from './case.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { type Ledger, startLedger } from './ledger.ts';
import { isOpen } from './publishers.ts';
import type { Random } from './random.ts';
import { type Chat, chatsOf, keepWriting, type WritingPace } from './whatsapp-chats.ts';
import { listenTo, type Outcome, reportFacts, settled } from './whatsapp-facts.ts';
import { keepSending, type Sent } from './whatsapp-senders.ts';

export interface WhatsAppRunOptions {
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly accounts: number;
  readonly pace: WritingPace;
  readonly sendingPauseMs: readonly [number, number];
  readonly random: Random;
}

export interface WhatsAppRun {
  /** How many damaged messages were written so far. */
  damaged(): number;
  /** As kill -9; it listens again when this resolves. */
  killAndStart(): Promise<void>;
  /** Cuts the connection of one of the accounts. */
  drop(): void;
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
  const ledger = await startLedger();
  const environment = { ...whatsAppVariables(whatsapp), ...options.environment };
  const start = () => startGateway({ dataDir, environment });
  let gateway = await start();
  const accounts: Account[] = [];
  for (let index = 0; index < options.accounts; index++)
    accounts.push(await openAccount({ gateway, whatsapp, ledger, index }));
  const heard = listenTo(whatsapp);
  const work = startWork(options, { whatsapp, accounts, gateway: () => gateway });
  const outcome: Outcome = { ...work, heard, ledger };
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
    async end(findings, limitMs) {
      await work.stop();
      for (const { name } of accounts) await isOpen(gateway, name).catch(() => {});
      await settled(outcome, limitMs);
      await reportFacts(findings, outcome);
      findings.figure('readings of contacts that failed', unreadIn(whatsapp));
      findings.holds('ends in order', (await gateway.stop()) === 0);
      await whatsapp.stop();
      ledger.stop();
      speak();
    },
  };
}

interface Work {
  readonly chats: readonly Chat[];
  readonly sent: readonly Sent[];
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
  const sent: Sent[] = [];
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

/** The library of the contacts prints what it tries in vain; gives what lets it speak again. */
function quieten(): () => void {
  const { info, warn, error } = console;
  const silent = () => {};
  Object.assign(console, { info: silent, warn: silent, error: silent });
  return () => void Object.assign(console, { info, warn, error });
}
