/** The filters of a list: a form whose values stay in the address, so that a view can be linked to and reloaded. */
import type { ComponentChildren } from 'preact';
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

/** Returns the value of a field for a local time as ISO 8601 in UTC; empty while the field is empty. */
export function isoOf(local: string): string {
  const time = new Date(local);
  return local === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
