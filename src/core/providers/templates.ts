/**
 * Message templates: texts that the platform has approved, which may be sent when nothing else may; and messages of
 * them, as they are sent, as their reader sees them, and as the protocol of WhatsApp spells that.
 */
import type { Fields } from './foreign-values.ts';

export const TEMPLATE_CATEGORIES = ['AUTHENTICATION', 'MARKETING', 'UTILITY'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

export const PARAMETER_FORMATS = ['POSITIONAL', 'NAMED'] as const;
/** The names of a template's variables: `{{1}}`, or `{{first_name}}`. */
export type ParameterFormat = (typeof PARAMETER_FORMATS)[number];

/** In the spelling of the official API, with type and format in capitals. */
export interface TemplateComponent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The fields of a template that its author sets. */
export interface TemplateDraft {
  readonly name: string;
  readonly language: string;
  readonly category: TemplateCategory;
  readonly components: readonly TemplateComponent[];
  readonly parameterFormat: ParameterFormat;
  /**
   * For how many seconds the platform tries to deliver a message of it; -1: as long as it can, null: its own default.
   */
  readonly ttlSeconds: number | null;
}

/** A template as its platform knows it; the platform may use further words where a list is given here. */
export interface Template extends Omit<TemplateDraft, 'category'> {
  readonly id: string;
  readonly category: string;
  /** APPROVED, PENDING, REJECTED, PAUSED … */
  readonly status: string;
  /** GREEN, YELLOW or RED, or null while it is not known. */
  readonly quality: string | null;
  readonly rejectedReason: string | null;
  /** Ms since 1970, or null when the platform does not tell. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}

/** The fields that an edit replaces; absent fields stay. */
export type TemplateEdit = Partial<Pick<TemplateDraft, 'category' | 'components' | 'ttlSeconds'>>;

/**
 * The templates of one instance. Where a platform is asked, all calls throw `upstream` with the reason when it cannot
 * be asked, and `rate_limited` when it was asked too often; changes throw `invalid` and `conflict` in the platform's
 * own words.
 */
export interface Templates {
  /** Returns all by name and language; with `refresh` as they are now, otherwise as they were up to a minute ago. */
  find(refresh?: boolean): Promise<readonly Template[]>;
  /** Returns those with a name, in all languages. */
  named(name: string): Promise<readonly Template[]>;
  /** Returns the template, or null for an unknown id. */
  byId(id: string): Promise<Template | null>;
  /** Throws a conflict when one of that name and language exists. */
  create(draft: TemplateDraft): Promise<Template>;
  /** Changes the template. Returns null for an unknown id. */
  edit(id: string, edit: TemplateEdit): Promise<Template | null>;
  /** Removes those with a name in all languages, or only the one with `id`; returns how many there were. */
  remove(name: string, id?: string): Promise<number>;
}

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
