/** Linking a phone under `kill -9`: from its consent until the service has uploaded its first one-time keys. */
import {
  type FakeWhatsApp,
  type Phone,
  startFakeWhatsApp,
} from '../../test/doubles/whatsapp/server.ts';
import { until } from '../../test/helpers/until.ts';
import { qrOnShow, whatsAppVariables } from '../../test/helpers/whatsapp.ts';
import type { Case } from '../kit/case.ts';
import { type Gateway, newDataDir, startGateway } from '../kit/gateway.ts';
import { pause } from '../kit/pause.ts';
import { isOpen } from '../kit/publishers.ts';

/** After a start an instance is open, or says that it is not, within this time. */
const SETTLED_MS = 30_000;
/** The service is killed this long after the phone has linked it, at most. */
const AFTER_LINK_MS = 400;
const ENDED = ['close', 'open'];

interface Round {
  readonly name: string;
  readonly phone: Phone;
  gateway: Gateway;
}

const stateOf = async ({ gateway, name }: Round): Promise<string> =>
  (await gateway.call('GET', `/instance/connectionState/${name}`)).body?.instance?.state ?? '';

/** The phone scans the code; the service is killed `afterMs` after the phone lists it, or stops waiting for it. */
async function killWhileLinking(round: Round, afterMs: number): Promise<void> {
  const { gateway, name, phone } = round;
  await gateway.call('POST', '/instance/create', { instanceName: name, provider: 'whatsapp' });
  const linking = phone.scan(qrOnShow(gateway.call, name)).catch(() => {});
  await until('the phone lists the device', () => phone.devices.length > 0);
  await pause(afterMs);
  await gateway.kill();
  await linking;
}

/** The phone scans; the service is killed at a moment before the phone lists it, perhaps. */
async function killWhileScanning(round: Round, afterMs: number): Promise<void> {
  const { gateway, name, phone } = round;
  await gateway.call('POST', '/instance/create', { instanceName: name, provider: 'whatsapp' });
  await gateway.call('GET', `/instance/connect/${name}`);
  const linking = phone.scan(qrOnShow(gateway.call, name)).catch(() => {});
  await pause(afterMs);
  await gateway.kill();
  await linking;
}

/** Resolves with whether the instance is open by itself, or could be linked again because the phone does not list it. */
async function comesBack(round: Round): Promise<boolean> {
  const { gateway, name, phone } = round;
  const isListed = phone.devices.length > 0;
  const isSettled = async () => ENDED.includes(await stateOf(round));
  if (isListed) return isOpen(gateway, name, SETTLED_MS).then(yes, no);
  await until('it has settled', isSettled, SETTLED_MS);
  await phone.scan(qrOnShow(gateway.call, name));
  return isOpen(gateway, name, SETTLED_MS).then(yes, no);
}

/** Resolves with whether the device has one-time keys at WhatsApp, and takes a message of somebody new. */
async function works(whatsapp: FakeWhatsApp, { phone }: Round): Promise<boolean> {
  const contact = whatsapp.contact({ number: '5511888880000', name: 'Ana' });
  const hasKeys = () => phone.devices.every(({ preKeys }) => preKeys.length > 0);
  return until('it has keys', hasKeys, SETTLED_MS)
    .then(() => contact.writes(phone, { text: 'hello' }))
    .then(() => until('it is taken', () => phone.devices[0]?.pending === 0, SETTLED_MS))
    .then(yes, no);
}

const yes = () => true;
const no = () => false;

/**
 * A phone scans the QR code of a new instance, whose secret WhatsApp declares void after the first scan. The
 * service is killed up to 400 ms after the phone lists the device, or at a moment before, 20 times in all. After
 * the next start a device that the phone lists must open by itself, have one-time keys at WhatsApp and read the
 * first message of a contact; one that the phone does not list can be linked again.
 */
export default {
  promise:
    'A linked number works after `kill -9`, also before its first one-time keys were uploaded.',
  limitSeconds: 600,
  async run({ scale, random, findings }) {
    const rounds = scale === 'long' ? 20 : 2;
    const whatsapp = await startFakeWhatsApp();
    const environment = whatsAppVariables(whatsapp);
    const dataDir = newDataDir();
    const start = () => startGateway({ dataDir, environment });
    let gateway = await start();
    const count = { listed: 0, closed: 0, silent: 0 };
    for (let index = 0; index < rounds; index++) {
      const name = `phone-${index}`;
      const phone = whatsapp.phone({ number: String(5_511_999_900_000 + index), name });
      const round: Round = { name, phone, gateway };
      const kill = index % 2 === 0 ? killWhileLinking : killWhileScanning;
      await kill(round, random.between(0, AFTER_LINK_MS));
      if (phone.devices.length > 0) count.listed++;
      gateway = await start();
      round.gateway = gateway;
      if (!(await comesBack(round))) count.closed++;
      else if (!(await works(whatsapp, round))) count.silent++;
      phone.removeDevice();
      await gateway.call('DELETE', `/instance/delete/${name}`);
    }
    findings.figure('kills', rounds);
    findings.atLeast('of them with a device that the phone listed', count.listed, 1);
    findings.atMost('linked and not open', count.closed, 0);
    findings.atMost('open without keys, or nothing received', count.silent, 0);
    findings.atMost('complaints of WhatsApp', whatsapp.complaints.length, 0);
    findings.holds('ends in order', (await gateway.stop()) === 0);
    await whatsapp.stop();
  },
} satisfies Case;
