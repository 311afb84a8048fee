/** Forms, which Meta calls flows: a button opens one, and what a person fills in comes back as a message. */
import { Type } from '@sinclair/typebox';
import { NUMBER } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { isFields } from '../../../core/http/read-fields.ts';
import { showsForms } from '../../../core/providers/all.ts';
import { FLOW_ACTIONS, FLOW_MODES, type FlowContent } from '../../../core/providers/interactive.ts';
import { requireWithinLimits } from '../../../core/providers/interactive-limits.ts';
import { contextFields } from '../../../core/sending/context.ts';
import { Recipient } from '../../../core/sending/recipient.ts';
import { failure } from '../../../core/shared/errors.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';
import {
  ChoiceReader,
  type Choices,
  type HeaderFields,
  officialText,
  withFileAbove,
  wordsOf,
} from './choices.ts';
import { fileAboveFields, headingFields, Text } from './interactive.ts';
import { messageBody, sendOperation } from './operation.ts';
import { asChoices } from './shown-choices.ts';

const NO_FORMS =
  'Paired phones do not send forms (flows), only instances of the official API do. Ask by a text, or send a link to a page with the form.';

interface FlowBody extends HeaderFields {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly footer?: unknown;
  readonly flowId?: unknown;
  readonly flowName?: unknown;
  readonly flowCta?: unknown;
  readonly flowToken?: unknown;
  readonly flowAction?: unknown;
  readonly flowScreen?: unknown;
  readonly flowData?: unknown;
  readonly flowMode?: unknown;
}

/** Throws `invalid`, naming everything that is missing or wrong. */
function flowIn(body: FlowBody, guard: UrlGuard): Choices<FlowContent> {
  const reading = new ChoiceReader();
  const file = reading.header(body, guard);
  const words = wordsOf(reading, body.title, body.description, body.footer);
  const label = reading.required(body.flowCta, 'flowCta');
  const token = reading.optional(body.flowToken, 'flowToken');
  const mode = wordIn(reading, 'flowMode', body.flowMode, FLOW_MODES);
  const content: FlowContent = {
    kind: 'flow',
    ...officialText(words, file),
    label,
    flow: whichFlow(reading, body),
    ...(token !== undefined && { token }),
    ...beginningOf(reading, body),
    ...(mode && { mode }),
  };
  return withFileAbove(requireWithinLimits(reading.done(content)), file);
}

function whichFlow(reading: ChoiceReader, body: FlowBody): FlowContent['flow'] {
  const id = reading.optional(body.flowId, 'flowId');
  const name = reading.optional(body.flowName, 'flowName');
  if ((id === undefined) === (name === undefined))
    reading.refuse('', problem('flow_not_named_once'));
  return name === undefined ? { id: id ?? '' } : { name };
}

/** Returns how the form begins. */
function beginningOf(
  reading: ChoiceReader,
  { flowAction, flowScreen, flowData }: FlowBody,
): Pick<FlowContent, 'action' | 'first'> {
  const action = wordIn(reading, 'flowAction', flowAction, FLOW_ACTIONS);
  const screen = reading.optional(flowScreen, 'flowScreen');
  const data = flowData ?? undefined;
  const isObject = isFields(data) && Object.keys(data).length > 0;
  if (data !== undefined && !isObject) reading.refuse('flowData', problem('not_filled_object'));
  if (data !== undefined && screen === undefined)
    reading.refuse('flowScreen', problem('required_with_data'));
  if (action === 'data_exchange' && screen !== undefined)
    reading.refuse('flowScreen', problem('not_with_data_exchange'));
  return {
    ...(action && { action }),
    ...(screen !== undefined && { first: { screen, ...(isObject && { data }) } }),
  };
}

function wordIn<const W extends string>(
  reading: ChoiceReader,
  path: string,
  value: unknown,
  all: readonly W[],
): W | undefined {
  const word = all.find((one) => one === value);
  if (word === undefined && (value ?? '') !== '')
    reading.refuse(path, problem('unknown_value', { values: all.join(', ') }));
  return word;
}

const FlowMessage = NamedObject(
  'FlowMessage',
  {
    number: Recipient,
    ...headingFields,
    footer: Text(
      'Small print below the text; in a poll, the last line of its question',
      'Free delivery',
    ),
    ...fileAboveFields,
    flowId: Text('Id of the form at Meta; `flowName` names it instead', '1234567890123456'),
    flowName: Text('Name of the form at Meta, in place of its id', 'appointment'),
    flowCta: Text('Label of the button that opens the form, at most 30 characters', 'Book a time'),
    flowToken: Text(
      'Your own text of at most 512 characters, which comes back with the answers; default `unused`',
      'order-1234',
    ),
    flowAction: Text(
      '`navigate` (default) shows a screen at once; `data_exchange` asks the server of the form which one to show',
      'navigate',
    ),
    flowScreen: Text('Screen of the form to show first; defaults to what the form says', 'DATE'),
    flowData: Type.Optional(
      Type.Unknown({
        type: 'object',
        description:
          'Data for the first screen: an object of at most 16384 characters as JSON; needs `flowScreen`',
      }),
    ),
    flowMode: Text(
      '`published` (default), or `draft` to try a form that is not published',
      'published',
    ),
    ...contextFields,
  },
  { additionalProperties: true },
);

export const sendFlow = sendOperation('POST /message/sendFlow/:instanceName', {
  summary: 'Send a form (flow) to be filled in',
  description: `Sends a form through instances of the official API and the sandbox. ${NO_FORMS} The answers come as a \`Message\` that quotes it, with the token and the fields in \`interactiveResponseMessage.nativeFlowResponseMessage.paramsJson\`.`,
  body: messageBody(FlowMessage),
  takesFiles: 'when connected',
  failures: ['VALIDATION_ERROR'],
  agent: { tool: 'send_flow', effect: 'adds' },
  example: {
    body: {
      number: NUMBER,
      title: 'Delivery',
      description: 'Tell us where and when.',
      flowId: '1234567890123456',
      flowCta: 'Fill in',
      flowToken: 'order-7',
      flowAction: 'navigate',
      flowScreen: 'ADDRESS',
      flowData: { city: 'Recife' },
    },
  },
  compose(body, context) {
    if (!showsForms(context.instance.provider))
      throw failure('choices_not_shown', { problem: NO_FORMS });
    return asChoices(body, flowIn(body, context.guard), context);
  },
});
