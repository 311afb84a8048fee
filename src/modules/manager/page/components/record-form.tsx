/**
 * A form about one record, in a dialog or in the page. Problems are shown at their fields, and a dialog stays open until
 * the service accepts the record.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure, type VersionedRecord } from '../api.ts';
import { texts } from '../texts.ts';
import { openDialog } from './dialog.tsx';
import { type Field, FieldProblem } from './fields.tsx';
import { Form } from './form.tsx';
import { type Status, StatusLine, useStatus } from './status.tsx';

type Values = Readonly<Record<string, unknown>>;
type Problems = Readonly<Record<string, readonly string[]>>;

interface RecordForm {
  readonly fields: readonly Field[];
  readonly action: string;
  /** The stored record; absent for a new one. */
  readonly stored?: VersionedRecord<Values>;
  /** Whether sending replaces the stored record, so that unchanged fields are sent too. */
  readonly isReplaced?: boolean;
  /** Reads the stored record again, once another version than the one that the form shows is stored. */
  readonly reread?: () => Promise<VersionedRecord<Values>>;
  /**
   * Sends the record, with the version that the form shows. The function that it resolves with runs after that, when a
   * dialog is closed.
   */
  readonly send: (body: Values, etag: string | null) => Promise<(() => void) | undefined>;
}

/** Opens the form. A stored record sends only changed fields, a new one only the fields that were filled in. */
export const openRecordForm = (title: string, form: RecordForm): void =>
  void openDialog({ title, body: (close) => <AnyRecord {...form} {...{ title, close }} /> });

interface InPage extends RecordForm {
  /** The line of the page, which outlives the form, and what it says when the record is accepted. */
  readonly status: Status;
  readonly said: string;
}

/** A record that the page shows at once: the focus stays where it is. */
export const RecordInPage = (form: InPage) => <AnyRecord {...form} />;

interface InDialog {
  readonly title: string;
  readonly close: () => void;
}

type AnyForm = RecordForm & Partial<InPage> & Partial<InDialog>;

/**
 * Shows another version once it is stored: after a change in the page, when the page has read one and nothing was typed
 * since, or when a change is refused because somebody else has changed the record. The new form fills in the draft, which
 * has all that was typed, and passwords of the form that was refused.
 */
function AnyRecord({ reread, ...form }: AnyForm) {
  const own = useStatus();
  const status = form.status ?? own;
  const isTouched = useRef(false);
  const [{ stored, round, isSent, secrets }, setShown] = useState<ShownRecord>({
    stored: form.stored,
    round: 0,
    isSent: false,
    secrets: [],
  });
  const show = (next: VersionedRecord<Values>, isAnswer: boolean, typed: Secrets = []) => {
    isTouched.current = false;
    setShown({ stored: next, round: round + 1, isSent: isAnswer, secrets: typed });
  };
  const showStored = async (typed?: Secrets) => {
    if (reread) show(await reread(), true, typed);
  };
  // Before anything else shows a version: what was typed is still known to be there.
  useLayoutEffect(() => {
    const latest = form.stored;
    if (!latest || !stored || isTouched.current) return;
    if (latest.etag !== stored.etag) show(latest, false, secrets);
  }, [form.stored?.etag]);
  const send = async (body: Values, typed: Secrets) => {
    try {
      const after = await form.send(body, stored?.etag ?? null);
      return after ?? (form.close ? undefined : () => showStored());
    } catch (error) {
      if (!isOutdated(error)) throw error;
      await showStored(typed);
      throw outdated(error);
    }
  };
  const touch = () => {
    isTouched.current = true;
  };
  return (
    <div onInput={touch} onChange={touch}>
      <RecordFields
        key={round}
        {...{ ...form, send, status, isSent, secrets }}
        stored={stored?.record}
      />
      {form.status === undefined && <StatusLine status={own} />}
    </div>
  );
}

/** Controls of another version of the form: a draft has no passwords. */
type Secrets = readonly HTMLInputElement[];

const secretsIn = (form: HTMLFormElement): Secrets =>
  [...form.querySelectorAll<HTMLInputElement>('[type=password]')].filter(
    ({ value, defaultValue }) => value !== defaultValue,
  );

interface ShownRecord {
  readonly stored: VersionedRecord<Values> | undefined;
  /** The form is made again for each version. */
  readonly round: number;
  /** Whether the version is shown because the form was sent: the focus stays at the button that sends it. */
  readonly isSent: boolean;
  /** Passwords that were typed into the form that was refused. */
  readonly secrets: Secrets;
}

