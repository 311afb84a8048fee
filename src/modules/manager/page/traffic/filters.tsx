/** The filters of a list: a form whose values stay in the address, so that a view can be linked to and reloaded. */
import type { ComponentChildren } from 'preact';
import { type Choices, SelectField, TextField } from '../components/form.tsx';
import { readFilters, readRoute, writeFilters } from '../route.ts';

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
  return (
    <form
      class="inline"
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
