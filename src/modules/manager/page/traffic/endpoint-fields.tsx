/** The form of a webhook, whose owner is an instance or an account: one declaration for each field of the service. */
import {
  choiceField,
  type Field,
  FieldProblem,
  flagField,
  linesField,
  textField,
} from '../components/fields.tsx';
import { type Choices, TextField } from '../components/form.tsx';
import { allOrSelected, ticksField } from '../components/ticks.tsx';
import { texts } from '../texts.ts';
import type { ACCOUNT_ENDPOINT_FIELDS, INSTANCE_ENDPOINT_FIELDS } from '../words.ts';
import { type BodyFields, bodyFields } from './json-preview-field.tsx';

type FieldName =
  | (typeof ACCOUNT_ENDPOINT_FIELDS)[number]
  | (typeof INSTANCE_ENDPOINT_FIELDS)[number];

/** The parts of a form that are not the same for all webhooks. */
interface EndpointForm extends Omit<BodyFields, 'events'> {
  /** The fields that the form has. */
  readonly names: readonly FieldName[];
  /** Types of events, and formats of bodies, to choose from. */
  readonly events: readonly string[];
  readonly formats: Choices;
  /** Whether a webhook must have a URL. */
  readonly needsUrl?: boolean;
  /** Returns a name as the bodies of the owner's zone have it. */
  readonly spell?: (name: string) => string;
}

/** Bodies as Meta posts them; webhooks of accounts do not have it. */
export const CLOUD_FORMAT = 'whatsapp-cloud';
const ALL = 'ALL';
const isAll = (events: unknown): boolean => Array.isArray(events) && events.includes(ALL);
const unchanged = (name: string): string => name;

/** The fields that a form shows at once. */
const FIRST: readonly string[] = ['name', 'url', 'events'];
const BODY: readonly string[] = ['filter', 'transform'];

/** Returns the fields that `names` has, in the order of the form: the first three, what bodies become, and the rest. */
export function endpointFields({
  names,
  events: types,
  formats,
  needsUrl = true,
  spell = unchanged,
  ...body
}: EndpointForm): readonly Field[] {
  const { webhook, endpoints, common } = texts();
  const events = eventsField(types);
  const [filter, transform] = bodyFields({ ...body, events });
  const fields: Readonly<Record<FieldName, Field>> = {
    name: textField('name', common.name, { required: true, hint: webhook.nameHint }),
    url: textField('url', 'URL', { required: needsUrl, type: 'url', hint: webhook.urlHint }),
    events,
    filter,
    transform,
    enabled: flagField('enabled', webhook.enabled, { isOn: true }),
    owner: choiceField('owner', webhook.owner, Object.entries(webhook.owners), {
      hint: webhook.ownerHint,
    }),
    format: choiceField('format', webhook.format, formats, {
      ...(formats.includes(CLOUD_FORMAT) && { hint: webhook.formatHint }),
      toValue: (chosen) => chosen || null,
    }),
    base64: filesField(),
    verifyToken: textField('verifyToken', webhook.verifyToken, {
      isNullable: true,
      hint: webhook.verifyTokenHint,
    }),
    headers: headersField(),
    byEvents: flagField(spell('byEvents'), webhook.byEvents),
    ordering: choiceField('ordering', webhook.ordering, [
      ['chat', webhook.orderedByChat],
      ['none', webhook.unordered],
    ]),
    retry: retryField(spell('delaysMs')),
    autoDisable: flagField(spell('autoDisable'), webhook.autoDisable, { isOn: true }),
    description: textField('description', common.description),
  };
  const groupOf = (name: string) => ({
    ...(BODY.includes(name) && { group: endpoints.body }),
    ...(![...FIRST, ...BODY].includes(name) && { group: endpoints.more }),
  });
  return Object.entries(fields)
    .filter(([name]) => names.some((one) => one === name))
    .map(([name, field]) => ({ ...field, ...groupOf(name) }));
}

/** An empty list would be all of them. */
function eventsField(types: readonly string[]): Field {
  const { webhook } = texts();
  const some = ticksField('events', webhook.onlyThese, types);
  const field = allOrSelected(webhook.allEvents, some, { all: [ALL], isAll });
  return {
    ...field,
    read: (form, stored) => {
      const chosen = field.read(form, stored);
      if (Array.isArray(chosen) && chosen.length > 0) return chosen;
      throw new FieldProblem(webhook.tickOne);
    },
  };
}

function filesField(): Field {
  const { webhook } = texts();
  const choices: Choices = [
    ['', webhook.asService],
    ['true', webhook.inBody],
    ['false', webhook.notInBody],
  ];
  const toValue = (chosen: string) => (chosen === '' ? null : chosen === 'true');
  return choiceField('base64', webhook.files, choices, { toValue });
}

function headersField(): Field {
  const { webhook } = texts();
  return linesField('headers', webhook.headers, {
    hint: webhook.headersHint,
    listOf: (stored) =>
      Object.entries((stored ?? {}) as Record<string, string>).map(
        ([header, value]) => `${header}: ${value}`,
      ),
    toValue: (lines) => Object.fromEntries(lines.map(headerIn)),
  });
}

function headerIn(line: string): readonly [string, string] {
  const [, name, value = ''] = /^([^:\s]+)\s*:(.*)$/.exec(line) ?? [];
  if (name === undefined) throw new FieldProblem(texts().webhook.badHeader(line));
  return [name, value.trim()];
}

/**
 * Returns the field for the number and the delays of retries; `delays` is what bodies call the delays. If both inputs are blank, its value is null and the service
 * default applies. A value that is not a number is sent as null, and the service names it in its refusal.
 */
const retryField = (delays: string): Field => ({
  name: 'retry',
  view: (stored, problem) => {
    const { webhook, common } = texts();
    const { attempts = '', [delays]: present = [] } = (stored ?? {}) as Record<string, unknown>;
    return (
      <div class="form-part-fields">
        <TextField
          label={common.attempts}
          name="attempts"
          type="number"
          defaultValue={String(attempts)}
          hint={webhook.attemptsHint}
        />
        <TextField
          label={webhook.delays}
          name="delays"
          defaultValue={[present].flat().join(', ')}
          hint={webhook.delaysHint}
          problem={problem}
        />
      </div>
    );
  },
  read: (form) => {
    const numbersIn = (name: string) =>
      String(form.get(name) ?? '')
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(Number);
    const [attempts = Number.NaN] = numbersIn('attempts');
    const entered = numbersIn('delays');
    return Number.isNaN(attempts) && entered.length === 0 ? null : { attempts, [delays]: entered };
  },
});
