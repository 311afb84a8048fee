/** Answers that a contact gives by tapping a button or a row of a message that was sent. Pure. */
import { conflict, invalid } from '../../shared/errors.ts';
import { type Fields, record, records, text } from '../foreign-values.ts';
import { FORM } from '../interactive.ts';

/** Something in a message that can be tapped and answers with its id. */
interface Choice {
  readonly id: string;
  /** Returns the answer in the form in which a phone gives it. */
  readonly answer: () => TapContent;
}

export interface TapContent {
  readonly type: string;
  readonly mediaType: string;
  readonly content: Fields;
}

/**
 * Returns the answer to tapping the button or row `id` of a message with this content. Throws `conflict` when the
 * message has nothing to tap, `invalid` when it has no such button or row.
 */
export function tapOn(content: Fields, id: string): TapContent {
  const choices = choicesIn(content);
  if (choices.length === 0) throw conflict('the message has no buttons or rows that answer');
  const chosen = choices.find((choice) => choice.id === id);
  if (chosen !== undefined) return chosen.answer();
  const ids = choices.map((choice) => choice.id).join(', ');
  throw invalid(`the message has no button or row ${id}: it has ${ids}`);
}

/**
 * Returns what is sent when a person fills in the form that a message with this content opens: the fields, and the token
 * of the message. Throws `conflict` when the message opens no form.
 */
export function filledForm(content: Fields, form: Fields): TapContent {
  const { nativeFlowMessage } = record(content.interactiveMessage);
  const button = records(record(nativeFlowMessage).buttons).find(({ name }) => name === FORM);
  if (button === undefined) throw conflict('the message opens no form');
  // Only code here wrote it.
  const { flow_token = 'unused' } = record(JSON.parse(text(button.buttonParamsJson)));
  const paramsJson = JSON.stringify({ ...form, flow_token });
  const interactiveResponseMessage = {
    body: { text: 'Sent' },
    nativeFlowResponseMessage: { name: FORM, paramsJson, version: 3 },
  };
  return {
    type: 'media',
    mediaType: 'native_flow_response',
    content: { interactiveResponseMessage },
  };
}

/** Values of `ButtonsResponseMessage.Type` and `ListResponseMessage.ListType`. */
const DISPLAY_TEXT = 1;
const SINGLE_SELECT = 1;

function choicesIn(content: Fields): Choice[] {
  const { buttonsMessage, listMessage, templateMessage, interactiveMessage } = content;
  const { hydratedTemplate, cards } = record(templateMessage);
  return [
    ...records(record(buttonsMessage).buttons).map(ofButton),
    ...records(record(listMessage).sections)
      .flatMap(({ rows }) => records(rows))
      .map(ofRow),
    ...[record(hydratedTemplate), ...records(cards)].flatMap(ofTemplate),
    ...ofNative(record(interactiveMessage)),
  ];
}

function ofButton({ buttonId, buttonText }: Fields): Choice {
  const selectedButtonId = text(buttonId);
  const chosen = { selectedButtonId, selectedDisplayText: text(record(buttonText).displayText) };
  const content = { buttonsResponseMessage: { ...chosen, type: DISPLAY_TEXT } };
  const answer = () => ({ type: 'media', mediaType: 'buttons_response', content });
  return { id: selectedButtonId, answer };
}

function ofRow({ rowId, title, description }: Fields): Choice {
  const selectedRowId = text(rowId);
  const listResponseMessage = {
    title: text(title),
    ...(text(description) && { description: text(description) }),
    listType: SINGLE_SELECT,
    singleSelectReply: { selectedRowId },
  };
  const content = { listResponseMessage };
  return {
    id: selectedRowId,
    answer: () => ({ type: 'media', mediaType: 'list_response', content }),
  };
}

const ofTemplate = ({ hydratedButtons }: Fields): Choice[] =>
  records(hydratedButtons).flatMap(({ index, quickReplyButton }) => {
    const { id, displayText } = record(quickReplyButton);
    if (text(id) === '') return [];
    const selected = { selectedId: text(id), selectedDisplayText: text(displayText) };
    const content = { templateButtonReplyMessage: { ...selected, selectedIndex: index } };
    return { id: text(id), answer: () => ({ type: 'text', mediaType: '', content }) };
  });

/** Buttons of the newer form, in a message or on the cards of a carousel. */
function ofNative({ nativeFlowMessage, carouselMessage }: Fields): Choice[] {
  const own = records(record(nativeFlowMessage).buttons).flatMap(({ name, buttonParamsJson }) => {
    if (name !== 'quick_reply') return [];
    // Only code here wrote it.
    const { id, display_text } = record(JSON.parse(text(buttonParamsJson)));
    const paramsJson = JSON.stringify({ id });
    const content = {
      interactiveResponseMessage: {
        body: { text: text(display_text) },
        nativeFlowResponseMessage: { name: 'quick_reply', paramsJson, version: 1 },
      },
    };
    return {
      id: text(id),
      answer: () => ({ type: 'media', mediaType: 'native_flow_response', content }),
    };
  });
  return [...own, ...records(record(carouselMessage).cards).flatMap(ofNative)];
}
