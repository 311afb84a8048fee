/** Offers message templates: their shapes, reading and changing them, filling them in, and storing them. */

/** The text that takes the place of a template where people see none, and why there may be no such text. */
export { problemsAsText, textOf } from './as-text.ts';
/** Templates as callers write them, checked by the rules. */
export { editOf, parseDraft, parseEdit, TemplateChange, TemplateRequest } from './draft.ts';
/** A template with its values, as a message. */
export { filledTemplate, TemplateMessage } from './message.ts';
/** A template as answers show it. */
export { Component, Template, toTemplate } from './model.ts';
/** Stores templates for platforms that store none themselves. */
export { createStoredTemplates } from './store.ts';
