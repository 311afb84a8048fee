/** The newest delivery of an instance as it happens, and what makes one. */
import type { AnswerTo } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Badge } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { DeliveryBadge } from '../traffic/delivery-state.tsx';
import { errorWords } from '../traffic/error-words.ts';
import { usePostTo } from './api-context.ts';
import type { Instance } from './instance-words.ts';

type Delivery = AnswerTo<'GET', '/delivery/search'>['deliveries'][number];

/** The number of the person who writes in the example; nobody has it. */
const SOMEBODY = '12025550143';

interface FirstDeliveryProps {
  readonly instance: Instance;
  /** Null until a delivery is made. */
  readonly newest: Delivery | null;
  readonly refresh: () => void;
}

export function FirstDelivery({ instance, newest, refresh }: FirstDeliveryProps) {
  const { start } = texts();
  const number = instance.ownerJid?.split('@')[0] ?? instance.number ?? '';
  return (
    <>
      <div role="status">
        {newest === null ? <p class="hint">{start.waiting}</p> : <Outcome delivery={newest} />}
      </div>
      {newest?.state !== 'delivered' &&
        (instance.provider === 'sandbox' ? (
          <WriteToSandbox instanceName={instance.instanceName} refresh={refresh} />
        ) : (
          <p>{start.writeToIt(number)}</p>
        ))}
    </>
  );
}

function Outcome({ delivery }: { delivery: Delivery }) {
  const { start } = texts();
  const { event, state, lastStatus, lastError, target } = delivery;
  if (state === 'delivered')
    return (
      <p>
        <Badge state={state}>
          {start.delivered(event, String(lastStatus ?? ''), hostOf(target))}
        </Badge>
      </p>
    );
  return (
    <p>
      <DeliveryBadge state={state} />{' '}
      {lastError === null
        ? start.waiting
        : `${start.notDelivered(event, errorWords(lastError))}. ${start.tryAgain}`}
    </p>
  );
}

const hostOf = (target: string): string => URL.parse(target)?.host ?? target;

function WriteToSandbox({ instanceName, refresh }: { instanceName: string; refresh: () => void }) {
  const post = usePostTo(instanceName);
  const { start } = texts();
  return (
    <ActionButton
      label={start.sendIn}
      class="primary"
      run={async () => {
        await post('/sandbox/{instanceName}/message', {
          kind: 'text',
          from: SOMEBODY,
          text: start.hello,
        });
        refresh();
      }}
    />
  );
}
