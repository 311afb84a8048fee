/** Forms: labelled fields, the button that sends them, and a line with the result. */
import {
  type AllHTMLAttributes,
  type ComponentChildren,
  Fragment,
  type InputHTMLAttributes,
} from 'preact';
import { useId } from 'preact/hooks';
import { texts } from '../texts.ts';
import { DraftLine, useFormDraft } from './form-draft.tsx';
import { type ActionResult, type Status, StatusLine, useStatus } from './status.tsx';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The problem of the value. */
  readonly problem?: string | undefined;
  readonly isHidden?: boolean;
}

/** Attributes that tell screen readers about the hint and the problem of a control. */
interface DescriptionAttributes {
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

const describedBy = (id: string, hint = '', problem = ''): DescriptionAttributes => ({
  'aria-describedby':
    [hint && id, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': problem !== '' || undefined,
});

const HintAndProblem = ({
  id,
  hint,
  problem,
}: Pick<FieldProps, 'hint' | 'problem'> & { id: string }) => (
  <>
    {hint && (
      <small class="hint" id={id}>
        {hint}
      </small>
    )}
    {problem && (
      <small class="problem" id={`${id}-problem`}>
        {problem}
      </small>
    )}
  </>
);

/** A label around one control, with a hint and what is wrong beneath; `children` is between them. */
export function LabelledControl({
  label,
  hint,
  problem,
  isHidden = false,
  control,
  children,
}: FieldProps & {
  control: (described: DescriptionAttributes) => ComponentChildren;
  children?: ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field" hidden={isHidden}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is what `control` returns. */}
      <label>
        <span>{label}</span>
        {control(describedBy(id, hint, problem))}
      </label>
      {children}
      <HintAndProblem id={id} hint={hint} problem={problem} />
    </div>
  );
}

/** The properties that a field passes on to its control. */
type ControlProps<Control extends HTMLElement> = Pick<
  AllHTMLAttributes<Control>,
  | 'class'
  | 'checked'
  | 'defaultChecked'
  | 'required'
  | 'disabled'
  | 'readOnly'
  | 'placeholder'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'step'
  | 'pattern'
  | 'rows'
  | 'accept'
  | 'inputMode'
  | 'autocomplete'
  | 'autocapitalize'
  | 'onInput'
  | 'onChange'
> & { readonly value?: string; readonly defaultValue?: string };

type InputProps = ControlProps<HTMLInputElement> &
  FieldProps & {
    readonly name: string;
    readonly type?: 'text' | 'password' | 'number' | 'email' | 'url' | 'color' | 'datetime-local';
  };

/** A field around the control that `control` returns, which is given the attributes that belong to it. */
const field =
  <Props extends FieldProps>(
    control: (props: Omit<Props, keyof FieldProps> & DescriptionAttributes) => ComponentChildren,
  ) =>
  ({ label, hint, problem, isHidden = false, ...own }: Props) => (
    <LabelledControl
      {...{ label, hint, problem, isHidden }}
      control={(described) => control({ ...described, ...own })}
    />
  );

/** One line of text, a number, or a secret: `type` is that of an input. */
export const TextField = field<InputProps>((input) => (
  // The compiler needs to know which of the two element types it is.
  <input autocomplete="off" spellcheck={false} {...(input as InputHTMLAttributes)} />
));

type AreaProps = ControlProps<HTMLTextAreaElement> & FieldProps & { readonly name: string };

export const TextAreaField = field<AreaProps>((area) => <textarea autocomplete="off" {...area} />);

/** Values, or values with the texts that are shown for them. */
export type Choices = readonly (string | readonly [value: string, text: string])[];

type SelectProps = ControlProps<HTMLSelectElement> &
  FieldProps & {
    readonly name: string;
    readonly choices: Choices;
  };

export const SelectField = field<SelectProps>(({ choices, defaultValue, ...select }) => (
  <select {...select}>
    {choices.map((choice) => {
      const [value, text] = typeof choice === 'string' ? [choice, choice] : choice;
      return (
        <option key={value} value={value} selected={value === (select.value ?? defaultValue)}>
          {text}
        </option>
      );
    })}
  </select>
));

/** A box to tick. */
export const CheckField = ({
  label,
  hint,
  problem,
  isHidden = false,
  ...input
}: Omit<InputProps, 'type'>) => {
  const id = useId();
  return (
    <div class="check" hidden={isHidden}>
      <label>
        <input type="checkbox" {...describedBy(id, hint, problem)} {...input} />
        <span>{label}</span>
      </label>
      <HintAndProblem id={id} hint={hint} problem={problem} />
    </div>
  );
};

/**
 * The values of a form by the names of the fields. Blank texts are left out, ticked boxes are `on`, and the pressed
 * button is a field too.
 */
export type FormValues = Readonly<Record<string, string>>;

interface FormProps {
  /** Resolves with the text of the success; rejects with the failure. */
  readonly onSubmit: (filled: FormValues, form: HTMLFormElement) => ActionResult;
  /** The text of the button that sends it. */
  readonly submit: string;
  readonly isPrimary?: boolean;
  readonly class?: string;
  /** Whether the service, not the browser, reports problems. */
  readonly noValidate?: boolean;
  /** The status line to use instead of its own. */
  readonly status?: Status;
  /** Further buttons beside the one that sends it. */
  readonly buttons?: ComponentChildren;
  /** Closes the form, and forgets what was typed, unlike when the view is left in another way. */
  readonly onCancel?: (() => void) | undefined;
  /** With a name of its own at its address, the form keeps what is typed until it is sent. */
  readonly draft?: string | undefined;
  readonly children?: ComponentChildren;
}

export function Form({
  onSubmit,
  submit,
  isPrimary,
  noValidate = false,
  status,
  buttons,
  onCancel,
  draft: draftName,
  children,
  ...rest
}: FormProps) {
  const own = useStatus();
  const draft = useFormDraft(draftName);
  const used = status ?? own;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const filled = readForm(form, event.submitter);
    void used.run(async () => {
      const said = await onSubmit(filled, form);
      draft.forget();
      return said || undefined;
    });
  };
  const cancel = () => {
    draft.forget();
    onCancel?.();
  };
  return (
    <form
      ref={draft.place}
      class={rest.class}
      noValidate={noValidate}
      onSubmit={send}
      onInput={draft.keep}
      onChange={draft.keep}
    >
      {draftName !== undefined && <DraftLine {...draft} />}
      <Fragment key={draft.round}>{children}</Fragment>
      <div class="row">
        <button
          type="submit"
          class={isPrimary ? 'primary' : ''}
          aria-disabled={used.said.value.kind === 'working'}
        >
          {submit}
        </button>
        {onCancel && (
          <button type="button" onClick={cancel}>
            {texts().common.cancel}
          </button>
        )}
        {buttons}
      </div>
      {status === undefined && <StatusLine status={own} />}
    </form>
  );
}

export function readForm(form: HTMLFormElement, pressed: HTMLElement | null = null): FormValues {
  const filled = [...new FormData(form, pressed)]
    .map(([name, value]): [string, string] => [name, typeof value === 'string' ? value.trim() : ''])
    .filter(([, value]) => value !== '');
  return Object.fromEntries(filled);
}