type FieldsProps = Omit<AnyForm, 'stored' | 'reread' | 'send' | 'status'> &
  Pick<ShownRecord, 'isSent' | 'secrets'> & {
    readonly stored: Values | undefined;
    readonly send: (body: Values, typed: Secrets) => Promise<(() => unknown) | undefined>;
    readonly status: Status;
  };

function RecordFields(props: FieldsProps) {
  const { fields, action, stored, send, title, close, status, said, isSent, secrets } = props;
  const place = useRef<HTMLDivElement>(null);
  const previous = useRef<Values>({});
  const [problems, setProblems] = useState<Problems>({});
  // Before anybody can fill something in.
  useLayoutEffect(() => {
    const form = place.current?.querySelector('form');
    if (form && stored) previous.current = valuesIn(fields, new FormData(form), stored).values;
    for (const { name, value } of secrets) {
      const input = form?.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (input) input.value = value;
    }
    const first = isSent ? '[type=submit]' : close && 'input, select, textarea';
    if (first) place.current?.querySelector<HTMLElement>(first)?.focus();
  }, []);
  useEffect(() => {
    const wrong = place.current?.querySelector<HTMLElement>('[aria-invalid]');
    wrong?.closest('details')?.setAttribute('open', '');
    wrong?.focus();
  }, [problems]);
  const submit = async (_: unknown, form: HTMLFormElement) => {
    const read = valuesIn(fields, new FormData(form), stored ?? {});
    setProblems(read.problems);
    if (Object.keys(read.problems).length > 0)
      throw new ApiFailure({ message: texts().common.nothingSent });
    const changes = changesOf(read.values, previous.current);
    const isChanged = stored === undefined || Object.keys(changes).length > 0;
    const body = props.isReplaced ? read.values : changes;
    try {
      const after = isChanged ? await send(body, secretsIn(form)) : undefined;
      close?.();
      await after?.();
      return said;
    } catch (error) {
      if (error instanceof ApiFailure) setProblems(error.details);
      throw error;
    }
  };
  return (
    <div ref={place} class={close ? 'record-form' : ''}>
      <Form
        noValidate
        isPrimary
        submit={action}
        onSubmit={submit}
        onCancel={close}
        draft={[title, stored?.id, action].filter(Boolean).join(' ')}
        status={status}
      >
        {groupsOf(fields, stored, problems)}
      </Form>
    </div>
  );
}

const groupsOf = (fields: readonly Field[], stored: Values | undefined, problems: Problems) =>
  [...Map.groupBy(fields, ({ group }) => group)].map(([group, inside]) => {
    const views = inside.map((field) => (
      <div key={field.name}>{field.view(stored?.[field.name], problemOf(field, problems))}</div>
    ));
    if (group === undefined) return views;
    return (
      <details
        key={group}
        class="form-part"
        open={inside.some(({ name }) => isSet(stored?.[name]))}
      >
        <summary>{group}</summary>
        <div class="form-part-fields">{views}</div>
      </details>
    );
  });

/** Whether a part of the form has something to see: an object that is not empty. */
const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Returns the values of the form, and the problems that the page itself finds. */
function valuesIn(fields: readonly Field[], form: FormData, stored: Values) {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string[]> = {};
  for (const { name, read } of fields) {
    try {
      values[name] = read(form, stored[name]);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems[name] = [error.message];
    }
  }
  return { values, problems };
}

/** Without what is as before, or blank where nothing was before. */
function changesOf(values: Values, previous: Values): Values {
  const isChanged = ([name, value]: [string, unknown]) =>
    Object.hasOwn(previous, name)
      ? JSON.stringify(value) !== JSON.stringify(previous[name])
      : value !== '' && value !== undefined;
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

const isOutdated = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status === 412;

const outdated = ({ status, code }: ApiFailure) =>
  new ApiFailure({ status, code, message: texts().common.changedMeanwhile });

/** Problems are named by the field or by a path that leads into it: `environments.KEY`. */
function problemOf({ name }: Field, problems: Problems): string {
  const said = Object.entries(problems).flatMap(([path, reasons]) => {
    if (path === name) return reasons;
    if (!path.startsWith(`${name}.`)) return [];
    return reasons.map((reason) => `${path.slice(name.length + 1)} ${reason}`);
  });
  return said.join('; ');
}
