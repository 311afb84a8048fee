import { CopyText } from '../components/copy.tsx';
import { Time } from '../components/text.tsx';
import { texts } from '../texts.ts';
import type { PanelProps } from './instance-words.ts';

/** The names of an instance for programs, and its age. */
export function Facts({ instance }: Pick<PanelProps, 'instance'>) {
  const { settings, instances } = texts();
  const graphIds = [
    [instances.phoneNumberId, instance.phoneNumberId],
    [instances.businessAccountId, instance.wabaId],
  ] as const;
  return (
    <dl class="facts">
      <div>
        <dt>{settings.id}</dt>
        <dd>
          <code>{instance.instanceId}</code>
        </dd>
      </div>
      {graphIds.map(([name, id]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <CopyText text={id} of={name} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{settings.createdAt}</dt>
        <dd>
          <Time iso={instance.createdAt} />
        </dd>
      </div>
    </dl>
  );
}
