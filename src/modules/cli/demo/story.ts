/** The steps of a demonstration; each resolves with what was seen, and rejects when it was not seen. */
import { qrText } from '../../../core/providers/qr-image.ts';
import { type Clock, sleep } from '../../../core/shared/clock.ts';
import type { Gateway } from '../gateway.ts';
import type { DemoReceiver } from './receiver.ts';

export interface Stage {
  readonly gateway: Gateway;
  readonly receiver: DemoReceiver;
  readonly clock: Clock;
}

export interface Step {
  readonly name: string;
  /** Resolves with what was seen, for a person, in one or several lines. */
  see(stage: Stage): Promise<string>;
}

const NAME = 'demo';
const PERSON = '5511888880000';
const ANSWER = 'Hello back';

/** Fields of a body that is known to be an object. */
type Fields = Readonly<Record<string, unknown>>;
const fields = (body: unknown): Fields => (body ?? {}) as Fields;

const refusedAttempt = (number: number): Step => ({
  name: `attempt ${number} is refused`,
  see: async ({ receiver }) => {
    const attempt = await receiver.next('Message');
    if (attempt?.attempt !== number || attempt.status !== 503)
      throw new Error(`attempt ${attempt?.attempt} was answered ${attempt?.status}`);
    return 'the receiver answers 503; the event stays on disk, and Gatehouse retries';
  },
});

export const STEPS: readonly Step[] = [
  {
    name: 'a sandbox instance is created',
    see: async ({ gateway }) => {
      const wanted = { instanceName: NAME, provider: 'sandbox' };
      await gateway.call('POST', '/instance/create', wanted);
      return `POST /instance/create ${JSON.stringify(wanted)}`;
    },
  },
  {
    name: 'it shows a QR code',
    see: async ({ gateway }) => {
      const { code } = fields((await gateway.call('GET', `/instance/connect/${NAME}`)).body);
      return `GET /instance/connect/${NAME}\n${qrText(String(code))}`;
    },
  },
  {
    name: 'a phone scans it, and the instance is open',
    see: async ({ gateway }) => {
      const scan = { number: '5511999990000', pushName: 'Ana' };
      await gateway.call('POST', `/sandbox/${NAME}/scan`, scan);
      const { body } = await gateway.call('GET', `/instance/connectionState/${NAME}`);
      const { state } = fields(fields(body).instance);
      if (state !== 'open') throw new Error(`its state is ${state}`);
      return `GET /instance/connectionState/${NAME}: ${state}`;
    },
  },
  {
    name: 'its events go to a receiver',
    see: async ({ gateway, receiver }) => {
      const webhook = { enabled: true, url: receiver.url };
      await gateway.call('POST', `/webhook/set/${NAME}`, webhook);
      const { body } = await gateway.call('GET', `/webhook/secret/${NAME}`);
      receiver.use(String(fields(body).secret));
      return `POST /webhook/set/${NAME} ${JSON.stringify(webhook)}`;
    },
  },
  {
    name: 'a message arrives',
    see: async ({ gateway }) => {
      const message = { kind: 'text', from: PERSON, text: 'Hello' };
      await gateway.call('POST', `/sandbox/${NAME}/message`, message);
      return `${PERSON}: Hello`;
    },
  },
  refusedAttempt(1),
  refusedAttempt(2),
  {
    name: 'attempt 3 is accepted',
    see: async ({ receiver }) => {
      const attempt = await receiver.next('Message');
      if (attempt?.status !== 200 || !attempt.isVerified)
        throw new Error(`attempt ${attempt?.attempt} was answered ${attempt?.status}`);
      return 'the receiver is up again, verifies the signature, and answers 200';
    },
  },
  {
    name: 'the delivery is recorded as delivered',
    see: waitForDelivery,
  },
  {
    name: 'an answer is sent',
    see: async ({ gateway }) => {
      await gateway.call('POST', `/message/sendText/${NAME}`, { number: PERSON, text: ANSWER });
      const { body } = await gateway.call('GET', `/sandbox/${NAME}/sent`);
      if (!JSON.stringify(body).includes(ANSWER)) throw new Error('the phone did not receive it');
      return `${ANSWER}: the phone of ${PERSON} received it`;
    },
  },
];

const LOOKS_MAX = 100;
const LOOK_EVERY_MS = 50;

/** The result of an attempt is written after its answer, so it may take a moment. */
async function waitForDelivery({ gateway, clock }: Stage): Promise<string> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const { body } = await gateway.call('GET', `/delivery/find/${NAME}`);
    const all = fields(body).deliveries as Fields[];
    const found = all.find(({ event, state }) => event === 'Message' && state === 'delivered');
    if (found) return `GET /delivery/find/${NAME}: delivered after ${found.attemptCount} attempts`;
    await sleep(clock, LOOK_EVERY_MS);
  }
  throw new Error('its delivery is not recorded as delivered');
}
