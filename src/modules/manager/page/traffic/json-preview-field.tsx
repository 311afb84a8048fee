/** Fields of a webhook for its filter and its transform, which can be tried on kept events before they are saved. */
import { useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { type Field, FieldProblem, jsonField } from '../components/fields.tsx';
import { StatusLine, useStatus } from '../components/status.tsx';
import { Source } from '../components/text.tsx';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';
import { errorWords } from './error-words.ts';
import { indentJson } from './exchange.tsx';

/** The stored events that a filter would have sent. */
interface FilterResult {
  readonly matched: number;
  readonly lookedAt: number;
  readonly events: readonly {
    readonly event: string;
    readonly sequence: number;
    readonly timestamp: string;
  }[];
}

/** The body that a transform makes of an event. */
interface TransformResult {
  readonly body: string | null;
  readonly problem: string | null;
  readonly event: string | null;
  readonly sequence: number | null;
}

/** Names of examples, and what they fill in. */
type Examples = readonly (readonly [name: string, value: object])[];

interface Trial {
  /** Calls an operation that tries a filter or a transform; resolves with what it answers, in camel case. */
  readonly post: (path: 'filter/test' | 'transform/test', body: object) => Promise<unknown>;
  /** The id of an endpoint that exists. */
  readonly endpoint?: string;
}

export interface BodyFields {
  readonly trial: Trial;
  /** The field of the same form with the events to look at. */
  readonly events: Field;
  readonly examples: { readonly filter: Examples; readonly transform: Examples };
}

export function bodyFields({
  trial: { post, endpoint },
  events,
  examples,
}: BodyFields): readonly [filter: Field, transform: Field] {
  const { webhook } = texts();
  const shape = (form: FormData) => ({
    ...(form.get('format') && { format: form.get('format') }),
    ...(endpoint !== undefined && { endpoint }),
  });
  return [
    jsonPreviewField('filter', webhook.filter, {
      hint: webhook.filterHint,
      examples: examples.filter,
      action: webhook.tryFilter,
      run: async (filter, form) => {
        const body = { filter, ...shape(form), events: events.read(form, undefined) };
        return filterPreview((await post('filter/test', body)) as FilterResult);
      },
    }),
    jsonPreviewField('transform', webhook.transform, {
      hint: webhook.transformHint,
      examples: examples.transform,
      action: webhook.tryTransform,
      run: async (transform, form) => {
        const body = { transform, ...shape(form) };
        return transformPreview((await post('transform/test', body)) as TransformResult);
      },
    }),
  ];
}

/** The result of a preview: a line, and details beneath it. */
interface Preview {
  readonly headline: string;
  readonly text: string;
}

function filterPreview({ matched, lookedAt, events }: FilterResult): Preview {
  const { webhook, formats } = texts();
  const lines = events.map(
    ({ event, sequence, timestamp }) => `${formats.time(timestamp)}  ${event} ${sequence}`,
  );
  return { headline: webhook.wouldSend(matched, lookedAt), text: lines.join('\n') };
}

function transformPreview({ body, problem, event, sequence }: TransformResult): Preview {
  const { webhook } = texts();
  if (body === null) throw new ApiFailure({ message: errorWords(problem ?? '') });
  const said = sequence === null ? webhook.madeOfSample : webhook.madeOf;
  return { headline: said(event ?? ''), text: indentJson(body) };
}

interface PreviewAction {
  readonly hint: string;
  readonly examples: Examples;
  /** The text of the button. */
  readonly action: string;
  readonly run: (value: object | null, form: FormData) => Promise<Preview>;
}

/** JSON with a button beneath; blank is null. */
function jsonPreviewField(
  name: string,
  label: string,
  { hint, examples, action, run }: PreviewAction,
): Field {
  const json = jsonField(name, label, { hint });
  const read = (form: FormData, stored: unknown) =>
    String(form.get(name) ?? '').trim() === '' ? null : json.read(form, stored);
  /** The service refuses what is no object. */
  const runOn = (form: FormData) =>
    withFailure(() => run(read(form, undefined) as object | null, form));
  return {
    name,
    read,
    view: (stored, problem) => (
      <>
        {json.view(stored, problem)}
        <ExampleButtons {...{ name, examples }} />
        <PreviewButton action={action} run={runOn} />
      </>
    ),
  };
}

/** Buttons that fill an example into the field. */
function ExampleButtons({ name, examples }: { name: string; examples: Examples }) {
  const fill = (value: object) => (event: MouseEvent) => {
    const { currentTarget } = event;
    const form = currentTarget instanceof Element ? currentTarget.closest('form') : null;
    const field = form?.elements.namedItem(name);
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.value = JSON.stringify(value, null, 2);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <p class="row">
      <small>{texts().endpoints.example}</small>
      {examples.map(([title, value]) => (
        <button key={title} type="button" class="example" onClick={fill(value)}>
          {title}
        </button>
      ))}
    </p>
  );
}

/** Problems of fields are failures of the preview, which shows them. */
async function withFailure<T>(preview: () => Promise<T>): Promise<T> {
  try {
    return await preview();
  } catch (error) {
    throw error instanceof FieldProblem ? new ApiFailure({ message: error.message }) : error;
  }
}

function PreviewButton({
  action,
  run,
}: {
  action: string;
  run: (form: FormData) => Promise<Preview>;
}) {
  const place = useRef<HTMLDivElement>(null);
  const status = useStatus();
  const [text, setText] = useState('');
  const { may } = useRights();
  // A preview shows stored events, which need this permission.
  if (!may('recovery')) return null;
  const tryIt = async () => {
    setText('');
    const preview = await run(new FormData(place.current?.closest('form') ?? undefined));
    setText(preview.text);
    return preview.headline;
  };
  return (
    <div ref={place}>
      <ActionButton label={action} status={status} run={tryIt} />
      <StatusLine status={status} />
      {text !== '' && <Source label={action} text={text} />}
    </div>
  );
}
