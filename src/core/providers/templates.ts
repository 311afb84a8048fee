/** Message templates: texts that the platform has approved, which may be sent when nothing else may. */

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
