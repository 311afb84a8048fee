/** The kinds of choices that a person is given, and how the protocol of WhatsApp spells them. Pure. */
import type { Fields } from './foreign-values.ts';

/** The texts around the choices. */
interface FrameTexts {
  readonly header?: string;
  readonly text: string;
  readonly footer?: string;
}

/** A file above the text of a message or card. */
export interface HeaderFile {
  readonly kind: 'image' | 'video' | 'document';
  readonly bytes: Uint8Array;
  readonly mimetype: string;
  /** Name of a document. */
  readonly fileName?: string;
  /** The message's fields about the file, once it has been uploaded. */
  readonly uploaded?: Fields;
}

/** Texts, with or without a file above them. */
interface FramedWithFile extends FrameTexts {
  readonly file?: HeaderFile;
}

/** Each button answers with its id. */
export interface ButtonsContent extends FramedWithFile {
  readonly kind: 'buttons';
  readonly buttons: readonly { readonly id: string; readonly text: string }[];
}

/** One button that opens a page. */
export interface LinkContent extends FramedWithFile {
  readonly kind: 'link';
  readonly label: string;
  readonly url: string;
}

export interface ListRow {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

/** A list that the button `label` opens; the chosen row answers with its id. */
export interface ListContent extends FrameTexts {
  readonly kind: 'list';
  readonly label: string;
  readonly sections: readonly { readonly title?: string; readonly rows: readonly ListRow[] }[];
}

export const FLOW_ACTIONS = ['navigate', 'data_exchange'] as const;
export const FLOW_MODES = ['published', 'draft'] as const;

/** One button that opens a form, which Meta calls a flow. */
export interface FlowContent extends FramedWithFile {
  readonly kind: 'flow';
  readonly label: string;
  /** The form, by its id or its name. */
  readonly flow: { readonly id: string } | { readonly name: string };
  /** Comes back with what was filled in. */
  readonly token?: string;
  /** Whether a screen is shown at once, or the server of the form is asked for it. */
  readonly action?: (typeof FLOW_ACTIONS)[number];
  /** The first screen, and what it is given. */
  readonly first?: { readonly screen: string; readonly data?: Fields };
  readonly mode?: (typeof FLOW_MODES)[number];
}

/** The interactive content that the official API sends. */
export type InteractiveContent = ButtonsContent | LinkContent | ListContent | FlowContent;

/** A button as paired phones send it: it answers with its id, opens a page, calls a number or copies a code. */
export type NativeButton =
  | { readonly type: 'reply'; readonly text: string; readonly id: string }
  | { readonly type: 'url'; readonly text: string; readonly url: string }
  | { readonly type: 'call'; readonly text: string; readonly phoneNumber: string }
  | { readonly type: 'copy'; readonly text: string; readonly code: string };

/** A text with buttons. */
export interface NativeCard extends FramedWithFile {
  readonly buttons: readonly NativeButton[];
}

interface NativeButtonsContent extends NativeCard {
  readonly kind: 'native_buttons';
}

/** Cards below a text, side by side. */
export interface CarouselContent {
  readonly kind: 'carousel';
  readonly text: string;
  readonly footer?: string;
  readonly cards: readonly NativeCard[];
}

export const PIX_KEY_TYPES = ['phone', 'email', 'cpf', 'cnpj', 'random'] as const;

/** A key by which the reader can pay with Pix, and what there is to pay if that is known. */
export interface PixContent extends FrameTexts {
  readonly kind: 'pix';
  /** Who is paid. */
  readonly name: string;
  readonly keyType: (typeof PIX_KEY_TYPES)[number];
  readonly key: string;
  /** ISO 4217. */
  readonly currency: string;
  /** In hundredths of the currency; absent when the reader says how much is paid. */
  readonly amount?: number;
  /** Names this request for a payment; unique. */
  readonly reference: string;
}

/** The interactive content that paired phones send. */
export type PhoneContent = ListContent | NativeButtonsContent | CarouselContent | PixContent;

/** Values of `ButtonsMessage.HeaderType`, `Button.Type` and `ListMessage.ListType`. */
const HEADER_NONE = 1;
const HEADER_TEXT = 2;
const HEADER_FILES = { document: 3, image: 4, video: 5 } as const;
const RESPONSE = 1;
const SINGLE_SELECT = 1;

/** Returns one field named after the kind. */
export function interactiveContent(content: InteractiveContent | PhoneContent): Fields {
  switch (content.kind) {
    case 'buttons':
      return { buttonsMessage: buttonsFields(content) };
    case 'link': {
      const { label: display_text, url } = content;
      const button = flowButton('cta_url', { display_text, url });
      const nativeFlowMessage = { buttons: [button] };
      return { interactiveMessage: { ...framed(content, content.file), nativeFlowMessage } };
    }
    case 'flow': {
      const nativeFlowMessage = { buttons: [flowButton(FORM, flowParameters(content))] };
      return { interactiveMessage: { ...framed(content, content.file), nativeFlowMessage } };
    }
    case 'list':
      return { listMessage: listFields(content) };
    case 'native_buttons':
      return { interactiveMessage: cardFields(content) };
    case 'carousel': {
      const cards = content.cards.map(cardFields);
      const carouselMessage = { cards, messageVersion: 1 };
      return { interactiveMessage: { ...framed(content), carouselMessage } };
    }
    case 'pix': {
      const buttons = [flowButton(pixButton(content), pixParams(content))];
      const nativeFlowMessage = { buttons, messageVersion: 1 };
      return { interactiveMessage: { ...framed(content), nativeFlowMessage } };
    }
  }
}

/** The protocol's name of a button that opens a form, and of the answers in the form. */
export const FORM = 'galaxy_message';

/** The version of messages with a form; there is no other. */
export const FLOW_VERSION = '3';

/** Returns what a message says of a form, in Meta's words. */
export const flowParameters = (content: FlowContent): Fields => ({
  flow_message_version: FLOW_VERSION,
  ...('id' in content.flow ? { flow_id: content.flow.id } : { flow_name: content.flow.name }),
  flow_cta: content.label,
  ...(content.token !== undefined && { flow_token: content.token }),
  ...(content.action && { flow_action: content.action }),
  ...(content.first && { flow_action_payload: content.first }),
  ...(content.mode && { mode: content.mode }),
});

const buttonsFields = ({ header, text, footer, buttons, file }: ButtonsContent): Fields => ({
  ...(header !== undefined && { text: header }),
  ...(file && { [`${file.kind}Message`]: fileFields(file) }),
  contentText: text,
  ...(footer !== undefined && { footerText: footer }),
  buttons: buttons.map((button) => ({
    buttonId: button.id,
    buttonText: { displayText: button.text },
    type: RESPONSE,
  })),
  headerType: file ? HEADER_FILES[file.kind] : header === undefined ? HEADER_NONE : HEADER_TEXT,
});

const listFields = ({ header, text, footer, label, sections }: ListContent): Fields => ({
  ...(header !== undefined && { title: header }),
  description: text,
  buttonText: label,
  ...(footer !== undefined && { footerText: footer }),
  listType: SINGLE_SELECT,
  sections: sections.map(({ title, rows }) => ({
    ...(title !== undefined && { title }),
    rows: rows.map(({ id: rowId, ...row }) => ({ rowId, ...row })),
  })),
});

function framed({ header, text, footer }: FrameTexts, file?: HeaderFile): Fields {
  const title = header === undefined ? {} : { title: header };
  const attached = file && { hasMediaAttachment: true, [`${file.kind}Message`]: fileFields(file) };
  const hasHeader = header !== undefined || file !== undefined;
  return {
    ...(hasHeader && { header: { ...title, ...attached } }),
    body: { text },
    ...(footer !== undefined && { footer: { text: footer } }),
  };
}

const fileFields = ({ uploaded, mimetype, bytes, fileName }: HeaderFile): Fields =>
  uploaded ?? { mimetype, fileLength: bytes.byteLength, ...(fileName && { fileName }) };

const cardFields = ({ file, buttons, ...texts }: NativeCard): Fields => ({
  ...framed(texts, file),
  nativeFlowMessage: { buttons: buttons.map(nativeButton), messageVersion: 1 },
});

const flowButton = (name: string, params: Fields): Fields => ({
  name,
  buttonParamsJson: JSON.stringify(params),
});

function nativeButton({ text: display_text, ...button }: NativeButton): Fields {
  switch (button.type) {
    case 'reply':
      return flowButton('quick_reply', { display_text, id: button.id });
    case 'url': {
      const { url } = button;
      return flowButton('cta_url', { display_text, url, merchant_url: url });
    }
    case 'call':
      return flowButton('cta_call', { display_text, phone_number: button.phoneNumber });
    case 'copy':
      return flowButton('cta_copy', { display_text, copy_code: button.code });
  }
}

const PIX_WORDS = { phone: 'PHONE', email: 'EMAIL', cpf: 'CPF', cnpj: 'CNPJ', random: 'EVP' };

/** Returns the name of the button: an order that is looked at and paid, or a key alone. */
const pixButton = ({ amount }: PixContent): 'review_and_pay' | 'payment_info' =>
  amount === undefined ? 'payment_info' : 'review_and_pay';

function pixParams(content: PixContent): Fields {
  const { text, name, keyType, key, currency, amount, reference } = content;
  const price = { value: amount ?? 0, offset: 100 };
  const item =
    amount === undefined
      ? { name: '', quantity: 0 }
      : { name: text, retailer_id: reference, quantity: 1 };
  return {
    currency,
    total_amount: price,
    reference_id: reference,
    type: 'physical-goods',
    order: {
      status: 'pending',
      subtotal: price,
      order_type: 'ORDER',
      items: [{ ...item, amount: price, sale_amount: price }],
    },
    payment_settings: [
      {
        type: 'pix_static_code',
        pix_static_code: { merchant_name: name, key, key_type: PIX_WORDS[keyType] },
      },
    ],
    share_payment_status: false,
  };
}

const WITH_FILES: ReadonlySet<string> = new Set([
  'buttons',
  'link',
  'flow',
  'native_buttons',
  'carousel',
]);

/** Returns the files in the content, in its order. */
export function headerFiles(content: { readonly kind: string }): readonly HeaderFile[] {
  if (!WITH_FILES.has(content.kind)) return [];
  // The kind says so.
  const known = content as CarouselContent | (FramedWithFile & { readonly kind: 'buttons' });
  const cards = known.kind === 'carousel' ? known.cards : [known];
  return cards.flatMap(({ file }) => file ?? []);
}
