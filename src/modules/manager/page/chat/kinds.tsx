/** The kinds of messages besides texts and files: their fields, and the body that each one posts. */
import type { ComponentChildren } from 'preact';
import type { PathOf } from '../../../../../packages/client/src/operations.ts';
import type { BodyFor } from '../api.ts';
import {
  CheckField,
  type FormValues,
  LabelledControl,
  TextAreaField,
  TextField,
} from '../components/form.tsx';
import { texts } from '../texts.ts';
import { dataUrlOf, mediaKindOf } from './files.tsx';
import { buttonOf, cardOf, linesOf, rowOf } from './lines.ts';
import { TemplateFields } from './template.tsx';
import { templateBody } from './template-body.ts';

type Ending<Path> = Path extends `/message/${infer Name}/{instanceName}` ? Name : never;

/** The operations that send a message which is not about another one. */
export type Sending = Exclude<
  Extract<Ending<PathOf<'POST'>>, `send${string}`>,
  'sendReaction' | 'sendPollVote'
>;

type Undefinable<Fields> = { [Name in keyof Fields]: Fields[Name] | undefined };

/** A body without its recipient; undefined fields are not sent. */
export type SentBody<S extends Sending> = Undefinable<
  Omit<BodyFor<'POST', `/message/${S}/{instanceName}`>, 'number'>
>;

/** The entered values from which the body is made. */
interface ComposerInput {
  readonly filled: FormValues;
  /** The chosen files. */
  readonly files: readonly File[];
  /** The JID of the chat. */
  readonly jid: string;
}

type Composer = ReturnType<typeof texts>['chat']['composer'];
type Field = keyof Composer['fields'];

export interface Kind<S extends Sending = Sending> {
  readonly title: keyof ReturnType<typeof texts>['chat']['kinds'];
  readonly fields: readonly (() => ComponentChildren)[];
  body(input: ComposerInput): SentBody<S> | Promise<SentBody<S>>;
}

/** Returns the parts that every field has: the texts of its name. */
function named(name: Field) {
  const { fields, hints }: Composer & { hints: Partial<Record<Field, string>> } =
    texts().chat.composer;
  return { name, label: fields[name], hint: hints[name] };
}

const line = (name: Field, input: Partial<Parameters<typeof TextField>[0]> = {}) => {
  return () => <TextField required {...named(name)} {...input} />;
};
const area = (name: Field, rows: number, required = true) => {
  return () => <TextAreaField rows={rows} required={required} {...named(name)} />;
};
const box = (name: Field, defaultChecked = false) => {
  return () => <CheckField defaultChecked={defaultChecked} {...named(name)} />;
};
const file = (field: Field, accept: string, required = true) => {
  return () => (
    <LabelledControl
      {...named(field)}
      control={(described) => (
        <input type="file" name="file" {...described} accept={accept} required={required} />
      )}
    />
  );
};
const degrees = (name: Field, most: number) =>
  line(name, { type: 'number', step: 'any', min: -most, max: most });
const optional = { required: false };

const onlyFile = ({ files: [chosen] }: ComposerInput): Promise<string> =>
  dataUrlOf(chosen ?? new File([], ''));

/** Returns the fallback for phones that do not show choices, and whether to try the choices anyway. */
const fallbackOf = ({ asPoll, asText, tried }: FormValues) => ({
  fallback: asPoll ? ('poll' as const) : asText ? ('text' as const) : undefined,
  interactive: tried ? ('try' as const) : undefined,
});

async function statusBody({
  filled,
  files: [chosen],
  jid,
}: ComposerInput): Promise<SentBody<'sendStatus'>> {
  const { status = '', color } = filled;
  const statusJidList = [jid];
  if (chosen === undefined)
    return { type: 'text', content: status, backgroundColor: color, statusJidList };
  const type = mediaKindOf(chosen, 'image');
  const caption = (type !== 'audio' && status) || undefined;
  return { type, content: await dataUrlOf(chosen), caption, statusJidList };
}

/** The kinds by their operations, in the order of the menu. */
export const KINDS: { readonly [S in Exclude<Sending, 'sendText' | 'sendMedia'>]: Kind<S> } = {
  sendWhatsAppAudio: {
    title: 'voice',
    fields: [file('audio', 'audio/*')],
    body: async (form) => ({ audio: await onlyFile(form) }),
  },
  sendPtv: {
    title: 'ptv',
    fields: [file('video', 'video/mp4')],
    body: async (form) => ({ video: await onlyFile(form) }),
  },
  sendSticker: {
    title: 'sticker',
    fields: [file('picture', 'image/*')],
    body: async (form) => ({ sticker: await onlyFile(form) }),
  },
  sendLocation: {
    title: 'location',
    fields: [
      ...[degrees('latitude', 90), degrees('longitude', 180)],
      ...[line('place', optional), line('address', optional)],
    ],
    body: ({ filled: { latitude, longitude, place, address } }) => ({
      latitude: Number(latitude),
      longitude: Number(longitude),
      name: place,
      address,
    }),
  },
  sendContact: {
    title: 'contact',
    fields: [line('fullName'), line('phoneNumber', { inputMode: 'tel' })],
    body: ({ filled: { fullName = '', phoneNumber = '' } }) => ({
      contact: [{ fullName, phoneNumber }],
    }),
  },
  sendPoll: {
    title: 'poll',
    fields: [line('question'), area('options', 3), box('several')],
    body: ({ filled: { question = '', options, several } }) => ({
      name: question,
      values: linesOf(options),
      selectableCount: several ? 0 : 1,
    }),
  },
  sendButtons: {
    title: 'buttons',
    fields: [
      ...[line('title'), area('description', 2, false), area('buttons', 3)],
      ...[line('footer', optional), box('asPoll', true), box('tried')],
    ],
    body: ({ filled }) => ({
      title: filled.title,
      description: filled.description,
      footer: filled.footer,
      buttons: linesOf(filled.buttons).map(buttonOf),
      ...fallbackOf(filled),
    }),
  },
  sendList: {
    title: 'list',
    fields: [
      ...[line('title'), area('description', 2, false), line('openedBy'), area('rows', 4)],
      ...[line('footer', optional), box('asPoll', true), box('tried')],
    ],
    body: ({ filled }) => ({
      title: filled.title,
      description: filled.description,
      footerText: filled.footer,
      buttonText: filled.openedBy,
      sections: [{ rows: linesOf(filled.rows).map(rowOf) }],
      ...fallbackOf(filled),
    }),
  },
  sendCarousel: {
    title: 'cards',
    fields: [area('description', 2), area('cards', 4), box('asText', true), box('tried')],
    body: ({ filled }) => ({
      body: filled.description,
      cards: linesOf(filled.cards).map(cardOf),
      ...fallbackOf(filled),
    }),
  },
  sendFlow: {
    title: 'form',
    fields: [area('description', 2), line('formId'), line('openedBy'), line('footer', optional)],
    body: ({ filled }) => ({
      description: filled.description,
      footer: filled.footer,
      flowId: filled.formId,
      flowCta: filled.openedBy,
    }),
  },
  sendTemplate: {
    title: 'template',
    fields: [TemplateFields],
    body: ({ filled }) => templateBody(filled),
  },
  sendStatus: {
    title: 'status',
    fields: [
      ...[area('status', 2, false), line('color', { type: 'color', defaultValue: '#075e54' })],
      file('statusFile', 'image/*,video/*,audio/*', false),
    ],
    body: statusBody,
  },
};
export type KindName = keyof typeof KINDS;
