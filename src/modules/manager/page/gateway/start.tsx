/** The first steps: a list that follows the facts, from making an instance to its first delivery. */
import type { ComponentChildren } from 'preact';
import { CopyText } from '../components/copy.tsx';
import { Page } from '../components/layout.tsx';
import { linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { Pairing } from './connection.tsx';
import { CreateForm } from './create-form.tsx';
import { FirstDelivery } from './first-delivery.tsx';
import type { PanelProps } from './instance-words.ts';
import { newKeys } from './new-keys.ts';
import { Destination } from './start-destination.tsx';

type StepState = 'done' | 'current' | 'later';

interface StepProps {
  readonly title: string;
  readonly state: StepState;
  /** The text of a step that is done. */
  readonly fact?: string;
  readonly children?: ComponentChildren;
}

function Step({ title, state, fact, children }: StepProps) {
  const { common } = texts();
  return (
    <li class={`step ${state}`} aria-current={state === 'current' ? 'step' : undefined}>
      <h2>
        {title} {state === 'done' && <span class="visually-hidden">({common.done})</span>}
      </h2>
      {state === 'done' && fact && <p class="step-fact">{fact}</p>}
      {state !== 'later' && children}
    </li>
  );
}

/** The first steps of a person without an instance. */
export function StartFromNothing() {
  const { start } = texts();
  return (
    <Page title={start.title} class="narrow">
      <p>{start.welcome}</p>
      <ol class="steps">
        <Step title={start.create} state="current">
          <p class="hint">{start.createAbout}</p>
          <CreateForm />
        </Step>
        <Step title={start.connect} state="later" />
        <Step title={start.where} state="later" />
        <Step title={start.first} state="later" />
      </ol>
    </Page>
  );
}

/** The steps of an instance that there is. */
export function Start({ instance, refresh }: PanelProps) {
  const api = useApi();
  const { start } = texts();
  const { instanceName } = instance;
  const facts = usePolledQuery(
    async (signal) => {
      const [webhook, delivered] = await Promise.all([
        api.call('GET', '/webhook/find/{instanceName}', { params: { instanceName }, signal }),
        api.call('GET', '/delivery/search', {
          query: { instance: instanceName, limit: 1 },
          signal,
        }),
      ]);
      return {
        url: webhook?.enabled ? webhook.url : null,
        newest: delivered.deliveries[0] ?? null,
      };
    },
    [api, instanceName],
    FAST_MS,
  );
  const isOpen = instance.state === 'open';
  const url = facts.value?.url ?? null;
  const newest = facts.value?.newest ?? null;
  const isDelivered = newest?.state === 'delivered';
  const state = (isDone: boolean, isReady: boolean): StepState => {
    if (isDone) return 'done';
    return isReady ? 'current' : 'later';
  };
  return (
    <ol class="steps">
      <Step title={start.create} state="done" fact={start.created(instanceName)}>
        <NewKey instanceName={instanceName} />
      </Step>
      <Step title={start.connect} state={state(isOpen, true)} fact={connectedAs(instance)}>
        {!isOpen && <Pairing instance={instance} refresh={refresh} isAtOnce />}
      </Step>
      <Step
        title={start.where}
        state={state(url !== null, isOpen)}
        {...(url && { fact: start.goesTo(url) })}
      >
        {url === null && <Destination instanceName={instanceName} refresh={facts.refresh} />}
      </Step>
      <Step title={start.first} state={state(isDelivered, isOpen && url !== null)}>
        {url !== null && (
          <FirstDelivery instance={instance} newest={newest} refresh={facts.refresh} />
        )}
        {isDelivered && <Next instanceName={instanceName} />}
      </Step>
    </ol>
  );
}

/** The first delivery should be seen as it happens. */
const FAST_MS = 1_000;

function NewKey({ instanceName }: { instanceName: string }) {
  const { start } = texts();
  const key = newKeys.value.get(instanceName);
  if (key === undefined) return null;
  return (
    <div class="new-key">
      <p>{start.key(instanceName)}</p>
      <CopyText text={key} />
      <p class="hint">{start.keyHint}</p>
    </div>
  );
}

function connectedAs({ ownerJid, profileName }: PanelProps['instance']): string {
  const { start } = texts();
  const number = ownerJid?.split('@')[0];
  const account = [profileName, number].filter(Boolean).join(' · ');
  return account === '' ? start.isConnected : start.connected(account);
}

function Next({ instanceName }: { instanceName: string }) {
  const { start } = texts();
  return (
    <>
      <p>{start.isDone}</p>
      <p class="row">
        <a class="button primary" href={linkTo(instanceName, 'conversations')}>
          {start.openConversations}
        </a>
        <a class="button" href={linkTo(instanceName, 'endpoints')}>
          {start.openWebhook}
        </a>
        <a class="button" href={linkTo(instanceName, 'deliveries')}>
          {start.openDeliveries}
        </a>
      </p>
    </>
  );
}
