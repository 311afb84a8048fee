/** Keeps what is typed into a form as a draft, and fills it in when the form is opened again. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Draft, draftOf, keepDraft } from '../drafts.ts';
import { placeInAddress } from '../route.ts';
import { texts } from '../texts.ts';

interface FormDraft {
  readonly place: { current: HTMLFormElement | null };
  /** Changes when the draft was discarded: the fields are made again. */
  readonly round: number;
  readonly isRestored: boolean;
  /** Keeps what is filled in now. */
  readonly keep: () => void;
  /** Forgets the draft: the form was sent, or closed by a person who wants nothing of it. */
  readonly forget: () => void;
  /** Forgets the draft, and shows the fields as they were. */
  readonly discard: () => void;
}

/** `name` tells the form from others at the same address; without one there is no draft. */
export function useFormDraft(name: string | undefined): FormDraft {
  const place = useRef<HTMLFormElement | null>(null);
  const key = useMemo(() => name && `${placeInAddress()} ${name}`, [name]);
  const untouched = useRef<Draft>({});
  const [round, setRound] = useState(0);
  const [isRestored, setRestored] = useState(false);
  // Before anybody can fill something in.
  useLayoutEffect(() => {
    if (place.current && key) untouched.current = valuesIn(place.current);
  }, [key, round]);
  useEffect(() => {
    const form = place.current;
    if (form === null || !key) return;
    const draft = draftOf(key);
    setRestored(draft !== null);
    if (draft === null) return;
    fillIn(form, draft);
    // The first fields that are filled in may show further ones.
    queueMicrotask(() => fillIn(form, draft));
  }, [key, round]);
  const forget = () => {
    if (!key) return;
    keepDraft(key, {});
    setRestored(false);
    if (place.current) untouched.current = valuesIn(place.current);
  };
  return {
    place,
    round,
    isRestored,
    forget,
    keep() {
      if (key && place.current)
        keepDraft(key, differences(untouched.current, valuesIn(place.current)));
    },
    discard() {
      forget();
      setRound(round + 1);
    },
  };
}

/** Says that a draft is shown, and takes it back. */
export const DraftLine = ({ isRestored, discard, place }: FormDraft) => {
  const { common } = texts();
  const press = () => {
    discard();
    place.current?.querySelector('button')?.focus();
  };
  return (
    <p class="draft" role="status">
      {isRestored && (
        <>
          {common.draftRestored}{' '}
          <button type="button" class="quiet" onClick={press}>
            {common.discard}
          </button>
        </>
      )}
    </p>
  );
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Passwords and files are not kept. */
const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (one): one is Control =>
      'value' in one &&
      'name' in one &&
      one.name !== '' &&
      !['password', 'file', 'submit', 'button'].includes((one as Control).type),
  );

const isTick = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

function valuesIn(form: HTMLFormElement): Draft {
  const values: Record<string, string[]> = {};
  for (const control of controlsOf(form)) {
    const own = values[control.name] ?? [];
    if (!isTick(control) || control.checked) own.push(control.value);
    values[control.name] = own;
  }
  return values;
}

const differences = (before: Draft, now: Draft): Draft =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, values]) => JSON.stringify(values) !== JSON.stringify(before[name] ?? []),
    ),
  );

function fillIn(form: HTMLFormElement, draft: Draft): void {
  for (const [name, values] of Object.entries(draft)) {
    const controls = controlsOf(form).filter((control) => control.name === name);
    controls.forEach((control, index) => {
      const value = values[index] ?? '';
      if (
        isTick(control)
          ? control.checked === values.includes(control.value)
          : control.value === value
      )
        return;
      if (isTick(control)) control.checked = !control.checked;
      else control.value = value;
      for (const type of ['input', 'change'])
        control.dispatchEvent(new Event(type, { bubbles: true }));
    });
  }
}
