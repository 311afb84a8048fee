/** The list from which another instance is chosen, in the header of the one that is shown. */
import { useState } from 'preact/hooks';
import { Badge } from '../components/text.tsx';
import { linkTo } from '../links.ts';
import { texts } from '../texts.ts';
import { useAnswer } from './api-context.ts';
import { stateText } from './instance-words.ts';

const SHOWN = 12;

export function InstanceList({ chosen }: { chosen: string }) {
  const { instances, formats, common } = texts();
  const [search, setSearch] = useState('');
  const { value } = useAnswer('/instance/overview', {
    query: { search: search.trim(), limit: SHOWN },
  });
  const left = value === null ? 0 : value.found - value.instances.length;
  return (
    <nav class="instance-list" aria-label={instances.title}>
      {/* A press in the field is no choice: the list stays open. */}
      <input
        type="search"
        maxLength={100}
        placeholder={common.nameOrNumber}
        aria-label={instances.find}
        value={search}
        onClick={(event) => event.stopPropagation()}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {value?.instances.map((one) => (
        <a
          key={one.instanceId}
          href={linkTo(one.instanceName)}
          aria-current={one.instanceName === chosen ? 'true' : undefined}
        >
          <span>{one.instanceName}</span>
          <Badge state={one.state}>{stateText(one)}</Badge>
        </a>
      ))}
      {value?.instances.length === 0 && <p class="hint">{instances.notFound}</p>}
      {left > 0 && <p class="hint">{instances.more(formats.number(left))}</p>}
      <a href="#/">{instances.title} →</a>
    </nav>
  );
}
