/**
 * One instance's session: its connection, and what arrives and leaves through it.
 * Owns: putting the parts together once the library is loaded. Rules are in the part named after each.
 */
import type { WAMessage, WASocket } from '@whiskeysockets/baileys';
import { isIgnored } from '../ignored.ts';
import { aliveOnly, Lifeline } from '../lifeline.ts';
import type { Account, Session, SessionHost } from '../provider.ts';
import { Addresses } from './addresses.ts';
import { Arrivals } from './arrivals.ts';
import type { Client } from './client.ts';
import { Connection } from './connection.ts';
import { createCredentials } from './credentials.ts';
import { Device } from './device.ts';
import { trustRoot } from './hardening.ts';
import { hear } from './hearing.ts';
import { createInbox } from './inbox.ts';
import { createIntake } from './intake.ts';
import { createOutlet } from './outlet.ts';
import type { WhatsAppOptions } from './provider.ts';
import { Sending } from './sending.ts';
import { lidsOfMessage } from './translate/lids.ts';
import type { WebVersions } from './web-version.ts';
import { openWire } from './wire.ts';

export interface SessionDeps extends WhatsAppOptions {
  /** The library and the version it claims; rejects when it is not installed. */
  readonly vendor: () => Promise<{ readonly client: Client; readonly versions: WebVersions }>;
}

interface Parts {
  readonly connection: Connection;
  readonly sending: Sending;
}

export function openSession(
  deps: SessionDeps,
  host: SessionHost,
  account: Account | null,
): Session {
  const life = new Lifeline(deps.clock, deps.log, host.instanceName);
  let parts: Parts | null = null;
  /** In the session's turn, so that it happens once. */
  const ready = async (): Promise<Parts> => {
    parts ??= await assemble(deps, host, life, account);
    return parts;
  };
  const inTurn = (work: (connection: Connection) => Promise<void>) =>
    life.run(async () => work((await ready()).connection));
  return {
    connect: ({ phone }) => inTurn((connection) => connection.connect(phone)),
    offer: () => parts?.connection.offer() ?? null,
    restart: () => inTurn((connection) => connection.restart()),
    logout: () => inTurn((connection) => connection.logout()),
    async stop() {
      await life.stop();
      await parts?.connection.stop();
    },
    // Not in the session's turn: a slow recipient must not keep it from noticing that the connection is lost.
    sendText: async (message) => (await ready()).sending.text(message),
    sendMedia: async (message) => (await ready()).sending.media(message),
  };
}

async function assemble(
  deps: SessionDeps,
  host: SessionHost,
  life: Lifeline,
  account: Account | null,
): Promise<Parts> {
  const { clock, log, orm, random, timing } = deps;
  const { client, versions } = await deps.vendor();
  const device = new Device(client, createCredentials(deps, client, host.instanceId));
  const inTurn = (work: () => Promise<void>) => life.run(work);
  const outlet = createOutlet({ host, inTurn, clock, log, ended: life.signal });
  const addresses = new Addresses();
  const ignored = (chat: string) => isIgnored(deps, chat);
  let present: WASocket | null = null;
  const knowing = (lids: readonly string[]) => addresses.knowing(device.self(), lids, present);
  const arrivals = new Arrivals({
    client,
    inbox: createInbox(orm, clock, host.instanceId),
    outlet,
    log,
    now: clock.now,
    selfFor: (message: WAMessage) => knowing(lidsOfMessage(message)),
    isIgnored: ignored,
    fetchMedia: async () => ({ error: 'not fetched' }),
  });
  const intake = createIntake(client, (message) => arrivals.keep(message));
  const connection = new Connection(
    {
      ...deps,
      host: aliveOnly(host, life),
      life,
      device,
      random,
      qrMs: timing.qrMs,
      open: async (creds, listener) => {
        const version = await versions.current();
        if (deps.rootPublicKey !== null) trustRoot(client, deps.rootPublicKey);
        const { keys } = device;
        const wire = openWire({ ...deps, client, version, creds, keys, intake }, listener);
        present = wire.socket;
        hear(wire.socket, {
          outlet,
          log,
          now: clock.now,
          selfKnowing: knowing,
          isIgnored: ignored,
        });
        return wire;
      },
      begin: async () => {
        await arrivals.begin();
        await arrivals.settled();
      },
      tell: outlet.tell,
      outdated: versions.distrust,
    },
    account,
  );
  const upload = async () => {
    throw new Error('not yet');
  };
  return { connection, sending: new Sending({ client, connection, clock, upload }) };
}
