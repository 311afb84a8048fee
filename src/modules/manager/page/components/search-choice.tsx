/** A field that chooses one of a list of any length: the service searches it for what is typed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { afterPause, useCombobox } from './combobox.ts';
import { LabelledControl } from './form.tsx';
import { failureText } from './status.tsx';

type Choice = readonly [value: string, text: string];

interface FoundChoices {
  readonly choices: readonly Choice[];
  /** How many match, of which `choices` may be the first. */
  readonly total: number;
}

interface ChoiceSource {
  /** Finds all for ''. */
  readonly find: (text: string, signal: AbortSignal) => Promise<FoundChoices>;
  /** Resolves with the text of a value, or with null for an unknown value. */
  readonly textOf: (value: string) => Promise<string | null>;
}

interface SearchChoiceProps extends ChoiceSource {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem: string;
  /** The value of the record, or ''. */
  readonly stored: string;
  /** The text of the empty choice, if there is one. */
  readonly none?: string;
}

/** The value in the form is what was typed, until one of the list is chosen. */
export function SearchChoice(props: SearchChoiceProps) {
  const { name, label, hint, problem, none, stored, textOf, find } = props;
  const input = useRef<HTMLInputElement>(null);
  const [shown, show] = useShown(stored, textOf);
  const [isOpen, setOpen] = useState(false);
  const asked = shown.isTyped ? shown.value : '';
  const search = useSearch(isOpen ? asked : null, find);
  const choices = choicesIn(search, asked === '' && none !== undefined ? [['', none]] : []);
  const box = useCombobox({
    count: choices.length,
    text: asked,
    first: shown.isTyped ? 0 : choices.findIndex(([value]) => value === shown.value),
  });
  const type = (text: string) => {
    if (input.current) input.current.value = text.trim();
    show({ value: text.trim(), text, isTyped: true });
    setOpen(true);
  };
  const choose = ([value, text]: Choice) => {
    if (input.current) input.current.value = value;
    input.current?.dispatchEvent(new Event('change', { bubbles: true }));
    show({ value, text: value && text, isTyped: false });
    setOpen(false);
  };
  const keys = { isOpen, setOpen, isEarly: !search?.isDone, onKeyDown: box.field.onKeyDown };
  return (
    <LabelledControl
      {...{ label, hint, problem }}
      control={(described) => (
        <input
          type="text"
          {...{ ...described, ...box.field, placeholder: none }}
          value={shown.text ?? shown.value}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={openingKeys(keys)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        />
      )}
    >
      <input
        type="hidden"
        ref={input}
        {...{ name, value: shown.value }}
        onInput={({ currentTarget }) => show(valueAlone(currentTarget.value))}
      />
      <ChoiceList {...{ label, box, choices, search, choose }} />
    </LabelledControl>
  );
}

interface ShownValue {
  readonly value: string;
  /** Null until it is read. */
  readonly text: string | null;
  /** Whether it was typed, so that it is searched for. */
  readonly isTyped: boolean;
}

const valueAlone = (value: string): ShownValue => ({ value, text: value && null, isTyped: false });

function useShown(stored: string, textOf: ChoiceSource['textOf']) {
  const [shown, show] = useState(() => valueAlone(stored));
  useEffect(() => {
    if (stored !== shown.value) show(valueAlone(stored));
  }, [stored]);
  const { value, text } = shown;
  useEffect(() => {
    if (text !== null) return;
    const put = (found: string | null) =>
      show((now) => (now.value === value && now.text === null ? { ...now, text: found } : now));
    // A text that cannot be read leaves the value.
    textOf(value).then(put, () => {});
  }, [value, text]);
  return [shown, show] as const;
}

interface Search extends FoundChoices {
  readonly failure: unknown;
  /** Whether it was found for the text that is asked for now. */
  readonly isDone: boolean;
}

/** Returns what was found last; null while nothing is asked for, and until something is found. */
function useSearch(asked: string | null, find: ChoiceSource['find']): Search | null {
  const [search, setSearch] = useState<(Omit<Search, 'isDone'> & { asked: string }) | null>(null);
  useEffect(() => {
    if (asked === null) return setSearch(null);
    return afterPause(async (signal) => {
      const found = await find(asked, signal).then(
        (choices) => ({ ...choices, failure: null }),
        (failure: unknown) => ({ choices: [], total: 0, failure }),
      );
      if (!signal.aborted) setSearch({ ...found, asked });
    });
  }, [asked]);
  return asked === null || search === null ? null : { ...search, isDone: search.asked === asked };
}

const choicesIn = (search: Search | null, whole: readonly Choice[]): readonly Choice[] =>
  search === null ? [] : [...whole, ...search.choices];

interface Keys {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Whether the list is not yet that of what was typed: it is too early to take one. */
  readonly isEarly: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The list is opened by arrow keys, and closed by Escape, which then leaves the dialog open. */
const openingKeys =
  ({ isOpen, setOpen, isEarly, onKeyDown }: Keys) =>
  (event: KeyboardEvent): void => {
    const { key } = event;
    const isOpening = !isOpen && (key === 'ArrowDown' || key === 'ArrowUp');
    const isClosing = isOpen && key === 'Escape';
    if (isOpening || isClosing || (isOpen && isEarly && key === 'Enter')) event.preventDefault();
    else onKeyDown(event);
    if (isOpening || isClosing) setOpen(isOpening);
  };

interface ListProps {
  readonly label: string;
  readonly box: ReturnType<typeof useCombobox>;
  readonly choices: readonly Choice[];
  readonly search: Search | null;
  readonly choose: (choice: Choice) => void;
}

const ChoiceList = ({ label, box, choices, search, choose }: ListProps) => (
  <div class="choice-list">
    {/* biome-ignore lint/a11y/noStaticElementInteractions: a press leaves the focus in the field. */}
    <div
      class="choice-panel"
      hidden={search === null}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div role="listbox" {...box.list} aria-label={label}>
        {choices.map((choice, index) => (
          <button
            key={choice[0]}
            type="button"
            {...box.option(index)}
            onClick={() => choose(choice)}
          >
            <bdi>{choice[1]}</bdi>
          </button>
        ))}
      </div>
      <small class="hint" role="status">
        {search?.isDone && summaryOf(search)}
      </small>
    </div>
  </div>
);

function summaryOf({ failure, total, choices }: Search): string {
  const { search, crm } = texts();
  if (failure !== null) return failureText(failure);
  if (total === 0) return search.nothing;
  const left = total - choices.length;
  return left === 0 ? search.found(total) : `${search.found(total)}. ${crm.notShown(left)}`;
}
