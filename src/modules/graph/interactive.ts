/** Translates choices and forms of the Graph API into what operations of ours are asked for. */

import { type Fields, fieldsIn, isFields } from '../../core/http/read-fields.ts';
import { FLOW_VERSION } from '../../core/providers/interactive.ts';
import { NOT_SHOWN } from '../gateway/api.ts';
import {
  type OperationRequest,
  objectsIn,
  ownField,
  shownType,
  valueIn,
  valueOrUndefined,
} from './content-reading.ts';
import { refusedAs } from './errors.ts';
import { HEADER_KINDS, mediaOf } from './message-media.ts';
import type { GraphCall } from './operation.ts';

/** The texts around choices. */
async function headingOf(
  { type: choices, header, body, footer }: Fields,
  call: Pick<GraphCall, 'instance' | 'parts'>,
): Promise<Fields> {
  const { type = 'text', text, ...files } = fieldsIn(header);
  const below = valueOrUndefined(fieldsIn(footer).text);
  const around = {
    description: valueOrUndefined(fieldsIn(body).text),
    footer: below,
    footerText: below,
  };
  if (type === 'text') return { ...around, title: valueOrUndefined(text) };
  const kind = choices === 'list' ? undefined : HEADER_KINDS.find((one) => one === type);
  if (kind === undefined)
    throw refusedAs(
      131009,
      'interactive.header must be a text, or above buttons and forms an image, a video or a document',
    );
  const file = fieldsIn(files[kind]);
  const media = await mediaOf(file, kind, call);
  return { ...around, [FILE_ABOVE[kind]]: media, fileName: valueOrUndefined(file.filename) };
}

const FILE_ABOVE = { image: 'thumbnailUrl', video: 'videoUrl', document: 'documentUrl' } as const;

/** The operation names fields that this path does not have. */
const NOT_SHOWN_PROBLEM =
  'Phones do not show lists and buttons of personal WhatsApp accounts: send a text, or set INTERACTIVE_ON_PHONES=true to try them nevertheless';

const AROUND = {
  [NOT_SHOWN]: NOT_SHOWN_PROBLEM,
  title: 'interactive.header.text',
  description: 'interactive.body.text',
  footer: 'interactive.footer.text',
  footerText: 'interactive.footer.text',
  thumbnailUrl: 'interactive.header.image.link',
  videoUrl: 'interactive.header.video.link',
  documentUrl: 'interactive.header.document.link',
  fileName: 'interactive.header.document.filename',
};
const BUTTON = 'interactive.action.buttons';

/** Translations by the type of the interactive message. */
const CHOICES: Readonly<Record<string, (content: Fields) => OperationRequest>> = {
  button: ({ action }) => ({
    route: 'POST /message/sendButtons/:instanceName',
    body: {
      buttons: objectsIn(fieldsIn(action).buttons).map(({ reply }) => {
        const { id, title } = fieldsIn(reply);
        return { type: 'reply', id, displayText: title };
      }),
    },
    names: {
      ...AROUND,
      buttons: BUTTON,
      'buttons.*.displayText': `${BUTTON}.*.reply.title`,
      'buttons.*.id': `${BUTTON}.*.reply.id`,
    },
  }),
  list({ action }) {
    const { button, sections } = fieldsIn(action);
    return {
      route: 'POST /message/sendList/:instanceName',
      body: {
        buttonText: button,
        sections: objectsIn(sections).map(({ title, rows }) => ({
          title,
          rows: objectsIn(rows).map(({ id, ...row }) => ({ ...row, rowId: id })),
        })),
      },
      names: {
        ...AROUND,
        buttonText: 'interactive.action.button',
        sections: 'interactive.action.sections',
        'sections.*.rows.*.rowId': 'interactive.action.sections.*.rows.*.id',
      },
    };
  },
  cta_url({ action }) {
    const { display_text: displayText, url } = fieldsIn(fieldsIn(action).parameters);
    return {
      route: 'POST /message/sendButtons/:instanceName',
      body: { buttons: [{ type: 'url', displayText, url }] },
      names: {
        ...AROUND,
        buttons: 'interactive.action.parameters',
        'buttons.0.displayText': 'interactive.action.parameters.display_text',
        'buttons.0.url': 'interactive.action.parameters.url',
      },
    };
  },
  flow({ action }) {
    const parameters = fieldsIn(fieldsIn(action).parameters);
    const { flow_message_version: version, flow_action_payload: payload } = parameters;
    if (`${valueOrUndefined(version) ?? FLOW_VERSION}` !== FLOW_VERSION)
      throw refusedAs(131009, `${PARAMETERS}.flow_message_version must be ${FLOW_VERSION}`);
    if (valueOrUndefined(payload) !== undefined && !isFields(payload))
      throw refusedAs(131009, `${PARAMETERS}.flow_action_payload must be an object`);
    const { screen, data } = fieldsIn(payload);
    return {
      route: 'POST /message/sendFlow/:instanceName',
      body: {
        flowId: valueOrUndefined(parameters.flow_id),
        flowName: valueOrUndefined(parameters.flow_name),
        flowCta: valueOrUndefined(parameters.flow_cta),
        flowToken: valueOrUndefined(parameters.flow_token),
        flowAction: valueOrUndefined(parameters.flow_action),
        flowMode: valueOrUndefined(parameters.mode),
        flowScreen: valueOrUndefined(screen),
        flowData: valueOrUndefined(data),
      },
      names: { ...AROUND, ...FLOW_NAMES },
    };
  },
};

const PARAMETERS = 'interactive.action.parameters';
const FLOW_NAMES = {
  'flowId or flowName': `${PARAMETERS}.flow_id or flow_name`,
  flowId: `${PARAMETERS}.flow_id`,
  flowName: `${PARAMETERS}.flow_name`,
  flowCta: `${PARAMETERS}.flow_cta`,
  flowToken: `${PARAMETERS}.flow_token`,
  flowAction: `${PARAMETERS}.flow_action`,
  flowMode: `${PARAMETERS}.mode`,
  flowScreen: `${PARAMETERS}.flow_action_payload.screen`,
  flowData: `${PARAMETERS}.flow_action_payload.data`,
};

/** Returns what is asked for the field `interactive` of a message. Throws in Meta's codes. */
export async function toChoicesRequest(
  content: Fields,
  call: Pick<GraphCall, 'instance' | 'parts'>,
): Promise<OperationRequest> {
  const { type } = content;
  const translate = typeof type === 'string' ? ownField(CHOICES, type) : undefined;
  if (translate === undefined)
    throw refusedAs(131051, `interactive messages of this type are not sent: ${shownType(type)}`);
  const action = valueIn(content.action, 'interactive.action');
  const asked = translate({ ...content, action });
  return { ...asked, body: { ...asked.body, ...(await headingOf(content, call)) } };
}
