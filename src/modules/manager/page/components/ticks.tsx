/** Fields with check boxes: several of a list, or all of it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Field } from './fields.tsx';
import { CheckField, type Choices } from './form.tsx';

interface TicksMore {
  /** Whether a box can be ticked. */
  readonly isOpen?: (value: string) => boolean;
}

/** Several values of a list. */
export const ticksField = (
  name: string,
  legend: string,
  listed: Choices,
  { isOpen = () => true }: TicksMore = {},
): Field => {
  const choices = listed.map((one) => (typeof one === 'string' ? ([one, one] as const) : one));
  const listOf = (stored: unknown) => (Array.isArray(stored) ? stored : []);
  return {
    name,
    view: (stored, problem) => (
      <Ticks {...{ name, legend, choices, isOpen, problem }} ticked={listOf(stored)} />
    ),
    // Disabled boxes are left out of the form.
    read: (form, stored) => {
      const closed = listOf(stored).filter((value) => !isOpen(value));
      const chosen = new Set([...form.getAll(name), ...closed]);
      return choices.map(([value]) => value).filter((value) => chosen.has(value));
    },
  };
};

interface TicksProps {
  readonly name: string;
  readonly legend: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly ticked: readonly unknown[];
  readonly isOpen: (value: string) => boolean;
  readonly problem: string;
}

const Ticks = ({ name, legend, choices, ticked, isOpen, problem }: TicksProps) => (
  <fieldset class="ticks">
    <legend>{legend}</legend>
    {choices.map(([value, text]) => (
      <label class="tick" key={value}>
        <input
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={ticked.includes(value)}
          disabled={!isOpen(value)}
          aria-invalid={problem !== '' || undefined}
        />
        <span>{text}</span>
      </label>
    ))}
    {problem && <small class="problem">{problem}</small>}
  </fieldset>
);

interface AllOptions {
  /** The value if all are selected. */
  readonly all: unknown;
  readonly isAll: (value: unknown) => boolean;
  /** Whether a record with a selection cannot go back to all. */
  readonly isFixed?: boolean;
}

/** All values of a list, or several of them. */
export const allOrSelected = (
  label: string,
  some: Field,
  { all, isAll, isFixed }: AllOptions,
): Field => {
  const allName = `${some.name}-all`;
  const isWhole = (stored: unknown) => stored === undefined || isAll(stored);
  return {
    name: some.name,
    view: (stored, problem) => (
      <AllOrSelected
        name={allName}
        label={label}
        isAll={isWhole(stored)}
        isFixed={isFixed === true && !isWhole(stored)}
      >
        {some.view(isWhole(stored) ? undefined : stored, problem)}
      </AllOrSelected>
    ),
    read: (form, stored) => (form.has(allName) ? all : some.read(form, stored)),
  };
};

function AllOrSelected({
  name,
  label,
  isAll,
  isFixed,
  children,
}: {
  name: string;
  label: string;
  isAll: boolean;
  isFixed: boolean;
  children: ComponentChildren;
}) {
  const [isWhole, setWhole] = useState(isAll);
  return (
    <div>
      <CheckField
        label={label}
        name={name}
        defaultChecked={isAll}
        isHidden={isFixed}
        onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
      />
      <div hidden={isWhole}>{children}</div>
    </div>
  );
}
