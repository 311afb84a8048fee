/** Attacks by instances whose queues the broker does not answer for, or refuses. */
import { Database } from 'bun:sqlite';
import { type AmqpDouble, type Answers, amqpDouble } from '../../doubles/amqp-broker.ts';
import { until } from '../../helpers/until.ts';
import { readState } from './asks.ts';
import { type Ask, type Attack, attackerOf, lanes, post, type Tenant } from './attack.ts';
import { loadOf, type Stage } from './stage.ts';

/** What waits for the attacker's queue from the beginning. */
const WAITING = 1_000;
/** How often the attacker's events may be tried: what was under way before the cause was known, and a few more. */
const ATTEMPTS_MAX = 100;
/** More than the broker has to confirm a message. */
const TIMED_OUT_MS = 45_000;
const LANES = 4;

const queueOf = ({ id }: Tenant): string => `${id}.message`;

async function receiveByAmqp(stage: Stage, { name, key }: Tenant): Promise<void> {
  const body = { rabbitmqEnable: 'enabled', subscribe: ['MESSAGE'] };
  const headers = { instanceId: name };
  const { status, text } = await stage.call('POST', '/instance/connect', { key, headers, body });
  if (status >= 300) throw new Error(`no events by AMQP: ${status} ${text}`);
}

/** How often an event of the tenant was tried by AMQP. */
function attemptsOf({ file }: Pick<Stage, 'file'>, { id }: Tenant): number {
  const db = new Database(file, { readonly: true });
  try {
    const sql = `select coalesce(sum(attempt_count), 0) from deliveries
      where stream_id = ? and endpoint like 'amqp%'`;
    return Number(db.query(sql).values(id)[0]?.[0]);
  } finally {
    db.close();
  }
}

const receivesByAmqp = (brokerOf: () => AmqpDouble): Ask => ({
  what: 'receives an event by AMQP',
  async send(stage, signal) {
    const { name } = stage.other;
    const arrived = () =>
      brokerOf().published.filter((queue) => queue === queueOf(stage.other)).length;
    const before = arrived();
    const body = { kind: 'text', from: '5511999990000', text: 'Hello' };
    const { status } = await stage.call('POST', `/sandbox/${name}/message`, { body, signal });
    await until('the event has arrived', () => {
      signal.throwIfAborted();
      return arrived() > before;
    });
    return status;
  },
});

interface BrokerAttack extends Pick<Attack, 'name' | 'promise'> {
  /** What the broker does with the queue of the attacker. */
  readonly answer: keyof Answers;
  /** Resolves when the attack has come to what it is about. */
  begun(stage: Stage, broker: AmqpDouble): Promise<void>;
}

function brokerAttack({ name, promise, answer, begun }: BrokerAttack): Attack {
  let broker: AmqpDouble | null = null;
  const started = () => {
    if (broker === null) throw new Error('the broker was not started');
    return broker;
  };
  return {
    name,
    promise,
    async environment() {
      broker = await amqpDouble();
      return { AMQP_URL: broker.url, INSTANCE_EVENTS_PER_SECOND: '0' };
    },
    async prepare(stage) {
      const attacker = attackerOf(stage);
      started().answers[answer] = (queue) => queue === queueOf(attacker);
      await receiveByAmqp(stage, attacker);
      await receiveByAmqp(stage, stage.other);
      await loadOf(stage, attacker, WAITING);
      await begun(stage, started());
    },
    begin(target) {
      started();
      const message = JSON.stringify({ kind: 'text', from: '5511999990000', text: 'Hello' });
      const path = `/sandbox/${attackerOf(target).name}/message`;
      return lanes(LANES, (_lane, _round, signal) => post(target, path, message, signal));
    },
    asks: [receivesByAmqp(started), readState],
    limits: {},
    async afterwards(stage) {
      const attempts = attemptsOf(stage, attackerOf(stage));
      started().stop();
      if (attempts > ATTEMPTS_MAX)
        throw new Error(`the attacker's events were tried ${attempts} times`);
    },
  };
}

const wasTried = ({ published, declared }: AmqpDouble, tenant: Tenant): boolean =>
  [...published, ...declared].includes(queueOf(tenant));

export const BROKER_ATTACKS: readonly Attack[] = [
  brokerAttack({
    name: 'a queue whose declaration is never answered',
    promise:
      'a tenant receives events by AMQP while the broker never answers the declaration of the queue of another',
    answer: 'hangs',
    begun: (stage, broker) => until('it was declared', () => wasTried(broker, attackerOf(stage))),
  }),
  brokerAttack({
    name: 'a queue whose messages are never confirmed',
    promise:
      'a tenant receives events by AMQP while the broker confirms none of the messages of another',
    answer: 'isSilent',
    // From then on it is known, and what waits for it is tried one by one.
    begun: (stage) =>
      until('attempts timed out', () => attemptsOf(stage, attackerOf(stage)) > 0, TIMED_OUT_MS),
  }),
  brokerAttack({
    name: 'a queue that is refused',
    promise:
      'a tenant receives events by AMQP while the broker refuses the queue of another, for which 1,000 wait',
    answer: 'refuses',
    begun: (stage) => until('it was refused', () => attemptsOf(stage, attackerOf(stage)) > 0),
  }),
];
