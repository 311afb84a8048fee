/** The filters of a list: a form whose values stay in the address, so that a view can be linked to and reloaded. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Choices, SelectField, TextField } from '../components/form.tsx';
import { Empty } from '../components/text.tsx';
import { hash, readFilters, readRoute, writeFilters } from '../route.ts';
import { texts } from '../texts.ts';

interface FiltersProps {
  /** Whether each letter is searched for as it is typed. */
  readonly isLive?: boolean;
  readonly children: ComponentChildren;
}

/** Every change is searched at once, and stored in the address. */
export function Filters({ isLive = false, children }: FiltersProps) {
  const apply = (form: HTMLFormElement) => {
    const filled = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    writeFilters(Object.fromEntries(filled));
  };
  const place = useRef<HTMLFormElement>(null);
  // A link to the whole list, or a step back, changes the address without the form.
  useEffect(() => {
    for (const line of place.current?.querySelectorAll<HTMLInputElement>('input:not([type])') ?? [])
      if (line.value.trim() !== filterOf(line.name)) line.value = filterOf(line.name);
  }, [hash.value]);
  return (
    <form
      class="inline"
      ref={place}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
      onChange={({ currentTarget }) => apply(currentTarget)}
      onInput={({ currentTarget }) => isLive && apply(currentTarget)}
    >
      {children}
    </form>
  );
}

/** The value of a field in the address; on the page of an endpoint, its own deliveries are searched. */
export const filterOf = (name: string): string =>
  readFilters()[name] ?? (name === 'endpoint' ? endpointInRoute() : '');

/** The id of the endpoint whose page the address names, or ''. */
export function endpointInRoute(): string {
  const { panel, about } = readRoute();
  return panel === 'endpoints' ? about : '';
}

type LineProps = Pick<
  Parameters<typeof TextField>[0],
  'name' | 'label' | 'type' | 'placeholder' | 'maxLength'
>;

export const FilterLine = (line: LineProps) => (
  <TextField {...line} defaultValue={filterOf(line.name)} />
);

const SEARCH = 'search';
/** As many as the service takes. */
const SEARCH_MAX = 100;

/** The text in the address that a list is searched for, or ''. */
export const searchInAddress = (): string => filterOf(SEARCH);

export const SearchLine = ({ placeholder = '' }: Pick<LineProps, 'placeholder'>) => (
  <FilterLine
    {...{ name: SEARCH, label: texts().overview.search, placeholder }}
    maxLength={SEARCH_MAX}
  />
);

/** Says that nothing matches, and ends the search. */
export const NoMatches = () => (
  <Empty text={texts().common.noMatches}>
    <button type="button" onClick={() => writeFilters({ ...readFilters(), [SEARCH]: '' })}>
      {texts().common.clearSearch}
    </button>
  </Empty>
);

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  /** The text for no filter. */
  readonly any: string;
  readonly choices: Choices;
}

export const FilterChoice = ({ name, label, any, choices }: ChoiceProps) => (
  <SelectField
    {...{ name, label }}
    choices={[['', any], ...choices]}
    defaultValue={filterOf(name)}
  />
);

/** Returns the value of a field for a local time as ISO 8601 in UTC; empty while the field is empty. */
export function isoOf(local: string): string {
  const time = new Date(local);
  return local === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
