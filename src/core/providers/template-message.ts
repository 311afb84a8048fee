/**
 * Builds a message from a template: what is sent, what its reader sees, and how the protocol of WhatsApp spells that.
 * Pure.
 */
import type { Fields } from './foreign-values.ts';

/** A file above the text. */
export interface FileHeader {
  readonly kind: 'image' | 'video' | 'document';
  /** Where the platform fetches the file; absent when it was uploaded. */
  readonly link?: string;
  /** The id of the uploaded file. */
  readonly uploadId?: string;
  readonly fileName?: string;
}

export type FilledHeader =
  | { readonly kind: 'text'; readonly text: string }
  | FileHeader
  | {
      readonly kind: 'location';
      /** In degrees. */
      readonly latitude: number;
      readonly longitude: number;
      readonly name?: string;
      readonly address?: string;
    }
  | { readonly kind: 'product'; readonly id: string };

export interface FilledButton {
  /** QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE … */
  readonly type: string;
  /** '' for the platform's own text. */
  readonly text: string;
  /** The target of the button: what it opens, calls, copies or answers. Absent if it is unknown. */
  readonly value?: string;
}

/** A template with its variables filled in, as its reader sees it; or one card of it. */
export interface FilledTemplate {
  readonly header: FilledHeader | null;
  /** '' for a card without one. */
  readonly body: string;
  readonly footer: string | null;
  /** `expiresAt` is in ms since 1970, or null when the template does not say. */
  readonly offer: { readonly text: string; readonly expiresAt: number | null } | null;
  readonly buttons: readonly FilledButton[];
  readonly cards: readonly FilledTemplate[];
}

export interface TemplateContent {
  readonly kind: 'template';
  readonly name: string;
  readonly language: string;
  /** The values of the variables, as the official API takes them; checked against the template. */
  readonly components: readonly Fields[];
  readonly shown: FilledTemplate;
}

/** `text` has the whole text, so that it is found and shown like that of any message. */
export function templateContent({ name, language, shown }: TemplateContent): Fields {
  const { cards, offer } = shown;
  return {
    templateMessage: {
      name,
      language,
      text: textOf(shown),
      hydratedTemplate: hydrated(shown),
      ...(offer && { offer }),
      ...(cards.length > 0 && { cards: cards.map(hydrated) }),
    },
  };
}

const textOf = ({ header, body, footer, cards }: FilledTemplate): string =>
  [header?.kind === 'text' ? header.text : '', body, footer ?? '', ...cards.map(textOf)]
    .filter((line) => line !== '')
    .join('\n');

const hydrated = ({ header, body, footer, buttons }: FilledTemplate): Fields => ({
  ...(header && hydratedHeader(header)),
  hydratedContentText: body,
  ...(footer !== null && { hydratedFooterText: footer }),
  ...(buttons.length > 0 && { hydratedButtons: buttons.map(hydratedButton) }),
});

function hydratedHeader(header: FilledHeader): Fields {
  switch (header.kind) {
    case 'text':
      return { hydratedTitleText: header.text };
    case 'location': {
      const { latitude: degreesLatitude, longitude: degreesLongitude, kind: _, ...place } = header;
      return { locationMessage: { degreesLatitude, degreesLongitude, ...place } };
    }
    case 'product':
      return { productMessage: { product: { productId: header.id } } };
    default: {
      const { link, fileName } = header;
      const file = { ...(link && { url: link }), ...(fileName && { fileName }) };
      return { [`${header.kind}Message`]: file };
    }
  }
}

function hydratedButton({ type, text: displayText, value }: FilledButton, index: number): Fields {
  switch (type) {
    case 'QUICK_REPLY':
      return { index, quickReplyButton: { displayText, id: value ?? displayText } };
    case 'URL':
      return { index, urlButton: { displayText, url: value ?? '' } };
    case 'PHONE_NUMBER':
      return { index, callButton: { displayText, phoneNumber: value ?? '' } };
    case 'COPY_CODE':
    case 'OTP':
      return { index, copyCodeButton: { displayText, copyCode: value ?? '' } };
    default:
      return { index, otherButton: { displayText, type } };
  }
}
