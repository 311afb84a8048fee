/** The content of a message, as a phone shows it. */
import type { ComponentChildren } from 'preact';
import { isFileField } from '../../../../core/shared/file-in-message.ts';
import { texts } from '../texts.ts';
import { useChats } from './chat-context.ts';
import { type Choice, Choices } from './choices.tsx';
import {
  contentOf,
  type Fields,
  headerFile,
  isObject,
  numbersOf,
  opensForm,
  templateText,
  wordsOf,
} from './content.ts';
import { type Message, voteCounts } from './conversation.ts';
import { FormattedText } from './formatted-text.tsx';
import { MessageFile } from './message-file.tsx';

export function MessageContent({ message }: { message: Message }) {
  const { chat } = texts();
  const hint = (text: string) => <p class="hint">{text}</p>;
  if (message.isDeleted) return hint(chat.deleted);
  if (message.note !== '') return hint(message.note);
  const found = contentOf(message.content);
  if (found === null) return hint(chat.unknownKind);
  const View = isFileField(found.kind) ? File : VIEWS[found.kind];
  const header = headerFile(found);
  return (
    <>
      <Quote fields={found.fields} />
      {header && <MessageFile id={message.id} kind={header.field} fields={header.said} />}
      {View ? (
        <View fields={found.fields} message={message} kind={found.kind} />
      ) : (
        <p>{wordsOf(message.content)}</p>
      )}
    </>
  );
}

function Quote({ fields: { contextInfo } }: { fields: Fields }) {
  const { chats } = useChats();
  if (!contextInfo?.quotedMessage) return null;
  return (
    <blockquote>
      {contextInfo.participant && <strong>{chats.people.nameOf(contextInfo.participant)}</strong>}
      <span>{wordsOf(contextInfo.quotedMessage)}</span>
    </blockquote>
  );
}

interface ViewProps {
  readonly kind: string;
  readonly fields: Fields;
  readonly message: Message;
}
type View = (props: ViewProps) => ComponentChildren;

const Text: View = ({ fields }) => <FormattedText text={fields.text ?? ''} />;

const Template: View = ({ fields }) => <FormattedText text={templateText(fields)} />;

const File: View = ({ kind, fields, message }) => (
  <>
    <MessageFile id={message.id} kind={kind} fields={fields} />
    {fields.caption && <FormattedText text={fields.caption} />}
  </>
);

const Location: View = ({ fields }) => {
  const { degreesLatitude: latitude, degreesLongitude: longitude, name, address } = fields;
  return (
    <>
      <p>
        <strong>{name || texts().chat.kinds.location}</strong> {address}
      </p>
      <p>
        <a href={`geo:${latitude},${longitude}`}>
          {latitude}, {longitude}
        </a>
      </p>
    </>
  );
};

const Contacts: View = ({ fields }) =>
  (fields.contacts ?? [fields]).map(({ displayName = '', vcard = '' }) => (
    <p key={displayName + vcard}>
      {texts().chat.kinds.contact}: <strong>{displayName}</strong> {numbersOf(vcard).join(', ')}
    </p>
  ));

const Poll: View = ({ fields, message }) => {
  const { formats, chat } = texts();
  const counts = voteCounts(message);
  const most = Math.max(1, ...counts.values());
  return (
    <>
      <FormattedText text={`*${fields.name}*`} />
      <ul class="options">
        {fields.options?.map(({ optionName = '' }) => {
          const count = counts.get(optionName) ?? 0;
          return (
            <li key={optionName} data-option={optionName}>
              <span>{optionName}</span>
              <span aria-hidden="true">{formats.number(count)}</span>
              <span class="visually-hidden">{formats.count(count, chat.votes)}</span>
              <progress max={most} value={count} aria-hidden="true" />
            </li>
          );
        })}
      </ul>
    </>
  );
};

const Buttons: View = ({ fields: { text, contentText, footerText, buttons = [] } }) => (
  <Choices
    heading={text}
    text={contentText}
    footer={footerText}
    choices={buttons.map(({ buttonText }) => ({ label: buttonText?.displayText ?? '' }))}
  />
);

const List: View = ({ fields }) => (
  <>
    <Choices
      heading={fields.title}
      text={fields.description}
      footer={fields.footerText}
      choices={(fields.sections ?? []).flatMap(({ rows = [] }) =>
        rows.map(({ title = '', description }) => ({ label: title, detail: description })),
      )}
    />
    {fields.buttonText && <p class="hint">{texts().chat.opens(fields.buttonText)}</p>}
  </>
);

const Interactive: View = ({ fields }) => (
  <>
    <CardView card={fields} />
    {fields.carouselMessage && (
      <ul class="carousel">
        {fields.carouselMessage.cards?.map((card, index) => (
          <li key={index}>
            <CardView card={card} />
          </li>
        ))}
      </ul>
    )}
  </>
);

const CardView = ({ card: { header, body, footer, nativeFlowMessage } }: { card: Fields }) => (
  <Choices
    heading={header?.title}
    text={body?.text}
    footer={footer?.text}
    choices={(nativeFlowMessage?.buttons ?? []).map((button) => {
      const choice = nativeChoice(button.buttonParamsJson);
      return opensForm(button) ? { ...choice, detail: texts().chat.kinds.form } : choice;
    })}
  />
);

/** Somebody else has written it: it may be no JSON at all. */
function nativeChoice(json = ''): Choice {
  try {
    const said: unknown = JSON.parse(json);
    if (!isObject(said)) return { label: '' };
    const { display_text, flow_cta, url } = said;
    const label = display_text ?? flow_cta ?? '';
    return { label: String(label), detail: typeof url === 'string' ? url : undefined };
  } catch {
    return { label: json };
  }
}

const VIEWS: Readonly<Record<string, View>> = {
  conversation: Text,
  extendedTextMessage: Text,
  templateMessage: Template,
  locationMessage: Location,
  contactMessage: Contacts,
  contactsArrayMessage: Contacts,
  buttonsMessage: Buttons,
  listMessage: List,
  interactiveMessage: Interactive,
  pollCreationMessage: Poll,
  pollCreationMessageV2: Poll,
  pollCreationMessageV3: Poll,
  pollCreationMessageV5: Poll,
};
