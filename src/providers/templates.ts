/** Message templates: texts that the platform has approved, which may be sent when nothing else may. */

export const TEMPLATE_CATEGORIES = ['AUTHENTICATION', 'MARKETING', 'UTILITY'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

export const PARAMETER_FORMATS = ['POSITIONAL', 'NAMED'] as const;
/** How the variables of a template are called: `{{1}}`, or `{{first_name}}`. */
export type ParameterFormat = (typeof PARAMETER_FORMATS)[number];

/** In the spelling of the official API, type and format in capitals. */
export interface TemplateComponent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What its author says of a template. */
export interface TemplateDraft {
  readonly name: string;
  readonly language: string;
  readonly category: TemplateCategory;
  readonly components: readonly TemplateComponent[];
  readonly parameterFormat: ParameterFormat;
  /** For how long the platform tries to deliver a message of it; -1: as long as it can, null: its own default. */
  readonly ttlSeconds: number | null;
}

/** A template as its platform knows it; that may use words of its own for what is a list here. */
export interface Template extends Omit<TemplateDraft, 'category'> {
  readonly id: string;
  readonly category: string;
  /** APPROVED, PENDING, REJECTED, PAUSED … */
  readonly status: string;
  /** GREEN, YELLOW or RED; null: not known yet. */
  readonly quality: string | null;
  readonly rejectedReason: string | null;
  /** Ms since 1970; null: the platform does not tell. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
}

/** What an edit replaces: what is absent stays. */
export type TemplateEdit = Partial<Pick<TemplateDraft, 'category' | 'components' | 'ttlSeconds'>>;

/**
 * The templates of one instance. Where a platform is asked, all throw `upstream` with the reason when it cannot be, and
 * `rate_limited` when it has been asked too often; what changes something throws `invalid` and `conflict` in the
 * platform's own words.
 */
export interface Templates {
  /** All of them by name and language; `refresh`: as they are at this moment, not as they were up to a minute ago. */
  find(refresh?: boolean): Promise<readonly Template[]>;
  /** Those of a name, in all languages. */
  named(name: string): Promise<readonly Template[]>;
  /** Null: there is none. */
  byId(id: string): Promise<Template | null>;
  /** Throws a conflict when there is one of that name and language. */
  create(draft: TemplateDraft): Promise<Template>;
  /** Null when there is none of this id. */
  edit(id: string, edit: TemplateEdit): Promise<Template | null>;
  /** Those of a name in all languages, or the one of them with `id`; how many there were. */
  remove(name: string, id?: string): Promise<number>;
}
