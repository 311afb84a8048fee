/** Fields of a webhook for its filter and its transform, which can be tried on kept events before they are saved. */
import { useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../api.ts';
import { type Field, FieldProblem, jsonField } from '../components/fields.tsx';
import { ActionButton } from '../components/form.tsx';
import { StatusLine, useStatus } from '../components/status.tsx';
import { useRights } from '../rights.ts';
import { texts } from '../texts.ts';
import { indented } from './exchange.tsx';

/** The stored events that a filter would have sent. */
export interface FilterResult {
  readonly matched: number;
  readonly lookedAt: number;
  readonly events: readonly FoundEvent[];
}

interface FoundEvent {
  readonly event: string;
  readonly sequence: number;
  readonly timestamp: string;
}

/** The body that a transform makes of an event. */
export interface TransformResult {
  readonly body: string | null;
  readonly problem: string | null;
  readonly event: string | null;
  readonly sequence: number | null;
}

/** The two operations; `form` has the other fields as they are filled in. */
export interface Previews {
  readonly filter: (filter: object | null, form: FormData) => Promise<FilterResult>;
  readonly transform: (transform: object | null, form: FormData) => Promise<TransformResult>;
}

export function bodyFields(previews: Previews): readonly [filter: Field, transform: Field] {
  const { webhook } = texts();
  return [
    jsonPreviewField('filter', webhook.filter, {
      hint: webhook.filterHint,
      action: webhook.tryFilter,
      run: async (filter, form) => filterPreview(await previews.filter(filter, form)),
    }),
    jsonPreviewField('transform', webhook.transform, {
      hint: webhook.transformHint,
      action: webhook.tryTransform,
      run: async (transform, form) => transformPreview(await previews.transform(transform, form)),
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
  if (body === null) throw new ApiFailure({ message: problem ?? '' });
  const said = sequence === null ? webhook.madeOfSample : webhook.madeOf;
  return { headline: said(event ?? ''), text: indented(body) };
}

interface PreviewAction {
  readonly hint: string;
  /** The text of the button. */
  readonly action: string;
  readonly run: (value: object | null, form: FormData) => Promise<Preview>;
}

/** JSON with a button beneath; blank is null. */
function jsonPreviewField(
  name: string,
  label: string,
  { hint, action, run }: PreviewAction,
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
        <PreviewButton action={action} run={runOn} />
      </>
    ),
  };
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
      {text !== '' && (
        // biome-ignore lint/a11y: it scrolls, by keys as well, and a group of fields is something else.
        <pre tabIndex={0} role="group" aria-label={action}>
          {text}
        </pre>
      )}
    </div>
  );
}
